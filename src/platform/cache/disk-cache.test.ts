import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openTestLog } from '#test/jobs.ts';
import { openDiskCache } from './disk-cache.ts';
import { createPageCache, type PageResult, type Render } from './page-cache.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Options = Partial<Parameters<typeof openDiskCache>[0]>;

let folder: string;
let time: number;
/** The number of the next transaction, and the last one that changed each tag. */
let next: number;
let changed: Record<string, number>;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-disk-'));
  time = 1_800_000_000_000;
  next = 100;
  changed = {};
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const changes: Options['changes'] & object = {
  stamp: () => ({ database: 'one', number: next }),
  isCurrent: ({ database, number }, tags) => database === 'one' && ['all', ...tags].every((tag) => (changed[tag] ?? 0) < number),
};
const change = (tag: string) => {
  changed[tag] = next;
  next += 1;
};

/** Opens the cache of a process. */
function open(options: Options = {}) {
  const logs = openTestLog();
  const diskCache = openDiskCache({
    ...{ folder, maxBytes: 1e6, secret: 'a secret', context: () => 'build 1', log: logs.log, now: () => time, isFull: () => false },
    changes,
    ...options,
  });
  return { ...createPageCache({ log: logs.log, diskCache }), logs, stop: diskCache.close };
}

const LONG = 'There was a mill. '.repeat(100);
const page = (body = LONG, more: Partial<PageResult> = {}): PageResult => ({
  status: 200,
  headers: { 'Content-Type': 'text/html', 'X-Of': 'page' },
  body,
  tags: ['tale:1'],
  ...more,
});
const draws =
  (...given: Parameters<typeof page>): Render =>
  async () =>
    page(...given);
const never: Render = () => Promise.reject(new Error('must not be rendered'));

/** Renders a page in a process that then stops. */
async function store(key: string, render: Render = draws(), options?: Options) {
  const cache = open(options);
  await cache.get(key, render);
  await cache.stop();
}

/** How a process that starts now gets the page; it writes none. */
async function resultOf(key: string, options?: Options): Promise<string> {
  return (await open({ isFull: () => true, ...options }).get(key, draws('drawn anew'))).use;
}

test('after a restart the page is the same, byte for byte, without being rendered', async () => {
  const before = open();
  const { page: drawn } = await before.get('/a', draws());
  await before.stop();
  const after = open();
  const { page: found, use } = await after.get('/a', never);
  expect(use).toBe('disk');
  expect(found).toEqual(drawn);
  expect(found.variants.br?.body.length).toBeGreaterThan(10);
  expect((await after.get('/a', never)).use).toBe('hit');
  expect(after.stats().uses).toMatchObject({ disk: 1, miss: 0, hit: 1 });
});

test('concurrent requests read the file once', async () => {
  await store('/a');
  const cache = open();
  const served = await Promise.all(Array.from({ length: 20 }, () => cache.get('/a', never)));
  expect(new Set(served.map((each) => each.page)).size).toBe(1);
});

test('short pages, redirects and any text are stored as they are', async () => {
  const pages = { '/short': page('Fürchte dich nicht 🦊'), '/moved': page('', { status: 301, headers: { Location: '/a' } }) };
  for (const [key, result] of Object.entries(pages)) {
    const cache = open();
    const { page: drawn } = await cache.get(key, async () => result);
    await cache.stop();
    expect((await open().get(key, never)).page).toEqual(drawn);
  }
});

test.each(['tale:1', 'all'])('a page is rendered anew if %s changed while no process ran', async (tag) => {
  await store('/a');
  change(tag);
  expect(await resultOf('/a')).toBe('miss');
});

test('other changes do not matter', async () => {
  await store('/a');
  change('tale:2');
  change('list');
  expect(await resultOf('/a')).toBe('disk');
});

test('a page whose data changed while it was rendered is not written', async () => {
  await store('/a', async () => {
    change('tale:1');
    return page();
  });
  expect(await readdir(folder)).toEqual([]);
});

test('a page that changes while its file is read is rendered anew', async () => {
  await store('/a');
  const cache = open();
  const served = cache.get('/a', draws('new'));
  cache.invalidate(['tale:1']);
  expect((await served).use).toBe('miss');
});

test('without knowing what changed, nothing is read or written', async () => {
  const unknown = { changes: { ...changes, stamp: () => undefined } };
  await store('/b', draws(), unknown);
  expect(await readdir(folder)).toEqual([]);
  await store('/a');
  expect(await resultOf('/a', unknown)).toBe('miss');
});

test('pages of another database, build, site name or secret are ignored', async () => {
  await store('/a');
  const other = { ...changes, isCurrent: () => false };
  for (const options of [{ context: () => 'build 2' }, { secret: 'another secret' }, { changes: other }])
    expect(await resultOf('/a', options)).toBe('miss');
  expect(await resultOf('/a')).toBe('disk');
});

test('lists are used for ten minutes as in memory, other pages for a day while no list changes', async () => {
  await store('/list', draws(LONG, { tags: ['list'] }));
  await store('/a');
  await store('/b', draws(LONG, { tags: ['tale:2'] }));
  time += 10 * MINUTE - 1;
  expect([await resultOf('/list'), await resultOf('/a')]).toEqual(['disk', 'disk']);
  time += 1;
  expect([await resultOf('/list'), await resultOf('/a')]).toEqual(['miss', 'disk']);
  time += 13 * HOUR;
  expect(await resultOf('/a')).toBe('disk');
  change('list');
  expect(await resultOf('/a')).toBe('miss');
  time += 11 * HOUR;
  changed = {};
  expect(await resultOf('/b')).toBe('miss');
});

test('a list from disk has its true age, so that it is refreshed', async () => {
  await store('/list', draws(LONG, { tags: ['list'] }));
  time += 2 * MINUTE;
  const cache = open();
  expect((await cache.get('/list', never)).use).toBe('disk');
  expect((await cache.get('/list', draws('new'))).use).toBe('stale');
});

test('a clock that was set back does not make pages last', async () => {
  await store('/a');
  time -= HOUR;
  expect(await resultOf('/a')).toBe('miss');
});

test('errors, pages without tags and pages rendered for one person are never written', async () => {
  const cache = open();
  await cache.get('/missing', draws('gone', { status: 404 }));
  await cache.get('/guide', draws(LONG, { tags: [] }));
  await cache.get('/cookie', draws(LONG, { headers: { 'Set-Cookie': 'a=b' } }));
  await cache.get(null, draws());
  await cache.stop();
  expect(await readdir(folder)).toEqual([]);
});

test('a damaged file is ignored, wherever the damage is', async () => {
  await store('/a');
  const [name = ''] = await readdir(folder);
  const file = path.join(folder, name);
  const whole = await readFile(file);
  for (const at of [0, 31, 32, 35, 36, 60, 200, whole.length - 1]) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    await writeFile(file, damaged);
    expect(await resultOf('/a'), `byte ${at}`).toBe('miss');
  }
  for (const length of [0, 10, 35, 36, whole.length - 1]) {
    await writeFile(file, whole.subarray(0, length));
    expect(await resultOf('/a'), `${length} bytes`).toBe('miss');
  }
  await writeFile(file, whole);
  expect(await resultOf('/a')).toBe('disk');
});

test('the file of another page is ignored', async () => {
  await store('/a');
  const [ofA = ''] = await readdir(folder);
  await store('/b');
  const ofB = (await readdir(folder)).find((name) => name !== ofA) ?? '';
  await rename(path.join(folder, ofB), path.join(folder, ofA));
  expect(await resultOf('/a')).toBe('miss');
});

test('many pages that are written at once are all there', async () => {
  const cache = open();
  const keys = Array.from({ length: 100 }, (_, at) => `/${at}`);
  await Promise.all(keys.map((key) => cache.get(key, draws(key + LONG))));
  await cache.stop();
  expect(await readdir(folder)).toHaveLength(100);
  const next = open();
  for (const key of keys) expect((await next.get(key, never)).use, key).toBe('disk');
});

test('files that cannot be written cost one warning; pages are served from memory', async () => {
  const file = path.join(folder, 'not a folder');
  await writeFile(file, '');
  const cache = open({ folder: file });
  for (const key of ['/a', '/b', '/c']) await cache.get(key, draws());
  await cache.stop();
  expect(cache.logs.events()).toEqual(['page_not_written']);
  expect(cache.logs.lines()[0]?.level).toBe('warn');
  expect((await cache.get('/a', never)).use).toBe('hit');
});

test('nothing is written while the disk is full', async () => {
  const cache = open({ isFull: () => true });
  await cache.get('/a', draws());
  await cache.stop();
  expect([await readdir(folder), cache.logs.events()]).toEqual([[], []]);
});

test('the folder does not exceed its limit', async () => {
  const cache = open({ maxBytes: 10_000 });
  for (let number = 0; number < 40; number += 1) await cache.get(`/${number}`, draws(LONG, { tags: [`tale:${number}`] }));
  await cache.stop();
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map(async (name) => (await stat(path.join(folder, name))).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(10_000);
  expect(names.length).toBeGreaterThan(5);
});

test('a page with the same content is not written again within five minutes', async () => {
  const cache = open();
  onTestFinished(cache.stop);
  /** Renders the page anew, then another one, and waits for the file of that, which is written later. */
  const contentsAfter = async (key: string) => {
    const before = await readdir(folder);
    cache.invalidate(['all']);
    await cache.get('/a', draws());
    await cache.get(key, draws(LONG, { tags: [key] }));
    const isNew = (name: string) => !before.includes(name);
    await expect.poll(async () => (await readdir(folder)).filter((name) => isNew(name) && !name.endsWith('.tmp'))).not.toEqual([]);
    return Promise.all(before.map((name) => readFile(path.join(folder, name), 'base64')));
  };
  await contentsAfter('/b');
  const first = await contentsAfter('/c');
  time += 5 * MINUTE - 1;
  expect((await contentsAfter('/d')).filter((content) => first.includes(content))).toEqual(first);
  time += 1;
  expect((await contentsAfter('/e')).filter((content) => first.includes(content))).toHaveLength(first.length - 1);
});
