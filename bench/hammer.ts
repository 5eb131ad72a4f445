/**
 * A process of its own that asks for one address as fast as it is answered. It reads nothing but the number of bytes, which
 * is the same for every answer: a client that reads HTTP is slower than the servers that are to be compared.
 * In: { port, path, connections, seconds } as JSON. Out: { perSecond, total } as JSON.
 */
import net from 'node:net';

type Order = { port: number; path: string; connections: number; seconds: number };

const { port, path, connections, seconds } = JSON.parse(process.argv[2] ?? '{}') as Order;
const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAccept-Encoding: br\r\n\r\n`);
let total = 0;
let isOver = false;

const size = await measureAnswer();
for (let connection = 0; connection < connections; connection++) open();
const began = performance.now();
setTimeout(() => {
  isOver = true;
  process.stdout.write(JSON.stringify({ perSecond: total / ((performance.now() - began) / 1000), total }), () => process.exit());
}, seconds * 1000);

/** Servers close a connection after some thousand requests: open a new one. */
function open(): void {
  let received = 0;
  const socket = net.connect(port, '127.0.0.1', () => socket.write(request));
  socket.setNoDelay();
  socket.on('data', (chunk) => {
    received += chunk.length;
    if (received < size) return;
    received -= size;
    total += 1;
    socket.write(request);
  });
  socket.on('error', fail);
  socket.on('close', () => {
    if (!isOver) open();
  });
}

function measureAnswer(): Promise<number> {
  return new Promise((resolve) => {
    let answer = Buffer.alloc(0);
    const socket = net.connect(port, '127.0.0.1', () => socket.write(request));
    socket.on('error', fail);
    socket.on('data', (chunk) => {
      answer = Buffer.concat([answer, chunk]);
      const [head = ''] = answer.toString('latin1').split('\r\n\r\n', 1);
      const whole = head.length + 4 + Number(/^content-length: (\d+)/im.exec(head)?.[1]);
      if (!head.startsWith('HTTP/1.1 200')) fail(new Error(`${path} is answered with ${head.split('\r\n', 1)[0]}`));
      if (answer.length !== whole) return;
      socket.destroy();
      resolve(whole);
    });
  });
}

function fail(error: Error): void {
  // A last request may meet the end of its connection.
  if ((error as NodeJS.ErrnoException).code === 'ECONNRESET' || (error as NodeJS.ErrnoException).code === 'EPIPE') return;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
