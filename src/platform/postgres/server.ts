import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { StartError } from '../start-errors.ts';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { reasonIn } from './cluster.ts';
import { openFolderFor } from './folder-access.ts';
import type { PostgresLog } from './log.ts';
import { logLine } from './log.ts';
import { comesTrue, disownPidFile, endServer, isServerOf, readPidFile } from './postmaster.ts';
import { settingArguments } from './settings.ts';
import { watch } from './watchdog.ts';

/** One run of the postgres program on a cluster that nobody else uses. */

export type Server = { pid: number; exited: Promise<string>; stop(): Promise<void> };

/** `settings`: besides those that every server has (settings.ts). */
export type ServerOptions = {
  cluster: string;
  binaries: Binaries;
  account: Account | undefined;
  durable: boolean;
  settings: Record<string, string>;
  log: PostgresLog;
};

/** Starts the server and resolves when it answers. Rejects with a StartError that says why it does not. */
export async function startServer(options: ServerOptions): Promise<Server> {
  await clearLeftOvers(options.cluster, options.log);
  // After a violent end the last processes may still hold the shared memory for a moment.
  const deadline = performance.now() + 10_000;
  for (;;) {
    const output: string[] = [];
    const server = spawnServer(options, output);
    if (await isReady(server, options)) return server;
    const text = output.join('\n');
    if (!/still in use|lock file ".*" already exists/.test(text) || performance.now() > deadline) {
      throw new StartError(
        `The database in ${options.cluster} does not start: ${reasonIn(text) ?? `it ended with ${await server.exited}`}`,
      );
    }
    await comesTrue(() => false, 100);
  }
}

/** Ends the server that a killed Talewood left, unless its watchdog has done so. */
async function clearLeftOvers(cluster: string, log: PostgresLog): Promise<void> {
  const left = readPidFile(cluster);
  if (!left) return;
  if (isServerOf(cluster, left.pid)) {
    log.info('The database of an earlier run is still ending: waiting for it.');
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
    // Its own session: Ctrl-C reaches only us, and we end it when the last request is answered.
    detached: true,
  });
  const exited = exitOf(child, output);
  const watchdog = child.pid === undefined ? undefined : watch(child.pid, access);
  void exited.then(() => watchdog?.release());
  access.close();
  if (child.stderr) {
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (output.length < 100) output.push(line);
      logLine(log, line);
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

/** Resolves to how the process ended, after its last line of output. */
function exitOf(child: ChildProcess, output: string[]): Promise<string> {
  return new Promise((resolve) => {
    child.on('error', (error) => {
      // The kernel says "no such file" of a program whose loader is missing.
      output.push(`ERROR:  ${'code' in error && error.code === 'ENOENT' ? 'its program needs a Linux with glibc.' : error.message}`);
      resolve(error.message);
    });
    child.on('close', (code, signal) => resolve(signal ?? `code ${code}`));
  });
}

/** False when the server ended instead. Recovery after a power cut takes its time: no limit, but a line now and then. */
async function isReady(server: Server, { cluster, log }: ServerOptions): Promise<boolean> {
  let hasEnded = false;
  void server.exited.then(() => {
    hasEnded = true;
  });
  const answers = () => {
    const file = readPidFile(cluster);
    return file?.pid === server.pid && file.isReady;
  };
  const began = performance.now();
  while (!(await comesTrue(() => hasEnded || answers(), 2000))) {
    log.info(`The database is still starting (${Math.round((performance.now() - began) / 1000)} s).`);
  }
  return !hasEnded;
}
