import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { mirrorPaths } from '#src/features/import/classics/mirror.ts';

/** A server with the layout of a Project Gutenberg mirror, which can simulate failures. */

/**
 * Failure of the next response of a path: cut or stalled after half of the body; a too small or too large Content-Length; a body that is not
 * a book; cut after half of the body, without validators; another status.
 */
export type Failure =
  | 'cut'
  | 'stall'
  | 'short'
  | 'long'
  | 'no-book'
  | 'no-validator'
  | { status: number; headers?: Record<string, string> };
export type ReceivedRequest = { path: string; at: number; headers: IncomingMessage['headers'] };
export type TestMirror = {
  url: string;
  files: Map<string, Buffer>;
  seen: ReceivedRequest[];
  /** Sets the failures of the next responses, in order. */
  fail: (file: string, ...failures: Failure[]) => void;
  close: () => Promise<void>;
};

/** Time for the client to read received data, which is lost when the connection breaks. */
const READ_MS = 250;
const MODIFIED = 'Sat, 01 Feb 2020 10:00:00 GMT';
export const SAMPLE_BOOK = Buffer.from(
  `<html><body><p>The Project Gutenberg eBook of Two Mills [eBook #1]</p>${'<h2>The Mill</h2><p>It turned and it stood.</p>'.repeat(2_000)}<p>End of the Project Gutenberg eBook</p></body></html>`,
);

export async function startMirror(files: Iterable<readonly [string, Buffer]> = []): Promise<TestMirror> {
  const mirror = { files: new Map(files), seen: [] as ReceivedRequest[] };
  const failures = new Map<string, Failure[]>();
  const server = createServer((request, response) => {
    const file = decodeURIComponent((request.url ?? '').slice(1));
    mirror.seen.push({ path: file, at: performance.now(), headers: request.headers });
    respond(request, response, mirror.files.get(file), failures.get(file)?.shift());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...mirror,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    fail: (file, ...next) => failures.set(file, next),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function respond(request: IncomingMessage, response: ServerResponse, file: Buffer | undefined, failure: Failure | undefined): void {
  if (typeof failure === 'object') {
    response.writeHead(failure.status, failure.headers).end();
    return;
  }
  if (file === undefined) {
    response.writeHead(404).end('nothing here');
    return;
  }
  const etag = `"${createHash('sha256').update(file).digest('hex').slice(0, 16)}"`;
  const { range, 'if-none-match': known } = request.headers;
  if (known === etag) {
    response.writeHead(304, { etag }).end();
    return;
  }
  const validators = failure === 'no-validator' ? {} : { etag, 'last-modified': MODIFIED };
  const start =
    range !== undefined && [etag, MODIFIED].includes(request.headers['if-range'] as string) ? Number(/\d+/.exec(range)?.[0]) : 0;
  if (start >= file.length) {
    response.writeHead(416, { 'content-range': `bytes */${file.length}` }).end();
    return;
  }
  const body = failure === 'no-book' ? Buffer.from('<html>Please come back tomorrow.</html>') : file.subarray(start);
  const length = body.length + (failure === 'short' ? -10 : failure === 'long' ? 10 : 0);
  const partial = start > 0 ? { 'content-range': `bytes ${start}-${file.length - 1}/${file.length}` } : {};
  response.writeHead(start > 0 ? 206 : 200, { ...validators, ...partial, 'content-length': length });
  if (failure === 'short') response.end(body.subarray(0, length));
  else if (failure === 'long') response.write(body, () => response.destroy());
  else if (failure !== 'cut' && failure !== 'stall' && failure !== 'no-validator') response.end(body);
  else
    response.write(
      body.subarray(0, Math.ceil(body.length / 2)),
      () => failure !== 'stall' && setTimeout(() => response.destroy(), READ_MS),
    );
}

/** Returns the books beside the repository by their mirror paths, or a sample book if there are none. */
export function mirrorFiles(): Map<string, Buffer> {
  const library = ['../shared/library', '../../shared/library'].find((each) => existsSync(each));
  if (library === undefined) return new Map([[mirrorPaths(1)[0]?.path ?? '', SAMPLE_BOOK]]);
  const rows = readFileSync(path.join(library, 'README.md'), 'utf8').matchAll(
    /^\| (gutenberg-(txt|html|epub)\/\S+) .*?\| Gutenberg (\d+) \|/gm,
  );
  return new Map(
    [...rows].map(([, file = '', folder, id]) => {
      const form = folder === 'txt' ? 'text' : folder === 'html' ? 'html' : 'epub';
      const place = mirrorPaths(Number(id)).find((each) => each.form === form);
      return [place?.path ?? '', readFileSync(path.join(library, file))];
    }),
  );
}
