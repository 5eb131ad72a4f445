import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, findRunningPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { isServerOf, readPidFile, waitUntil } from './postmaster.ts';

const isRoot = process.getuid?.() === 0;
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

describe('the embedded Postgres', () => {
  it('starts, answers queries, stops, and has its data at the next start', async () => {
    const dataDir = temporaryFolder();
    const first = await start(dataDir);
    await query(first.url, "create table tales (title text); insert into tales values ('Ærlig Jón')");
    await first.stop();
    expect(readPidFile(clusterOf(dataDir))).toBeUndefined();
    expect(findRunningPostgres(dataDir)).toBeUndefined();
    const second = await start(dataDir);
    expect(await query(second.url, 'select lower(title) as title from tales')).toEqual([{ title: 'ærlig jón' }]);
    expect(findRunningPostgres(dataDir)).toEqual({ url: second.url, appUrl: second.appUrl });
  });

  it('is durable by default, and has data checksums', async () => {
    const dataDir = temporaryFolder();
    const { url } = await start(dataDir, { durable: true });
    const settings = await query(url, 'select name, setting from pg_settings where name = any($1) order by name', [
      ['data_checksums', 'fsync', 'listen_addresses', 'server_encoding', 'synchronous_commit'],
    ]);
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      data_checksums: 'on',
      fsync: 'on',
      listen_addresses: '',
      server_encoding: 'UTF8',
      synchronous_commit: 'on',
    });
    expect(fs.statSync(clusterOf(dataDir)).mode & 0o777).toBe(0o700);
  });

  it('gives the role of requests rows to read and write, and no tables to own', async () => {
    const { url, appUrl } = await start(temporaryFolder());
    await query(url, 'create extension pg_trgm; create extension unaccent; create extension citext; create extension pgcrypto');
    await query(url, 'create table tales (id int generated always as identity, title text)');
    await query(appUrl, "insert into tales (title) values ('Jorinde')");
    expect(await query(appUrl, 'select title from tales')).toEqual([{ title: 'Jorinde' }]);
    await expect(query(appUrl, 'drop table tales')).rejects.toThrow('must be owner of table tales');
    await expect(query(appUrl, 'create table mine (id int)')).rejects.toThrow('permission denied');
    const [role] = await query(url, "select bool_or(rolsuper) as any from pg_roles where rolname like 'talewood%'");
    expect(role).toEqual({ any: false });
  });

  it('refuses a second process on one DATA_DIR with one line, and keeps running', async () => {
    const dataDir = temporaryFolder();
    const { url } = await start(dataDir);
    await expect(start(dataDir)).rejects.toThrow(
      `Another Talewood (process ${process.pid}) is using ${dataDir}. Stop it, or set another DATA_DIR.`,
    );
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('stops when Talewood is killed', async () => {
    const dataDir = temporaryFolder();
    const pid = await startInProcess(dataDir).then(killed);
    expect(await waitUntil(() => !isServerOf(clusterOf(dataDir), pid), 15_000)).toBe(true);
  });

  it('starts at once after Talewood was killed', async () => {
    const dataDir = temporaryFolder();
    const running = await startInProcess(dataDir);
    await query(running.url, "create table tales as select 'Rapunzel' as title");
    await killed(running);
    const { url } = await start(dataDir);
    expect(await query(url, 'select title from tales')).toEqual([{ title: 'Rapunzel' }]);
  });

  it('starts although the watchdog was killed as well, and stops the leftover server', async () => {
    const dataDir = temporaryFolder();
    const running = await startInProcess(dataDir);
    for (const pid of childrenOf(running.child.pid ?? 0, 'talewood-watchdog')) process.kill(pid, 'SIGKILL');
    const left = await killed(running);
    expect(isServerOf(clusterOf(dataDir), left)).toBe(true);
    const { url } = await start(dataDir);
    expect(isServerOf(clusterOf(dataDir), left)).toBe(false);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('starts although a stale file names a running program of the same account', async () => {
    const dataDir = temporaryFolder();
    await (await start(dataDir)).stop();
    const { uid, gid } = fs.statSync(clusterOf(dataDir));
    const stranger = spawn('sleep', ['60'], isRoot ? { uid, gid } : {});
    cleanUps.push(() => stranger.kill());
    const file = path.join(clusterOf(dataDir), 'postmaster.pid');
    fs.writeFileSync(file, `${stranger.pid}\n/proc/self/fd/3\n1700000000\n5432\n.\n\n  1 1\nready   \n`);
    fs.chownSync(file, uid, gid);
    const { url } = await start(dataDir);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(stranger.exitCode).toBeNull();
  });

  it('starts although a power cut left an empty postmaster.pid', async () => {
    const dataDir = temporaryFolder();
    await (await start(dataDir)).stop();
    fs.writeFileSync(path.join(clusterOf(dataDir), 'postmaster.pid'), '');
    const { url } = await start(dataDir);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is started again when its server is killed', async () => {
    const dataDir = temporaryFolder();
    const { url } = await start(dataDir);
    const pid = readPidFile(clusterOf(dataDir))?.pid ?? 0;
    process.kill(pid, 'SIGKILL');
    const isBack = () => readPidFile(clusterOf(dataDir))?.pid !== pid && findRunningPostgres(dataDir) !== undefined;
    expect(await waitUntil(isBack, 15_000)).toBe(true);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('works in a folder whose path is too long for a socket', async () => {
    const dataDir = path.join(temporaryFolder(), 'a-rather-long-name'.repeat(8));
    const { url, stop } = await start(dataDir);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    const link = new URL(url).searchParams.get('host') ?? '';
    expect(link.length).toBeLessThan(90);
    await stop();
    expect(fs.existsSync(link)).toBe(false);
  });

  it('removes an interrupted creation', async () => {
    const dataDir = temporaryFolder();
    fs.mkdirSync(`${clusterOf(dataDir)}.unfinished-ab12/base`, { recursive: true });
    const { url } = await start(dataDir, { durable: true });
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    const left = fs.readdirSync(path.dirname(clusterOf(dataDir))).filter((name) => !name.startsWith('disk-reserve'));
    expect(left.sort()).toEqual(['cluster', 'lock', 'lock-holder']);
  });

  it('reports an unwritable DATA_DIR with one line', async () => {
    const file = path.join(temporaryFolder(), 'file');
    fs.writeFileSync(file, '');
    await expect(start(path.join(file, 'data'))).rejects.toThrow(
      `Cannot write to DATA_DIR ${file}/data: part of the path is a file, not a folder.`,
    );
  });

  it('reports a database of another Postgres version with one line', async () => {
    const dataDir = temporaryFolder();
    await (await start(dataDir)).stop();
    fs.writeFileSync(path.join(clusterOf(dataDir), 'PG_VERSION'), '17\n');
    await expect(start(dataDir)).rejects.toThrow('was created by Postgres 17, but this version of Talewood includes Postgres 18');
    await expect(start(dataDir), 'the lock was released').rejects.toThrow('was created by Postgres 17');
  });

  it.runIf(isRoot)('works as root in a closed folder, as an unprivileged account, in DATA_DIR itself', async () => {
    const closed = temporaryFolder();
    fs.chmodSync(closed, 0o700);
    const dataDir = path.join(closed, 'data');
    const { url } = await start(dataDir, { durable: true });
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(fs.statSync(clusterOf(dataDir)).uid).toBeGreaterThan(0);
    expect(fs.statSync(closed).mode & 0o777).toBe(0o700);
  });
});

type Running = { child: ChildProcess; url: string; dataDir: string };

async function start(dataDir: string, { durable = false } = {}): Promise<EmbeddedPostgres> {
  const quiet = () => {};
  const postgres = await startEmbeddedPostgres({ dataDir, durable, log: { debug: quiet, info: quiet, warn: quiet } });
  cleanUps.push(() => postgres.stop());
  return postgres;
}

/** Starts a separate process, to be killed. */
async function startInProcess(dataDir: string): Promise<Running> {
  const code = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)};
    const log = { debug() {}, info() {}, warn() {} };
    const { url } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false, log });
    process.stdout.write(url);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  cleanUps.push(() => child.kill('SIGKILL'));
  const [url] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, url: url.toString(), dataDir };
}

/** Resolves to the process id of the server that was left running. */
async function killed({ child, dataDir }: Running): Promise<number> {
  const pid = readPidFile(clusterOf(dataDir))?.pid ?? 0;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
  return pid;
}

function childrenOf(parent: number, name: string): number[] {
  const ids = fs.readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ').map(Number);
  return ids.filter((id) => fs.readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(name));
}

async function query(url: string, text: string, values?: unknown[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

function clusterOf(dataDir: string): string {
  return path.join(dataDir, 'postgres/cluster');
}

function temporaryFolder(): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'talewood-')));
  cleanUps.push(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}
