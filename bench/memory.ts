import type { BenchOptions, Figure, SectionResult } from './figures.ts';
import { PAGES } from './pages.ts';
import { type LoadOptions, sendLoad } from './send-load.ts';
import { memoryMb, startWebProcesses } from './site-process.ts';
import { median } from './stats.ts';
import { createRandom, word } from './vocabulary.ts';

const REQUESTS = 100_000;
/** One process also starts the database and imports the starter library. */
const LIMITS = { 1: { start: 250, loaded: 250 }, 2: { start: 130, loaded: 200 } };

/** Memory of web processes, without Postgres and a supervisor, during and after many different requests. */
export async function benchMemory(options: BenchOptions): Promise<SectionResult> {
  return { figures: [...(await measure(1, options)), ...(await measure(2, options))] };
}

/** Of several processes, the one that takes most counts. */
async function measure(workers: 1 | 2, { quick, say }: BenchOptions): Promise<Figure[]> {
  const { site, pids } = await startWebProcesses(workers);
  const memory = () => Math.max(...pids.map(memoryMb));
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(memory()), 200);
  try {
    const first = memory();
    const slugs = await listSlugs(site.origin);
    // Each part requests other URLs, so that caches fill realistically.
    const parts = 20;
    const ends: number[] = [];
    for (let part = 0; part < parts; part++) {
      const amount = (quick ? REQUESTS / 10 : REQUESTS) / parts;
      const load: LoadOptions = { url: site.origin, connections: 16, amount, requests: mixedRequests(slugs, part), timeout: 30 };
      const result = await sendLoad(load);
      if (result['5xx'] > 0) throw new Error(`${result['5xx']} requests ended with a 5xx.`);
      ends.push(memory());
      say(`${workers} web process${workers === 1 ? '' : 'es'}, ${(part + 1) * amount} requests: ${ends.at(-1)?.toFixed(0)} MB`);
    }
    const [before, after] = [ends.slice(parts / 2, parts / 2 + 3), ends.slice(-3)];
    const prefix = workers === 1 ? '' : 'each of two processes: ';
    return [
      { name: `${prefix}after the start`, unit: 'MB', value: first, limit: { most: LIMITS[workers].start } },
      { name: `${prefix}at most`, unit: 'MB', value: Math.max(...samples), limit: { most: LIMITS[workers].loaded } },
      { name: `${prefix}after all requests`, unit: 'MB', value: ends.at(-1) ?? Number.NaN, limit: { most: LIMITS[workers].loaded } },
      // Medians, as garbage collection causes variance.
      { name: `${prefix}growth over the last half`, unit: 'MB', value: median(after) - median(before), limit: { most: 10 } },
    ];
  } finally {
    clearInterval(timer);
    await site.stop();
  }
}

export async function listSlugs(origin: string): Promise<string[]> {
  const { tales } = (await (await fetch(`${origin}/api/v1/recent`)).json()) as { tales: { slug: string }[] };
  return tales.map((tale) => tale.slug);
}

/** Returns requests: 40 % pages, 20 % searches, 20 % suggestions, 10 % covers and 10 % unknown URLs. */
export function mixedRequests(slugs: string[], part: number): NonNullable<LoadOptions['requests']> {
  const random = createRandom(part);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const known = ['king', 'frog', 'wood', 'golden hair', 'rapunsel', 'three wishes', 'the'];
  const some = () => (random() < 0.5 ? pick(known) : word(Math.floor(random() * 100_000)));
  const kinds = [
    () => pick(Object.values(PAGES)),
    () => `/tale/${pick(slugs)}`,
    () => `/tale/${pick(slugs)}`,
    () =>
      `/tales?category=${pick(['classic', 'dark', 'animals'])}&minutes=${pick([5, 10, 15, 20, 30])}&age=${pick(['3-5', '6-8', '9-12'])}`,
    () => `/tales?q=${encodeURIComponent(some())}`,
    () => `/api/v1/tales?q=${encodeURIComponent(some())}`,
    () => `/api/v1/suggestions?q=${encodeURIComponent(some().slice(0, 3))}`,
    () => `/api/v1/suggestions?q=${encodeURIComponent(some())}`,
    () => `/covers/${pick(slugs)}.svg`,
    () => `/nowhere/${word(Math.floor(random() * 500_000))}`,
  ];
  return Array.from({ length: 500 }, (_, at) => ({
    path: (kinds[at % kinds.length] as () => string)(),
    headers: { 'accept-encoding': 'br' },
  }));
}
