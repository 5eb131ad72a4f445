import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { mirrorFiles, SAMPLE_BOOK, startMirror, type TestMirror } from '#test/mirror.ts';
import { type FetchOptions, fetchClassic, fetchClassics } from './fetch-classic.ts';
import { listClassics } from './list-classics.ts';
import { mirrorPaths, openMirrors } from './mirror.ts';

const ID = 12345;
const HTML = '1/2/3/4/12345/12345-h/12345-h.htm';
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

let folder: string;
let cacheDir: string;
let mirror: TestMirror;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-classics-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  cacheDir = path.join(folder, crypto.randomUUID());
  mirror = await startMirror([[HTML, SAMPLE_BOOK]]);
});
afterEach(() => mirror.close());

const openAt = (...addresses: string[]) => openMirrors(addresses.length === 0 ? [mirror.url] : addresses, { delayMs: 0 });
const get = (options: Partial<FetchOptions> = {}) =>
  fetchClassic({ id: ID }, { cacheDir, mirrors: openAt(), pauseMs: 1, stallMs: 5_000, ...options });
const faultOf = (work: Promise<unknown>) => work.then(JSON.stringify, (error) => error.code ?? String(error));

test('uses the mirrors that Project Gutenberg names by default', () => {
  expect(openMirrors().map(({ address }) => address)).toEqual(['https://aleph.gutenberg.org/', 'https://gutenberg.pglaf.org/']);
});

test('looks for a book in all paths that mirrors use', () => {
  expect(mirrorPaths(12345).map(({ path: each }) => each)).toEqual([
    ...[
      '1/2/3/4/12345/12345-h/12345-h.htm',
      'cache/epub/12345/pg12345-images.html',
      '1/2/3/4/12345/12345-0.txt',
      '1/2/3/4/12345/12345-8.txt',
    ],
    ...['1/2/3/4/12345/12345.txt', 'cache/epub/12345/pg12345.txt', 'cache/epub/12345/pg12345.epub', 'cache/epub/12345/pg12345-images.epub'],
  ]);
  expect(mirrorPaths(5, 'text')[0]).toEqual({ path: '0/5/5-0.txt', form: 'text' });
});

test('stores a complete download with its hash and does not fetch it again', async () => {
  const told: [number, number | null][] = [];
  const first = await get({ onProgress: (bytes, total) => told.push([bytes, total]) });
  expect(first).toMatchObject({
    path: path.join(cacheDir, '12345.html'),
    form: 'html',
    bytes: SAMPLE_BOOK.length,
    sha256: sha256(SAMPLE_BOOK),
    wasCached: false,
  });
  expect(await readFile(first.path)).toEqual(SAMPLE_BOOK);
  expect(told.at(-1)).toEqual([SAMPLE_BOOK.length, SAMPLE_BOOK.length]);
  expect((await readdir(cacheDir)).toSorted()).toEqual(['12345.html', '12345.json']);
  expect(mirror.seen.map(({ headers }) => headers['user-agent'])).toEqual([expect.stringMatching(/^Talewood \(/)]);
  expect(await get()).toMatchObject({ sha256: sha256(SAMPLE_BOOK), wasCached: true });
  expect(mirror.seen).toHaveLength(1);
  // The mirror answers the conditional request with "unchanged", but sends new content.
  expect(await get({ refresh: true })).toMatchObject({ wasCached: true });
  mirror.files.set(HTML, Buffer.concat([SAMPLE_BOOK, SAMPLE_BOOK]));
  expect(await get({ refresh: true })).toMatchObject({ wasCached: false, bytes: SAMPLE_BOOK.length * 2 });
  expect(mirror.seen).toHaveLength(3);
});

test('fetches a corrupted cache file again', async () => {
  const { path: file } = await get();
  await writeFile(file, 'Gutenberg, but not this </html>');
  expect(await get()).toMatchObject({ wasCached: false, sha256: sha256(SAMPLE_BOOK) });
  expect(await readFile(file)).toEqual(SAMPLE_BOOK);
});

test('resumes an interrupted download, also in a later run', async () => {
  mirror.fail(HTML, 'cut');
  expect(await get()).toMatchObject({ sha256: sha256(SAMPLE_BOOK) });
  expect(mirror.seen.map(({ headers }) => headers.range)).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d*-$/)]);
  cacheDir += '-later';
  mirror.fail(HTML, 'cut', { status: 503 }, { status: 503 }, { status: 503 });
  expect(await faultOf(get())).toBe('unreachable');
  expect(await get()).toMatchObject({ sha256: sha256(SAMPLE_BOOK) });
  expect(mirror.seen.at(-1)?.headers.range).toMatch(/^bytes=[1-9]/);
});

test('does not resume when the file has changed or has no validator', async () => {
  mirror.fail(HTML, 'cut', { status: 503 }, { status: 503 }, { status: 503 });
  expect(await faultOf(get())).toBe('unreachable');
  const other = Buffer.from(SAMPLE_BOOK.toString().replaceAll('turned', 'moved'));
  mirror.files.set(HTML, other);
  expect(await get()).toMatchObject({ sha256: sha256(other) });
  cacheDir += '-2';
  mirror.fail(HTML, 'no-validator');
  expect(await get()).toMatchObject({ sha256: sha256(other) });
  expect(mirror.seen.at(-1)?.headers.range).toBeUndefined();
});

test('retries a silent, busy or truncating server and gives up after four attempts', async () => {
  mirror.fail(HTML, 'stall');
  expect(await get({ stallMs: 150 })).toMatchObject({ sha256: sha256(SAMPLE_BOOK) });
  cacheDir += '-2';
  mirror.fail(HTML, { status: 503 }, 'short', 'long');
  expect(await get()).toMatchObject({ sha256: sha256(SAMPLE_BOOK) });
  cacheDir += '-3';
  mirror.fail(HTML, ...Array.from({ length: 4 }, () => ({ status: 500 })));
  expect(await faultOf(get())).toBe('unreachable');
  mirror.files.clear();
  expect(await faultOf(get())).toBe('missing');
  expect(await faultOf(get({ mirrors: openAt('http://127.0.0.1:9/') }))).toBe('unreachable');
});

test('backs off between attempts and respects Retry-After', async () => {
  mirror.fail(HTML, { status: 503 }, { status: 503 }, { status: 503, headers: { 'retry-after': '0.2' } });
  await get({ pauseMs: 20 });
  const gaps = mirror.seen.slice(1).map(({ at }, index) => at - (mirror.seen[index]?.at ?? 0));
  expect(gaps[0]).toBeGreaterThan(18);
  expect(gaps[1]).toBeGreaterThan(38);
  expect(gaps[2]).toBeGreaterThan(195);
});

test('sends one request at a time, with a delay between them', async () => {
  mirror.files.delete(HTML);
  mirror.files.set('1/2/3/4/12345/12345-8.txt', SAMPLE_BOOK);
  const polite = openMirrors([mirror.url], { delayMs: 40 });
  const both = [fetchClassic({ id: ID }, { cacheDir, mirrors: polite }), fetchClassic({ id: 7 }, { cacheDir, mirrors: polite })];
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  const gaps = mirror.seen.slice(1).map(({ at }, index) => at - (mirror.seen[index]?.at ?? 0));
  expect(gaps).toHaveLength(11);
  expect(Math.min(...gaps)).toBeGreaterThan(38);
});

test('follows redirects only to the same host over HTTP', async () => {
  const to = (location: string) => ({ status: 302, headers: { location } });
  mirror.fail(HTML, to('/copy.htm'));
  mirror.files.set('copy.htm', SAMPLE_BOOK);
  expect(await get()).toMatchObject({ sha256: sha256(SAMPLE_BOOK) });
  cacheDir += '-2';
  const other = await startMirror([['x', SAMPLE_BOOK]]);
  for (const location of [other.url.replace('127.0.0.1', 'localhost'), 'file:///etc/passwd', 'http://a:b@127.0.0.1/']) {
    mirror.fail(HTML, to(location));
    expect(await faultOf(get())).toBe('elsewhere');
  }
  expect(other.seen).toEqual([]);
  await other.close();
  mirror.fail(HTML, ...Array.from({ length: 4 }, () => to(`/${HTML}`)));
  expect(await faultOf(get())).toBe('elsewhere');
  mirror.fail(HTML, { status: 403 });
  expect(await faultOf(get())).toBe('refused');
  for (const address of ['ftp://mirror.example/', 'https://a:b@mirror.example/', 'file:///etc'])
    expect(() => openMirrors([address])).toThrow('Invalid mirror');
});

test('rejects files that are not books or too large, does not store them, and continues', async () => {
  mirror.fail(HTML, 'no-book');
  expect(await faultOf(get())).toBe('no_book');
  expect(await readdir(cacheDir)).toEqual([]);
  const large = Buffer.alloc(20 * 1024 * 1024 + 1, 'Gutenberg ');
  mirror.files.set(HTML, large);
  expect(await faultOf(get())).toBe('too_large');
  mirror.files.set('1/11/11-h/11-h.htm', SAMPLE_BOOK);
  const classics = await listClassics();
  const [entry] = classics;
  if (entry === undefined) throw new Error('no catalogue');
  const results = [];
  for await (const result of fetchClassics(
    [
      { ...entry, id: ID },
      { ...entry, id: 11, form: 'html' },
    ],
    { cacheDir, mirrors: openAt() },
  ))
    results.push('fault' in result ? result.fault.code : result.fetched.bytes);
  expect(results).toEqual(['too_large', SAMPLE_BOOK.length]);
});

test('falls back to the second mirror', async () => {
  const empty = await startMirror();
  expect(await get({ mirrors: openAt(empty.url, mirror.url) })).toMatchObject({ url: mirror.url + HTML });
  await empty.close();
});

test('stops when aborted and keeps what was downloaded', async () => {
  mirror.fail(HTML, 'stall');
  const controller = new AbortController();
  const work = get({ signal: controller.signal, onProgress: () => controller.abort(new Error('enough')) });
  await expect(work).rejects.toThrow('enough');
  expect(await get()).toMatchObject({ sha256: sha256(SAMPLE_BOOK) });
});

test('reads a folder mirror and nothing outside of it', async () => {
  const root = path.join(folder, 'mirror');
  await mkdir(path.dirname(path.join(root, HTML)), { recursive: true });
  await writeFile(path.join(root, HTML), SAMPLE_BOOK);
  expect(await get({ mirrors: openAt(root) })).toMatchObject({ sha256: sha256(SAMPLE_BOOK), form: 'html' });
  const secret = path.join(folder, 'secret.htm');
  await writeFile(secret, SAMPLE_BOOK);
  await mkdir(path.join(root, '0/7/7-h'), { recursive: true });
  await symlink(secret, path.join(root, '0/7/7-h/7-h.htm'));
  expect(await faultOf(fetchClassic({ id: 7 }, { cacheDir, mirrors: openAt(root) }))).toBe('elsewhere');
  expect(await faultOf(fetchClassic({ id: 8 }, { cacheDir, mirrors: openAt(root) }))).toBe('missing');
});

test('fetches the books of the library unchanged', async () => {
  const files = mirrorFiles();
  for (const [file, bytes] of files) mirror.files.set(file, bytes);
  const hashes = new Set([...files.values()].map(sha256));
  const known = (await listClassics()).filter(({ id, form }) => mirrorPaths(id, form).some((place) => files.has(place.path)));
  expect(known.length).toBe(files.size > 1 ? files.size - 1 : 0);
  // A few of them, to save time.
  const some = known.filter((_, index) => index % 4 === 0);
  for await (const result of fetchClassics(some, { cacheDir, mirrors: openAt() })) {
    if ('fault' in result) throw result.fault;
    expect(hashes).toContain(result.fetched.sha256);
    expect(result.fetched.form).toBe(result.entry.form);
  }
});
