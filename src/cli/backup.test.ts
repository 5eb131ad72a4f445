import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forge, sampleEntries } from '#test/backups.ts';
import { createTestDatabase } from '#test/database.ts';
import { runSql } from '#test/sql.ts';
import { backUp, restore, verify } from './backup.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-backup-'));
});
afterAll(() => rm(folder, { recursive: true }));

const nowhere = { url: 'postgresql://nobody@127.0.0.1:1/none', config: { dataDir: '/nonexistent', s3: undefined, secret: undefined } };
const refused = (message: string) => ({ name: 'CommandError', message: expect.stringContaining(message) });

test('describes a valid backup, and rejects an invalid one', async () => {
  const file = path.join(folder, 'a.backup');
  const whole = forge(sampleEntries());
  await writeFile(file, whole);
  expect(await verify([file])).toBe(
    `${file} is complete: 300 tales, 600 rows of 2 tables, 4 image files and 0 parts of the file library, taken at 2026-01-02T03:04:05.678Z.`,
  );
  await writeFile(file, whole.subarray(0, -1));
  await expect(verify([file])).rejects.toMatchObject(refused('it is truncated'));
  await expect(verify([path.join(folder, 'none')])).rejects.toMatchObject(refused('File not found'));
});

test('takes one file, and --replace only where something is replaced', async () => {
  for (const words of [[], ['a', 'b'], ['a', '--replace'], ['a', '--force']])
    await expect(backUp(words, nowhere), words.join()).rejects.toMatchObject(refused('Usage: talewood backup FILE'));
  await expect(verify(['a', '--replace'])).rejects.toMatchObject(refused('Usage: talewood backup verify'));
  const deps = { migrations: folder, log: { warn() {} } };
  for (const words of [[], ['--replace'], ['a', 'b', '--replace']])
    await expect(restore(words, nowhere, deps), words.join()).rejects.toMatchObject(refused('Usage: talewood restore'));
});

test('a backup is recorded when it is written, and when it is verified', async () => {
  const database = await createTestDatabase();
  const file = path.join(folder, 'noted.backup');
  const noted = async () => (await database.pool.query('select * from backup_log')).rows;
  expect(
    await backUp([file], { url: database.ownerUrl, config: { dataDir: folder, s3: undefined, secret: 's'.repeat(40) } }),
  ).not.toContain('could not');
  const { size } = await stat(file);
  expect(await noted()).toMatchObject([{ kind: 'file', bytes: size, tales: 0, verified_at: null }]);
  await verify([file]);
  expect(await noted()).toMatchObject([{ verified_at: null }]);
  await verify([file], database.ownerUrl);
  expect(await noted()).toMatchObject([{ verified_at: expect.any(Date) }]);
  expect(await verify([file], nowhere.url)).toContain('is complete');
  await database.drop();
});

test('a backup that cannot be recorded is still written, with a warning', async () => {
  const database = await createTestDatabase();
  await runSql(database.ownerUrl, 'drop table backup_log');
  const file = path.join(folder, 'unnoted.backup');
  const config = { dataDir: folder, s3: undefined, secret: 's'.repeat(40) };
  expect(await backUp([file], { url: database.ownerUrl, config })).toMatch(/^Wrote .*\nWarning: the backup could not be recorded/);
  expect(await verify([file])).toContain('is complete');
  await database.drop();
});
