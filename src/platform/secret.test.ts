import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSecret, readSecret, replaceSecret } from './secret.ts';
import { StartError } from './start-errors.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-secret-'));
});
afterEach(() => rm(folder, { recursive: true }));

const inFolder = () => openSecret({ secret: undefined, dataDir: folder });

test('a configured secret is used, and no file is created', async () => {
  const secret = 'a secret that somebody has chosen with care';
  expect(await openSecret({ secret, dataDir: folder })).toBe(secret);
  expect(await readdir(folder)).toEqual([]);
});

test('without one it is created once, with 256 bits, readable only by its account', async () => {
  const secret = await openSecret({ secret: undefined, dataDir: path.join(folder, 'not/there/yet') });
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  await rm(path.join(folder, 'not'), { recursive: true });
  const made = await inFolder();
  expect(made).not.toBe(secret);
  expect(await inFolder()).toBe(made);
  expect((await stat(path.join(folder, 'secret'))).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['secret']);
});

test('processes that start concurrently share it', async () => {
  const code = `import { openSecret, readSecret, replaceSecret } from ${JSON.stringify(path.resolve('src/platform/secret.ts'))};
    console.log(await openSecret({ secret: undefined, dataDir: process.argv[1] }));`;
  const start = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code, folder]);
  const secrets = (await Promise.all([start(), start(), start()])).map(({ stdout }) => stdout.trim());
  const many = await Promise.all(Array.from({ length: 20 }, inFolder));
  expect(new Set([...secrets, ...many]).size).toBe(1);
  expect(`${secrets[0]}\n`).toBe(await readFile(path.join(folder, 'secret'), 'utf8'));
});

test('twenty processes in an empty folder share it', async () => {
  expect(new Set(await Promise.all(Array.from({ length: 20 }, inFolder))).size).toBe(1);
  expect(await readdir(folder)).toEqual(['secret']);
});

test('an invalid file prevents the start and is left unchanged', async () => {
  await writeFile(path.join(folder, 'secret'), '\n');
  await expect(inFolder()).rejects.toThrow(StartError);
  expect(await readFile(path.join(folder, 'secret'), 'utf8')).toBe('\n');
});

test('a restore replaces it and keeps a copy of the previous one', async () => {
  const first = 'the secret of the site that was backed up';
  expect((await replaceSecret(path.join(folder, 'new'), first)).previousFile).toBe(undefined);
  expect(await readSecret(path.join(folder, 'new'))).toBe(first);
  const before = await inFolder();
  const previousFile = path.join(folder, 'secret.before-restore');
  const replaced = await replaceSecret(folder, first);
  expect(replaced.previousFile).toBe(previousFile);
  expect((await replaceSecret(folder, first)).previousFile).toBe(undefined);
  expect([await inFolder(), (await readFile(previousFile, 'utf8')).trim()]).toEqual([first, before]);
  expect((await stat(path.join(folder, 'secret'))).mode & 0o777).toBe(0o600);
  await replaced.undo();
  expect(await inFolder()).toBe(before);
  const fresh = await replaceSecret(path.join(folder, 'fresh'), first);
  await fresh.undo();
  expect(await readSecret(path.join(folder, 'fresh'))).toBe(undefined);
});
