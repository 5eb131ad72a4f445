import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BenchOptions, SectionResult } from './figures.ts';
import { type SiteProcess, startSiteProcess } from './site-process.ts';
import { median, percentile } from './stats.ts';

const AT_ONCE = 10;
/** A request of a reader every so often. */
const EVERY_MS = 10;
const PAGES = ['/', '/tales', '/tale/cinderella', '/tale/rapunzel', '/categories', '/authors', '/recent', '/collections'];

/**
 * Ten functions at once: computing for a whole round, or for 100 ms every second; for comparison, ten reads of the API every second. Without
 * limits: as many runs as ten clients get, and runs that leave a timer behind, so that none uses the process of another.
 */
const KINDS: Record<string, { path: string; everyMs?: number; hasLimit?: boolean }> = {
  long: { path: '/functions/v1/busy?ms=15000', hasLimit: true },
  short: { path: '/functions/v1/busy?ms=100', everyMs: 1_000, hasLimit: true },
  read: { path: '/api/v1/tales/cinderella', everyMs: 1_000 },
  constant: { path: '/functions/v1/busy?ms=100' },
  fresh: { path: '/functions/v1/busy?ms=100&leave' },
};
const MODULE = `export const config = { http: {}, timeout: 60 };
export default ({ url }) => {
  const query = new URL(url).searchParams;
  let sum = 0;
  for (const end = performance.now() + Number(query.get('ms')); performance.now() < end; ) sum += Math.sqrt(sum + 1);
  if (query.has('leave')) setTimeout(() => {}, 60_000);
  return Response.json(sum);
};`;

/**
 * Response times of pages at a steady 100 requests a second, while no functions run and while ten runs of one are always going on, in turns.
 * Each cost is the median over the pairs of rounds.
 */
export async function benchFunctions({ quick, say }: BenchOptions): Promise<SectionResult> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-functions-'));
  await writeFile(path.join(folder, 'busy.ts'), MODULE);
  // Each request comes from another network, because of the limit for each.
  const site = await startSiteProcess({
    env: { FUNCTIONS_DIR: folder, FUNCTIONS_CONCURRENCY: String(AT_ONCE), TRUSTED_PROXIES: '127.0.0.0/8, ::1', LOG_LEVEL: 'warn' },
  });
  try {
    await waitForFunction(site);
    const roundMs = quick ? 2_000 : 14_000;
    await readPages(site, roundMs);
    const figures: SectionResult['figures'] = [];
    for (const [kind, { path: at, everyMs = 0, hasLimit = false }] of Object.entries(KINDS)) {
      const rounds: { alone: number; busy: number; runs: number }[] = [];
      for (let round = 0; round < (quick ? 1 : 5); round += 1) {
        const alone = percentile(await readPages(site, roundMs), 0.95);
        const load = keepRunning(site, at, everyMs);
        // Until all are open.
        await wait(500);
        const busy = percentile(await readPages(site, roundMs), 0.95);
        const runs = await load.stop();
        say(`${kind}: pages within ${alone.toFixed(2)} ms alone and ${busy.toFixed(2)} ms beside ${runs} runs (95 %)`);
        rounds.push({ alone, busy, runs });
      }
      const cost = median(rounds.map(({ alone, busy }) => 100 * (busy / alone - 1)));
      figures.push(
        { name: `${kind} runs: pages, 95 % without functions`, unit: 'ms', value: median(rounds.map(({ alone }) => alone)) },
        { name: `${kind} runs: pages, 95 % beside ten functions`, unit: 'ms', value: median(rounds.map(({ busy }) => busy)) },
        { name: `${kind} runs a second`, unit: '', value: median(rounds.map(({ runs }) => (1_000 * runs) / roundMs)) },
        {
          name: `${kind} runs: cost of ten functions for the 95 % of pages`,
          unit: '%',
          value: cost,
          ...(hasLimit && { limit: { most: 20 } }),
        },
      );
    }
    return { figures };
  } finally {
    await site.stop();
    await rm(folder, { recursive: true });
  }
}

/** Returns the response times in ms. Requests are sent on time, whether or not earlier ones were answered. */
async function readPages({ origin }: SiteProcess, forMs: number): Promise<number[]> {
  const agent = new http.Agent({ keepAlive: true });
  const answers: Promise<number>[] = [];
  const started = performance.now();
  for (let sent = 0; performance.now() - started < forMs; sent += 1) {
    answers.push(get(`${origin}${PAGES[sent % PAGES.length]}`, { agent }));
    await wait(Math.max(0, started + (sent + 1) * EVERY_MS - performance.now()));
  }
  const times = await Promise.all(answers);
  agent.destroy();
  return times;
}

/**
 * Requests come from a process of the lowest priority: clients run on other machines, and sending takes about as much of a processor as
 * answering.
 */
function keepRunning({ origin }: SiteProcess, at: string, everyMs: number) {
  const client = fork(fileURLToPath(import.meta.url), [LOAD]);
  if (client.pid !== undefined) os.setPriority(client.pid, 19);
  client.send({ url: `${origin}${at}`, everyMs } satisfies Load);
  return {
    /** Resolves to the number of runs. */
    async stop(): Promise<number> {
      client.send('stop');
      const [runs] = await once(client, 'message');
      await once(client, 'exit');
      return runs;
    },
  };
}

const LOAD = 'load';
type Load = { url: string; everyMs: number };

async function sendLoad(): Promise<void> {
  const [{ url, everyMs }] = (await once(process, 'message')) as [Load];
  const started = performance.now();
  let isRunning = true;
  let runs = 0;
  let client = 0;
  process.once('message', () => {
    isRunning = false;
  });
  const workers = Array.from({ length: AT_ONCE }, async () => {
    while (isRunning) {
      client += 1;
      await get(url, { headers: { 'x-forwarded-for': `198.51.${(client >> 8) % 256}.${client % 256}` } });
      runs += 1;
      if (everyMs > 0) await wait(everyMs - ((performance.now() - started) % everyMs));
    }
  });
  await Promise.all(workers);
  process.send?.(runs, () => process.disconnect());
}

async function waitForFunction({ origin }: SiteProcess): Promise<void> {
  for (const until = performance.now() + 20_000; performance.now() < until; await wait(200)) {
    if (
      await get(`${origin}/functions/v1/busy`, {}).then(
        () => true,
        () => false,
      )
    )
      return;
  }
  throw new Error('The function was not found.');
}

/** Returns the time to the whole response in ms. Rejects if it is no success. */
function get(url: string, options: http.RequestOptions): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    http
      .get(url, options, (response) => {
        response.resume().once('end', () => {
          if (response.statusCode === 200) resolve(performance.now() - started);
          else reject(new Error(`${url} returned ${response.statusCode}`));
        });
      })
      .once('error', reject);
  });
}

if (process.argv[2] === LOAD) await sendLoad();
