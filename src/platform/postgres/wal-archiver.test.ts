import { mkdir, mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silent } from '#test/database.ts';
import { withClient } from '#test/full-site.ts';
import { startEmbeddedPostgres, superuserUrl } from './embedded-postgres.ts';
import { type ArchiveQueue, startArchiver } from './wal-archiver.ts';

const SEGMENT = '0000000100000000000000AB';
const HISTORY = '00000002.history';

let home: string;
let archiveDir: string;
let queue: ArchiveQueue;
let warnings: string[];

beforeEach(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'talewood-wal-'));
  archiveDir = path.join(home, 'archive');
  queue = { folder: path.join(home, 'wal-to-archive'), archiveDir, systemId: '7', since: new Date(0) };
  for (const folder of [archiveDir, queue.folder]) await mkdir(folder);
  warnings = [];
});
afterEach(() => rm(home, { recursive: true }));

const log = { ...silent, warn: (line: string) => void warnings.push(line) };
const enqueue = (name: string, bytes = name.repeat(10_000)) => writeFile(path.join(queue.folder, name), bytes);
const archived = async () => (await readdir(path.join(archiveDir, 'wal'))).sort();
const queued = async () => (await readdir(queue.folder)).filter((name) => name !== 'since').sort();
/** Archives twice: at the start and at the stop. */
const archive = async () => startArchiver(queue, log).stop();

test('archives each file compressed and complete, once', async () => {
  for (const name of [SEGMENT, HISTORY, `${SEGMENT}.00000028.backup`]) await enqueue(name);
  await enqueue(`archtemp.${SEGMENT}.1.2`, 'half');
  await archive();
  expect(await archived()).toEqual([`${SEGMENT}.00000028.backup.gz`, `${SEGMENT}.gz`, `${HISTORY}.gz`]);
  expect(await queued()).toEqual([`archtemp.${SEGMENT}.1.2`]);
  const packed = await readFile(path.join(archiveDir, 'wal', `${SEGMENT}.gz`));
  expect(gunzipSync(packed).toString()).toBe(SEGMENT.repeat(10_000));
  expect(packed.length).toBeLessThan(3000);
  expect(warnings).toEqual([]);
});

test('accepts the same file twice, and rejects a different file of the same name, which stays queued', async () => {
  await enqueue(SEGMENT);
  await archive();
  await enqueue(SEGMENT);
  await archive();
  expect([await queued(), warnings]).toEqual([[], []]);
  await enqueue(SEGMENT, 'other bytes');
  await archive();
  expect(warnings).toEqual([expect.stringContaining('a different file already exists')]);
  expect(await queued()).toEqual([`${SEGMENT}.gz`]);
  expect(gunzipSync(await readFile(path.join(archiveDir, 'wal', `${SEGMENT}.gz`))).toString()).toBe(SEGMENT.repeat(10_000));
});

test('keeps queued files compressed while the archive is missing, empty or read-only', async () => {
  await archive();
  await enqueue(SEGMENT);
  await rename(archiveDir, `${archiveDir}-away`);
  await archive();
  expect([await queued(), warnings]).toEqual([[`${SEGMENT}.gz`], [expect.stringContaining('ENOENT')]]);
  await mkdir(archiveDir);
  await archive();
  expect(warnings.at(-1)).toContain('check that its disk is mounted');
  expect(await readdir(archiveDir), 'nothing is written into an empty mount point').toEqual([]);
  await rm(archiveDir, { recursive: true });
  await rename(`${archiveDir}-away`, archiveDir);
  await rm(path.join(archiveDir, 'wal'), { recursive: true });
  await writeFile(path.join(archiveDir, 'wal'), 'a file');
  await archive();
  expect(warnings).toHaveLength(3);
  await rm(path.join(archiveDir, 'wal'));
  await archive();
  expect([await archived(), await queued()]).toEqual([[`${SEGMENT}.gz`], []]);
});

test('discards the queue before it fills the disk, and reports the gap', async () => {
  await archive();
  await rename(archiveDir, `${archiveDir}-away`);
  await enqueue(HISTORY);
  const large = path.join(queue.folder, `${SEGMENT}.gz`);
  await writeFile(large, '');
  await truncate(large, 1024 ** 3 + 1);
  await archive();
  expect(warnings).toEqual([expect.stringContaining('has a gap')]);
  await rename(`${archiveDir}-away`, archiveDir);
  await archive();
  expect(await archived()).toEqual([`${HISTORY}.gz`]);
  const { since } = JSON.parse(await readFile(path.join(queue.folder, 'since'), 'utf8'));
  expect(Date.parse(since), 'base backups before the gap cannot be used across it').toBeGreaterThan(Date.now() - 60_000);
});

test('never mixes two databases in one archive', async () => {
  await writeFile(path.join(archiveDir, 'database'), '8\n');
  await enqueue(SEGMENT);
  await archive();
  expect(warnings).toEqual([expect.stringContaining('belongs to another database')]);
  expect(await readdir(archiveDir)).toEqual(['database']);
  expect(await queued()).toEqual([`${SEGMENT}.gz`]);
});

test('a site works without its archive, and starting without WAL_ARCHIVE_DIR removes the queue', async () => {
  const dataDir = path.join(home, 'data');
  const away = path.join(home, 'not-there-yet');
  const postgres = await startEmbeddedPostgres({ dataDir, archiveDir: away, durable: false, log });
  await withClient(superuserUrl(postgres.url), async (client) => {
    await client.query("create table tales as select 'Rapunzel' as title");
    await client.query('select pg_switch_wal()');
    await expect.poll(() => warnings.length).toBeGreaterThan(0);
    await mkdir(away);
    await expect.poll(() => readdir(away)).toEqual(expect.arrayContaining(['database', 'wal']));
  });
  await postgres.stop();
  expect((await readdir(path.join(away, 'wal'))).length).toBeGreaterThan(0);
  await (await startEmbeddedPostgres({ dataDir, durable: false, log })).stop();
  expect(await readdir(path.join(dataDir, 'postgres')), 'the next archive starts from scratch').not.toContain('wal-to-archive');
  await writeFile(path.join(away, 'database'), '8\n');
  await expect(startEmbeddedPostgres({ dataDir, archiveDir: away, durable: false, log })).rejects.toThrow('belongs to another database');
  const lost = path.join(home, 'lost');
  await expect(startEmbeddedPostgres({ dataDir: lost, archiveDir: away, durable: false, log })).rejects.toThrow('Restore from it');
  expect(await readdir(path.join(lost, 'postgres')), 'no cluster blocks a restore').not.toContain('cluster');
});
