import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openSiteStores } from '#src/features/backup/site-files.ts';
import { openDb } from '#src/platform/db/db.ts';
import { migrate } from '#src/platform/db/migrate.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { migrateJobs } from '#src/platform/jobs/migrate-jobs.ts';
import { startEmbeddedPostgres, superuserUrl } from '#src/platform/postgres/embedded-postgres.ts';
import { MIGRATIONS, silent } from '#test/database.ts';
import { fillSite, siteFiles, storeSiteFiles, withClient } from '#test/full-site.ts';
import { archiveStatus, createBase, isFromArchive, restoreFromArchive } from './archive.ts';

/** One site for all tests: it is archived, written to, killed, started again and stopped. */
let folder: string;
let archiveDir: string;
let dataDir: string;
let talewood: ChildProcess | undefined;
/** The time after the last tale was written, before any was deleted. */
let moment: string;
/** After all that, and before anything was restored. */
let killed: string;
const statuses: string[] = [];

// Servers are started a dozen times, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const SECRET = 'a secret of at least thirty-two characters';
const TITLES = ['Written after the base', expect.any(String), expect.any(String)];
const quick = { log: silent, durable: false };
const refused = (message: string) => ({ name: 'CommandError', message: expect.stringContaining(message) });
const configOf = (place: string) => ({ dataDir: place, archiveDir, databaseUrl: undefined, s3: undefined, secret: undefined });

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-archive-'));
  [archiveDir, dataDir] = [path.join(folder, 'archive'), path.join(folder, 'data')];
  await mkdir(archiveDir);
  const { child, url } = await startInProcess();
  await fill(url);
  const site = { url, config: configOf(dataDir) };
  statuses.push(await archiveStatus([], site).catch((error: Error) => error.message));
  await createBase([], site);
  statuses.push(await archiveStatus([], site));
  moment = await writeAndKill(url, child);
  // The next start archives queued segments and those of the killed server.
  await (await startEmbeddedPostgres({ dataDir, archiveDir, durable: false, log: silent })).stop();
  killed = new Date().toISOString();
});
afterAll(async () => {
  talewood?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** A separate Talewood process, to be killed. */
async function startInProcess(): Promise<{ child: ChildProcess; url: string }> {
  const code = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('../platform/postgres/embedded-postgres.ts', import.meta.url).href)};
    const log = { debug() {}, info() {}, warn() {} };
    const { url } = await startEmbeddedPostgres({ ...${JSON.stringify({ dataDir, archiveDir, durable: false })}, log });
    process.stdout.write(url);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  talewood = child;
  const [url] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, url: url.toString() };
}

async function fill(url: string): Promise<void> {
  await migrate(url, { folder: MIGRATIONS, log: silent });
  await migrateJobs(url, { log: silent });
  const pool = openPool(url, { log: silent });
  await fillSite(openDb(pool), url);
  await pool.end();
  await storeSiteFiles(openSiteStores({ dataDir, s3: undefined }));
  await writeFile(path.join(dataDir, 'secret'), SECRET);
}

/** Returns the moment before all tales were deleted. Kills the archiver while its work is due, and Talewood at once after a write. */
async function writeAndKill(url: string, child: ChildProcess): Promise<string> {
  const now = await withClient(superuserUrl(url), async (client) => {
    // Durable, as no committed data may be lost; other tests do without.
    await client.query('set synchronous_commit = on');
    await client.query("update tales set title = 'Written after the base' where slug = 'a-mill'");
    // At least a millisecond away from earlier and later writes.
    await client.query('select pg_sleep(0.003)');
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
    await client.query('select pg_sleep(0.003)');
    await client.query('create table filling as select repeat(md5(n::text), 30) as text from generate_series(1, 4000) n');
    const { rows: found } = await client.query<{ pid: number }>("select pid from pg_stat_activity where backend_type = 'archiver'");
    process.kill(found[0]?.pid ?? 0, 'SIGKILL');
    return rows[0]?.now;
  });
  // The server restarts after one of its processes was killed.
  await vi.waitFor(() => withClient(url, (client) => client.query('set synchronous_commit = on; delete from tales')), { timeout: 20_000 });
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
  return now?.toISOString() ?? '';
}

let made = 0;
/** Restores where nothing is, and returns what is message and what the site has then. */
async function restore(words: string[]) {
  const to = path.join(folder, `restored-${++made}`);
  const message = await restoreFromArchive(['--from', archiveDir, ...words], configOf(to), quick);
  const postgres = await startEmbeddedPostgres({ dataDir: to, ...quick });
  const found = await lookAt(postgres.url);
  await postgres.stop();
  return { message, to, ...found };
}

async function lookAt(url: string) {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ titles: string[] | null; sessions: number; keys: number; filled: boolean; again: boolean }>(
      `select (select array_agg(title order by slug) from tales) as titles, (select count(*)::integer from sessions) as sessions,
        (select count(*)::integer from access_token_keys) as keys, to_regclass('filling') is not null as filled, to_regclass('written_again') is not null as again`,
    );
    return rows[0];
  });
}

/** Starts the restored site with its archive, writes, and stops it. Returns the tales of the site and the state of the archive. */
async function writeAgain() {
  const told: string[] = [];
  const log = { ...silent, warn: (line: string) => void told.push(line) };
  const { url, stop } = await startEmbeddedPostgres({ dataDir, archiveDir, durable: false, log });
  const had = await lookAt(url);
  await createBase([], { url, config: configOf(dataDir) });
  await withClient(url, (client) => client.query('set synchronous_commit = on; create table written_again as select 1 as one'));
  await stop();
  return { ...had, told };
}

test('lists what can be restored, and problems', () => {
  expect(statuses).toEqual([
    expect.stringContaining('Warning: No base backup'),
    expect.stringMatching(/^Any time since .* can be restored/),
  ]);
});

test('restores to the time before all tales were deleted, and keeps the replaced data', async () => {
  const words = ['--from', archiveDir, '--at', moment];
  await expect(restoreFromArchive(words, configOf(dataDir), quick)).rejects.toMatchObject(refused('Add --replace'));
  const message = await restoreFromArchive([...words, '--replace'], configOf(dataDir), quick);
  expect(message).toMatch(
    new RegExp(`^Restored 3 tales as of ${moment} \\(last change: at .*Z\\) from the base backup of .* [\\d,]+ WAL segments`),
  );
  const kept = /previous database is in (\S+)\./.exec(message)?.[1] ?? '';
  expect(existsSync(path.join(kept, 'PG_VERSION'))).toBe(true);
  // The restored site continues in the same archive.
  expect(await writeAgain()).toEqual({ titles: TITLES, sessions: 0, keys: 0, filled: false, again: false, told: [] });
});

test('restores to the end of either timeline', async () => {
  const second = await restore(['--at', new Date(Date.now() + 3_600_000).toISOString()]);
  expect(second).toMatchObject({ titles: TITLES, filled: false, again: true });
  expect(second.message).toMatch(/\(last change: at .*Warning: the archive ends at/s);
  const first = await restore(['--at', killed]);
  expect(first, 'nothing that was written before the kills is lost').toMatchObject({ titles: null, filled: true, again: false });
  const stores = openSiteStores({ dataDir: first.to, s3: undefined });
  for (const { kind, key } of siteFiles) expect(await stores[kind].has(key), key).toBe(true);
  expect(await readFile(path.join(first.to, 'secret'), 'utf8')).toBe(`${SECRET}\n`);
});

test('rejects an archive that is damaged, has a gap, or does not reach back far enough', async () => {
  const [first = '', base = ''] = (await readdir(path.join(archiveDir, 'bases'))).filter((name) => name.endsWith('.base')).sort();
  const segments = (await readdir(path.join(archiveDir, 'wal'))).filter((name) => /^00000001[0-9A-F]{16}\.gz$/.test(name)).sort();
  const needed = segments.filter((name) => name.slice(0, 24) >= first.slice(-29, -5));
  expect(needed.length).toBeGreaterThan(4);
  const to = path.join(folder, 'untouched');
  const attempt = async (harm: (copy: string) => Promise<void>, words: string[] = []) => {
    const copy = path.join(folder, 'copy');
    await cp(archiveDir, copy, { recursive: true, filter: (file) => !file.endsWith(base) });
    await harm(copy);
    const answer = await restoreFromArchive(['--from', copy, ...words], configOf(to), quick).catch(String);
    await rm(copy, { recursive: true });
    return answer;
  };
  expect(await attempt((copy) => turnBit(path.join(copy, 'bases', first)))).toContain('The file is damaged');
  expect(await attempt((copy) => turnBit(path.join(copy, 'wal', needed[1] ?? '')))).toMatch(/wal\/.* is damaged/);
  expect(await attempt((copy) => rm(path.join(copy, 'wal', needed[0] ?? '')))).toContain('is unusable: WAL segment');
  expect(await attempt((copy) => rm(path.join(copy, 'wal', needed[2] ?? '')), ['--at', killed])).toContain(
    `WAL is missing from ${needed[2]?.slice(8, 24)}`,
  );
  expect(await attempt((copy) => rm(path.join(copy, 'bases', first)))).toContain('No base backup found');
  expect(await attempt(async () => {}, ['--at', '2020-01-01T00:00:00Z'])).toContain('after the requested time');
  expect(existsSync(path.join(to, 'postgres/cluster'))).toBe(false);
  expect(existsSync(path.join(to, 'secret'))).toBe(false);
  expect(await attempt(async () => {}), 'from the first base into the second life').toMatch(/^Restored 3 tales/);
});

test('accepts only its own arguments, and only the embedded database', async () => {
  expect([['x.backup', '--replace'], ['--at=2026-01-01T00:00:00Z'], ['--from', 'x']].map(isFromArchive)).toEqual([false, true, true]);
  const run = { log: silent };
  for (const words of [
    ['--at', '2026-01-01T00:00:00Z'],
    ['--from', 'x', '--at', 'noon'],
    ['--from', 'x', 'y'],
    ['--from', 'x', '--at', '2026-01-01'],
  ])
    await expect(restoreFromArchive(words, configOf(dataDir), run), words.join()).rejects.toMatchObject(refused('Usage: talewood restore'));
  const own = { ...configOf(dataDir), databaseUrl: 'postgresql://a@b/c' };
  await expect(restoreFromArchive(['--from', 'x'], own, run)).rejects.toMatchObject(refused('pgBackRest'));
  await expect(createBase([], { url: '', config: own })).rejects.toMatchObject(refused('pgBackRest'));
  const none = { ...configOf(dataDir), archiveDir: undefined };
  await expect(archiveStatus([], { url: '', config: none })).rejects.toMatchObject(refused('Set WAL_ARCHIVE_DIR'));
});

/** Where rows are: among packed zeros a turned bit may unpack to the same zeros. */
async function turnBit(file: string): Promise<void> {
  const bytes = await readFile(file);
  const at = 200;
  bytes[at] = (bytes[at] ?? 0) ^ 4;
  await writeFile(file, bytes);
}
