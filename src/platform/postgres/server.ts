import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { StartError } from '../start-errors.ts';
import { type Account, type FolderAccess, openFolderFor } from './account.ts';
import type { Binaries } from './binaries.ts';
import { readFailureReason } from './cluster.ts';
import { isServerOf, readPidFile, waitUntil } from './postmaster.ts';

// Blocks reading from a pipe that closes when Talewood dies for whatever reason. Compares the process id with postmaster.pid each time, so
// that a reused id is left alone. INT: checkpoint and stop. QUIT: stop at once and recover at the next start. KILL: when hung.
const SCRIPT = `
trap '' HUP INT TERM QUIT
read -r order && exit 0
runs() { read -r pid < "$1/postmaster.pid" && [ "$pid" = "$2" ] && kill -0 "$2"; } 2> /dev/null
for step in INT:10 QUIT:5 KILL:1; do
  runs "$1" "$2" || exit 0
  kill -s "\${step%:*}" "$2"
  seconds="\${step#*:}"
  while [ "$seconds" -gt 0 ] && runs "$1" "$2"; do sleep 1; seconds=$((seconds - 1)); done
done
`;

/** The part of a logger that is used here; pino's fits. */
export type PostgresLog = { debug(message: string): void; info(message: string): void; warn(message: string): void };

/** Logs a line of Postgres' log, "backend type|LEVEL:  text": server problems as warnings, errors of statements as debug. */
function forwardLogLine(log: PostgresLog, line: string): void {
  const { kind = '', level = '', text = line } = /^(?<kind>[^|]*)\|(?<level>[A-Z]+): +(?<text>.*)$/.exec(line)?.groups ?? {};
  const isServerProblem = level === 'PANIC' || (/^(FATAL|ERROR|WARNING)$/.test(level) && kind !== 'client backend');
  if (isServerProblem) log.warn(`Postgres (${kind}): ${text}`);
  else log.debug(`Postgres: ${line}`);
}

/** Settings of the embedded server. Passed at each start, so that a new version applies its own to an old database. */

const SETTINGS = {
  // No network: the socket is in the cluster's folder, the server's working directory.
  listen_addresses: '',
  unix_socket_directories: '.',
  unix_socket_permissions: '0700',
  // Sized for a machine of 1 or 2 GB that also runs Talewood, with an SSD.
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1',
  // Many short concurrent queries gain nothing from parallel workers, and containers often have a small /dev/shm.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  // No replication: less WAL and a short recovery.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '512MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The backend type comes first, to distinguish server problems from rejected statements. Statements and rows are never logged: they
  // contain
  // user data.
  log_line_prefix: '%b|',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  lc_messages: 'C',
};

const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

/** For tests: data may be lost when the machine stops, nothing else differs. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Returns the arguments for the postgres executable; `more` overrides the defaults. */
function settingArguments(durable: boolean, more: Record<string, string>): string[] {
  const settings = { ...SETTINGS, ...(durable ? DURABLE : FAST), ...more };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** A running server process. `exited` resolves to how it exited. */

export type Server = { pid: number; exited: Promise<string>; stop(): Promise<void> };

/** `settings`: in addition to the defaults. */
export type ServerOptions = {
  cluster: string;
  binaries: Binaries;
  account: Account | undefined;
  durable: boolean;
  settings: Record<string, string>;
  log: PostgresLog;
};

/**
 * Starts the server and waits until it accepts connections.
 * @throws StartError with the reason from the server's output
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  await stopLeftoverServer(options.cluster, options.log);
  // After a crash the last processes may still hold the shared memory for a moment.
  const deadline = performance.now() + 10_000;
  for (;;) {
    const output: string[] = [];
    const server = spawnServer(options, output);
    if (await isReady(server, options)) return server;
    const text = output.join('\n');
    if (!/still in use|lock file ".*" already exists/.test(text) || performance.now() > deadline) {
      throw new StartError(
        `Cannot start the database in ${options.cluster}: ${readFailureReason(text) ?? `it exited with ${await server.exited}`}`,
      );
    }
    await waitUntil(() => false, 100);
  }
}

/** Stops a server that a killed Talewood left running, unless its watchdog has done so. */
async function stopLeftoverServer(cluster: string, log: PostgresLog): Promise<void> {
  const left = readPidFile(cluster);
  if (!left) return;
  if (isServerOf(cluster, left.pid)) {
    log.info('Waiting for the database of the previous run to stop');
    await endServer(left.pid, () => !isServerOf(cluster, left.pid));
  }
  if (readPidFile(cluster)) disownPidFile(cluster);
}

function spawnServer({ cluster, binaries, account, durable, settings, log }: ServerOptions, output: string[]): Server {
  const access = openFolderFor(account, cluster);
  const child = spawn(binaries.postgres, ['-D', access.path, ...settingArguments(durable, settings)], {
    ...access.spawn,
    stdio: ['ignore', 'ignore', 'pipe', ...access.extraStdio],
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    // In its own session: Ctrl-C reaches only us, and we stop it after the last request.
    detached: true,
  });
  const exited = exitOf(child, output);
  const watchdog = child.pid === undefined ? undefined : startWatchdog(child.pid, access);
  void exited.then(() => watchdog?.release());
  access.close();
  if (child.stderr) {
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (output.length < 100) output.push(line);
      forwardLogLine(log, line);
    });
  }
  const pid = child.pid ?? 0;
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const stop = async () => {
    if (!hasEnded() && pid > 0) await endServer(pid, hasEnded);
    await exited;
  };
  return { pid, exited, stop };
}

/** Resolves to the signal or exit code, after the last line of output. */
function exitOf(child: ChildProcess, output: string[]): Promise<string> {
  return new Promise((resolve) => {
    child.on('error', (error) => {
      // ENOENT for an existing program means that its loader is missing.
      output.push(`ERROR:  ${'code' in error && error.code === 'ENOENT' ? 'it needs a Linux with glibc.' : error.message}`);
      resolve(error.message);
    });
    child.on('close', (code, signal) => resolve(signal ?? `code ${code}`));
  });
}

/** Returns false when the server exited instead. Recovery after a crash has no time limit; progress is logged. */
async function isReady(server: Server, { cluster, log }: ServerOptions): Promise<boolean> {
  let hasEnded = false;
  void server.exited.then(() => {
    hasEnded = true;
  });
  const acceptsConnections = () => {
    const file = readPidFile(cluster);
    return file?.pid === server.pid && file.isReady;
  };
  const began = performance.now();
  while (!(await waitUntil(() => hasEnded || acceptsConnections(), 2000))) {
    log.info(`Waiting for the database to start (${Math.round((performance.now() - began) / 1000)} s)`);
  }
  return !hasEnded;
}

/**
 * Stops a server: SIGINT (rolls back transactions and checkpoints), after 10 s SIGQUIT (immediate; the next start recovers), then SIGKILL.
 * Resolves when `hasEnded` returns true, after 16 s at most.
 */
async function endServer(pid: number, hasEnded: () => boolean): Promise<void> {
  for (const [signal, milliseconds] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5000],
    ['SIGKILL', 1000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (await waitUntil(hasEnded, milliseconds)) return;
  }
}

/**
 * Replaces the process id in a stale postmaster.pid by our own. After a crash or a container restart the old id may belong to another
 * program of the same account, and Postgres would refuse to start; it treats the id of its parent as stale.
 */
function disownPidFile(cluster: string): void {
  const file = path.join(cluster, 'postmaster.pid');
  const text = fs.readFileSync(file, 'utf8');
  // Postgres does not accept an empty file either, which a power cut can leave.
  if (!/^\d/.test(text)) {
    fs.rmSync(file);
    return;
  }
  const disowned = text.replace(/^\d+/, String(process.pid));
  // Written in place: the file keeps its owner, and is not truncated first in case the disk is full.
  const opened = fs.openSync(file, 'r+');
  fs.writeSync(opened, disowned, 0);
  fs.ftruncateSync(opened, Buffer.byteLength(disowned));
  fs.closeSync(opened);
}

/** Stops Postgres when Talewood is killed. */
type Watchdog = { release(): void };

/** Starts a watchdog for the server. `release` ends the watchdog once the server has stopped. */
function startWatchdog(pid: number, access: FolderAccess): Watchdog {
  const watchdog = spawn('/bin/sh', ['-c', SCRIPT, 'talewood-watchdog', access.path, String(pid)], {
    ...access.spawn,
    stdio: ['pipe', 'ignore', 'ignore', ...access.extraStdio],
    env: { PATH: process.env.PATH },
    detached: true,
  });
  watchdog.on('error', () => {});
  watchdog.unref();
  const pipe = watchdog.stdin;
  pipe?.on('error', () => {});
  return { release: () => pipe?.end('done\n') };
}
