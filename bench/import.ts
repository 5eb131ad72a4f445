import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { timeCopy } from './copy-tales.ts';
import type { BenchOptions, Figure, SectionResult } from './figures.ts';
import { root } from './machine.ts';
import { fetchRaw } from './pages.ts';
import { memoryMb, type SiteProcess, startSiteProcess } from './site-process.ts';
import { percentile } from './stats.ts';
import { writeTaleFiles } from './write-tale-files.ts';

const FOLDERS = ['gutenberg-txt', 'gutenberg-html', 'gutenberg-epub', 'standard-ebooks-epub'];
/** Pages read meanwhile: cached ones, unless invalidated by writes, and uncached ones. */
const PAGES = ['/', '/tales', '/tales?q=king', '/authors'];
/** Pause between page requests. */
const PAUSE_MS = 50;
/** Interval of memory samples, which cost CPU time. */
const MEMORY_MS = 100;

/** Imports books by the command, and generated tales in memory and as files, while pages of the site are requested. */
export async function benchImport({ sizes, quick, say }: BenchOptions): Promise<SectionResult> {
  const size = Math.max(...sizes.filter((each) => each <= 100_000));
  const figures: Figure[] = [];
  const count = quick ? 5_000 : size;
  for (const part of [benchBooks, () => benchTales(count), () => benchFiles(count)]) {
    const measured = await part();
    for (const { name, value, unit } of measured) say(`${name}: ${value.toFixed(2)} ${unit}`);
    figures.push(...measured);
  }
  return { figures, words: libraryFolders().length === 0 ? ['The library of books is not measureMeanwhile the repository.'] : [] };
}

/** Returns flags and environment of npm run talewood. Imported dynamically, as the compiler ignores scripts/. */
async function npmRun(): Promise<{ importFlags: string[]; serverEnv: Record<string, string> }> {
  return import(path.join(root, 'scripts/lib/project.mjs'));
}

function libraryFolders(): string[] {
  const library = ['../shared/library', '../../shared/library'].map((each) => path.join(root, each)).find((each) => existsSync(each));
  return library === undefined ? [] : FOLDERS.map((folder) => path.join(library, folder));
}

/** Imports all books of the library with the command. */
async function benchBooks(): Promise<Figure[]> {
  const folders = libraryFolders();
  if (folders.length === 0) return [];
  const site = await startSiteProcess();
  try {
    const { seconds, pages, memory } = await importByCommand(site, folders);
    return [
      { name: 'the books of the library', unit: 's', value: seconds, limit: { most: 60 } },
      { name: 'the books: memory of the command and its processes at most', unit: 'MB', value: memory, limit: { most: 400 } },
      { name: 'the books: pages meanwhile, p95', unit: 'ms', value: percentile(pages, 0.95), limit: { most: 300 } },
    ];
  } finally {
    await site.stop();
  }
}

/** Runs the import command. */
async function importByCommand(site: SiteProcess, args: string[]): Promise<{ seconds: number; pages: number[]; memory: number }> {
  const { importFlags, serverEnv } = await npmRun();
  const env = { ...process.env, ...serverEnv, DATABASE_URL: site.databaseUrl, NODE_ENV: 'production' };
  const command = fork(path.join(root, 'src/cli/main.ts'), ['import', ...args], {
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: importFlags,
  });
  const started = performance.now();
  const { pages, memory, code } = await measureMeanwhile(site.origin, command);
  if (code !== 0) throw new Error(`The import of ${args.join(' ')} ended with ${code}.`);
  return { seconds: (performance.now() - started) / 1000, pages, memory };
}

/** Imports Markdown files, read in the isolated process for untrusted files, classified and saved. */
async function benchFiles(size: number): Promise<Figure[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-bench-tales-'));
  const site = await startSiteProcess();
  try {
    await writeTaleFiles(folder, size);
    const { seconds, pages, memory } = await importByCommand(site, [folder, '--publish']);
    const name = `${size.toLocaleString('en')} Markdown files`;
    return [
      { name, unit: 's', value: seconds, limit: { most: (300 * size) / 100_000 } },
      { name: `${name}: memory of the command and its processes at most`, unit: 'MB', value: memory, limit: { most: 400 } },
      { name: `${name}: pages meanwhile, p95`, unit: 'ms', value: percentile(pages, 0.95), limit: { most: 300 } },
    ];
  } finally {
    await site.stop();
    await rm(folder, { recursive: true });
  }
}

async function benchTales(size: number): Promise<Figure[]> {
  const site = await startSiteProcess();
  try {
    const importer = fork(path.join(root, 'bench/import-tales.ts'), [String(size), site.databaseUrl], {
      execArgv: (await npmRun()).importFlags,
    });
    const finished = once(importer, 'message');
    const { pages, memory, code } = await measureMeanwhile(site.origin, importer);
    if (code !== 0) throw new Error(`The import of generated tales ended with ${code}.`);
    const [seconds] = (await finished) as [number];
    const copy = await timeBareCopy(site);
    const name = `${size.toLocaleString('en')} made-up tales`;
    return [
      { name, unit: 's', value: seconds, limit: { most: (300 * size) / 100_000 } },
      { name: `${name}: a bare COPY of the same rows`, unit: 's', value: copy },
      { name: `${name}: rate as a share of the bare COPY`, unit: 'times', value: copy / seconds, limit: { least: 0.5 } },
      { name: `${name}: memory of the importer at most`, unit: 'MB', value: memory, limit: { most: 400 } },
      { name: `${name}: pages meanwhile, p95`, unit: 'ms', value: percentile(pages, 0.95), limit: { most: 300 } },
    ];
  } finally {
    await site.stop();
  }
}

/** Measures while the site is suspended, as it still does cleanup work after an import. */
async function timeBareCopy({ pid, databaseUrl }: SiteProcess): Promise<number> {
  process.kill(pid, 'SIGSTOP');
  try {
    return await timeCopy(databaseUrl);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

/** Requests pages until the process exits. Returns the time of each in ms, maximum memory of the process tree in MB, and the exit code. */
async function measureMeanwhile(origin: string, child: ChildProcess): Promise<{ pages: number[]; memory: number; code: number | null }> {
  const pages: number[] = [];
  let memory = 0;
  const timer = setInterval(() => {
    memory = Math.max(memory, treeMemoryMb(child.pid ?? 0));
  }, MEMORY_MS);
  const exited = once(child, 'exit');
  while (child.exitCode === null && child.signalCode === null) {
    for (const page of PAGES) {
      const started = performance.now();
      await fetchRaw(origin, page);
      pages.push(performance.now() - started);
      await setTimeout(PAUSE_MS);
    }
  }
  clearInterval(timer);
  const [code] = (await exited) as [number | null];
  return { pages, memory, code };
}

function treeMemoryMb(pid: number): number {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
    );
    return (memoryMb(pid) || 0) + children.reduce((sum, child) => sum + treeMemoryMb(Number(child)), 0);
  } catch {
    // The process has exited.
    return 0;
  }
}
