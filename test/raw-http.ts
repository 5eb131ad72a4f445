/** A client that sends bytes as they are given and reads bytes as they come: for what no well-mannered client can do. */
import net from 'node:net';

export type RawAnswer = { status: number; headers: Record<string, string>; headerNames: string[]; body: string };

/** Sends the bytes, waits until the other side closes or is silent after a whole answer, and gives what came, as latin1. */
export function sendRaw(port: number, bytes: string | Buffer, timeoutMs = 5_000): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`No end of the answer after ${timeoutMs} ms; got ${Buffer.concat(chunks).toString('latin1').slice(0, 300)}`));
    }, timeoutMs);
    const done = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(Buffer.concat(chunks).toString('latin1'));
    };
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', done);
    socket.on('close', done);
    // A reset after the answer is still an end; before it the caller sees an empty answer.
    socket.on('error', done);
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  });
}

/** A GET that ends its connection, with its target exactly as given. */
export function rawGet(target: string, host = 'localhost', further = ''): string {
  return `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${further}\r\n`;
}

/** Splits the first answer off. Knows Content-Length and chunked only by reading to the end. */
export function parseAnswer(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = text.slice(0, Math.max(0, end)).split('\r\n');
  const headers: Record<string, string> = {};
  const headerNames: string[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    headerNames.push(name);
    headers[name] = line.slice(colon + 1).trim();
  }
  return { status: Number(statusLine.split(' ')[1] ?? 0), headers, headerNames, body: text.slice(end + 4) };
}

export async function askRaw(port: number, bytes: string | Buffer, timeoutMs?: number): Promise<RawAnswer> {
  return parseAnswer(await sendRaw(port, bytes, timeoutMs));
}
