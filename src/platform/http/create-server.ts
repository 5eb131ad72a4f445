/** The HTTP server: limits, refusals and the short way for cached pages and files, in front of the Hono application. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { methodNotAllowed, unavailable } from '#src/platform/errors.ts';
import type { Log } from '#src/platform/log.ts';
import { createApplication, type Fetch } from './application.ts';
import { trackConnections } from './connections.ts';
import { createErrorAnswers, type RenderError } from './error-answer.ts';
import { requestIdOf } from './exchange.ts';
import { createGate } from './gate.ts';
import type { ServerState } from './graceful-close.ts';
import { securityHeaders } from './headers.ts';
import { DEFAULT_LIMITS, type HttpLimits } from './limits.ts';
import type { Prepared } from './prepared.ts';
import { type Head, readHead } from './read-head.ts';
import { createRefusals } from './refusals.ts';
import { createBodyReader } from './request-body.ts';
import { createRequestLog } from './request-log.ts';
import { createPreparedSender } from './send-prepared.ts';
import { createTrustedProxies } from './trusted-proxies.ts';
import { watchStalledWrites } from './write-timeout.ts';

export type SiteServerOptions = {
  /** The application's `fetch`. */
  fetch: Fetch;
  log: Log;
  /** Where readers reach the site. */
  publicUrl: string;
  /** True when the operator set it: then other names than its host are refused. */
  isPublicUrlSet: boolean;
  /** Addresses or CIDR networks. */
  trustedProxies?: readonly string[];
  /** While `stopping`, every answer ends its connection. */
  state?: Readonly<ServerState>;
  renderError?: RenderError | undefined;
  /** Answers made beforehand, tried in turn before the application, for plain reads. */
  prepared?: readonly PreparedSource[];
  /** Most bytes of a body for a path, where it is not 64 KB. */
  bodyLimitFor?: (path: string) => number | undefined;
  limits?: Partial<HttpLimits>;
};

export type PreparedSource = {
  /** `address` is path and query as received: only canonical ones that were served before may be found. */
  find(address: string, head: Head): Prepared | undefined;
  /** Files: `/app.js?x=1` is `/app.js`. */
  ignoresQuery: boolean;
  use: 'hit' | 'none';
};

/** `isPathAlone`: the address is the path of a longer one. */
type Wanted = { address: string; head: Head; id: string; started: number; isPathAlone?: boolean };

/** Asked while everything else is refused. */
const ALWAYS_ANSWERED = new Set(['/healthz', '/readyz']);

/** Makes the server; `listen` is the caller's. See `gracefulClose` for its end. */
export function createSiteServer(options: SiteServerOptions): Server {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const { log, renderError, publicUrl, isPublicUrlSet, state = { stopping: false }, prepared: sources = [] } = options;
  const bodyLimitFor = (path: string) => options.bodyLimitFor?.(path) ?? limits.maxBodyBytes;
  const constant = securityHeaders(new URL(publicUrl));
  const proxies = createTrustedProxies(options.trustedProxies ?? []);
  const server = openServer(limits);
  const { lingerMs } = limits;
  const connections = trackConnections(server, proxies);
  const logRequest = createRequestLog(log);
  const answerError = createErrorAnswers({ renderError, log });
  const refusals = createRefusals({ constant, connections, answerError, logRequest, lingerMs });
  const gate = createGate({ publicHost: isPublicUrlSet ? new URL(publicUrl).hostname : undefined, limits, bodyLimitFor });
  const sendPrepared = createPreparedSender(constant);
  const readBody = createBodyReader(limits);
  const application = createApplication({ fetch: options.fetch, state, constant, proxies, logRequest, readBody, bodyLimitFor, lingerMs });

  server.on('request', (request, response) => accept(request, response, false));
  server.on('checkContinue', (request, response) => accept(request, response, true));
  server.on('connect', ({ method = '', url: target = '' }, socket) =>
    refusals.refuseConnection(socket as Socket, methodNotAllowed('GET, HEAD'), { method, target }),
  );
  server.on('clientError', (error, socket) => refusals.onClientError(error, socket as Socket));
  server.once('close', watchStalledWrites(connections.sockets, limits.writeTimeoutMs));
  return server;

  function accept(request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void {
    const started = performance.now();
    const connection = connections.of(request.socket);
    if (connection === undefined || connection.isRefused) return;
    connection.last = response;
    connection.requests += 1;
    // Not Node's maxRequestsPerSocket: that leaves the connection open and answers 503 to whoever overlooks the header.
    if (state.stopping || connection.requests >= limits.maxRequestsPerSocket) response.shouldKeepAlive = false;
    const id = requestIdOf(request, connection.isTrusted);
    const head = readHead(request.rawHeaders);
    const address = request.url ?? '';
    if (gate.isPlainRead(request, head, connection.isTrusted) && answerPrepared(request, response, { address, head, id, started })) return;
    const verdict = gate.judge(request, head, connection.isTrusted);
    const error = 'error' in verdict ? verdict.error : judgeLoad(verdict.path);
    if (error !== undefined) void refusals.refuse({ request, response, error, id, started, unread: head.hasBody });
    else if ('path' in verdict) {
      const isOtherAddress = verdict.path !== address && (request.method === 'GET' || request.method === 'HEAD');
      if (isOtherAddress && answerPrepared(request, response, { address: verdict.path, head, id, started, isPathAlone: true })) return;
      if (expectsContinue) response.writeContinue();
      application.run(request, response, { id, target: verdict.target, path: verdict.path, started, counts: !head.hasBody });
    }
  }

  function answerPrepared(request: IncomingMessage, response: ServerResponse, wanted: Wanted): boolean {
    for (const source of sources) {
      const found = wanted.isPathAlone && !source.ignoresQuery ? undefined : source.find(wanted.address, wanted.head);
      if (found === undefined) continue;
      const { status, bytes } = sendPrepared(response, found, wanted.head, wanted.id);
      logRequest({
        id: wanted.id,
        method: request.method ?? '',
        target: request.url ?? '',
        status,
        bytes,
        ms: performance.now() - wanted.started,
        cache: source.use,
      });
      return true;
    }
    return false;
  }

  function judgeLoad(path: string) {
    return application.running() >= limits.maxRunning && !ALWAYS_ANSWERED.has(path) ? unavailable('overloaded', 2) : undefined;
  }
}

function openServer(limits: HttpLimits): Server {
  const server = createServer({
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    maxHeaderSize: limits.maxHeaderBytes,
    insecureHTTPParser: false,
    // The gate judges it, and answers with all our headers.
    requireHostHeader: false,
    noDelay: true,
  });
  server.maxConnections = limits.maxConnections;
  return server;
}
