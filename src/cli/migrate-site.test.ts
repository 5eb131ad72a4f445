import { cp, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifyBackup, withBackup } from '#src/features/backup/verify-backup.ts';
import { parseConfig } from '#src/platform/config.ts';
import { createTestDatabase, MIGRATIONS, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { openTestLog } from '#test/jobs.ts';
import { runSql } from '#test/sql.ts';
import { migrateSite } from './migrate-site.ts';

let database: TestDatabase;
let dataDir: string;
let migrations: string;
let logs: ReturnType<typeof openTestLog>;

beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'talewood-upgrade-'));
  migrations = path.join(dataDir, 'migrations');
  await cp(MIGRATIONS, migrations, { recursive: true });
  logs = openTestLog();
});
afterEach(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
});

const release = (number: number) =>
  writeFile(path.join(migrations, `${number}_later.sql`), `create table later_${number} (id integer primary key);`);
const start = (env: Record<string, string> = {}, more: Partial<Parameters<typeof migrateSite>[1]> = {}) =>
  migrateSite(database.ownerUrl, { config: parseConfig({ DATA_DIR: dataDir, ...env }), log: logs.log, migrations, ...more });
const backups = () => readdir(path.join(dataDir, 'backups')).catch(() => []);
const isThere = async (table: string) => (await database.pool.query('select to_regclass($1) as found', [table])).rows[0].found !== null;

test('a valid backup without images is written before migrations, and its path is logged', async () => {
  await addTale(database.db);
  expect(await start()).toEqual({ applied: [], backup: undefined });
  expect(await backups()).toEqual([]);
  await release(9001);
  const { applied, backup = '' } = await start();
  expect(applied).toEqual(['9001_later.sql']);
  expect((await stat(backup)).mode & 0o777).toBe(0o600);
  const manifest = await withBackup(backup, verifyBackup);
  expect(manifest.tables.find(({ name }) => name === 'public.tales')?.rows).toBe(1);
  expect(manifest.migrations.map(({ name }) => name)).not.toContain('9001_later.sql');
  expect(logs.lines()).toContainEqual(expect.objectContaining({ event: 'backup_before_migrations', file: backup }));
});

test('the last two backups are kept, and other files are not touched', async () => {
  for (const number of [9001, 9002, 9003]) {
    await release(number);
    await start();
    if (number === 9001) await writeFile(path.join(dataDir, 'backups/mine.backup'), 'mine');
  }
  const names = await backups();
  expect(names.filter((name) => name.startsWith('before-migration-'))).toHaveLength(2);
  expect(names).toContain('mine.backup');
});

test.each([
  ['free space', { findFree: async () => 1_000_000 }, /1 MB are free, \d+ MB are needed/],
  ['a writable folder', {}, /it is a file, not a folder/],
])('without %s the start fails in one line and changes nothing', async (what, more, reason) => {
  if (what !== 'free space') await writeFile(path.join(dataDir, 'backups'), '');
  await release(9001);
  const failure = await start({}, more).catch((error: Error) => error.message);
  expect(failure).toMatch(reason);
  expect(failure).toMatch(/Nothing was changed. Fix this, or set BACKUP_BEFORE_MIGRATE=off/);
  expect(failure).not.toContain('\n');
  expect(await isThere('later_9001')).toBe(false);
  expect((await start({ BACKUP_BEFORE_MIGRATE: 'off' }, more)).applied).toEqual(['9001_later.sql']);
});

test('a database with unknown tables is migrated without a backup, which is logged', async () => {
  await runSql(database.ownerUrl, 'create table of_somebody_else (note text)');
  await release(9001);
  expect((await start()).applied).toEqual(['9001_later.sql']);
  expect(logs.lines()).toContainEqual(expect.objectContaining({ level: 'warn', event: 'backup_skipped' }));
  expect(await backups()).toEqual([]);
});

test('only one of several concurrent processes writes it', async () => {
  await release(9001);
  const started = await Promise.all([start(), start(), start()]);
  expect(started.flatMap(({ applied }) => applied)).toEqual(['9001_later.sql']);
  expect(await backups()).toHaveLength(1);
});

test('a new database needs none', async () => {
  const bare = await createTestDatabase({ migrated: false });
  try {
    const { applied, backup } = await migrateSite(bare.ownerUrl, { config: parseConfig({ DATA_DIR: dataDir }), log: logs.log });
    expect(applied.length).toBeGreaterThan(30);
    expect(backup).toBeUndefined();
  } finally {
    await bare.drop();
  }
});
