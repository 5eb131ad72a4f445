import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { openPool } from '#src/platform/db/pool.ts';
import { silent } from '#test/database.ts';
import { addSession, addUsers, clientOf } from './accounts.ts';
import type { BenchOptions, SectionResult } from './figures.ts';
import { listSlugs, mixedRequests } from './memory.ts';
import { freePort, memoryMb, type SiteProcess, startSiteProcess } from './site-process.ts';

const MINUTES = 120;
/** Caches fill in the meantime. */
const WARM_UP = 0.25;
const REQUESTS_PER_SECOND = 40;
const READERS = 200;
const SOCKET_LIFE_MS = 20_000;
const EDIT_EVERY_S = 30;
const EPUB_EVERY_S = 60;

type Sample = { minute: number; live: number; rss: number };

/**
 * Two hours of mixed load: pages, searches and suggestions, every fifth request of a reader with a session; and each second a favourite and a
 * new WebSocket, each half minute an edit, each minute an EPUB. The slope is that of the memory still used after a garbage collection,
 * without the first quarter.
 */
export async function benchSoak({ quick, say }: BenchOptions): Promise<SectionResult> {
  const minutes = quick ? 2 : MINUTES;
  const inspector = await freePort();
  const site = await startSiteProcess({ env: { NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}`, TRUSTED_PROXIES: '127.0.0.1,::1' } });
  const pool = openPool(site.databaseUrl, { log: silent });
  try {
    const cookies = await Promise.all((await addUsers(pool, READERS)).map((email) => addSession(pool, email)));
    const { rows } = await pool.query<{ id: string; slug: string }>('select id, slug from tales order by slug');
    const slugs = await listSlugs(site.origin);
    const ended = Date.now() + minutes * 60_000;
    const samples: Sample[] = [];
    const sampling = (async () => {
      while (Date.now() < ended) {
        await wait(quick ? 10_000 : 60_000);
        const sample = { minute: minutes - (ended - Date.now()) / 60_000, ...(await measure(site, inspector)) };
        samples.push(sample);
        say(`${sample.minute.toFixed(0)} min: ${sample.live.toFixed(1)} MB used, ${sample.rss.toFixed(0)} MB of the process`);
      }
    })();
    const failures = new Map<string, number>();
    const running = new Set<Promise<unknown>>();
    const start = (work: Promise<unknown>) => {
      const note = ({ message }: Error) => failures.set(message, (failures.get(message) ?? 0) + 1);
      const counted = work.catch(note).finally(() => running.delete(counted));
      running.add(counted);
    };
    let sent = 0;
    for (let second = 0; Date.now() < ended; second += 1) {
      const requests = mixedRequests(slugs, second).slice(0, REQUESTS_PER_SECOND);
      const cookie = cookies[second % cookies.length] ?? '';
      const tale = rows[second % rows.length];
      for (const [at, { path, headers }] of requests.entries()) {
        const isReader = at % 5 === 0;
        start(read(`${site.origin}${path}`, { ...headers, 'x-forwarded-for': clientOf(sent), ...(isReader && { cookie }) }));
        sent += 1;
        await wait(1_000 / REQUESTS_PER_SECOND);
      }
      start(changeFavorite(site.origin, cookie, { tale: tale?.id, on: second % 2 === 0 }));
      start(openSocket(site.origin, second));
      if (second % EDIT_EVERY_S === 0) start(pool.query("update tales set excerpt = excerpt || ' ' where id = $1", [tale?.id]));
      if (second % EPUB_EVERY_S === 0) start(read(`${site.origin}/tale/${tale?.slug}.epub`, { 'x-forwarded-for': clientOf(second) }));
    }
    await Promise.all([sampling, ...running]);
    const words = [...failures].map(([message, count]) => `${count} failed: ${message}`);
    for (const line of words) say(line);
    const failed = [...failures.values()].reduce((sum, count) => sum + count, 0);
    const kept = samples.filter(({ minute }) => minute > minutes * WARM_UP);
    return {
      words,
      figures: [
        { name: 'requests that failed', unit: '', value: failed, limit: { most: 0 } },
        {
          name: `${minutes} minutes, ${sent} requests: memory in use, slope`,
          unit: 'MB/h',
          value: slopePerHour(kept, 'live'),
          limit: { most: 1 },
        },
        { name: 'memory in use at the end', unit: 'MB', value: kept.at(-1)?.live ?? Number.NaN },
        { name: 'memory of the process at most', unit: 'MB', value: Math.max(...samples.map(({ rss }) => rss)), limit: { most: 300 } },
        { name: 'memory of the process, slope', unit: 'MB/h', value: slopePerHour(kept, 'rss') },
      ],
    };
  } finally {
    await pool.end();
    await site.stop();
  }
}

async function read(url: string, headers: Record<string, string>): Promise<void> {
  const response = await fetch(url, { headers, redirect: 'manual' });
  await response.arrayBuffer();
  if (response.status >= 500) throw new Error(`${response.status} for ${new URL(url).pathname.split('/', 2).join('/')}`);
}

async function changeFavorite(origin: string, cookie: string, { tale, on }: { tale: string | undefined; on: boolean }): Promise<void> {
  const response = await fetch(`${origin}/api/v1/bookshelf/changes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, cookie },
    body: JSON.stringify({ changes: [{ op: 'favorite', tale, on, at: new Date().toISOString() }] }),
  });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`A change was answered with ${response.status}.`);
}

async function openSocket(origin: string, number: number): Promise<void> {
  const headers = { origin, 'x-forwarded-for': clientOf(number) };
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/v1/realtime`, { headers });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.send(JSON.stringify({ type: 'join', channel: 'topic:story-hour' }));
  await wait(SOCKET_LIFE_MS);
  socket.terminate();
}

/** Returns megabytes after a garbage collection: the heap with buffers outside it, and the resident memory. */
async function measure(site: SiteProcess, port: number): Promise<{ live: number; rss: number }> {
  const rss = memoryMb(site.pid);
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  let id = 0;
  const call = (method: string, params = {}) =>
    new Promise<{ result?: { value?: unknown } }>((resolve) => {
      id += 1;
      socket.once('message', (data) => resolve(JSON.parse(String(data)).result));
      socket.send(JSON.stringify({ id, method, params }));
    });
  await call('HeapProfiler.collectGarbage');
  const expression = '(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())';
  const { result } = await call('Runtime.evaluate', { expression, returnByValue: true });
  socket.close();
  return { live: Number(result?.value) / 1_048_576, rss };
}

/** Returns the slope of the least-squares line, MB per hour. */
function slopePerHour(samples: readonly Sample[], of: 'live' | 'rss'): number {
  const mean = (values: number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const [x, y] = [mean(samples.map(({ minute }) => minute / 60)), mean(samples.map((sample) => sample[of]))];
  const covariance = mean(samples.map((sample) => (sample.minute / 60 - x) * (sample[of] - y)));
  return covariance / mean(samples.map(({ minute }) => (minute / 60 - x) ** 2));
}
