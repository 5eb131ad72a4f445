import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { FolderAccess } from './account.ts';

/** The parts of postmaster.pid that matter here. */

type PidFile = { pid: number; isReady: boolean };

/** Reads postmaster.pid of a cluster; undefined when no server runs or the file cannot be read. */
export function readPidFile(cluster: string): PidFile | undefined {
  try {
    const lines = fs.readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), isReady: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

/** Whether the process is alive and serves this cluster. Process ids are reused, so the id alone proves nothing. */
export function isServerOf(cluster: string, pid: number): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') {
    const ps = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return ps.stdout?.includes(cluster) === true;
  }
  try {
    return fs.readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres' && fs.readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    return false;
  }
}

/** Whether a process with this id exists. A process that we may not signal is not our server. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Stops a server: SIGINT (rolls back transactions and checkpoints), after 10 s SIGQUIT (immediate; the next start recovers), then SIGKILL.
 * Resolves when `hasEnded` returns true, after 16 s at most.
 */
export async function endServer(pid: number, hasEnded: () => boolean): Promise<void> {
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
export function disownPidFile(cluster: string): void {
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

/** Polls every 10 ms. Returns false on timeout. */
export async function waitUntil(condition: () => boolean, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  while (!condition()) {
    if (performance.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return true;
}

/** Stops Postgres when Talewood is killed. */

type Watchdog = { release(): void };

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

/** Starts a watchdog for the server. `release` ends the watchdog once the server has stopped. */
export function startWatchdog(pid: number, access: FolderAccess): Watchdog {
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
