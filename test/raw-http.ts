/** A client that sends raw bytes, for requests that no HTTP client can send. */
import net from 'node:net';

export type RawResponse = { status: number; headers: Record<string, string>; headerNames: string[]; body: string };

/** Sends bytes, waits until the connection is closed, and returns what was received as latin1. */
export function sendRaw(port: number, bytes: string | Buffer, timeoutMs = 5_000): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => {
      socket.destroy();
      reject(
        new Error(`The response did not end after ${timeoutMs} ms; received ${Buffer.concat(chunks).toString('latin1').slice(0, 300)}`),
      );
    }, timeoutMs);
    const done = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(Buffer.concat(chunks).toString('latin1'));
    };
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', done);
    socket.on('close', done);
    // A reset ends the response; before any data the caller gets an empty one.
    socket.on('error', done);
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  });
}

/** Returns a GET request with `Connection: close` and the exact target. */
export function rawGet(target: string, host = 'localhost', headers = ''): string {
  return `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${headers}\r\n`;
}

/** Parses one response. The body is all that follows the head, as sent. */
export function parseResponse(text: string): RawResponse {
  const headEnd = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = text.slice(0, Math.max(0, headEnd)).split('\r\n');
  const headers: Record<string, string> = {};
  const headerNames: string[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    headerNames.push(name);
    headers[name] = line.slice(colon + 1).trim();
  }
  return { status: Number(statusLine.split(' ')[1] ?? 0), headers, headerNames, body: text.slice(headEnd + 4) };
}

export async function requestRaw(port: number, bytes: string | Buffer, timeoutMs?: number): Promise<RawResponse> {
  return parseResponse(await sendRaw(port, bytes, timeoutMs));
}
