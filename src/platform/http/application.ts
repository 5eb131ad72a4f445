/** The way from Node's requests into Hono: canonical address, constant headers, and a line in the log when the answer is done. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { type AppEnv, type Exchange, newExchange } from './exchange.ts';
import type { ServerState } from './graceful-close.ts';
import type { Constant } from './headers.ts';
import type { LogRequest } from './request-log.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

export type Fetch = (request: Request, env: AppEnv['Bindings']) => Response | Promise<Response>;

type ApplicationOptions = {
  fetch: Fetch;
  state: Readonly<ServerState>;
  constant: Constant;
  proxies: TrustedProxies;
  logRequest: LogRequest;
};
type Run = {
  id: string;
  target: string;
  started: number;
  /** Counts as load. Requests with a body do not: a slow sender keeps them open without any work of ours. */
  counts: boolean;
};

export function createApplication({ fetch, state, constant, proxies, logRequest }: ApplicationOptions) {
  const exchanges = new WeakMap<IncomingMessage, Exchange>();
  let running = 0;
  const listener = getRequestListener(
    async (request, env) => {
      const { incoming, outgoing } = env as { incoming: IncomingMessage; outgoing: ServerResponse };
      const answer = await fetch(request, { exchange: exchanges.get(incoming) as Exchange, incoming, outgoing });
      if (state.stopping) outgoing.shouldKeepAlive = false;
      return answer;
    },
    // Load balancers ask for our health in HTTP/1.0, without a Host; the gate lets nothing else come without one.
    { hostname: 'localhost' },
  );
  return {
    running: () => running,
    run(request: IncomingMessage, response: ServerResponse, { id, target, started, counts }: Run): void {
      const { socket, method = '' } = request;
      const forwardedFor = request.headers['x-forwarded-for'] as string | undefined;
      let isLoad = counts;
      const rest = (): void => {
        if (isLoad) running -= 1;
        isLoad = false;
      };
      const exchange = newExchange({
        rest,
        id,
        method,
        target,
        started,
        clientAddress: () => proxies.clientAddress(socket.remoteAddress, forwardedFor),
      });
      exchanges.set(request, exchange);
      request.url = target;
      for (const [name, value] of constant) response.setHeader(name, value);
      response.setHeader('X-Request-Id', id);
      // What says nothing of caching is not cached.
      response.setHeader('Cache-Control', 'no-store');
      const before = socket.bytesWritten;
      if (isLoad) running += 1;
      response.once('close', () => {
        rest();
        const bytes = Number(response.getHeader('content-length') ?? socket.bytesWritten - before);
        const code = response.writableFinished ? undefined : 'aborted';
        logRequest({ ...exchange, status: response.statusCode, bytes, ms: performance.now() - started, code });
      });
      void listener(request, response);
    },
  };
}
