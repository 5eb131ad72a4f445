import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openTestS3, type TestS3 } from '#test/s3.ts';
import { openFolderStore, PARTIAL_FOLDER } from './folder-store.ts';
import type { ObjectStore } from './object-store.ts';
import { openS3Store } from './s3-store.ts';

let s3: TestS3;
let folder: string;
beforeAll(async () => {
  s3 = await openTestS3();
  folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-objects-'));
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  s3.objects.clear();
  await rm(folder, { recursive: true, force: true });
});

const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = async (store: ObjectStore, key: string) => {
  const found = await store.get(key);
  return found && (await buffer(found.body)).toString();
};
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ status, code }) => `${status} ${code}`,
  );

describe.each([
  ['a folder', () => openFolderStore(path.join(folder, 'media'))],
  ['a bucket', () => openS3Store(s3.settings)],
])('in %s', (_, open) => {
  test('a stored object is complete until it is deleted with its folder', async () => {
    const store = open();
    expect([await store.has('a1-2x3/320.webp'), await store.get('a1-2x3/320.webp'), await store.list()]).toEqual([false, undefined, []]);
    await store.put('a1-2x3/320.webp', bytes('once'), 'image/webp');
    await store.put('a1-2x3/320.webp', bytes('twice'), 'image/webp');
    for (const width of [640, 960, 1280]) await store.put(`a1-2x3/${width}.webp`, bytes('more'), 'image/webp');
    for (const name of ['b1-2x3', 'c1-2x3', 'd1-2x3']) await store.put(`${name}/320.webp`, bytes('other'), 'image/webp');
    expect([await store.has('a1-2x3/320.webp'), await textOf(store, 'a1-2x3/320.webp')]).toEqual([true, 'twice']);
    expect((await store.get('a1-2x3/320.webp'))?.size).toBe(5);
    expect((await store.list()).sort()).toEqual(['a1-2x3', 'b1-2x3', 'c1-2x3', 'd1-2x3']);
    await store.remove('a1-2x3');
    await store.remove('a1-2x3');
    expect([await store.has('a1-2x3/1280.webp'), await textOf(store, 'b1-2x3/320.webp')]).toEqual([false, 'other']);
  });

  test('local files can be stored and fetched; missing ones are not found', async () => {
    const store = open();
    const [from, to] = [path.join(folder, 'from'), path.join(folder, 'to')];
    await mkdir(folder, { recursive: true });
    await writeFile(from, 'a large file');
    await store.putFile('a1/b1/file', from, 'application/octet-stream');
    await rm(from);
    expect([await textOf(store, 'a1/b1/file'), await store.list()]).toEqual(['a large file', ['a1']]);
    expect([await store.getFile('a1/b1/file', to), await readFile(to, 'utf8')]).toEqual([true, 'a large file']);
    await store.remove('a1/b1');
    expect([await store.has('a1/b1/file'), await store.getFile('a1/b1/file', path.join(folder, 'none'))]).toEqual([false, false]);
    expect((await readdir(folder)).includes('none')).toBe(false);
  });

  test.each(['', '../secret', 'a/../../secret', '/etc/passwd', 'a//b', 'A', 'a/..', 'a\\b', 'a%2fb', 'a\0b', '.env'])(
    '%j is no key',
    async (key) => {
      const store = open();
      await expect(store.put(key, bytes('x'), 'image/webp')).rejects.toThrow(TypeError);
      for (const work of [store.get, store.has, store.remove]) await expect(work(key)).rejects.toThrow(TypeError);
    },
  );
});

describe('a folder', () => {
  const place = () => path.join(folder, 'media');

  test('that is full stores nothing, leaves no partial file, and works again when space is free', async () => {
    const store = openFolderStore(place());
    await store.put('a1-2x3/320.webp', bytes('before'), 'image/webp');
    const handle = await import('node:fs/promises').then(({ open }) => open(path.join(place(), 'a1-2x3/320.webp')));
    const full = vi
      .spyOn(Object.getPrototypeOf(handle), 'sync')
      .mockRejectedValue(Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'fsync' }));
    await handle.close();
    expect(await refusal(store.put('a1-2x3/320.webp', bytes('after'), 'image/webp'))).toBe('507 no_room');
    expect(await textOf(store, 'a1-2x3/320.webp')).toBe('before');
    full.mockRestore();
    expect(await readdir(place(), { recursive: true })).toEqual([PARTIAL_FOLDER, 'a1-2x3', 'a1-2x3/320.webp']);
    await store.put('a1-2x3/320.webp', bytes('after'), 'image/webp');
    expect(await textOf(store, 'a1-2x3/320.webp')).toBe('after');
  });

  test('deletes old partial files left by crashes', async () => {
    const store = openFolderStore(place());
    expect(await store.removePartialFiles(0)).toBe(0);
    await store.put('a1-2x3/320.webp', bytes('whole'), 'image/webp');
    for (const name of ['left', 'at-work']) await writeFile(path.join(place(), PARTIAL_FOLDER, name), 'ha');
    const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60_000);
    await utimes(path.join(place(), PARTIAL_FOLDER, 'left'), twoHoursAgo, twoHoursAgo);
    expect([await store.removePartialFiles(60 * 60_000), await store.list()]).toEqual([1, ['a1-2x3']]);
    expect(await readdir(path.join(place(), PARTIAL_FOLDER))).toEqual(['at-work']);
    expect(await textOf(store, 'a1-2x3/320.webp')).toBe('whole');
  });

  test('that is missing is created again, and one that is not a folder is reported', async () => {
    const store = openFolderStore(place());
    await store.put('a1-2x3/320.webp', bytes('x'), 'image/webp');
    await rename(place(), path.join(folder, 'elsewhere'));
    expect([await store.get('a1-2x3/320.webp'), await store.list()]).toEqual([undefined, []]);
    await store.put('b1-2x3/320.webp', bytes('y'), 'image/webp');
    expect(await textOf(store, 'b1-2x3/320.webp')).toBe('y');
    await rm(place(), { recursive: true });
    await writeFile(place(), 'a file');
    expect(await refusal(store.put('c1-2x3/320.webp', bytes('z'), 'image/webp'))).toBe('503 store_unavailable');
    expect(await store.get('c1-2x3/320.webp')).toBe(undefined);
  });

  // The superuser may write everywhere.
  test.skipIf(process.getuid?.() === 0)('that may not be written is told', async () => {
    await mkdir(place(), { recursive: true });
    await chmod(place(), 0);
    const store = openFolderStore(place());
    expect(await refusal(store.put('a1-2x3/320.webp', bytes('x'), 'image/webp'))).toBe('503 store_unavailable');
    expect(await refusal(store.get('a1-2x3/320.webp'))).toBe('503 store_unavailable');
    await chmod(place(), 0o700);
  });
});

describe('a bucket', () => {
  const quick = { timeoutMs: 300, pauseMs: 1 };

  test('gets requests signed with its key', async () => {
    const store = openS3Store({ ...s3.settings, secretAccessKey: 'another' }, quick);
    expect(await refusal(store.put('a1-2x3/320.webp', bytes('x'), 'image/webp'))).toBe('503 store_unavailable');
    expect(s3.objects.size).toBe(0);
  });

  test('has isolated prefixes', async () => {
    const [all, part] = [openS3Store(s3.settings), openS3Store(s3.settings, { prefix: 'imports/' })];
    for (const name of ['a1', 'b1', 'c1', 'd1']) await part.put(`${name}/x/file`, bytes(name), 'text/plain');
    await all.put('a1/file', bytes('other'), 'text/plain');
    expect([(await part.list()).sort(), await textOf(part, 'b1/x/file')]).toEqual([['a1', 'b1', 'c1', 'd1'], 'b1']);
    await part.remove('a1');
    expect([...s3.objects.keys()].sort()).toEqual(['a1/file', 'imports/b1/x/file', 'imports/c1/x/file', 'imports/d1/x/file']);
  });

  test('that fails temporarily still stores and returns complete files', async () => {
    const store = openS3Store(s3.settings, { ...quick, fileTimeoutMs: 5_000 });
    const [from, to] = [path.join(folder, 'from'), path.join(folder, 'to')];
    await mkdir(folder, { recursive: true });
    await writeFile(from, Buffer.alloc(5_000_000, 'tale'));
    s3.fail('error', 'slow down');
    await store.putFile('a1/file', from, 'text/plain');
    s3.fail('cut', 'error');
    expect(await store.getFile('a1/file', to)).toBe(true);
    expect((await readFile(to)).equals(await readFile(from))).toBe(true);
    s3.fail('full');
    expect(await refusal(store.putFile('b1/file', from, 'text/plain'))).toBe('507 no_room');
  });

  test('that fails temporarily is retried, also after a partial response', async () => {
    const store = openS3Store(s3.settings, quick);
    s3.fail('error', 'slow down');
    await store.put('a1-2x3/320.webp', bytes('kept'), 'image/webp');
    s3.fail('cut', 'silent');
    expect(await textOf(store, 'a1-2x3/320.webp')).toBe('kept');
    expect(s3.objects.get('a1-2x3/320.webp')?.type).toBe('image/webp');
  });

  test('that keeps failing is reported, one that denies access is not retried, and a full one is reported as such', async () => {
    const store = openS3Store(s3.settings, quick);
    for (const fault of ['error', 'silent', 'cut'] as const) {
      s3.fail(fault, fault, fault);
      expect(await refusal(store.put('a1-2x3/320.webp', bytes('x'), 'image/webp'))).toBe('503 store_unavailable');
    }
    s3.requests.length = 0;
    s3.fail('refused');
    expect(await refusal(store.get('a1-2x3/320.webp'))).toBe('503 store_unavailable');
    expect(s3.requests).toEqual(['GET /pictures/a1-2x3/320.webp']);
    s3.fail('full');
    expect(await refusal(store.put('a1-2x3/320.webp', bytes('x'), 'image/webp'))).toBe('507 no_room');
    expect(await refusal(openS3Store({ ...s3.settings, bucket: 'elsewhere' }, quick).list())).toBe('503 store_unavailable');
    expect(await refusal(openS3Store({ ...s3.settings, endpoint: 'http://127.0.0.1:1' }, quick).has('a1'))).toBe('503 store_unavailable');
  });
});
