/** Passes Node's requests to Hono, sets the headers of every response, and logs the request. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { isTracing, startSpan } from '#src/platform/tracing.ts';
import type { TrustedProxies } from './connections.ts';
import type { ServerState } from './readiness.ts';
import { type ReadBody, SMALL_BODY } from './request-body.ts';
import { type AppEnv, createRequestContext, type RequestContext } from './request-context.ts';
import { hideSecrets, type LogRequest } from './request-log.ts';
import type { HeaderList } from './security-headers.ts';

export type Fetch = (request: Request, env: AppEnv['Bindings']) => Response | Promise<Response>;

type ApplicationOptions = {
  fetch: Fetch;
  state: Readonly<ServerState>;
  securityHeaders: HeaderList;
  proxies: TrustedProxies;
  logRequest: LogRequest;
  readBody: ReadBody;
  /** Maximum body size of a path, bytes. */
  bodyLimitFor: (path: string) => number;
  /** How long a client may keep sending after the response before the connection is closed, ms. */
  lingerMs: number;
};
type RunOptions = {
  id: string;
  target: string;
  path: string;
  started: number;
  /** The caller is a trusted proxy, and may continue its trace. */
  isTrusted: boolean;
  /** Counts towards the load limit. Requests with a body do not: a slow client keeps them open without using resources. */
  counts: boolean;
};

export function createApplication({
  fetch,
  state,
  securityHeaders,
  proxies,
  logRequest,
  readBody,
  bodyLimitFor,
  lingerMs,
}: ApplicationOptions) {
  const contexts = new WeakMap<IncomingMessage, RequestContext>();
  let running = 0;
  const listener = getRequestListener(
    async (request, env) => {
      const { incoming, outgoing } = env as { incoming: IncomingMessage; outgoing: ServerResponse };
      const response = await fetch(request, { exchange: contexts.get(incoming) as RequestContext, incoming, outgoing });
      if (state.stopping) outgoing.shouldKeepAlive = false;
      if (request.method !== 'GET' && request.method !== 'HEAD' && !incoming.readableEnded) discardBody(incoming, outgoing, lingerMs);
      return response;
    },
    // Health checks of load balancers use HTTP/1.0 without a Host header; the request guard rejects all others without one.
    { hostname: 'localhost', autoCleanupIncoming: false },
  );
  return {
    running: () => running,
    run(request: IncomingMessage, response: ServerResponse, { id, target, path, started, isTrusted, counts }: RunOptions): void {
      const { socket, method = '' } = request;
      const forwardedFor = request.headers['x-forwarded-for'] as string | undefined;
      let isLoad = counts;
      const stopCounting = (): void => {
        if (isLoad) running -= 1;
        isLoad = false;
      };
      let body: Promise<Buffer> | undefined;
      const context = createRequestContext({
        excludeFromLoad: stopCounting,
        id,
        method,
        target,
        started,
        readBody() {
          body ??= readBody({ request, response, limit: bodyLimitFor(path), clientAddress: context.clientAddress() });
          return body;
        },
        clientAddress: () => proxies.clientAddress(socket.remoteAddress, forwardedFor),
      });
      contexts.set(request, context);
      request.url = target;
      for (const [name, value] of securityHeaders) response.setHeader(name, value);
      response.setHeader('X-Request-Id', id);
      // The default for responses without caching headers.
      response.setHeader('Cache-Control', 'no-store');
      const before = socket.bytesWritten;
      if (isLoad) running += 1;
      const span = isTracing() ? startRequestSpan(request, { id, path, isTrusted }) : undefined;
      response.once('close', () => {
        stopCounting();
        const bytes = Number(response.getHeader('content-length') ?? socket.bytesWritten - before);
        const code = response.writableFinished ? undefined : 'aborted';
        const attributes = { 'http.response.status_code': response.statusCode, 'http.route': context.route };
        const error = code ?? (response.statusCode >= 500 ? response.statusCode : undefined);
        span?.end({ name: context.route && `${method} ${context.route}`, attributes, error });
        logRequest({ ...context, status: response.statusCode, bytes, ms: performance.now() - started, code });
      });
      if (span === undefined) void listener(request, response);
      else span.run(() => void listener(request, response));
    },
  };
}

function startRequestSpan(
  { method = '', headers }: IncomingMessage,
  { id, path, isTrusted }: Pick<RunOptions, 'id' | 'path' | 'isTrusted'>,
) {
  const attributes = { 'http.request.method': method, 'url.path': hideSecrets(path), 'app.request_id': id };
  return startSpan(method, { kind: 'server', attributes, caller: isTrusted ? headers : undefined });
}

/**
 * Handles a request that was answered before its body was read: reads and drops a small body so that the connection can be reused; stops
 * reading a large one and closes the connection once the client has had time to see the response.
 */
function discardBody(request: IncomingMessage, response: ServerResponse, lingerMs: number): void {
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
