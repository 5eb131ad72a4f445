import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFileCache } from './file-cache.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'file-cache-'));
});
afterEach(() => rm(folder, { recursive: true }));

const bytes = Buffer.alloc(100, 'x');
/** Sets the last use of a file to a number of seconds ago. */
const age = (name: string, seconds: number) => utimes(path.join(folder, name), Date.now() / 1000 - seconds, Date.now() / 1000 - seconds);

test('a file is returned unchanged; missing and empty ones are not found', async () => {
  const files = createFileCache({ folder: path.join(folder, 'new'), maxBytes: 1_000 });
  await files.write('a', bytes);
  expect([await files.read('a'), await files.read('b')]).toEqual([bytes, undefined]);
  await writeFile(path.join(folder, 'new/c'), '');
  expect(await files.read('c')).toBeUndefined();
});

test('beyond the limit the least recently read files are evicted, also those of an earlier process', async () => {
  for (const name of ['1', '2', '3', '4', '5', '6', '7', '8', '9']) await writeFile(path.join(folder, name), bytes);
  const files = createFileCache({ folder, maxBytes: 1_000 });
  for (const name of ['1', '2', '3', '4', '5', '6', '7', '8', '9']) await age(name, 100 - Number(name));
  await files.read('1');
  await files.write('10', bytes);
  await files.write('11', bytes);
  expect((await readdir(folder)).toSorted()).toEqual(['1', '10', '11', '5', '6', '7', '8', '9']);
});

test('partial files are deleted after an hour', async () => {
  await writeFile(path.join(folder, 'old.tmp'), bytes);
  await writeFile(path.join(folder, 'new.tmp'), bytes);
  await age('old.tmp', 4_000);
  await createFileCache({ folder, maxBytes: 1_000 }).write('a', bytes);
  expect((await readdir(folder)).toSorted()).toEqual(['a', 'new.tmp']);
});
