import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { BenchOptions, Figure, SectionResult } from './figures.ts';
import { root } from './machine.ts';
import { fetchRaw } from './pages.ts';
import { freePort, type SiteProcess, startSiteProcess, waitForPage } from './site-process.ts';
import { median } from './stats.ts';

const CRAWLED = 10_000;
const READERS = 8;
/** Until all pages are on disk. */
const WRITE_MS = 5_000;

/**
 * Time from `npm start` to the first page after a build: with an empty DATA_DIR, and with an existing database. Then the pages of many tales
 * after a restart, with and without those on disk.
 */
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
        ...(await crawlAfterRestart({ quick, say })),
      ],
    };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function crawlAfterRestart({ quick, say }: Pick<BenchOptions, 'quick' | 'say'>): Promise<Figure[]> {
  const count = quick ? CRAWLED / 10 : CRAWLED;
  let site = await startSiteProcess();
  try {
    await copyTales(site.databaseUrl, count);
    const restart = async (env: Record<string, string>) => {
      await site.crash();
      site = await startSiteProcess({ from: site, env });
    };
    await restart({ PAGE_CACHE_DISK_MB: '0' });
    const rendered = await crawl(site, count);
    await restart({});
    await crawl(site, count);
    await wait(WRITE_MS);
    await restart({});
    const fromDisk = await crawl(site, count);
    say(`crawl of ${count} tales after a restart: ${fromDisk.toFixed(0)} pages/s, rendered ${rendered.toFixed(0)}`);
    return [
      { name: `crawl of ${count} tales after a restart, rendered`, unit: 'pages/s', value: rendered },
      { name: `crawl of ${count} tales after a restart, from disk`, unit: 'pages/s', value: fromDisk },
      // A short crawl mostly measures code that is not optimised yet.
      { name: 'from disk, for each rendered page', unit: 'times', value: fromDisk / rendered, ...(!quick && { limit: { least: 5 } }) },
    ];
  } finally {
    await site.stop();
  }
}

/** Returns the pages per second. */
async function crawl({ origin }: SiteProcess, count: number): Promise<number> {
  const started = performance.now();
  let next = 0;
  const read = async () => {
    while (next < count) {
      next += 1;
      const { status } = await fetchRaw(origin, `/tale/copy-${next}`);
      if (status !== 200) throw new Error(`/tale/copy-${next} returned ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: READERS }, read));
  return count / ((performance.now() - started) / 1000);
}

async function copyTales(databaseUrl: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `insert into tales (slug, title, author, author_id, category_id, excerpt, content, content_text, status, publish_date, language, source, rights, words)
       select 'copy-' || n, title || ' ' || n, author, author_id, category_id, excerpt, content, content_text, status,
         now() - n * interval '1 minute', language, source, rights, words from tales, generate_series(1, $1::int) n where slug = 'rapunzel'`,
      [count],
    );
    await client.query("insert into tale_slugs (slug, tale_id) select slug, id from tales where slug like 'copy-%' on conflict do nothing");
    await client.query('analyze');
  } finally {
    await client.end();
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
