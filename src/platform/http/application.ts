/** The way from Node's requests into Hono: canonical address, constant headers, and a line in the log when the answer is done. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { type AppEnv, type Exchange, newExchange } from './exchange.ts';
import type { ServerState } from './graceful-close.ts';
import type { Constant } from './headers.ts';
import { type ReadBody, SMALL_BODY } from './request-body.ts';
import type { LogRequest } from './request-log.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

export type Fetch = (request: Request, env: AppEnv['Bindings']) => Response | Promise<Response>;

type ApplicationOptions = {
  fetch: Fetch;
  state: Readonly<ServerState>;
  constant: Constant;
  proxies: TrustedProxies;
  logRequest: LogRequest;
  readBody: ReadBody;
  /** Most bytes of a body for a path. */
  bodyLimitFor: (path: string) => number;
  /** How long a sender may go on after the answer before the connection is cut, ms. */
  lingerMs: number;
};
type Run = {
  id: string;
  target: string;
  path: string;
  started: number;
  /** Counts as load. Requests with a body do not: a slow sender keeps them open without any work of ours. */
  counts: boolean;
};

export function createApplication({ fetch, state, constant, proxies, logRequest, readBody, bodyLimitFor, lingerMs }: ApplicationOptions) {
  const exchanges = new WeakMap<IncomingMessage, Exchange>();
  let running = 0;
  const listener = getRequestListener(
    async (request, env) => {
      const { incoming, outgoing } = env as { incoming: IncomingMessage; outgoing: ServerResponse };
      const answer = await fetch(request, { exchange: exchanges.get(incoming) as Exchange, incoming, outgoing });
      if (state.stopping) outgoing.shouldKeepAlive = false;
      if (request.method !== 'GET' && request.method !== 'HEAD' && !incoming.readableEnded) leaveUnread(incoming, outgoing, lingerMs);
      return answer;
    },
    // Load balancers ask for our health in HTTP/1.0, without a Host; the gate lets nothing else come without one.
    { hostname: 'localhost', autoCleanupIncoming: false },
  );
  return {
    running: () => running,
    run(request: IncomingMessage, response: ServerResponse, { id, target, path, started, counts }: Run): void {
      const { socket, method = '' } = request;
      const forwardedFor = request.headers['x-forwarded-for'] as string | undefined;
      let isLoad = counts;
      const rest = (): void => {
        if (isLoad) running -= 1;
        isLoad = false;
      };
      let body: Promise<Buffer> | undefined;
      const exchange = newExchange({
        rest,
        id,
        method,
        target,
        started,
        readBody() {
          body ??= readBody({ request, response, limit: bodyLimitFor(path), clientAddress: exchange.clientAddress() });
          return body;
        },
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

/**
 * For a request that is answered before its body was read. A small body is read and dropped, so that the connection can go on; of a large one
 * nothing more is taken, and the connection is cut when the sender has had time to see the answer.
 */
function leaveUnread(request: IncomingMessage, response: ServerResponse, lingerMs: number): void {
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  request.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > SMALL_BODY) request.pause();
  });
  request.once('end', () => clearTimeout(timer));
  response.once('finish', () => {
    if (!request.readableEnded) timer = setTimeout(() => request.socket.destroy(), lingerMs).unref();
  });
}
