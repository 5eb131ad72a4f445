import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPageCache } from '#src/platform/cache/page-cache.ts';
import { createServePage } from '#src/platform/cache/serve-page.ts';
import type { Db } from '#src/platform/db/db.ts';
import { AppError } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { openTestLog } from '#test/jobs.ts';
import { categoryCoverAddress, coverAddress, jpegCoverAddress, shareImageAddress } from './covers.ts';
import { coversRoutes } from './routes.ts';

const snowQueen = {
  id: '1',
  slug: 'the-snow-queen',
  title: 'The Snow Queen',
  category: 'classic',
  author: 'Hans Christian Andersen',
  coverImage: '',
};
const namedLikeACategory = { id: '2', slug: 'category-dark', title: 'Category Dark', category: 'dark', author: 'Nobody', coverImage: '' };
const categories = Object.entries({
  classic: 'castle',
  enchanted: 'lantern',
  folklore: 'hut',
  fantasy: 'star',
  adventure: 'ship',
  romance: 'rose',
  dark: 'raven',
  animals: 'fox',
  'magical-creatures': 'dragon',
}).map(([slug, motif]) => ({ slug, palette: slug, motif }));
const categoryOf = (slug: string) => categories.find((category) => category.slug === slug) as (typeof categories)[number];
const tales = [snowQueen, namedLikeACategory];
const picture = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);

let dataDir: string;
let warnings: { reason?: string }[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'covers-'));
  warnings = [];
});
afterEach(() => rm(dataDir, { recursive: true }));

test('a current address returns the drawing as an immutable image', async () => {
  const answer = await get(coverAddress(snowQueen));
  expect(answer.status).toBe(200);
  expect(await answer.text()).toMatch(/^<svg .*viewBox="0 0 600 800".*<\/svg>$/);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
  });
});

test.each(['br', 'gzip'])('a drawing is compressed with %s on request, with its own ETag', async (encoding) => {
  const plain = await get(coverAddress(snowQueen));
  const packed = await get(coverAddress(snowQueen), { 'Accept-Encoding': encoding });
  expect(packed.headers.get('content-encoding')).toBe(encoding);
  expect([plain, packed].map(({ headers }) => headers.get('vary'))).toEqual(['Accept-Encoding', 'Accept-Encoding']);
  const bytes = Buffer.from(await packed.arrayBuffer());
  const svg = await plain.text();
  expect(bytes.length).toBeLessThan(svg.length / 2);
  expect((encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString()).toBe(svg);
  const tag = packed.headers.get('etag') ?? '';
  expect(tag).not.toBe(plain.headers.get('etag'));
  expect((await get(coverAddress(snowQueen), { 'Accept-Encoding': encoding, 'If-None-Match': tag })).status).toBe(304);
  expect((await get('/covers/category-dark.svg', { 'Accept-Encoding': encoding })).headers.get('content-encoding')).toBe(encoding);
});

test('landscape covers have their own composition', async () => {
  const answer = await get(coverAddress({ ...snowQueen, format: 'landscape' }));
  expect(await answer.text()).toContain('viewBox="0 0 960 540"');
});

test('the short address returns the same drawing, cached for five minutes', async () => {
  const short = await get('/covers/the-snow-queen.svg');
  expect(short.headers.get('cache-control')).toBe('public, max-age=300, must-revalidate');
  expect(await short.text()).toBe(await (await get(coverAddress(snowQueen))).text());
});

test('a conditional request is answered with 304', async () => {
  const tag = (await get('/covers/the-snow-queen.svg')).headers.get('etag') ?? '';
  expect(tag).toMatch(/^"[\w-]{22}"$/);
  const again = await get('/covers/the-snow-queen.svg', { 'If-None-Match': `"other", W/${tag}` });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect((await get('/covers/the-snow-queen.svg', { 'If-None-Match': '"other"' })).status).toBe(200);
});

test.each([
  ['/covers/the-snow-queen.0000000000.svg', coverAddress(snowQueen)],
  ['/covers/the-snow-queen.0000000000-wide.svg', coverAddress({ ...snowQueen, format: 'landscape' })],
  ['/covers/the-snow-queen.0000000000-share.jpg', shareImageAddress(snowQueen)],
  ['/covers/the-snow-queen.0000000000-cover.jpg', jpegCoverAddress(snowQueen, 'cover')],
  ['/covers/the-snow-queen.0000000000-thumb.jpg', jpegCoverAddress(snowQueen, 'thumb')],
  ['/covers/category-romance.0000000000.svg', categoryCoverAddress(categoryOf('romance'))],
])('the outdated address %s redirects to the current one, uncached', async (stale, current) => {
  const answer = await get(stale);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, current]);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test.each([
  '/covers/no-such-tale.svg',
  '/covers/no-such-tale.0123456789.svg',
  '/covers/no-such-tale.0123456789-share.jpg',
  '/covers/category-nowhere.svg',
  '/covers/category-nowhere.0123456789.svg',
  '/covers/category-romance.0123456789-wide.svg',
  '/covers/The-Snow-Queen.svg',
  '/covers/the-snow-queen.png',
  '/covers/..%2fthe-snow-queen.svg',
  '/covers/%00.svg',
  '/covers/%.svg',
])('%s is not found', async (address) => {
  expect((await get(address)).status).toBe(404);
});

test('every category has its own image, by its full and its short address', async () => {
  const slugs = categories.map(({ slug }) => slug).filter((slug) => slug !== 'dark');
  const drawn = await Promise.all(slugs.map(async (slug) => (await get(categoryCoverAddress(categoryOf(slug)))).text()));
  const short = await Promise.all(slugs.map(async (slug) => (await get(`/covers/category-${slug}.svg`)).text()));
  expect(new Set(drawn).size).toBe(slugs.length);
  expect(short).toEqual(drawn);
});

test('a custom category is drawn with its palette and motif; changing them changes its address', async () => {
  const ghosts = { slug: 'ghosts', palette: 'dark', motif: 'owl' };
  categories.push(ghosts);
  const first = categoryCoverAddress(ghosts);
  const drawn = await (await get(first)).text();
  expect(drawn).toMatch(/^<svg .*<\/svg>$/);
  expect(drawn).not.toBe(await (await get(categoryCoverAddress(categoryOf('dark')))).text());
  ghosts.motif = 'candle';
  const moved = await get(first);
  expect([moved.status, moved.headers.get('location')]).toEqual([302, categoryCoverAddress(ghosts)]);
  categories.pop();
  expect((await get(first)).status).toBe(404);
});

test('a tale with the slug of a category image keeps its own cover', async () => {
  const own = await (await get(coverAddress(namedLikeACategory))).text();
  const category = await (await get(categoryCoverAddress(categoryOf('dark')))).text();
  expect(own).not.toBe(category);
  expect(await (await get('/covers/category-dark.svg')).text()).toBe(own);
});

test('a share image is rendered once and cached on disk', async () => {
  let rendered = 0;
  const render = async () => {
    rendered += 1;
    return picture;
  };
  const first = await get(shareImageAddress(snowQueen), {}, render);
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(Buffer.from(await first.arrayBuffer())).toEqual(picture);
  expect((await get(shareImageAddress(snowQueen), {}, render)).status).toBe(200);
  expect(rendered).toBe(1);
  expect(await readdir(join(dataDir, 'cache/share'))).toEqual([expect.stringMatching(/^[0-9a-f]{40}\.jpg$/)]);
});

test('a failed share image responds with 503 and Retry-After', async () => {
  const answer = await get(shareImageAddress(snowQueen), {}, async () => Promise.reject(new Error('no memory')));
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30']);
  expect(warnings.map(({ reason }) => reason)).toEqual(['no memory']);
});

async function get(address: string, headers: Record<string, string> = {}, render = async () => picture): Promise<Response> {
  const db = {} as Db;
  const deps = {
    ...{ dataDir, render, db, servePage: createServePage(createPageCache(openTestLog()), { db }) },
    log: { warn: (fields: object) => warnings.push(fields) },
    findTaleForCover: async (_: Db, slug: string) => tales.find((tale) => tale.slug === slug) ?? null,
    findCategoryForCover: async (_: Db, slug: string) => categoryOf(slug) ?? null,
  };
  const app = new Hono<AppEnv>().route('/covers', coversRoutes(deps));
  app.onError((error) => (error instanceof AppError ? new Response(error.message, error) : new Response('', { status: 500 })));
  return app.request(address, { headers });
}
