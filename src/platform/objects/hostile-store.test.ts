import { hash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestS3, type TestS3 } from '#test/s3.ts';
import { openS3Store } from './s3-store.ts';

let s3: TestS3;
let folder: string;
beforeAll(async () => {
  s3 = await openTestS3();
  folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-hostile-'));
});
afterEach(() => s3.replaceHandler());
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const open = (options = {}) => openS3Store(s3.settings, { timeoutMs: 300, fileTimeoutMs: 3_000, pauseMs: 1, ...options });
const KEY = 'a1-2x3/320.webp';
const outcome = (work: Promise<unknown>) =>
  work.then(
    (value) => value,
    ({ status, code }) => `${status} ${code}`,
  );
const listOf = (keys: string[], token = '') =>
  `<ListBucketResult>${keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}${token && `<NextContinuationToken>${token}</NextContinuationToken>`}</ListBucketResult>`;

test('redirects are not followed', async () => {
  const seen: string[] = [];
  const internal = http.createServer((request, response) => {
    seen.push(request.url ?? '');
    response.end('internal data');
  });
  await new Promise<void>((resolve) => internal.listen(0, '127.0.0.1', resolve));
  const { port } = internal.address() as { port: number };
  s3.replaceHandler((_, response) => response.writeHead(302, { location: `http://127.0.0.1:${port}/internal` }).end());
  expect(await outcome(open().get(KEY))).toBe('503 store_unavailable');
  expect(await outcome(open().has(KEY))).toBe('503 store_unavailable');
  expect(await outcome(open().list())).toBe('503 store_unavailable');
  expect(seen).toEqual([]);
  internal.close();
});

test('compressed responses are refused and not decoded', async () => {
  const bomb = gzipSync(Buffer.alloc(20_000_000));
  s3.replaceHandler((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
  expect(await outcome(open().get(KEY))).toBe('503 store_unavailable');
  expect(await outcome(open().list())).toBe('503 store_unavailable');
});

test.each([200, 404, 500])('a body without end is not read to its end (%i)', async (status) => {
  let sent = 0;
  s3.replaceHandler((_, response) => {
    response.writeHead(status);
    const piece = Buffer.alloc(1_000_000);
    const more = () => {
      while (!response.destroyed && sent < 400_000_000) {
        sent += piece.length;
        if (!response.write(piece)) return void response.once('drain', more);
      }
      response.end();
    };
    more();
  });
  expect(await outcome(open({ timeoutMs: 5_000 }).get(KEY))).toBe('503 store_unavailable');
  // Three attempts, and data in the buffers of the connections.
  expect(sent).toBeLessThan(120_000_000);
});

test('a declared length above the limit is refused before anything is read', async () => {
  s3.replaceHandler((_, response) => void response.writeHead(200, { 'content-length': 17 * 1024 * 1024 }).write('x'));
  expect(await outcome(open().get(KEY))).toBe('503 store_unavailable');
});

test.each(['repeats a token', 'always has a new token', 'lists foreign keys'])(
  'a list that %s ends, and nothing is deleted',
  async (what) => {
    let [pages, deleted] = [0, 0];
    s3.replaceHandler((request, response) => {
      if (request.method === 'DELETE') deleted += 1;
      pages += 1;
      const token = what === 'lists foreign keys' ? '' : what === 'repeats a token' ? 'again' : `page-${pages}`;
      response.end(listOf(['imports/a1/b1/file', ...(what === 'lists foreign keys' ? ['pictures/other'] : [])], token));
    });
    expect(await outcome(open({ prefix: 'imports/', fileTimeoutMs: 30_000 }).remove('a1'))).toBe('503 store_unavailable');
    expect([pages <= 1_001, deleted]).toEqual([true, 0]);
  },
);

test('a list contains only valid keys below the prefix', async () => {
  const names = ['imports/a1/', 'elsewhere/b1/', 'imports/../c1/', 'imports/&lt;d1/'];
  s3.replaceHandler((_, response) =>
    response.end(
      `<ListBucketResult><Prefix>imports/</Prefix>${names.map((name) => `<CommonPrefixes><Prefix>${name}</Prefix></CommonPrefixes>`).join('')}</ListBucketResult>`,
    ),
  );
  expect(await open({ prefix: 'imports/' }).list()).toEqual(['a1']);
  s3.replaceHandler((_, response) => response.end('<html>Log in to the guest network</html>'));
  expect(await outcome(open().list())).toBe('503 store_unavailable');
});

test('a silent or slow store does not hold requests beyond their limits', async () => {
  const file = path.join(folder, 'large');
  await writeFile(file, Buffer.alloc(3_000_000));
  const began = performance.now();
  // Neither reads nor responds.
  s3.replaceHandler((request) => void request.pause());
  expect(await outcome(open().putFile('a1/file', file, 'text/plain'))).toBe('503 store_unavailable');
  expect(performance.now() - began).toBeLessThan(2_500);
  s3.replaceHandler((_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('x'), 50);
    response.on('close', () => clearInterval(timer));
  });
  expect(await outcome(open({ fileTimeoutMs: 1_000 }).getFile('a1/file', path.join(folder, 'to')))).toBe('503 store_unavailable');
  expect(performance.now() - began).toBeLessThan(5_000);
});

test('modified objects are rejected, in memory and in files', async () => {
  const stored = Buffer.from('RIFF....WEBP whole');
  const expected = { size: stored.length, sha256: hash('sha256', stored) };
  const store = open();
  for (const wrong of ['<html>Please log in</html>', 'RIFF....WE', 'RIFF....WEBP other']) {
    s3.replaceHandler((request, response) => response.end(request.method === 'HEAD' ? undefined : wrong));
    expect(await outcome(store.get(KEY, () => expected))).toBe('503 file_damaged');
    expect(await outcome(store.getFile(KEY, path.join(folder, 'to'), () => expected))).toBe('503 file_damaged');
  }
  s3.replaceHandler((_, response) => response.end('half'));
  expect(await outcome(store.get(KEY, () => ({ isWhole: (bytes) => bytes.length > 4 })))).toBe('503 file_damaged');
  s3.replaceHandler();
  await store.put(KEY, stored, 'image/webp');
  const found = await store.get(KEY, () => expected);
  expect(found && (await buffer(found.body)).equals(stored)).toBe(true);
  expect([await store.has(KEY, () => expected), await store.has(KEY, () => ({ size: 1 }))]).toEqual([true, false]);
  await rm(path.join(folder, 'to'), { force: true });
  expect(await store.getFile(KEY, path.join(folder, 'to'), () => expected)).toBe(true);
  expect((await readFile(path.join(folder, 'to'))).equals(stored)).toBe(true);
});

test('a partial response, or success without effect, is an error', async () => {
  s3.replaceHandler((_, response) => response.writeHead(206).end('part'));
  expect(await outcome(open().get(KEY))).toBe('503 store_unavailable');
  // Accepts a file of which it has not read everything.
  const file = path.join(folder, 'unread');
  await writeFile(file, Buffer.alloc(30_000_000));
  s3.replaceHandler((request, response) => {
    request.pause();
    response.writeHead(200).end();
  });
  expect(await outcome(open().putFile('a1/file', file, 'text/plain'))).toBe('503 store_unavailable');
});
