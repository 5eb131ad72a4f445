import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '#src/platform/errors.ts';
import { createLog } from '#src/platform/log.ts';
import { createTestApp, type ListeningTestApp } from '#test/create-test-app.ts';
import { createTestDatabase } from '#test/database.ts';
import { rawGet, requestRaw } from '#test/raw-http.ts';
import { runSql } from '#test/sql.ts';
import { type CachedResponse, createCachedResponse, variantOf } from './cached-response.ts';
import type { AppEnv } from './request-context.ts';
import { openStaticFiles, sharedFileRoutes, shareFiles } from './static-files.ts';

const SCRIPT = 'export const tale = "once upon a time";\n'.repeat(100);
/** Media types by file name extension. */
const TYPES = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  json: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  ico: 'image/x-icon',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  woff2: 'font/woff2',
};
let folder: string;
let site: ListeningTestApp;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-static-'));
  const client = path.join(folder, 'client');
  const open = path.join(folder, 'public');
  const put = async (file: string, text: string | Buffer) => {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  await put(
    path.join(client, '.vite/manifest.json'),
    JSON.stringify({
      'src/web/entry-client.tsx': {
        file: 'assets/app-Ab12Cd3.js',
        css: ['assets/app-Ef56Gh78.css'],
        assets: ['assets/font-Ij90Kl12.woff2'],
      },
      bad: { file: '../secret.txt', assets: ['assets/app-Ab12Cd3.js.map', 'assets/missing-Ab12Cd34.js'] },
    }),
  );
  await put(path.join(client, 'assets/app-Ab12Cd3.js'), SCRIPT);
  await put(path.join(client, 'assets/app-Ab12Cd3.js.br'), brotliCompressSync(SCRIPT));
  await put(path.join(client, 'assets/app-Ab12Cd3.js.map'), '{}');
  await put(path.join(client, 'assets/app-Ef56Gh78.css'), 'a{color:red}'.repeat(100));
  await put(path.join(client, 'assets/font-Ij90Kl12.woff2'), Buffer.alloc(2_000, 7));
  await put(path.join(client, 'assets/unlisted-Zz12Cd34.js'), 'unlisted');
  await put(path.join(client, 'index.html'), 'unlisted');
  await put(path.join(folder, 'secret.txt'), 'secret');
  await put(path.join(open, 'robots.txt'), 'User-agent: *\n');
  await put(path.join(open, 'icons/icon one.png'), 'png');
  for (const ending of Object.keys(TYPES)) await put(path.join(open, `types/file.${ending}`), ending);
  await put(path.join(open, '.env'), 'secret');
  await put(path.join(open, '.git/config.txt'), 'secret');
  await put(path.join(open, '.well-known/security.txt'), 'Contact: us');
  await put(path.join(open, 'tool.php'), 'secret');
  await symlink(path.join(folder, 'secret.txt'), path.join(open, 'link.txt'));
  const { log } = createLog({ level: 'silent' });
  const files = await openStaticFiles({ clientDir: client, publicDir: open, log });
  site = await createTestApp({ server: { prepared: [files] } }).listen();
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

const ask = (target: string, headers = '') => requestRaw(site.port, rawGet(target, 'localhost', headers));

test('built files are immutable and served with brotli', async () => {
  const answer = await ask('/assets/app-Ab12Cd3.js?x=1', 'Accept-Encoding: gzip, br\r\n');
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'x-content-type-options': 'nosniff',
  });
  expect(brotliDecompressSync(Buffer.from(answer.body, 'latin1')).toString()).toBe(SCRIPT);
  expect((await ask('/assets/app-Ab12Cd3.js')).body).toBe(SCRIPT);
  const held = await ask('/assets/app-Ab12Cd3.js', `If-None-Match: ${answer.headers.etag}\r\n`);
  expect(held).toMatchObject({ status: 304, body: '' });
});

test('files not compressed by the build are compressed after the start, except fonts', async () => {
  const encoding = async (file: string) => (await ask(file, 'Accept-Encoding: br\r\n')).headers['content-encoding'];
  await expect.poll(() => encoding('/assets/app-Ef56Gh78.css')).toBe('br');
  expect(await encoding('/assets/font-Ij90Kl12.woff2')).toBeUndefined();
});

test('public files are cached for an hour', async () => {
  expect(await ask('/robots.txt')).toMatchObject({ status: 200, body: 'User-agent: *\n' });
  expect((await ask('/robots.txt')).headers['cache-control']).toContain('max-age=3600');
  expect((await ask('/icons/icon%20one.png')).headers['content-type']).toBe('image/png');
  expect((await ask('/.well-known/security.txt')).status).toBe(200);
});

test.each(Object.entries(TYPES))('a .%s file has the type %s', async (ending, type) => {
  expect(await ask(`/types/file.${ending}`)).toMatchObject({ status: 200, body: ending, headers: { 'content-type': type } });
});

test.each([
  ...['/.env', '/.git/config.txt', '/tool.php', '/link.txt', '/index.html', '/.vite/manifest.json', '/assets/unlisted-Zz12Cd34.js'],
  ...['/assets/app-Ab12Cd3.js.map', '/assets/app-Ab12Cd3.js.br', '/assets', '/secret.txt', '/__proto__', '/constructor'],
  ...['/package.json', '/src/app.ts', '/server.js', '/data/postgres/PG_VERSION'],
])('%s is not a file', async (target) => {
  expect((await ask(target)).status).toBe(404);
});

test.each(['/../secret.txt', '/assets/..%2f..%2fsecret.txt', '/assets/%2e%2e/secret.txt'])('%s is no address', async (target) => {
  const answer = await ask(target);
  expect(answer.status).toBe(400);
  expect(answer.body).not.toContain('secret');
});

test('a file does not accept POST', async () => {
  const answer = await requestRaw(
    site.port,
    'POST /robots.txt HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
  );
  expect([404, 405]).toContain(answer.status);
});

test('a request for a file is logged as received, with the bytes that were sent', async () => {
  const get = await ask('/robots.txt?x=1');
  const held = await ask('/robots.txt', `If-None-Match: ${get.headers.etag}\r\n`);
  const lines = [get, held].map(({ headers }) => site.logged('request').find(({ id }) => id === headers['x-request-id']));
  expect(lines).toMatchObject([
    { method: 'GET', path: '/robots.txt?x=[hidden]', status: 200, bytes: 14, cache: 'none' },
    { method: 'GET', path: '/robots.txt', status: 304, bytes: 0, cache: 'none' },
  ]);
});

test('files of another build are served to all processes until 30 days after it was replaced', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  const app = new Hono<AppEnv>().route('/assets', sharedFileRoutes({ db }));
  app.onError((error) => new Response('', { status: error instanceof AppError ? error.status : 500 }));
  const font = Buffer.from([0, 255, 7]);
  const build = (number: number) =>
    new Map([...fileOf(`assets/app-build00${number}.js`, Buffer.from(SCRIPT)), ...fileOf('assets/font-Ij90Kl12.woff2', font)]);
  const listReplaced = async () =>
    (await runSql<{ name: string }>(database.ownerUrl, 'select name from built_files where replaced_at is not null')).map(
      ({ name }) => name,
    );
  await shareFiles(db, build(1));
  await Promise.all([shareFiles(db, build(2)), shareFiles(db, build(2))]);
  expect(await listReplaced()).toEqual(['assets/app-build001.js']);
  for (const number of [1, 2]) {
    const plain = await app.request(`/assets/app-build00${number}.js`);
    expect(await plain.text()).toBe(SCRIPT);
    expect(Object.fromEntries(plain.headers)).toMatchObject({
      'content-type': TYPES.js,
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const packed = await app.request(`/assets/app-build00${number}.js`, { headers: { 'accept-encoding': 'br' } });
    expect(packed.headers.get('content-encoding')).toBe('br');
    expect(brotliDecompressSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe(SCRIPT);
  }
  const found = await app.request('/assets/font-Ij90Kl12.woff2');
  expect(Buffer.from(await found.arrayBuffer())).toEqual(font);
  const held = { headers: { 'if-none-match': found.headers.get('etag') ?? '' } };
  expect((await app.request('/assets/font-Ij90Kl12.woff2', held)).status).toBe(304);
  for (const missing of ['app-build003.js', 'app-build001.exe', 'app.js', `${'a'.repeat(200)}.js`, '..%2fassets%2fapp-build001.js'])
    expect((await app.request(`/assets/${missing}`)).status, missing).toBe(404);

  // The former version starts again, as in the middle of an upgrade.
  await shareFiles(db, build(1));
  expect(await listReplaced()).toEqual(['assets/app-build002.js']);
  await runSql(database.ownerUrl, "update built_files set replaced_at = now() - interval '31 days' where replaced_at is not null");
  await shareFiles(db, build(3));
  const status = async (number: number) => (await app.request(`/assets/app-build00${number}.js`)).status;
  expect(await Promise.all([1, 2, 3].map(status))).toEqual([200, 404, 200]);
  await database.drop();
});

function fileOf(name: string, body: NonSharedBuffer): [string, CachedResponse][] {
  const response = createCachedResponse({ status: 200, hash: 'h', fields: [], body });
  if (name.endsWith('.js')) response.variants.br = variantOf(response, 'br', brotliCompressSync(body));
  return [[name, response]];
}
