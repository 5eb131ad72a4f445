import { mkdir, mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silent } from '#test/database.ts';
import { withClient } from '#test/full-site.ts';
import { startEmbeddedPostgres, superuserUrl } from '../embedded-postgres.ts';
import { startHandOver } from './hand-over.ts';
import type { Waiting } from './waiting.ts';

const SEGMENT = '0000000100000000000000AB';
const HISTORY = '00000002.history';

let home: string;
let archiveDir: string;
let waiting: Waiting;
let told: string[];

beforeEach(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'talewood-wal-'));
  archiveDir = path.join(home, 'archive');
  waiting = { folder: path.join(home, 'wal-to-archive'), archiveDir, systemId: '7', since: new Date(0) };
  for (const folder of [archiveDir, waiting.folder]) await mkdir(folder);
  told = [];
});
afterEach(() => rm(home, { recursive: true }));

const log = { ...silent, warn: (line: string) => void told.push(line) };
const putAside = (name: string, bytes = name.repeat(10_000)) => writeFile(path.join(waiting.folder, name), bytes);
const archived = async () => (await readdir(path.join(archiveDir, 'wal'))).sort();
const left = async () => (await readdir(waiting.folder)).filter((name) => name !== 'since').sort();
/** Looks twice: at its start, and at its end. */
const handOver = async () => startHandOver(waiting, log).stop();

test('brings each file into the archive whole and packed, once', async () => {
  for (const name of [SEGMENT, HISTORY, `${SEGMENT}.00000028.backup`]) await putAside(name);
  await putAside(`archtemp.${SEGMENT}.1.2`, 'half');
  await handOver();
  expect(await archived()).toEqual([`${SEGMENT}.00000028.backup.gz`, `${SEGMENT}.gz`, `${HISTORY}.gz`]);
  expect(await left()).toEqual([`archtemp.${SEGMENT}.1.2`]);
  const packed = await readFile(path.join(archiveDir, 'wal', `${SEGMENT}.gz`));
  expect(gunzipSync(packed).toString()).toBe(SEGMENT.repeat(10_000));
  expect(packed.length).toBeLessThan(3000);
  expect(told).toEqual([]);
});

test('takes the same file twice, and refuses another one of its name, which it keeps', async () => {
  await putAside(SEGMENT);
  await handOver();
  await putAside(SEGMENT);
  await handOver();
  expect([await left(), told]).toEqual([[], []]);
  await putAside(SEGMENT, 'other bytes');
  await handOver();
  expect(told).toEqual([expect.stringContaining('another file is there already')]);
  expect(await left()).toEqual([`${SEGMENT}.gz`]);
  expect(gunzipSync(await readFile(path.join(archiveDir, 'wal', `${SEGMENT}.gz`))).toString()).toBe(SEGMENT.repeat(10_000));
});

test('keeps what waits, packed, while the archive is away, empty or cannot be written', async () => {
  await handOver();
  await putAside(SEGMENT);
  await rename(archiveDir, `${archiveDir}-away`);
  await handOver();
  expect([await left(), told]).toEqual([[`${SEGMENT}.gz`], [expect.stringContaining('ENOENT')]]);
  await mkdir(archiveDir);
  await handOver();
  expect(told.at(-1)).toContain('is its disk there?');
  expect(await readdir(archiveDir), 'nothing is written into an empty mount point').toEqual([]);
  await rm(archiveDir, { recursive: true });
  await rename(`${archiveDir}-away`, archiveDir);
  await rm(path.join(archiveDir, 'wal'), { recursive: true });
  await writeFile(path.join(archiveDir, 'wal'), 'a file');
  await handOver();
  expect(told).toHaveLength(3);
  await rm(path.join(archiveDir, 'wal'));
  await handOver();
  expect([await archived(), await left()]).toEqual([[`${SEGMENT}.gz`], []]);
});

test('gives up what waits before it fills the disk, and says that the archive has a gap', async () => {
  await handOver();
  await rename(archiveDir, `${archiveDir}-away`);
  await putAside(HISTORY);
  const large = path.join(waiting.folder, `${SEGMENT}.gz`);
  await writeFile(large, '');
  await truncate(large, 1024 ** 3 + 1);
  await handOver();
  expect(told).toEqual([expect.stringContaining('has a gap')]);
  await rename(`${archiveDir}-away`, archiveDir);
  await handOver();
  expect(await archived()).toEqual([`${HISTORY}.gz`]);
  const { since } = JSON.parse(await readFile(path.join(waiting.folder, 'since'), 'utf8'));
  expect(Date.parse(since), 'bases before it do not reach over the gap').toBeGreaterThan(Date.now() - 60_000);
});

test('never mixes two databases in one archive', async () => {
  await writeFile(path.join(archiveDir, 'database'), '8\n');
  await putAside(SEGMENT);
  await handOver();
  expect(told).toEqual([expect.stringContaining('is the archive of another database')]);
  expect(await readdir(archiveDir)).toEqual(['database']);
  expect(await left()).toEqual([`${SEGMENT}.gz`]);
});

test('a site without its archive works, and a Postgres without a setting for it leaves a mark', async () => {
  const dataDir = path.join(home, 'data');
  const away = path.join(home, 'not-there-yet');
  const postgres = await startEmbeddedPostgres({ dataDir, archiveDir: away, durable: false, log });
  await withClient(superuserUrl(postgres.url), async (client) => {
    await client.query("create table tales as select 'Rapunzel' as title");
    await client.query('select pg_switch_wal()');
    await expect.poll(() => told.length).toBeGreaterThan(0);
    await mkdir(away);
    await expect.poll(() => readdir(away)).toEqual(expect.arrayContaining(['database', 'wal']));
  });
  await postgres.stop();
  expect((await readdir(path.join(away, 'wal'))).length).toBeGreaterThan(0);
  await (await startEmbeddedPostgres({ dataDir, durable: false, log })).stop();
  expect(await readdir(path.join(dataDir, 'postgres')), 'the next archive begins anew').not.toContain('wal-to-archive');
  await writeFile(path.join(away, 'database'), '8\n');
  await expect(startEmbeddedPostgres({ dataDir, archiveDir: away, durable: false, log })).rejects.toThrow('of another database');
  const lost = path.join(home, 'lost');
  await expect(startEmbeddedPostgres({ dataDir: lost, archiveDir: away, durable: false, log })).rejects.toThrow('Restore from it');
  expect(await readdir(path.join(lost, 'postgres')), 'the way is free for a restore').not.toContain('cluster');
});
