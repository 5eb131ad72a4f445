/** The HTTP server in front of the Hono application: limits, protocol errors, and the fast path for cached pages and files. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError, badRequest, methodNotAllowed, unavailable } from '#src/platform/errors.ts';
import type { Log } from '#src/platform/log.ts';
import { createApplication, type Fetch } from './application.ts';
import { type CachedResponse, createCachedSender } from './cached-response.ts';
import { createTrustedProxies, trackConnections } from './connections.ts';
import { createErrorResponses, createProtocolErrorHandler, type RenderError } from './error-response.ts';
import type { ServerState } from './readiness.ts';
import { createBodyReader } from './request-body.ts';
import { newRequestId } from './request-context.ts';
import { createRequestGuard, type Head, type HttpLimits, MONITORING_PATHS, readHead } from './request-guard.ts';
import { createRequestLog, type LogRequest } from './request-log.ts';
import { securityHeaders } from './security-headers.ts';

const DEFAULT_LIMITS: HttpLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 60_000,
  checkEveryMs: 2_000,
  keepAliveTimeoutMs: 5_000,
  writeTimeoutMs: 45_000,
  lingerMs: 1_000,
  maxRequestsPerSocket: 1_000,
  maxConnections: 16_000,
  maxHeaderBytes: 16 * 1024,
  maxTargetBytes: 8 * 1024,
  maxBodyBytes: 64 * 1024,
  smallBodies: { total: 24 * 1024 * 1024, perNetwork: 4 * 1024 * 1024, waitMs: 5_000 },
  largeBodies: { total: 48 * 1024 * 1024, perNetwork: 48 * 1024 * 1024, waitMs: 20_000 },
  maxRunning: 1_000,
};

const GIVEN_ID = /^[A-Za-z0-9._-]{8,64}$/;

export type SiteServerOptions = {
  /** The application's `fetch`. */
  fetch: Fetch;
  log: Log;
  /** Called for each request, for metrics. */
  observe?: LogRequest | undefined;
  /** Public URL of the site. */
  publicUrl: string;
  /** True when PUBLIC_URL was set: other host names are rejected. */
  isPublicUrlSet: boolean;
  /** Addresses or CIDR networks. */
  trustedProxies?: readonly string[];
  /** While `stopping`, every response closes its connection. */
  state?: Readonly<ServerState>;
  renderError?: RenderError | undefined;
  /** Sources of prebuilt responses, tried in order before the application, for GET and HEAD. */
  prepared?: readonly CachedResponseSource[];
  /** Maximum body size of a path, bytes, where it is not 64 KB. */
  bodyLimitFor?: (path: string) => number | undefined;
  /** The path of the WebSocket endpoint. `accept` completes the handshake, or throws the AppError to respond with. */
  webSocket?: { path: string; accept(upgrade: Upgrade): Promise<void> };
  limits?: Partial<HttpLimits>;
};

/** A request for a WebSocket, and what has arrived after it. */
type Upgrade = { request: IncomingMessage; socket: Duplex; head: Buffer; clientAddress: string };

export type CachedResponseSource = {
  /** `address`: path and query as received. Finds only canonical addresses. */
  find(address: string, head: Head): CachedResponse | undefined;
  /** For files: `/app.js?x=1` is `/app.js`. */
  ignoresQuery: boolean;
  use: 'hit' | 'none';
  /** Stands for the route in metrics. */
  route: 'cached' | 'static';
};

/** `isWithoutQuery`: the query was dropped. */
type CachedRequest = { address: string; head: Head; id: string; started: number; isWithoutQuery?: boolean };

const UPGRADE = { Upgrade: 'websocket', Connection: 'Upgrade' };

/** Creates the server; the caller listens. See `gracefulClose` for shutdown. */
export function createSiteServer(options: SiteServerOptions): Server {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const { log, renderError, publicUrl, isPublicUrlSet, state = { stopping: false }, prepared: sources = [] } = options;
  const bodyLimitFor = (path: string) => options.bodyLimitFor?.(path) ?? limits.maxBodyBytes;
  const headers = securityHeaders(new URL(publicUrl));
  const proxies = createTrustedProxies(options.trustedProxies ?? []);
  const server = openServer(limits, (request) => isWebSocket(request));
  const { lingerMs } = limits;
  const connections = trackConnections(server, proxies);
  const logRequest = withObserver(createRequestLog(log), options.observe);
  const createErrorResponse = createErrorResponses({ renderError, log });
  const protocolErrors = createProtocolErrorHandler({ headers, connections, createErrorResponse, logRequest, lingerMs });
  const guard = createRequestGuard({ publicHost: isPublicUrlSet ? new URL(publicUrl).hostname : undefined, limits, bodyLimitFor });
  const sendCached = createCachedSender(headers);
  const readBody = createBodyReader(limits);
  const application = createApplication({
    fetch: options.fetch,
    state,
    securityHeaders: headers,
    proxies,
    logRequest,
    readBody,
    bodyLimitFor,
    lingerMs,
  });

  server.on('request', (request, response) => accept(request, response, false));
  server.on('checkContinue', (request, response) => accept(request, response, true));
  server.on('connect', ({ method = '', url: target = '' }, socket) =>
    protocolErrors.rejectConnection(socket as Socket, methodNotAllowed('GET, HEAD'), { method, target }),
  );
  server.on('upgrade', (request, socket, head) => void upgrade(request, socket as Socket, head));
  server.on('clientError', (error, socket) => protocolErrors.onClientError(error, socket as Socket));
  server.once('close', watchStalledWrites(connections.sockets, limits.writeTimeoutMs));
  return server;

  function accept(request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void {
    const started = performance.now();
    const connection = connections.of(request.socket);
    if (connection === undefined || connection.isRejected) return;
    connection.last = response;
    connection.requests += 1;
    // Node's maxRequestsPerSocket would keep the connection open and answer 503 to clients that ignore the header.
    if (state.stopping || connection.requests >= limits.maxRequestsPerSocket) response.shouldKeepAlive = false;
    const id = requestIdOf(request, connection.isTrusted);
    const head = readHead(request.rawHeaders);
    const address = request.url ?? '';
    if (guard.isPlainRead(request, head, connection.isTrusted) && answerFromSources(request, response, { address, head, id, started }))
      return;
    const decision = guard.check(request, head, connection.isTrusted);
    const error = 'error' in decision ? decision.error : findProblem(decision.path);
    if (error !== undefined) void protocolErrors.reject({ request, response, error, id, started, unread: head.hasBody });
    else if ('path' in decision) {
      const isOtherAddress = decision.path !== address && (request.method === 'GET' || request.method === 'HEAD');
      if (isOtherAddress && answerFromSources(request, response, { address: decision.path, head, id, started, isWithoutQuery: true }))
        return;
      if (expectsContinue) response.writeContinue();
      const { isTrusted } = connection;
      application.run(request, response, { id, target: decision.target, path: decision.path, started, isTrusted, counts: !head.hasBody });
    }
  }

  function isWebSocket(request: IncomingMessage): boolean {
    const path = (request.url ?? '').split('?', 1)[0];
    return path === options.webSocket?.path && request.headers.upgrade?.toLowerCase() === 'websocket';
  }

  async function upgrade(request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    const { method = '', url: target = '' } = request;
    const started = performance.now();
    // Node removes its own listener.
    socket.on('error', () => {});
    try {
      const isTrusted = connections.of(socket)?.isTrusted === true;
      const verdict = guard.check(request, readHead(request.rawHeaders), isTrusted);
      if ('error' in verdict) throw verdict.error;
      if (state.stopping) throw unavailable('stopping', 2);
      // Node before 24.9 upgrades every request that asks for it.
      if (!isWebSocket(request)) throw badRequest('This address cannot be upgraded to another protocol.', 'upgrade_not_supported');
      const clientAddress = proxies.clientAddress(socket.remoteAddress, request.headers['x-forwarded-for'] as string | undefined);
      await options.webSocket?.accept({ request, socket, head, clientAddress });
      const ms = performance.now() - started;
      logRequest({
        id: requestIdOf(request, isTrusted),
        method,
        target,
        status: 101,
        bytes: 0,
        ms,
        cache: 'none',
        route: options.webSocket?.path,
      });
    } catch (error) {
      const known = error instanceof AppError ? error : unavailable('unavailable', 2);
      if (known !== error) log.warn({ event: 'upgrade_failed', error }, 'A WebSocket could not be opened');
      protocolErrors.rejectConnection(socket, known, { method, target });
    }
  }

  function answerFromSources(request: IncomingMessage, response: ServerResponse, wanted: CachedRequest): boolean {
    for (const source of sources) {
      const found = wanted.isWithoutQuery && !source.ignoresQuery ? undefined : source.find(wanted.address, wanted.head);
      if (found === undefined) continue;
      const { status, bytes } = sendCached(response, found, wanted.head, wanted.id);
      logRequest({
        id: wanted.id,
        method: request.method ?? '',
        target: request.url ?? '',
        status,
        bytes,
        ms: performance.now() - wanted.started,
        cache: source.use,
        route: source.route,
      });
      return true;
    }
    return false;
  }

  function findProblem(path: string): AppError | undefined {
    if (path === options.webSocket?.path)
      return new AppError(426, 'websocket_only', 'This is the address of a WebSocket.', { headers: UPGRADE });
    return application.running() >= limits.maxRunning && !MONITORING_PATHS.has(path) ? unavailable('overloaded', 2) : undefined;
  }
}

function openServer(limits: HttpLimits, shouldUpgradeCallback: (request: IncomingMessage) => boolean): Server {
  const server = createServer({
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    maxHeaderSize: limits.maxHeaderBytes,
    insecureHTTPParser: false,
    // The guard judges it, and answers with all our headers.
    requireHostHeader: false,
    noDelay: true,
    shouldUpgradeCallback,
  });
  server.maxConnections = limits.maxConnections;
  return server;
}

function withObserver(logRequest: LogRequest, observe: LogRequest | undefined): LogRequest {
  if (observe === undefined) return logRequest;
  return (line) => {
    observe(line);
    logRequest(line);
  };
}

/** Returns a new id, or the valid id that a trusted proxy sent, so that both logs can be correlated. */
function requestIdOf(request: IncomingMessage, isTrusted: boolean): string {
  const given = isTrusted ? request.headers['x-request-id'] : undefined;
  return typeof given === 'string' && GIVEN_ID.test(given) ? given : newRequestId();
}

type Stall = { drained: number; since: number };

/**
 * Closes connections whose client has not read anything for `timeoutMs` although data is waiting. Node has no such timeout. Polls all
 * connections, so there is no cost per request. Returns a function that stops the polling.
 */
function watchStalledWrites(sockets: () => Iterable<Socket>, timeoutMs: number): () => void {
  const stalls = new WeakMap<Socket, Stall>();
  const everyMs = Math.max(10, Math.min(2_000, timeoutMs / 4));
  const timer = setInterval(() => {
    const now = performance.now();
    for (const socket of sockets()) {
      if (socket.writableLength === 0) {
        stalls.delete(socket);
        continue;
      }
      const drained = socket.bytesWritten - socket.writableLength;
      const stall = stalls.get(socket);
      if (stall === undefined || stall.drained !== drained) stalls.set(socket, { drained, since: now });
      else if (now - stall.since >= timeoutMs) socket.destroy();
    }
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
