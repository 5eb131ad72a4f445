import { setTimeout } from 'node:timers/promises';
import { openPool } from '#src/platform/db/pool.ts';
import { silent } from '#test/database.ts';
import { addUsers, clientOf, PASSWORD } from './accounts.ts';
import type { BenchOptions, Figure, SectionResult } from './figures.ts';
import { fetchRaw } from './pages.ts';
import { startSiteProcess } from './site-process.ts';
import { median, percentile, timeRuns } from './stats.ts';

const AT_ONCE = 50;
/** Pause between page requests: eight readers without a pause would use a whole core. */
const PAUSE_MS = 50;
/** A cached and an uncached page. */
const PAGES = { cached: '/tale/rapunzel', searched: '/tales?q=king' };

/** Page times while fifty users log in concurrently, and whether response times disclose accounts. */
export async function benchSignIns({ quick, say }: BenchOptions): Promise<SectionResult> {
  const site = await startSiteProcess({ env: { TRUSTED_PROXIES: '127.0.0.1,::1' } });
  const pool = openPool(site.databaseUrl, { log: silent });
  try {
    const emails = await addUsers(pool, 1_000);
    const seconds = quick ? 3 : 15;
    const idlePages = await readPages(site.origin, seconds / 3);
    const loggingIn = signInFor(site.origin, emails, seconds);
    const busyPages = await readPages(site.origin, seconds);
    const signIns = await loggingIn;
    const figures: Figure[] = [
      ...Object.keys(PAGES).map((page) => ({ name: `a ${page} page, p95, nobody signs in`, unit: 'ms', value: p95Of(idlePages, page) })),
      ...Object.keys(PAGES).map((page) => ({
        name: `a ${page} page, p95, ${AT_ONCE} at once sign in`,
        unit: 'ms',
        value: p95Of(busyPages, page),
        limit: { most: 300 },
      })),
      { name: `a sign-in, of ${AT_ONCE} at once, p95`, unit: 'ms', value: percentile(signIns, 0.95) },
      { name: 'sign-ins', unit: 'a second', value: signIns.length / seconds },
      ...(await measureDisclosure(site.origin, emails, quick ? 20 : 100)),
    ];
    for (const { name, value, unit } of figures) say(`${name}: ${value.toFixed(2)} ${unit}`);
    return { figures };
  } finally {
    await pool.end();
    await site.stop();
  }
}

type Times = Map<string, number[]>;

function p95Of(times: Times, page: string): number {
  return percentile(times.get(page) ?? [], 0.95);
}

/** Requests each page sequentially by four readers, with pauses. */
async function readPages(origin: string, seconds: number): Promise<Times> {
  const until = performance.now() + seconds * 1_000;
  const times: Times = new Map(Object.keys(PAGES).map((name) => [name, []]));
  const read = async (name: string, page: string) => {
    while (performance.now() < until) {
      const started = performance.now();
      const { status } = await fetchRaw(origin, page);
      if (status !== 200) throw new Error(`${page} returned ${status}.`);
      times.get(name)?.push(performance.now() - started);
      await setTimeout(PAUSE_MS);
    }
  };
  await Promise.all(Object.entries(PAGES).flatMap(([name, page]) => Array.from({ length: 4 }, () => read(name, page))));
  return times;
}

/** Logs in fifty users at a time, each from its own network. Returns the time of each login, ms. */
async function signInFor(origin: string, emails: string[], seconds: number): Promise<number[]> {
  const until = performance.now() + seconds * 1_000;
  const times: number[] = [];
  let next = 0;
  const sign = async () => {
    while (performance.now() < until) {
      next += 1;
      const started = performance.now();
      const status = await post(origin, '/session', { email: emails[next % emails.length] ?? '', password: PASSWORD }, next);
      if (status !== 200) throw new Error(`A login returned ${status}.`);
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sign));
  return times;
}

/** S07: median times for known and unknown addresses, alternately. */
async function measureDisclosure(origin: string, emails: string[], runs: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [what, path, rest] of [
    ['a wrong password', '/session', { password: 'not the right one at all' }],
    ['asking for a link', '/sign-in-links', {}],
  ] as const) {
    const times = await timeRuns((run) => post(origin, path, { email: nthAddress(emails, run), ...rest }, 1_000_000 + run), {
      runs: runs * 2,
      warmUp: 10,
    });
    const [known, unknown] = [0, 1].map((odd) => median(times.filter((_, run) => run % 2 === odd))) as [number, number];
    figures.push({ name: `${what}, known address, p50`, unit: 'ms', value: known });
    figures.push({
      name: `${what}, unknown address: difference of the medians`,
      unit: 'ms',
      value: Math.abs(known - unknown),
      limit: { most: 30 },
    });
  }
  return figures;
}

/** Returns a known email for even runs, an unknown one for odd runs. */
function nthAddress(emails: string[], run: number): string {
  return run % 2 === 0 ? (emails[run % emails.length] ?? '') : `stranger-${run}@tales.example`;
}

async function post(origin: string, path: string, body: object, client: number): Promise<number> {
  const headers = { origin, 'content-type': 'application/json', 'x-forwarded-for': clientOf(client) };
  const response = await fetch(`${origin}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  await response.arrayBuffer();
  return response.status;
}
