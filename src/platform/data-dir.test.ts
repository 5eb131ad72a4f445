import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silent } from '#test/database.ts';
import { openDataDir } from './data-dir.ts';
import { createHome } from './postgres/embedded-postgres.ts';

let folder: string;
let umask: number;
beforeEach(async () => {
  umask = process.umask();
  folder = await mkdtemp(path.join(os.tmpdir(), 'data-dir-'));
});
afterEach(async () => {
  process.umask(umask);
  await rm(folder, { recursive: true });
});

const modeOf = async (...parts: string[]) => (await stat(path.join(folder, ...parts))).mode & 0o777;

test('a new DATA_DIR and files created later are accessible only to its account', async () => {
  await openDataDir(path.join(folder, 'a/data'), silent);
  await mkdir(path.join(folder, 'a/data/imports'));
  await writeFile(path.join(folder, 'a/data/imports/book.epub'), 'x');
  expect([await modeOf('a/data'), await modeOf('a/data/imports'), await modeOf('a/data/imports/book.epub')]).toEqual([0o700, 0o700, 0o600]);
});

test('access of others to an existing DATA_DIR and its folders is removed', async () => {
  for (const name of ['imports', 'media']) await mkdir(path.join(folder, name));
  for (const name of ['', 'imports', 'media']) await chmod(path.join(folder, name), 0o755);
  await openDataDir(folder, silent);
  expect([await modeOf(), await modeOf('imports'), await modeOf('media')]).toEqual([0o700, 0o700, 0o700]);
});

test('another user, as which Postgres runs, can pass through the folder of the database but not list it', async () => {
  await openDataDir(folder, silent);
  createHome(folder);
  expect(await modeOf('postgres')).toBe(0o711);
  await openDataDir(folder, silent);
  expect(await modeOf('postgres')).toBe(0o711);
});
