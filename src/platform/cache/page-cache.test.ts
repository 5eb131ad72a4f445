import { beforeEach, expect, test } from 'vitest';
import { AppError, notFound } from '#src/platform/errors.ts';
import { createLog } from '#src/platform/log.ts';
import { createPageCache, type PageCache, type PageResult, type Render } from './page-cache.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let time = 0;
let cache: PageCache;
const lines: string[] = [];

beforeEach(() => {
  time = 1_000;
  lines.length = 0;
  cache = make();
});

function make(options: Parameters<typeof createPageCache>[0] | object = {}): PageCache {
  const { log } = createLog({ destination: { write: (line) => void lines.push(line) } });
  return createPageCache({ log, now: () => time, ...options });
}

const result = (body: string, more: Partial<PageResult> = {}): PageResult => ({
  status: 200,
  headers: { 'Content-Type': 'text/html' },
  body,
  tags: ['list'],
  ...more,
});
const draws =
  (body: string, more?: Partial<PageResult>): Render =>
  async () =>
    result(body, more);
const fails =
  (error: Error = new Error('database away')): Render =>
  async () => {
    throw error;
  };
const never: Render = () => {
  throw new Error('must not be drawn');
};
const bodyOf = async (served: ReturnType<PageCache['get']>) => (await served).page.variants.identity.body.toString();

/** A render that waits until the test completes it. */
function held() {
  let count = 0;
  let answer: (page: PageResult) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const render: Render = () => {
    count += 1;
    return new Promise((resolve, reject) => {
      answer = resolve;
      fail = reject;
    });
  };
  return { render, count: () => count, answer: (page: PageResult) => answer(page), fail: (error: Error) => fail(error) };
}

test('a fresh page is rendered once', async () => {
  expect((await cache.get('k', draws('one'))).use).toBe('miss');
  time += MINUTE - 1;
  expect(await cache.get('k', never)).toMatchObject({ use: 'hit' });
});

test('concurrent misses render once and all get the page', async () => {
  const work = held();
  const waiting = Array.from({ length: 50 }, () => bodyOf(cache.get('k', work.render)));
  expect(work.count()).toBe(1);
  work.answer(result('one'));
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['one']));
});

test('after a minute the stale page is served while one render refreshes it', async () => {
  await cache.get('k', draws('old'));
  time += MINUTE;
  const work = held();
  for (let reader = 0; reader < 10; reader += 1) {
    const served = await cache.get('k', work.render);
    expect(served.use).toBe('stale');
  }
  expect(work.count()).toBe(1);
  work.answer(result('new'));
  await expect.poll(() => bodyOf(cache.get('k', never))).toBe('new');
});

test('after ten minutes a reader waits for the new page', async () => {
  await cache.get('k', draws('old'));
  time += 10 * MINUTE;
  expect(await cache.get('k', draws('new'))).toMatchObject({ use: 'miss' });
  expect(await bodyOf(cache.get('k', never))).toBe('new');
});

test('while the database is unavailable the stale page is served for an hour with retries every five seconds, then the error', async () => {
  await cache.get('k', draws('old'));
  time += 30 * MINUTE;
  expect(await cache.get('k', fails())).toMatchObject({ use: 'stale' });
  const work = held();
  expect(await cache.get('k', work.render)).toMatchObject({ use: 'stale' });
  expect(work.count()).toBe(0);
  time += 5_000;
  const served = cache.get('k', work.render);
  expect(work.count()).toBe(1);
  work.fail(new Error('still away'));
  expect((await served).use).toBe('stale');
  time += HOUR;
  await expect(cache.get('k', fails())).rejects.toThrow('database away');
  expect(lines.filter((line) => line.includes('page_renewal_failed'))).toHaveLength(2);
});

test('a hanging refresh does not delay readers of a stale page', async () => {
  cache = make({ patienceMs: 20 });
  await cache.get('k', draws('old'));
  time += 20 * MINUTE;
  expect(await cache.get('k', () => new Promise(() => {}))).toMatchObject({ use: 'stale' });
});

test('a render that never ends is a 503 and frees its slot', async () => {
  cache = make({ renderTimeoutMs: 20, maxRenders: 1 });
  await expect(cache.get('k', () => new Promise(() => {}))).rejects.toMatchObject({ status: 503, code: 'page_too_slow' });
  expect(cache.stats().renders).toBe(0);
  expect(await bodyOf(cache.get('k', draws('one')))).toBe('one');
});

test('a deleted page is not served after the refresh', async () => {
  await cache.get('k', draws('old'));
  time += 2 * MINUTE;
  await cache.get('k', fails(notFound()));
  await expect.poll(() => cache.stats().pages).toBe(0);
  await expect(cache.get('k', fails(notFound()))).rejects.toMatchObject({ status: 404 });
});

test.each([404, 410, 429])('status %i is never cached, and replaces no page', async (status) => {
  await cache.get('k', draws('good'));
  time += 10 * MINUTE;
  expect((await cache.get('k', draws('bad', { status }))).page.status).toBe(status);
  expect(cache.stats().pages).toBe(0);
  expect(await bodyOf(cache.get('k', draws('good again')))).toBe('good again');
});

test('a render with status 500 fails, and the stale page stays', async () => {
  await cache.get('k', draws('good'));
  time += 10 * MINUTE;
  expect(await cache.get('k', draws('bad', { status: 500 }))).toMatchObject({ use: 'stale' });
  await expect(cache.get('other', draws('bad', { status: 500 }))).rejects.toBeInstanceOf(AppError);
});

test('a page that sets a cookie is not cached', async () => {
  await cache.get('k', draws('one', { headers: { 'Set-Cookie': 'a=b' } }));
  expect(cache.stats().pages).toBe(0);
});

test('a tag outdates its pages and no others; all outdates everything', async () => {
  await cache.get('a', draws('a', { tags: ['tale:1', 'list'] }));
  await cache.get('b', draws('b', { tags: ['tale:2', 'list'] }));
  await cache.get('c', draws('c', { tags: ['tale:3'] }));
  cache.invalidate(['tale:1', 'tale:9']);
  expect(await bodyOf(cache.get('a', draws('a2', { tags: ['tale:1'] })))).toBe('a2');
  expect((await cache.get('b', never)).use).toBe('hit');
  cache.invalidate(['list']);
  expect(cache.stats()).toMatchObject({ pages: 3, outdated: 1 });
  cache.invalidate(['all']);
  expect(cache.stats()).toMatchObject({ pages: 3, outdated: 3 });
});

test('purged pages are dropped and never served again', async () => {
  await cache.get('a', draws('a', { tags: ['tale:1', 'list'] }));
  await cache.get('b', draws('b', { tags: ['tale:2'] }));
  cache.invalidate(['tale:1', 'withdrawn:7']);
  await expect(cache.get('a', fails())).rejects.toThrow('database away');
  expect(await cache.get('b', never)).toMatchObject({ use: 'hit' });
  cache.invalidate(['all', 'withdrawn:8']);
  expect(cache.stats()).toMatchObject({ pages: 0, bytes: 0 });
});

test('an outdated page is served for an hour while rendering fails, and rendered again at the next notice', async () => {
  await cache.get('k', draws('old'));
  cache.invalidate(['list']);
  expect(await cache.get('k', fails())).toMatchObject({ use: 'stale' });
  expect(await cache.get('k', never)).toMatchObject({ use: 'stale' });
  cache.invalidate(['all']);
  expect(await bodyOf(cache.get('k', draws('new')))).toBe('new');
  cache.invalidate(['all']);
  time += HOUR;
  await expect(cache.get('k', fails())).rejects.toThrow('database away');
  expect(cache.canServe()).toBe(false);
});

test('an outdated page is served when the new one takes too long', async () => {
  cache = make({ patienceMs: 20 });
  await cache.get('k', draws('old'));
  cache.invalidate(['list']);
  expect(await cache.get('k', () => new Promise(() => {}))).toMatchObject({ use: 'stale' });
  expect(cache.canServe()).toBe(true);
});

test('a second outage of the database 6 s after the first loses no pages', async () => {
  const keys = Array.from({ length: 40 }, (_, at) => `k${at}`);
  for (const key of keys) await cache.get(key, draws(key));
  const servedOf = async () => (await Promise.all(keys.map((key) => cache.get(key, fails())))).map(({ use }) => use);
  time += 2 * MINUTE;
  expect(new Set(await servedOf())).toEqual(new Set(['stale']));
  // The connection is back, and has missed notices.
  cache.invalidate(['all']);
  time += 6_000;
  expect(new Set(await servedOf())).toEqual(new Set(['stale']));
});

test('a render started before its tag was invalidated is served to waiting readers, but not cached', async () => {
  const work = held();
  const early = bodyOf(cache.get('k', work.render));
  cache.invalidate(['tale:1']);
  const late = bodyOf(cache.get('k', draws('new', { tags: ['tale:1'] })));
  work.answer(result('old', { tags: ['tale:1'] }));
  expect(await early).toBe('old');
  expect(await late).toBe('new');
  expect(await bodyOf(cache.get('k', never))).toBe('new');
});

test('an older render that ends last does not replace a newer one', async () => {
  const slow = held();
  const early = cache.get('k', slow.render);
  cache.invalidate(['all']);
  await cache.get('k', draws('new', { tags: ['tale:1'] }));
  slow.answer(result('old', { tags: ['tale:1'] }));
  await early;
  expect(await bodyOf(cache.get('k', never))).toBe('new');
});

test('a render is cached if only other tags were invalidated', async () => {
  const work = held();
  const early = cache.get('k', work.render);
  cache.invalidate(['tale:2']);
  work.answer(result('one', { tags: ['tale:1'] }));
  await early;
  expect((await cache.get('k', never)).use).toBe('hit');
});

test('a refresh during which the page was invalidated is not cached', async () => {
  await cache.get('k', draws('old', { tags: ['tale:1'] }));
  time += 2 * MINUTE;
  const work = held();
  await cache.get('k', work.render);
  cache.invalidate(['tale:1']);
  work.answer(result('old still', { tags: ['tale:1'] }));
  await expect.poll(() => cache.stats().renders).toBe(0);
  expect(await bodyOf(cache.get('k', draws('new')))).toBe('new');
});

test('the size is limited, and evicted pages leave no tags behind', async () => {
  cache = make({ maxBytes: 200_000 });
  for (let page = 0; page < 100; page += 1) await cache.get(`k${page}`, draws(`${page}`.repeat(4_000), { tags: [`tale:${page}`] }));
  expect(cache.stats().bytes).toBeLessThanOrEqual(200_000);
  expect(cache.stats().pages).toBeGreaterThan(5);
  for (let page = 0; page < 100; page += 1) cache.invalidate([`tale:${page}`, 'withdrawn:1']);
  expect(cache.stats()).toMatchObject({ pages: 0, bytes: 0 });
  await cache.get('huge', draws('x'.repeat(300_000)));
  expect(cache.stats().pages).toBe(0);
});

test('too many concurrent renders are rejected at once', async () => {
  cache = make({ maxRenders: 3 });
  const work = Array.from({ length: 3 }, held);
  const waiting = work.map((each, at) => cache.get(`k${at}`, each.render));
  await expect(cache.get('one-more', never)).rejects.toMatchObject({ status: 503, code: 'overloaded', headers: { 'Retry-After': '2' } });
  work.forEach((each) => {
    each.answer(result('done'));
  });
  expect((await Promise.all(waiting)).map(({ use }) => use)).toEqual(['miss', 'miss', 'miss']);
  expect((await cache.get('one-more', draws('one'))).use).toBe('miss');
});

test('unchanged content keeps its tag and its compressed bytes', async () => {
  const body = 'once upon a time '.repeat(100);
  const first = (await cache.get('k', draws(`at 10:00 ${body} at 10:00`, { varying: '10:00' }))).page;
  time += 10 * MINUTE;
  const second = (await cache.get('k', draws(`at 10:10 ${body} at 10:10`, { varying: '10:10' }))).page;
  expect(second.variants.br).toBe(first.variants.br);
  time += 10 * MINUTE;
  const third = (await cache.get('k', draws(`at 10:20 ${body} on 10:20`, { varying: '10:20' }))).page;
  expect(third.hash).not.toBe(first.hash);
});

test('without a key nothing is cached', async () => {
  for (const body of ['one', 'two']) expect(await bodyOf(cache.get(null, draws(body)))).toBe(body);
  expect(cache.stats().pages).toBe(0);
});

test('the fast path finds fresh pages by their request URLs, and for requests with a cookie of ours only assets', async () => {
  await cache.get('k', draws('one', { tags: ['tale:1'] }));
  cache.remember('/tales?b=1&a=2', 'k', false);
  expect([false, true].map((assetsOnly) => cache.findFresh('/tales?b=1&a=2', assetsOnly)?.status)).toEqual([200, undefined]);
  expect(cache.findFresh('/tales?a=2&b=1', false)).toBeUndefined();
  cache.remember('/a.svg', 'k', true);
  expect(cache.findFresh('/a.svg', true)?.status).toBe(200);
  time += MINUTE;
  expect(cache.findFresh('/tales?b=1&a=2', false)).toBeUndefined();
  time -= MINUTE;
  cache.invalidate(['tale:1']);
  expect(cache.findFresh('/tales?b=1&a=2', false)).toBeUndefined();
});
