/** Requests that the application never sees: answered with the reason, and logged once. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '#src/platform/errors.ts';
import type { Connections } from './connections.ts';
import { type createErrorAnswers, type ErrorAnswer, plainErrorPage } from './error-answer.ts';
import { newRequestId } from './exchange.ts';
import type { Constant } from './headers.ts';
import { answerRaw } from './raw-answer.ts';
import type { LogRequest } from './request-log.ts';

type RefusalOptions = {
  constant: Constant;
  connections: Connections;
  answerError: ReturnType<typeof createErrorAnswers>;
  logRequest: LogRequest;
  lingerMs: number;
};

type Refusal = {
  request: IncomingMessage;
  response: ServerResponse;
  error: AppError;
  id: string;
  started: number;
  /** A body is still to come, which nobody will read: the connection ends with the answer. */
  unread: boolean;
};

export type Refusals = {
  refuse(refusal: Refusal): Promise<void>;
  /** For what the parser did not take, or what is not for us (CONNECT). */
  refuseConnection(socket: Socket, error: AppError, request?: { method: string; target: string }): void;
  /** Listener for `clientError`. */
  onClientError(error: Error & { code?: string; rawPacket?: Buffer }, socket: Socket): void;
};

export function createRefusals({ constant, connections, answerError, logRequest, lingerMs }: RefusalOptions): Refusals {
  return { refuse, refuseConnection, onClientError };

  async function refuse({ request, response, error, id, started, unread }: Refusal): Promise<void> {
    const { socket, method = '', url: target = '' } = request;
    const connection = connections.of(socket);
    // Requests sent ahead on this connection are answered first: then the answer has to stand in Node's row.
    const isFirstInRow = response.socket !== null;
    if (unread && connection !== undefined) connection.isRefused = true;
    const path = target.split('?', 1)[0] ?? '';
    const answer = await answerError(error, { id, path, accept: request.headers.accept });
    const headers = headersOf(answer, id);
    const bytes = Buffer.byteLength(answer.body);
    logRequest({ id, method, target, status: answer.status, bytes, ms: performance.now() - started, cache: 'none', code: error.code });
    if (unread && isFirstInRow) answerRaw(socket, { ...answer, headers, withoutBody: method === 'HEAD' }, lingerMs);
    else {
      // Where one thing in a request has no meaning, where the next one begins is not sure either.
      if (unread || error.status === 400) response.shouldKeepAlive = false;
      response.writeHead(answer.status, [...headers, ['Content-Length', String(bytes)]].flat()).end(answer.body);
    }
  }

  function refuseConnection(socket: Socket, error: AppError, request = { method: '', target: '' }): void {
    const connection = connections.of(socket);
    if (connection?.isRefused) return;
    if (connection !== undefined) connection.isRefused = true;
    const id = newRequestId();
    const body = plainErrorPage(error.status, error.message, id);
    logRequest({ id, ...request, status: error.status, bytes: body.length, ms: 0, cache: 'none', code: error.code });
    const last = connection?.last;
    if (last !== undefined && !last.writableFinished) {
      // Whole requests before this one still get their answers, which end the connection. Half an answer cannot be mended.
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
    answerRaw(socket, { ...answer, headers: headersOf(answer, id) }, lingerMs);
  }

  function onClientError(error: Error & { code?: string; rawPacket?: Buffer }, socket: Socket): void {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else refuseConnection(socket, clientErrorOf(error));
  }

  function headersOf(answer: ErrorAnswer, id: string): [string, string][] {
    return [...constant.map(([name, value]): [string, string] => [name, value]), ...Object.entries(answer.headers), ['X-Request-Id', id]];
  }
}

function clientErrorOf(error: { code?: string; rawPacket?: Buffer }): AppError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return isAddressAlone(error.rawPacket)
        ? new AppError(414, 'address_too_long', 'This address is too long.')
        : new AppError(431, 'headers_too_long', 'The headers of this request are too long.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AppError(408, 'request_too_slow', 'This request took too long to arrive.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new AppError(413, 'too_large', 'The extensions of this body are too long.');
    default:
      return new AppError(400, 'malformed_request', 'This is no request that we understand.');
  }
}

/** True when the packet begins with a request line that does not end in it: then it is the address that is too long. */
function isAddressAlone(packet: Buffer | undefined): boolean {
  return packet !== undefined && /^[A-Z]{3,7} \S/.test(packet.toString('latin1', 0, 10)) && !packet.includes('\r\n');
}
