import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** postmaster.pid: what Postgres says about the server of a cluster, and the server that it names. */

type PidFile = { pid: number; isReady: boolean };

/** Undefined when no server runs or ran there. */
export function readPidFile(cluster: string): PidFile | undefined {
  try {
    const lines = fs.readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), isReady: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

/** Whether that process is alive and serves this very cluster: ids are used again, after a restart sooner than one thinks. */
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

/** Whether a process with this id exists. One that we may not signal is not ours, and Postgres ignores it as well. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Ends a server in three steps: INT ends transactions and writes everything, QUIT stops at once (the next start
 * recovers), KILL when it hangs. Resolves when `hasEnded` says so, after 16 s at most.
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
    if (await comesTrue(hasEnded, milliseconds)) return;
  }
}

/**
 * After a crash of the machine or a restart of a container the number in a left-over file may belong to a program of
 * the same account, now or in a moment, and Postgres then refuses to start. Our own number tells it that the file is
 * old (it is the parent's); it goes on to look for left-over processes by their shared memory, as it should.
 */
export function disownPidFile(cluster: string): void {
  const file = path.join(cluster, 'postmaster.pid');
  const text = fs.readFileSync(file, 'utf8');
  // A power cut can leave it empty, which Postgres does not accept either.
  if (!/^\d/.test(text)) {
    fs.rmSync(file);
    return;
  }
  const disowned = text.replace(/^\d+/, String(process.pid));
  // In place, as it must keep its owner, and must not be emptied when the disk is full.
  const opened = fs.openSync(file, 'r+');
  fs.writeSync(opened, disowned, 0);
  fs.ftruncateSync(opened, Buffer.byteLength(disowned));
  fs.closeSync(opened);
}

/** Asks every 10 ms; false when the time is up. */
export async function comesTrue(condition: () => boolean, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  while (!condition()) {
    if (performance.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return true;
}
