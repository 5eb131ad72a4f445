import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { openFolderFor } from '#src/platform/postgres/account.ts';

/** PgBouncer in front of a test database, with the settings of deploy/pgbouncer.ini. */

const DEPLOYED = fileURLToPath(new URL('../deploy/pgbouncer.ini', import.meta.url));

const NOBODY = { uid: 65_534, gid: 65_534 };

export type Pooler = { url: string; stop(): Promise<void> };

/** The program: that of the variable PGBOUNCER, or of the Debian package; undefined if there is none. */
const program = [process.env.PGBOUNCER, 'pgbouncer', '/usr/sbin/pgbouncer'].find((each) => each !== undefined && readVersion(each) > 0);

/** Its version, 1.24 as 124; 0 if it is not installed. */
export const pgbouncerVersion = program === undefined ? 0 : readVersion(program);

/** Starts PgBouncer before the database at `url`. `settings` replace those that are deployed. */
export async function startPgbouncer(url: string, settings: Record<string, string | number>): Promise<Pooler> {
  const port = await freePort();
  const { user = '', password, host, port: serverPort, database = '' } = new pg.Client({ connectionString: url });
  const isSocket = host.startsWith('/');
  // PgBouncer refuses to run as root: as Postgres, it runs as the owner of the socket.
  const { uid, gid } = isSocket ? statSync(host) : NOBODY;
  const folder = openFolderFor(process.getuid?.() === 0 ? { uid, gid } : undefined, isSocket ? host : '/');
  const login = `user=${user}${password ? ` password=${password}` : ''}`;
  const ini = changeIni(readFileSync(DEPLOYED, 'utf8'), `* = host=${isSocket ? folder.path : host} port=${serverPort} ${login}`, {
    ...{ listen_addr: '127.0.0.1', listen_port: port, unix_socket_dir: '', auth_type: 'any', auth_file: '' },
    ...settings,
  });
  const home = await mkdtemp(path.join(os.tmpdir(), 'talewood-pgbouncer-'));
  await chmod(home, 0o755);
  const file = path.join(home, 'pgbouncer.ini');
  await writeFile(file, ini);
  const child = spawn(program ?? '', [file], { ...folder.spawn, stdio: ['ignore', 'ignore', 'pipe', ...folder.extraStdio] });
  const stop = async () => {
    await end(child);
    folder.close();
    await rm(home, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `postgresql://${user}@127.0.0.1:${port}/${database}`, stop };
}

function changeIni(ini: string, database: string, settings: Record<string, string | number>): string {
  const lines = ini.split('\n').filter((line) => !Object.keys(settings).some((name) => line.startsWith(`${name} =`)));
  lines[lines.findIndex((line) => line.startsWith('talewood ='))] = database;
  return [...lines, ...Object.entries(settings).flatMap(([name, value]) => (value === '' ? [] : [`${name} = ${value}`]))].join('\n');
}

async function waitUntilReady(child: ChildProcess): Promise<void> {
  const lines: string[] = [];
  const up = Promise.withResolvers<void>();
  if (child.stderr === null) throw new Error('PgBouncer was started without pipes.');
  createInterface({ input: child.stderr }).on('line', (line) => {
    lines.push(line);
    if (line.includes('process up')) up.resolve();
  });
  child.once('exit', (code) => up.reject(new Error(`PgBouncer ended with ${code}.\n${lines.join('\n')}`)));
  child.once('error', (error) => up.reject(error));
  await up.promise;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  // At once: after other signals it waits for the clients.
  child.kill('SIGQUIT');
  await exited;
}

function readVersion(file: string): number {
  try {
    const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(execFileSync(file, ['--version'], { encoding: 'utf8', stdio: 'pipe' })) ?? [];
    return Number(major) * 100 + Number(minor);
  } catch {
    return 0;
  }
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
