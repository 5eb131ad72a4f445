/**
 * Load generator process for one URL. It only counts bytes, as all responses have the same length: a client that parses HTTP would be slower
 * than the measured servers. Argument: { port, path, connections, seconds } as JSON. Output: { perSecond, total } as JSON.
 */
import net from 'node:net';

type Load = { port: number; path: string; connections: number; seconds: number };

const { port, path, connections, seconds } = JSON.parse(process.argv[2] ?? '{}') as Load;
const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAccept-Encoding: br\r\n\r\n`);
let total = 0;
let isOver = false;

const size = await measureResponse();
for (let connection = 0; connection < connections; connection++) open();
const started = performance.now();
setTimeout(() => {
  isOver = true;
  process.stdout.write(JSON.stringify({ perSecond: total / ((performance.now() - started) / 1000), total }), () => process.exit());
}, seconds * 1000);

/** Opens a connection, and a new one when it is closed: servers close connections after some thousand requests. */
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

function measureResponse(): Promise<number> {
  return new Promise((resolve) => {
    let received = Buffer.alloc(0);
    const socket = net.connect(port, '127.0.0.1', () => socket.write(request));
    socket.on('error', fail);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const [head = ''] = received.toString('latin1').split('\r\n\r\n', 1);
      const length = head.length + 4 + Number(/^content-length: (\d+)/im.exec(head)?.[1]);
      if (!head.startsWith('HTTP/1.1 200')) fail(new Error(`${path} returned ${head.split('\r\n', 1)[0]}`));
      if (received.length !== length) return;
      socket.destroy();
      resolve(length);
    });
  });
}

function fail(error: Error): void {
  // The last request may be sent on a connection that is closing.
  if ((error as NodeJS.ErrnoException).code === 'ECONNRESET' || (error as NodeJS.ErrnoException).code === 'EPIPE') return;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
