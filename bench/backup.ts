import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { migrateJobs } from '#src/platform/jobs/migrate-jobs.ts';
import { clusterIn, superuserUrl } from '#src/platform/postgres/embedded-postgres.ts';
import { waitUntil } from '#src/platform/postgres/postmaster.ts';
import { archiveQueueFolder } from '#src/platform/postgres/wal-archiver.ts';
import { silent } from '#test/database.ts';
import { runOn } from '#test/database-server.ts';
import { type BenchDatabase, openBenchDatabase } from './database.ts';
import type { BenchOptions, Figure, SectionResult } from './figures.ts';
import { root } from './machine.ts';
import { memoryMb } from './site-process.ts';

const MAX_TALES = 100_000;
const MAX_RESTORE_S = 600;

/** Runs the commands `talewood backup`, `backup verify` and `restore` (to an empty machine with a durable database), also with an archive. */
export async function benchBackup({ sizes, keep, say }: BenchOptions): Promise<SectionResult> {
  const figures: Figure[] = [];
  for (const size of sizes.filter((each) => each <= MAX_TALES)) figures.push(...(await benchSize(size, keep, say)));
  for (const { name, value, unit } of figures) say(`${name}: ${value.toFixed(1)} ${unit}`);
  return { figures };
}

async function benchSize(size: number, keep: boolean, say: (line: string) => void): Promise<Figure[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-bench-'));
  const file = path.join(folder, 'site.backup');
  const archiveDir = path.join(folder, 'archive');
  await mkdir(archiveDir);
  const database = await openBenchDatabase(size, keep, say, { durable: true, archiveDir });
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
      { name: `${name}: restored on an empty machine`, unit: 's', value: restored.seconds, limit: { most: MAX_RESTORE_S } },
      { name: `${name}: memory of the backup at most`, unit: 'MB', value: written.memoryMb },
      { name: `${name}: memory of the restore at most`, unit: 'MB', value: restored.memoryMb },
      ...(await benchArchive(name, database, archiveDir, path.join(folder, 'again'))),
    ];
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Takes a base backup, changes every tenth tale, and restores to a point in time after that. */
async function benchArchive(name: string, { dataDir, ownerUrl }: BenchDatabase, archiveDir: string, to: string): Promise<Figure[]> {
  const base = await runCommand(['backup', 'base'], { DATA_DIR: dataDir, WAL_ARCHIVE_DIR: archiveDir });
  await runOn(ownerUrl, "update tales set title = title || '!' where hashtext(slug) % 10 = 0");
  // A later write, so that the log contains the point in time.
  const at = new Date().toISOString();
  await runOn(ownerUrl, 'create table after_it (id int); drop table after_it');
  await runOn(superuserUrl(ownerUrl), 'select pg_switch_wal()');
  await waitUntil(() => readdirSync(archiveQueueFolder(clusterIn(dataDir))).every((file) => file === 'since'), 60_000);
  const restored = await runCommand(['restore', '--from', archiveDir, '--at', at], { DATA_DIR: to });
  return [
    { name: `${name}: base`, unit: 's', value: base.seconds },
    { name: `${name}: size of the base`, unit: 'MB', value: (await sizeIn(path.join(archiveDir, 'bases'))) / 1e6 },
    { name: `${name}: log of 10 % changed tales, packed`, unit: 'MB', value: (await sizeIn(path.join(archiveDir, 'wal'))) / 1e6 },
    { name: `${name}: restored to a moment on an empty machine`, unit: 's', value: restored.seconds, limit: { most: MAX_RESTORE_S } },
    { name: `${name}: memory of the base at most`, unit: 'MB', value: base.memoryMb },
    { name: `${name}: memory of that restore at most`, unit: 'MB', value: restored.memoryMb },
  ];
}

async function sizeIn(folder: string): Promise<number> {
  const sizes = await Promise.all(readdirSync(folder).map(async (name) => (await stat(path.join(folder, name))).size));
  return sizes.reduce((all, size) => all + size, 0);
}

async function runCommand(args: string[], env: Record<string, string>): Promise<{ seconds: number; memoryMb: number }> {
  const started = performance.now();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/cli/main.ts', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let maxMb = 0;
  const timer = setInterval(() => {
    if (child.exitCode === null) maxMb = Math.max(maxMb, memoryMb(child.pid ?? 0) || 0);
  }, 20);
  const [code] = await once(child, 'exit');
  clearInterval(timer);
  if (code !== 0) throw new Error(`talewood ${args.join(' ')} ended with ${code}.`);
  return { seconds: (performance.now() - started) / 1000, memoryMb: maxMb };
}
