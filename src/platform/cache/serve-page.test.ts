import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { canonicalQuery } from '#src/platform/http/canonical.ts';
import { createTestApp, type ListeningTestApp } from '#test/create-test-app.ts';
import { parseResponse, rawGet, requestRaw, sendRaw } from '#test/raw-http.ts';

const BODY = `<!doctype html><p>${'Es war einmal – once upon a time. '.repeat(60)}</p>`;
const LARGE = 'Es war einmal – '.repeat(20_000);
let site: ListeningTestApp;
let drawn = 0;
let isDatabaseDown = false;

beforeEach(async () => {
  drawn = 0;
  isDatabaseDown = false;
  site = await createTestApp({
    mount: (app, servePage) => {
      app.get('/tales', (c) => {
        const query = canonicalQuery(new URL(c.req.url).search, ['q', 'sort']);
        return servePage(c, {
          key: `/tales?${query}`,
          render: async () => {
            if (isDatabaseDown) throw new Error('connect ECONNREFUSED');
            drawn += 1;
            return {
              status: 200,
              headers: { 'Content-Type': 'text/html; charset=utf-8' },
              body: `${BODY}${query}`,
              tags: ['list', 'tale:1'],
            };
          },
        });
      });
      app.get('/cover.svg', (c) =>
        servePage(c, {
          key: 'cover',
          isAsset: true,
          render: async () => {
            if (isDatabaseDown) throw new Error('connect ECONNREFUSED');
            drawn += 1;
            return { status: 200, headers: { 'Cache-Control': 'public, max-age=31536000, immutable' }, body: BODY, tags: ['tale:1'] };
          },
        }),
      );
      app.get('/large', (c) => servePage(c, { key: null, render: async () => ({ status: 200, headers: {}, body: LARGE, tags: [] }) }));
      app.get('/moved', (c) =>
        servePage(c, {
          key: '/moved',
          render: async () => {
            drawn += 1;
            return { status: 302, headers: { Location: '/cover.svg', 'Cache-Control': 'no-store' }, body: '', tags: [] };
          },
        }),
      );
      app.get('/gone', (c) =>
        servePage(c, {
          key: '/gone',
          render: async () => {
            drawn += 1;
            return { status: 410, headers: { 'Content-Type': 'text/html' }, body: String(drawn), tags: ['tale:2'] };
          },
        }),
      );
    },
  }).listen();
});
afterEach(() => site.close());

const ask = (target: string, headers = '') => requestRaw(site.port, rawGet(target, 'localhost', headers));
const lastUse = () => site.logged('request').at(-1)?.cache;

test('the slow path and the fast path give the same response', async () => {
  const first = await ask('/tales', 'Accept-Encoding: br\r\n');
  expect(lastUse()).toBe('miss');
  const second = await ask('/tales', 'Accept-Encoding: br\r\n');
  expect(lastUse()).toBe('hit');
  const { 'x-request-id': firstId, date: _, ...firstHeaders } = first.headers;
  const { 'x-request-id': secondId, date: __, ...secondHeaders } = second.headers;
  expect(secondHeaders).toEqual(firstHeaders);
  expect(secondId).not.toBe(firstId);
  expect(second.body).toBe(first.body);
  expect(drawn).toBe(1);
  expect(second.headers).toMatchObject({
    'cache-control': 'public, max-age=0, s-maxage=60, stale-while-revalidate=600',
    'cache-tag': 'list,tale:1',
    vary: 'Accept-Encoding',
    'content-encoding': 'br',
  });
});

test('an asset is the same with a cookie of ours: from the cache, and for shared caches', async () => {
  const cookie = 'Accept-Encoding: br\r\nCookie: talewood_session=a\r\n';
  const first = await ask('/cover.svg', cookie);
  const second = await ask('/cover.svg', cookie);
  expect([lastUse(), drawn]).toEqual(['hit', 1]);
  for (const { headers } of [first, second])
    expect(headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable', 'cache-tag': 'tale:1' });
  isDatabaseDown = true;
  expect((await ask('/cover.svg', cookie)).status).toBe(200);
});

test('what must not be stored by its own header is not cached', async () => {
  for (const turn of [1, 2]) {
    expect((await ask('/moved')).headers).toMatchObject({ location: '/cover.svg', 'cache-control': 'no-store' });
    expect(drawn).toBe(turn);
  }
});

test('the content is the same in every encoding, its tag is not', async () => {
  const read = async (accept: string) => ask('/tales', accept === '' ? '' : `Accept-Encoding: ${accept}\r\n`);
  for (let round = 0; round < 2; round += 1) {
    const plain = await read('');
    const br = await read('gzip, br');
    const gzip = await read('br;q=0.1, gzip;q=0.9');
    expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip']);
    const bytes = ({ body }: { body: string }) => Buffer.from(body, 'latin1');
    expect(bytes(plain).toString()).toBe(BODY);
    expect(brotliDecompressSync(bytes(br)).toString()).toBe(BODY);
    expect(gunzipSync(bytes(gzip)).toString()).toBe(BODY);
    expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3);
    expect(Number(br.headers['content-length'])).toBe(br.body.length);
  }
  expect(lastUse()).toBe('hit');
});

test('a reader with a cached page gets 304 on both paths', async () => {
  const { headers } = await ask('/tales', 'Accept-Encoding: br\r\n');
  site.cache.invalidate(['all']);
  for (const use of ['miss', 'hit']) {
    const answer = await ask('/tales', `Accept-Encoding: br\r\nIf-None-Match: W/"x", ${headers.etag}\r\n`);
    expect(answer).toMatchObject({ status: 304, body: '' });
    expect(answer.headers).toMatchObject({ etag: headers.etag, vary: 'Accept-Encoding', 'cache-control': headers['cache-control'] });
    expect(answer.headers['content-security-policy']).toBeDefined();
    expect(lastUse()).toBe(use);
  }
  expect((await ask('/tales', 'If-None-Match: "other"\r\n')).status).toBe(200);
});

test('HEAD has the headers of GET on both paths', async () => {
  const get = await ask('/tales');
  site.cache.invalidate(['all']);
  for (let round = 0; round < 2; round += 1) {
    const head = parseResponse(await sendRaw(site.port, rawGet('/tales').replace('GET', 'HEAD')));
    expect(head).toMatchObject({ status: 200, body: '' });
    expect(head.headers).toMatchObject({ 'content-length': get.headers['content-length'], etag: get.headers.etag });
  }
});

test('unknown, reordered and repeated parameters share one page; known parameters have their own', async () => {
  await ask('/tales?sort=title&q=frog');
  await ask('/tales?q=frog&utm_source=x&sort=title');
  await ask('/tales?q=frog&q=king&sort=title');
  expect(drawn).toBe(1);
  const other = await ask('/tales?q=king&sort=title');
  expect(other.body).toContain('q=king');
  expect(drawn).toBe(2);
});

test('a request with a cookie of the site neither gets nor creates a shared page', async () => {
  const own = await ask('/tales', 'Cookie: a=b; __Host-talewood_session=x\r\n');
  expect(own.headers['cache-control']).toBe('private, no-store');
  expect(own.headers['cache-tag']).toBeUndefined();
  expect(site.cache.stats().pages).toBe(0);
  await ask('/tales');
  await ask('/tales', 'Cookie: talewood.session=x\r\n');
  expect(lastUse()).toBe('bypass');
  await ask('/tales', 'Cookie: _ga=1; nottalewood=2\r\n');
  expect(lastUse()).toBe('hit');
  expect(drawn).toBe(3);
});

test('a page for one client has the encoding that it accepts, and no ETag that only a shared copy needs', async () => {
  const cookie = 'Cookie: talewood_session=abc\r\n';
  for (const [encoding, decode] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    [undefined, (body: Buffer) => body],
  ] as const) {
    const accept = encoding === undefined ? '' : `Accept-Encoding: ${encoding}\r\n`;
    // A page that is encoded between the rendering and the sending of another one does not change it.
    const [first, second] = await Promise.all([ask('/tales', cookie + accept), ask('/tales?q=frog', cookie + accept)]);
    expect(first.headers['content-encoding']).toBe(encoding);
    expect(first.headers.etag).toBeUndefined();
    expect(decode(Buffer.from(first.body, 'latin1')).toString()).toBe(BODY);
    expect(decode(Buffer.from(second.body, 'latin1')).toString()).toBe(`${BODY}q=frog`);
  }
  const { headers } = await ask('/tales', `${cookie}If-None-Match: ""\r\nIf-None-Match: *\r\n`);
  expect(headers['content-length']).toBe(String(Buffer.byteLength(BODY)));
});

test('a page of one client may be larger than the buffer in which pages are encoded', async () => {
  const cookie = 'Cookie: talewood_session=abc\r\nAccept-Encoding: br\r\n';
  const large = await ask(`/large`, cookie);
  expect(brotliDecompressSync(Buffer.from(large.body, 'latin1')).toString()).toBe(LARGE);
});

test('a request with a cookie of the site gets the shared page, privately, while the database is unavailable', async () => {
  const cookie = 'Cookie: talewood_session=abc\r\n';
  await ask('/tales');
  isDatabaseDown = true;
  site.cache.invalidate(['tale:1']);
  const answer = await ask('/tales', cookie);
  expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'private, no-store' } });
  expect(answer.headers['cache-tag']).toBeUndefined();
  expect(Buffer.from(answer.body, 'latin1').toString()).toBe(BODY);
  expect(lastUse()).toBe('stale');
  expect((await ask('/tales?q=other', cookie)).status).toBe(500);
  // What was withdrawn is not shown again.
  site.cache.invalidate(['tale:1', 'withdrawn:1']);
  expect((await ask('/tales', cookie)).status).toBe(500);
});

test('errors are not cached, and may be cached elsewhere for ten seconds', async () => {
  expect(await ask('/gone')).toMatchObject({ status: 410, body: '1' });
  const again = await ask('/gone');
  expect(again.body).toBe('2');
  expect(again.headers['cache-control']).toBe('public, max-age=0, s-maxage=10');
});

test('a write is seen by the next reader', async () => {
  await ask('/tales');
  site.cache.invalidate(['tale:1']);
  await ask('/tales');
  expect(drawn).toBe(2);
});
