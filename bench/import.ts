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
/** Out of the cache, as far as writes leave it, and drawn from the database for each reader. */
const PAGES = ['/', '/tales', '/tales?q=king', '/authors'];
/** Between two pages of a reader. */
const PAUSE_MS = 50;
/** Between two looks at the memory: each costs the processors what they should have for the import. */
const MEMORY_MS = 100;

/** Books by the command, and very many made-up tales, as they are found and as files, beside a site that is read meanwhile. */
export async function benchImport({ sizes, quick, say }: BenchOptions): Promise<SectionResult> {
  const size = Math.max(...sizes.filter((each) => each <= 100_000));
  const figures: Figure[] = [];
  const count = quick ? 5_000 : size;
  for (const part of [benchBooks, () => benchTales(count), () => benchFiles(count)]) {
    const taken = await part();
    for (const { name, value, unit } of taken) say(`${name}: ${value.toFixed(2)} ${unit}`);
    figures.push(...taken);
  }
  return { figures, words: libraryFolders().length === 0 ? ['The library of books is not beside the repository.'] : [] };
}

/** Flags and environment of npm run talewood, from a script that the compiler does not see. */
async function npmRun(): Promise<{ importFlags: string[]; serverEnv: Record<string, string> }> {
  return import(path.join(root, 'scripts/lib/project.mjs'));
}

function libraryFolders(): string[] {
  const library = ['../shared/library', '../../shared/library'].map((each) => path.join(root, each)).find((each) => existsSync(each));
  return library === undefined ? [] : FOLDERS.map((folder) => path.join(library, folder));
}

/** All books of the library, by the command as an operator types it. */
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

/** As an operator types it. */
async function importByCommand(site: SiteProcess, words: string[]): Promise<{ seconds: number; pages: number[]; memory: number }> {
  const { importFlags, serverEnv } = await npmRun();
  const env = { ...process.env, ...serverEnv, DATABASE_URL: site.databaseUrl, NODE_ENV: 'production' };
  const command = fork(path.join(root, 'src/cli/main.ts'), ['import', ...words], {
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: importFlags,
  });
  const began = performance.now();
  const { pages, memory, code } = await beside(site.origin, command);
  if (code !== 0) throw new Error(`The import of ${words.join(' ')} ended with ${code}.`);
  return { seconds: (performance.now() - began) / 1000, pages, memory };
}

/** Markdown files, each read in a process for strangers' files, classified and written. */
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
    const said = once(importer, 'message');
    const { pages, memory, code } = await beside(site.origin, importer);
    if (code !== 0) throw new Error(`The import of made-up tales ended with ${code}.`);
    const [seconds] = (await said) as [number];
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

/** With nothing beside it: what the site still tidies after an import waits. */
async function timeBareCopy({ pid, databaseUrl }: SiteProcess): Promise<number> {
  process.kill(pid, 'SIGSTOP');
  try {
    return await timeCopy(databaseUrl);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

/** Reads pages until the process ends: milliseconds of each, the most memory that it and its children have had, in MB, and its exit code. */
async function beside(origin: string, child: ChildProcess): Promise<{ pages: number[]; memory: number; code: number | null }> {
  const pages: number[] = [];
  let memory = 0;
  const timer = setInterval(() => {
    memory = Math.max(memory, memoryOfAll(child.pid ?? 0));
  }, MEMORY_MS);
  const exited = once(child, 'exit');
  while (child.exitCode === null && child.signalCode === null) {
    for (const page of PAGES) {
      const began = performance.now();
      await fetchRaw(origin, page);
      pages.push(performance.now() - began);
      await setTimeout(PAUSE_MS);
    }
  }
  clearInterval(timer);
  const [code] = (await exited) as [number | null];
  return { pages, memory, code };
}

function memoryOfAll(pid: number): number {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
    );
    return (memoryMb(pid) || 0) + children.reduce((sum, child) => sum + memoryOfAll(Number(child)), 0);
  } catch {
    // It has ended meanwhile.
    return 0;
  }
}
