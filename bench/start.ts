import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { BenchOptions, SectionResult } from './figures.ts';
import { root } from './machine.ts';
import { freePort, waitForPage } from './site-process.ts';
import { median } from './stats.ts';

/** Time from `npm start` to the first page after a build: with an empty DATA_DIR, and with an existing database. */
export async function benchStart({ quick, say }: BenchOptions): Promise<SectionResult> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'talewood-bench-'));
  try {
    const cold = await timeStart(dataDir);
    const warm: number[] = [];
    for (let run = 0; run < (quick ? 1 : 5); run++) warm.push(await timeStart(dataDir));
    say(`cold start ${cold.toFixed(2)} s, warm ${median(warm).toFixed(2)} s`);
    return {
      figures: [
        { name: 'cold: database made, starter library imported', unit: 's', value: cold },
        { name: 'warm', unit: 's', value: median(warm), limit: { most: 3 } },
      ],
    };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function timeStart(dataDir: string): Promise<number> {
  const port = await freePort();
  const started = performance.now();
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
  // In a process group, to end it as Ctrl-C does.
  const child = spawn('npm', ['start'], { cwd: root, env, stdio: 'ignore', detached: true });
  try {
    await waitForPage(`http://localhost:${port}`, child);
    return (performance.now() - started) / 1000;
  } finally {
    await interrupt(child);
  }
}

/** Interrupts the process group and waits until it is gone: npm may exit before the site. */
async function interrupt(child: ChildProcess): Promise<void> {
  const group = -(child.pid ?? 0);
  const exited = child.exitCode === null ? once(child, 'exit') : undefined;
  process.kill(group, 'SIGINT');
  await exited;
  while (isAlive(group)) await new Promise((resolve) => setTimeout(resolve, 20));
}

function isAlive(group: number): boolean {
  try {
    process.kill(group, 0);
    return true;
  } catch {
    return false;
  }
}
