import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Account } from '#src/platform/postgres/account.ts';

/** A running program with what it wrote. */
export type Program = {
  name: string;
  pid: number;
  lines: string[];
  isRunning(): boolean;
  stop(signal: NodeJS.Signals): Promise<void>;
};

export function startProgram(
  name: string,
  args: string[],
  { account, cwd = '/' }: { account?: Account | undefined; cwd?: string } = {},
): Program {
  // Debian has some of them in sbin.
  const env = { PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin`, HOME: cwd, LC_ALL: 'C.UTF-8' };
  const child = spawn(name, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], ...account });
  const lines: string[] = [];
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', (line) => lines.push(line));
  child.on('error', (error) => lines.push(error.message));
  const isRunning = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  return {
    ...{ name, pid: child.pid ?? 0, lines, isRunning },
    async stop(signal) {
      if (!isRunning()) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
  };
}

/** Sends a signal to a process and those it started. */
export async function signalTree(pid: number, signal: NodeJS.Signals): Promise<void> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  for (const each of [pid, ...children.trim().split(' ').map(Number)])
    try {
      if (each > 0) process.kill(each, signal);
    } catch {
      // It has ended meanwhile.
    }
}
