import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { findRunningPostgres } from '#src/platform/postgres/embedded-postgres.ts';
import { root } from './machine.ts';

/** A server process as started by `npm start`, with the starter library in its own database. */

export type SiteProcess = {
  origin: string;
  pid: number;
  dataDir: string;
  /** Connection URL of the owner of the database. */
  databaseUrl: string;
  /** Time from the start to the first page, ms. */
  startMs: number;
  /** Stops it, and removes its data. */
  stop(): Promise<void>;
  /** Kills it with SIGKILL, and keeps its data for another start. */
  crash(): Promise<void>;
};

type ServerProcess = { serverEnv: Record<string, string>; serverFlags: string[] };

const START_LIMIT_MS = 120_000;

type SiteProcessOptions = {
  /** A database to share. */
  databaseUrl?: string;
  /** Further settings. */
  env?: Record<string, string>;
  /** Receives its log, line by line. */
  onLog?: (line: string) => void;
  /** Data and port of a site that crashed. */
  from?: Pick<SiteProcess, 'dataDir' | 'origin'>;
};

/** Starts a site and waits for its first page. */
export async function startSiteProcess({ databaseUrl, env = {}, onLog, from }: SiteProcessOptions = {}): Promise<SiteProcess> {
  const dataDir = from?.dataDir ?? (await mkdtemp(path.join(os.tmpdir(), 'talewood-bench-')));
  const port = from === undefined ? await freePort() : Number(new URL(from.origin).port);
  const origin = `http://localhost:${port}`;
  // Flags and environment of npm start. Imported dynamically, as the compiler ignores scripts/.
  const { serverEnv, serverFlags } = (await import(path.join(root, 'scripts/lib/project.mjs'))) as ServerProcess;
  const child = spawn(process.execPath, [...serverFlags, 'dist/server/server.js'], {
    cwd: root,
    env: {
      ...serverEnv,
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      WORKERS: '1',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...env,
    },
    stdio: ['ignore', onLog === undefined ? 'ignore' : 'pipe', 'inherit', 'ipc'],
  });
  if (onLog !== undefined && child.stdout !== null) createInterface({ input: child.stdout }).on('line', onLog);
  const stop = async () => {
    await endProcess(child);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const startMs = await waitForPage(origin, child);
    const database = databaseUrl ?? findRunningPostgres(dataDir)?.url;
    if (database === undefined || child.pid === undefined) throw new Error('The site runs without a database.');
    return { origin, pid: child.pid, dataDir, databaseUrl: database, startMs, stop, crash: () => endProcess(child, 'SIGKILL') };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts a site with this number of web processes. `pids`: of these, without a supervisor. */
export async function startWebProcesses(workers: number): Promise<{ site: SiteProcess; pids: number[] }> {
  const { promise: started, resolve } = Promise.withResolvers<number[]>();
  const onLog = (line: string) => {
    if (line.includes('"workers_started"')) resolve((JSON.parse(line) as { workers: number[] }).workers);
  };
  const site = await startSiteProcess({ env: { WORKERS: String(workers) }, onLog });
  return { site, pids: workers === 1 ? [site.pid] : await started };
}

/** Resolves to the time until the home page returns 200, ms. Rejects when the process exits before. */
export async function waitForPage(origin: string, child: ChildProcess): Promise<number> {
  const started = performance.now();
  while (performance.now() - started < START_LIMIT_MS) {
    if (child.exitCode !== null) throw new Error(`The site ended with ${child.exitCode}.`);
    const status = await fetch(origin).then(
      (response) => response.text().then(() => response.status),
      () => 0,
    );
    if (status === 200) return performance.now() - started;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('The site is not ready after two minutes.');
}

/** Stops the process gracefully. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

/** Returns the CPU time of a process in seconds. Linux only. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Returns the memory of a process in megabytes (RSS). */
export function memoryMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}
