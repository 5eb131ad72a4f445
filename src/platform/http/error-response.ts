import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError, problemBody } from '#src/platform/errors.ts';
import type { Log } from '#src/platform/log.ts';
import { siteName } from '#src/platform/site-name.ts';
import { escapeXml } from '#src/platform/text.ts';
import type { Connections } from './connections.ts';
import { newRequestId } from './request-context.ts';
import type { LogRequest } from './request-log.ts';
import type { HeaderList } from './security-headers.ts';

type ErrorRequest = { id: string; path: string; accept: string | undefined };
type ErrorResponse = { status: number; headers: Record<string, string>; body: string };

/**
 * Renders the HTML error page of a status. It must not need the database, and nothing of the request may be in it: the page is cached for
 * five minutes and shared. Only that of 401 is rendered for each request, as its login link leads back to the path. Undefined: the plain page
 * below is used.
 */
export type RenderError = (status: number, request: ErrorRequest) => Promise<string | undefined> | string | undefined;

const CACHE_MS = 5 * 60_000;

export function createErrorResponses(options: {
  renderError?: RenderError | undefined;
  log: Log;
}): (error: AppError, request: ErrorRequest) => Promise<ErrorResponse> {
  const pages = new Map<number, { body: string; name: string; until: number }>();

  return async (error, request) => {
    const headers = { 'Cache-Control': 'no-store', ...error.headers };
    if (wantsProblem(request)) {
      return {
        status: error.status,
        headers: { 'Content-Type': 'application/problem+json', ...headers },
        body: problemBody(error, request.id),
      };
    }
    return { status: error.status, headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers }, body: await page(error, request) };
  };

  async function page(error: AppError, request: ErrorRequest): Promise<string> {
    if (error.status < 400) return plainErrorPage(error.status, error.message, request.id);
    const name = siteName();
    const cached = pages.get(error.status);
    if (cached !== undefined && cached.until > performance.now() && cached.name === name) return cached.body;
    try {
      const body = await options.renderError?.(error.status, request);
      if (body === undefined) return plainErrorPage(error.status, error.message, request.id);
      if (error.status !== 401) pages.set(error.status, { body, name, until: performance.now() + CACHE_MS });
      return body;
    } catch (cause) {
      options.log.error({ err: cause, requestId: request.id, event: 'error_page_failed' }, 'Could not render the error page');
      return plainErrorPage(error.status, error.message, request.id);
    }
  }
}

/** Returns an HTML page without scripts, styles or further requests. */
function plainErrorPage(status: number, message: string, requestId: string): string {
  const title = STATUS_CODES[status] ?? 'Error';
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="robots" content="noindex"><title>${status} ${escapeXml(title)} · ${escapeXml(siteName())}</title></head>`,
    `<body><main><h1>${status}</h1><p>${escapeXml(message)}</p>`,
    `<p><a href="/">Return to Home</a></p><p><small>Request ${escapeXml(requestId)}</small></p></main></body></html>`,
    '',
  ].join('\n');
}

function wantsProblem(request: ErrorRequest): boolean {
  if (request.path === '/api' || request.path.startsWith('/api/')) return true;
  const accept = request.accept ?? '';
  // Mostly called by programs.
  const isExpected = accept.includes('json') || request.path.startsWith('/functions/');
  return isExpected && !accept.includes('text/html');
}

type ProtocolErrorOptions = {
  headers: HeaderList;
  connections: Connections;
  createErrorResponse: ReturnType<typeof createErrorResponses>;
  logRequest: LogRequest;
  lingerMs: number;
};

type RejectedRequest = {
  request: IncomingMessage;
  response: ServerResponse;
  error: AppError;
  id: string;
  started: number;
  /** The body is unread: the connection closes with the response. */
  unread: boolean;
};

type ProtocolErrorHandler = {
  reject(refusal: RejectedRequest): Promise<void>;
  /** For requests that the parser rejected, and CONNECT. */
  rejectConnection(socket: Socket, error: AppError, request?: { method: string; target: string }): void;
  /** Listener of the server's `clientError` event. */
  onClientError(error: Error & { code?: string; rawPacket?: Buffer }, socket: Socket): void;
};

export function createProtocolErrorHandler({
  headers: commonHeaders,
  connections,
  createErrorResponse,
  logRequest,
  lingerMs,
}: ProtocolErrorOptions): ProtocolErrorHandler {
  return { reject, rejectConnection, onClientError };

  async function reject({ request, response, error, id, started, unread }: RejectedRequest): Promise<void> {
    const { socket, method = '', url: target = '' } = request;
    const connection = connections.of(socket);
    // Earlier pipelined requests are answered first: then the response has to go through Node's queue.
    const isFirstInQueue = response.socket !== null;
    if (unread && connection !== undefined) connection.isRejected = true;
    const path = target.split('?', 1)[0] ?? '';
    const answer = await createErrorResponse(error, { id, path, accept: request.headers.accept });
    const headers = headersOf(answer, id);
    const bytes = Buffer.byteLength(answer.body);
    logRequest({ id, method, target, status: answer.status, bytes, ms: performance.now() - started, cache: 'none', code: error.code });
    if (unread && isFirstInQueue) sendRawResponse(socket, { ...answer, headers, withoutBody: method === 'HEAD' }, lingerMs);
    else {
      // After a malformed request, it is uncertain where the next one begins.
      if (unread || error.status === 400) response.shouldKeepAlive = false;
      response.writeHead(answer.status, [...headers, ['Content-Length', String(bytes)]].flat()).end(answer.body);
    }
  }

  function rejectConnection(socket: Socket, error: AppError, request = { method: '', target: '' }): void {
    const connection = connections.of(socket);
    if (connection?.isRejected) return;
    if (connection !== undefined) connection.isRejected = true;
    const id = newRequestId();
    const body = plainErrorPage(error.status, error.message, id);
    logRequest({ id, ...request, status: error.status, bytes: body.length, ms: 0, cache: 'none', code: error.code });
    const last = connection?.last;
    if (last !== undefined && !last.writableFinished) {
      // Complete requests before this one still get their responses; a partial response cannot be continued.
      if (last.req.complete) {
        last.shouldKeepAlive = false;
        last.once('finish', () => socket.destroySoon());
        return;
      }
      if (last.headersSent || last.socket === null) {
        socket.destroy();
        return;
      }
    }
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store', ...error.headers };
    const answer = { status: error.status, headers, body };
    sendRawResponse(socket, { ...answer, headers: headersOf(answer, id) }, lingerMs);
  }

  function onClientError(error: Error & { code?: string; rawPacket?: Buffer }, socket: Socket): void {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else rejectConnection(socket, clientErrorOf(error));
  }

  function headersOf(answer: ErrorResponse, id: string): [string, string][] {
    return [
      ...commonHeaders.map(([name, value]): [string, string] => [name, value]),
      ...Object.entries(answer.headers),
      ['X-Request-Id', id],
    ];
  }
}

function clientErrorOf(error: { code?: string; rawPacket?: Buffer }): AppError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return isOnlyRequestLine(error.rawPacket)
        ? new AppError(414, 'address_too_long', 'The URL is too long.')
        : new AppError(431, 'headers_too_long', 'The request headers are too long.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError(408, 'request_too_slow', 'The request took too long to arrive.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new AppError(413, 'too_large', 'The chunk extensions of the body are too long.');
    default:
      return new AppError(400, 'malformed_request', 'Malformed HTTP request.');
  }
}

/** Whether the packet contains only an incomplete request line: then the URL is too long. */
function isOnlyRequestLine(packet: Buffer | undefined): boolean {
  return packet !== undefined && /^[A-Z]{3,7} \S/.test(packet.toString('latin1', 0, 10)) && !packet.includes('\r\n');
}

type RawResponse = { status: number; headers: readonly (readonly [string, string])[]; body: string; withoutBody?: boolean };

/**
 * Writes a response directly to a socket, ends our side, and closes the connection after `lingerMs`. Closing at once would let the kernel
 * discard the response while the client is still sending.
 */
function sendRawResponse(socket: Duplex, answer: RawResponse, lingerMs: number): void {
  if (socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const lines = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? 'Error'}`,
    ...answer.headers.map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(answer.body)}`,
    `Date: ${new Date().toUTCString()}`,
    'Connection: close',
    '',
    answer.withoutBody === true ? '' : answer.body,
  ];
  socket.on('error', () => socket.destroy());
  socket.end(lines.join('\r\n'));
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
}
