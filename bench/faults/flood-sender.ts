/** A thread that sends bodies over many connections continuously until it is terminated. */
import net from 'node:net';
import { workerData } from 'node:worker_threads';

const { port, connections, bytes } = workerData as { port: number; connections: number; bytes: number };
const PART = Buffer.alloc(64 * 1024, 'x');
const CHUNK = Buffer.concat([Buffer.from(`${PART.length.toString(16)}\r\n`), PART, Buffer.from('\r\n')]);
const HEADERS = [
  'Transfer-Encoding: chunked\r\n',
  'Transfer-Encoding: chunked\r\nIdempotency-Key: flood\r\n',
  `Content-Length: ${bytes}\r\nIdempotency-Key: flood\r\n`,
];

function send(turn: number): void {
  const socket = net.connect({ port, host: '127.0.0.1' });
  const headers = HEADERS[turn % HEADERS.length] ?? '';
  const part = headers.startsWith('Transfer') ? CHUNK : PART;
  let left = bytes / PART.length;
  const write = () => {
    while (left > 0) {
      left -= 1;
      if (!socket.write(part)) return;
    }
  };
  socket.on('drain', write);
  // Discards responses. The last byte of a chunked body is never sent.
  socket.on('data', () => {});
  socket.on('error', () => {});
  socket.once('close', () => setTimeout(send, 50, turn + 1));
  socket.write(
    `POST /api/v1/admin/media?name=${turn} HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:${port}\r\nContent-Type: image/png\r\n${headers}\r\n`,
  );
  write();
}

for (let n = 0; n < connections; n += 1) send(n);
