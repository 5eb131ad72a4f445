import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BenchOptions, SectionResult } from './figures.ts';
import { type SiteProcess, startSiteProcess } from './site-process.ts';
import { percentile } from './stats.ts';

const AT_ONCE = 10;
/** A request of a reader every so often. */
const EVERY_MS = 10;
const PAGES = ['/', '/tales', '/tale/cinderella', '/tale/rapunzel', '/categories', '/authors', '/recent', '/collections'];

/**
 * Ten functions at once: computing for a whole round, or for 100 ms every second; for comparison, ten reads of the API every second. Without
 * limits: as many runs as ten clients get, and runs that leave a timer behind, so that none uses the process of another.
 */
const KINDS: Record<string, { path: string; everyMs?: number; hasLimit?: boolean }> = {
  long: { path: '/functions/v1/busy?ms=4500', hasLimit: true },
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
 * Response times of pages at a steady 100 requests a second, in many short rounds: without functions and beside ten runs of one, in turns.
 * Each percentile is of all rounds together, because the speed of a shared machine changes within seconds.
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
    const roundMs = quick ? 1_000 : 4_000;
    await readPages(site, 2 * roundMs);
    const figures: SectionResult['figures'] = [];
    for (const [kind, { path: at, everyMs = 0, hasLimit = false }] of Object.entries(KINDS)) {
      const alone: number[] = [];
      const busy: number[] = [];
      const load = startLoad(site, at, everyMs);
      for (let round = 0; round < (quick ? 2 : 20); round += 1) {
        alone.push(...(await readPages(site, roundMs)));
        load.send('run');
        // Until all are open.
        await wait(500);
        busy.push(...(await readPages(site, roundMs)));
        load.send('pause');
        await once(load, 'message');
      }
      load.send('end');
      const [[runs]] = await Promise.all([once(load, 'message'), once(load, 'exit')]);
      const [before, beside] = [percentile(alone, 0.95), percentile(busy, 0.95)];
      const cost = 100 * (beside / before - 1);
      say(
        `${kind}: pages within ${before.toFixed(2)} ms alone and ${beside.toFixed(2)} ms beside ${runs} runs (95 %): ${cost.toFixed(0)} %`,
      );
      figures.push(
        { name: `${kind} runs: pages, 95 % without functions`, unit: 'ms', value: before },
        { name: `${kind} runs: pages, 95 % beside ten functions`, unit: 'ms', value: beside },
        { name: `${kind} runs a second`, unit: '', value: (1_000 * runs) / (busy.length * EVERY_MS) },
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
function startLoad({ origin }: SiteProcess, at: string, everyMs: number): ChildProcess {
  const client = fork(fileURLToPath(import.meta.url), [LOAD, `${origin}${at}`, String(everyMs)]);
  if (client.pid !== undefined) os.setPriority(client.pid, 19);
  return client;
}

const LOAD = 'load';

/** Sends the number of runs so far once it has paused or ended. */
async function sendLoad(url: string, everyMs: number): Promise<void> {
  let runs = 0;
  let clients = 0;
  let isRunning = false;
  let working: Promise<unknown> = Promise.resolve();
  const work = async (started: number) => {
    while (isRunning) {
      clients += 1;
      await get(url, { headers: { 'x-forwarded-for': `198.51.${(clients >> 8) % 256}.${clients % 256}` } });
      runs += 1;
      if (everyMs > 0) await wait(everyMs - ((performance.now() - started) % everyMs));
    }
  };
  process.on('message', async (message) => {
    isRunning = message === 'run';
    if (isRunning) {
      const started = performance.now();
      working = Promise.all(Array.from({ length: AT_ONCE }, () => work(started)));
      return;
    }
    await working;
    process.send?.(runs, () => message === 'end' && process.disconnect());
  });
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

const [, , role, url = '', everyMs] = process.argv;
if (role === LOAD) await sendLoad(url, Number(everyMs));
