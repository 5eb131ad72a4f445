import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { migrateJobs } from '#src/platform/jobs/migrate-jobs.ts';
import { silent } from '#test/database.ts';
import { openBenchDatabase } from './database.ts';
import type { BenchOptions, Figure, SectionResult } from './figures.ts';
import { root } from './machine.ts';
import { memoryMb } from './site-process.ts';

const MOST_TALES = 100_000;
const MOST_RESTORE_S = 600;

/** `talewood backup`, `backup verify` and `restore` as they are typed: the restore on an empty machine, its database made anew and durable. */
export async function benchBackup({ sizes, keep, say }: BenchOptions): Promise<SectionResult> {
  const figures: Figure[] = [];
  for (const size of sizes.filter((each) => each <= MOST_TALES)) figures.push(...(await benchSize(size, keep, say)));
  for (const { name, value, unit } of figures) say(`${name}: ${value.toFixed(1)} ${unit}`);
  return { figures };
}

async function benchSize(size: number, keep: boolean, say: (line: string) => void): Promise<Figure[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-bench-'));
  const file = path.join(folder, 'site.backup');
  const database = await openBenchDatabase(size, keep, say, { durable: true });
  const name = `${size.toLocaleString('en')} tales`;
  try {
    await migrateJobs(database.ownerUrl, { log: silent });
    const written = await runCommand(['backup', file], { DATA_DIR: path.join(folder, 'old'), DATABASE_URL: database.ownerUrl });
    const verified = await runCommand(['backup', 'verify', file], {});
    const restored = await runCommand(['restore', file], { DATA_DIR: path.join(folder, 'new') });
    return [
      { name: `${name}: backup`, unit: 's', value: written.seconds },
      { name: `${name}: size of the file`, unit: 'MB', value: (await stat(file)).size / 1e6 },
      { name: `${name}: verified`, unit: 's', value: verified.seconds },
      { name: `${name}: restored on an empty machine`, unit: 's', value: restored.seconds, limit: { most: MOST_RESTORE_S } },
      { name: `${name}: memory of the backup at most`, unit: 'MB', value: written.memoryMb },
      { name: `${name}: memory of the restore at most`, unit: 'MB', value: restored.memoryMb },
    ];
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function runCommand(words: string[], env: Record<string, string>): Promise<{ seconds: number; memoryMb: number }> {
  const began = performance.now();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/cli.ts', ...words], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let most = 0;
  const timer = setInterval(() => {
    if (child.exitCode === null) most = Math.max(most, memoryMb(child.pid ?? 0) || 0);
  }, 20);
  const [code] = await once(child, 'exit');
  clearInterval(timer);
  if (code !== 0) throw new Error(`talewood ${words.join(' ')} ended with ${code}.`);
  return { seconds: (performance.now() - began) / 1000, memoryMb: most };
}
