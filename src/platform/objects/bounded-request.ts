/** HTTP requests to an untrusted server: no redirects, no decoding, limits for bytes and time. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

export type BoundedRequest = {
  url: string;
  method: string;
  headers: Record<string, string>;
  agent: http.Agent;
  body?: Uint8Array | { file: string } | undefined;
  /** File for the body of a 200 response, instead of returning it. */
  saveTo?: string | undefined;
  /** Limit of the response body. */
  maxBytes: number;
  /** Timeout without data: connecting, waiting for the response, and between chunks in either direction. */
  idleMs: number;
  totalMs: number;
};
/** `size` and `sha256` of the body; for HEAD, `size` is Content-Length. */
export type BoundedResponse = { status: number; bytes: Buffer; size: number; sha256: string };

/** Limit for error responses. */
const MAX_ERROR_BYTES = 64 * 1024;

/** Sends a request. Throws when a limit is exceeded, the body is truncated, or it has a Content-Encoding. */
export async function sendBounded({
  url,
  method,
  headers,
  agent,
  body,
  idleMs,
  totalMs,
  ...receiving
}: BoundedRequest): Promise<BoundedResponse> {
  const { request } = url.startsWith('https:') ? https : http;
  const sent = request(url, { method, headers, agent, timeout: idleMs, signal: AbortSignal.timeout(totalMs) });
  try {
    sent.on('timeout', () => sent.destroy(new Error(`No data for ${idleMs} ms`)));
    const response = new Promise<http.IncomingMessage>((resolve, reject) => {
      sent.on('response', resolve);
      sent.on('error', reject);
    });
    if (body === undefined || body instanceof Uint8Array) sent.end(body);
    else {
      const file = createReadStream(body.file);
      file.on('error', (error) => sent.destroy(error)).pipe(sent);
      sent.on('close', () => file.destroy());
    }
    const incoming = await response;
    const isGood = (incoming.statusCode ?? 0) >= 200 && (incoming.statusCode ?? 0) < 300;
    // A server may reject a request before reading all of it, but not accept it.
    if (isGood && !sent.writableFinished) await once(sent, 'finish');
    return await receive(incoming, method, isGood ? receiving : { maxBytes: MAX_ERROR_BYTES });
  } catch (error) {
    sent.destroy();
    throw error;
  }
}

async function receive(
  incoming: http.IncomingMessage,
  method: string,
  { maxBytes, saveTo }: Pick<BoundedRequest, 'maxBytes' | 'saveTo'>,
): Promise<BoundedResponse> {
  const { statusCode: status = 0, headers } = incoming;
  const declared = Number(headers['content-length'] ?? 0);
  if (!(declared <= maxBytes) && method !== 'HEAD') throw new Error(`The response has ${declared} bytes, more than ${maxBytes}`);
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity')
    throw new Error(`Unexpected Content-Encoding ${headers['content-encoding']}`);
  const sum = createHash('sha256');
  let size = 0;
  async function* counted() {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw new Error(`The response has more than ${maxBytes} bytes`);
      sum.update(chunk);
      yield chunk;
    }
  }
  let bytes: Buffer = Buffer.alloc(0);
  if (saveTo !== undefined && status === 200) await pipeline(counted(), createWriteStream(saveTo));
  else bytes = await buffer(counted());
  return { status, bytes, size: method === 'HEAD' ? declared : size, sha256: sum.digest('hex') };
}
