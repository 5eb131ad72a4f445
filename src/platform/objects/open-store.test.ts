import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { openTestLog } from '#test/jobs.ts';
import { openFolderStore } from './folder-store.ts';
import { type StoreWatch, watchStores } from './open-store.ts';

let database: TestDatabase;
let root: string;
const running: { watch: StoreWatch; client: pg.PoolClient }[] = [];
let logs: ReturnType<typeof openTestLog>;

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
});
afterAll(() => database.drop());
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'talewood-stores-'));
  logs = openTestLog();
});
afterEach(async () => {
  for (const process of running.splice(0)) await end(process);
  await rm(root, { recursive: true });
});

const s3 = { endpoint: 'https://s3.example', bucket: 'tales', region: 'x', accessKeyId: 'x', secretAccessKey: 'x' };

/** Starts the check of a process with these settings. */
async function start(folder: string, bucket?: typeof s3) {
  const watch = await watchStores({ dataDir: path.join(root, folder), s3: bucket }, logs.log);
  const process = { watch, client: await database.pool.connect() };
  running.push(process);
  await watch.onAlive(process.client);
  return watch;
}

async function end({ watch, client }: { watch: StoreWatch; client: pg.PoolClient }) {
  // As after the end of its connection, which takes a moment.
  await client.query('select pg_advisory_unlock_all()');
  client.release(true);
  await watch.close();
}

const told = () => logs.events().filter((event) => event === 'separate_stores').length;

test('processes that share a folder are recognized, also by different paths', async () => {
  await start('a');
  await symlink(path.join(root, 'a'), path.join(root, 'b'));
  const watch = await start('b');
  expect([await watch.isSeparate(database.pool), told()]).toEqual([false, 0]);
});

test('processes with different folders are detected and logged by the second, and both know it', async () => {
  const first = await start('a');
  const second = await start('b');
  expect(told()).toBe(1);
  expect(await Promise.all([first, second].map((watch) => watch.isSeparate(database.pool)))).toEqual([true, true]);
});

test('a folder that was moved, or restored empty, is not reported', async () => {
  await start('a');
  for (const process of running.splice(0)) await end(process);
  expect(await (await start('b')).isSeparate(database.pool)).toBe(false);
  expect(told()).toBe(0);
});

test('processes that share a bucket are recognized; a different bucket or a folder is not shared', async () => {
  const first = await start('a', s3);
  await start('b', s3);
  expect(await first.isSeparate(database.pool)).toBe(false);
  const other = await start('c', { ...s3, bucket: 'others' });
  expect(await other.isSeparate(database.pool)).toBe(true);
  expect(await (await start('d')).isSeparate(database.pool)).toBe(true);
  expect(await first.isSeparate(database.pool)).toBe(true);
});

test('its marker file is not listed, and is deleted at the end', async () => {
  const media = path.join(root, 'a/media');
  await start('a');
  expect(await readdir(media)).toEqual([expect.stringMatching(/^\.process-\d+$/)]);
  expect(await openFolderStore(media).list()).toEqual([]);
  for (const process of running.splice(0)) await end(process);
  expect(await readdir(media)).toEqual([]);
});
