/** Answers written straight to a connection: where there is no request to answer, or where its body shall not be read. */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

type RawAnswer = { status: number; headers: readonly (readonly [string, string])[]; body: string; withoutBody?: boolean };

/**
 * Writes the answer, closes our side and cuts the connection after `lingerMs`. Cutting at once would let the kernel take
 * back the answer while the sender is still sending.
 */
export function answerRaw(socket: Duplex, answer: RawAnswer, lingerMs: number): void {
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
