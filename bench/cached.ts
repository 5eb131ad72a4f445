import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import type { BareResponse } from './bare-server.ts';
import type { BenchOptions, Figure, SectionResult } from './figures.ts';
import { root } from './machine.ts';
import { fetchRaw, PAGES } from './pages.ts';
import { cpuSeconds, startSiteProcess } from './site-process.ts';
import { median } from './stats.ts';

type Target = { origin: string; pid: number };
type Rates = { perSecond: number[]; cpuMicroseconds: number[] };

/** Headers that Node adds. */
const NODE_HEADERS = /^(date|connection|keep-alive|transfer-encoding)$/i;

/** Compares cached pages of the real server with a bare one that sends the same bytes and headers, alternately. */
export async function benchCached({ quick, say }: BenchOptions): Promise<SectionResult> {
  const site = await startSiteProcess();
  const bare = await startBareServer(site.origin);
  try {
    const figures: Figure[] = [];
    for (const [name, page] of Object.entries(PAGES)) figures.push(...(await compare(name, page, site, bare, quick)));
    for (const { name, value, unit } of figures) say(`${name}: ${value.toFixed(2)} ${unit}`);
    return { figures };
  } finally {
    bare.stop();
    await site.stop();
  }
}

/** Starts a server that sends the same as the site for its pages. */
export async function startBareServer(site: string): Promise<Target & { stop(): void }> {
  const child = fork(path.join(root, 'bench/bare-server.ts'), { execArgv: ['--disable-warning=ExperimentalWarning'] });
  child.send(await Promise.all(Object.values(PAGES).map((page) => capture(site, page))));
  const [address] = (await once(child, 'message')) as [AddressInfo];
  return { origin: `http://localhost:${address.port}`, pid: child.pid ?? 0, stop: () => child.disconnect() };
}

/** Returns the response from the cache of the site, for servers that send the same. */
export async function capture(origin: string, page: string): Promise<BareResponse> {
  // The first request fills the cache.
  await fetchRaw(origin, page);
  const { status, fields, body } = await fetchRaw(origin, page);
  if (status !== 200) throw new Error(`${page} returned ${status}.`);
  const headers = fields.filter((_, index) => !NODE_HEADERS.test(fields[index - (index % 2)] ?? ''));
  return { path: page, fields: headers, body: body.toString('base64') };
}

async function compare(name: string, page: string, site: Target, bare: Target, quick: boolean): Promise<Figure[]> {
  const seconds = quick ? 2 : 5;
  const rates = new Map<Target, Rates>([site, bare].map((target) => [target, { perSecond: [], cpuMicroseconds: [] }]));
  for (const target of rates.keys()) await send(target, page, seconds);
  for (let round = 0; round < (quick ? 3 : 7); round++) {
    for (const [target, { perSecond, cpuMicroseconds }] of rates) {
      const before = cpuSeconds(target.pid);
      const sent = await send(target, page, seconds);
      perSecond.push(sent.perSecond);
      cpuMicroseconds.push(((cpuSeconds(target.pid) - before) / sent.total) * 1e6);
    }
  }
  const of = (target: Target, kind: keyof Rates) => median(rates.get(target)?.[kind] ?? []);
  return [
    { name: `${name}, Talewood`, unit: 'requests/s', value: of(site, 'perSecond') },
    { name: `${name}, bare node:http`, unit: 'requests/s', value: of(bare, 'perSecond') },
    { name: `${name}, share of bare`, unit: 'times', value: of(site, 'perSecond') / of(bare, 'perSecond'), limit: { least: 0.8 } },
    // Independent of the load generator: if that is the bottleneck, the share above is too high.
    {
      name: `${name}, processor time of bare for each of ours`,
      unit: 'times',
      value: of(bare, 'cpuMicroseconds') / of(site, 'cpuMicroseconds'),
    },
  ];
}

/** Sends requests over 64 connections from another process. */
export async function send(
  { origin }: Pick<Target, 'origin'>,
  page: string,
  seconds: number,
): Promise<{ perSecond: number; total: number }> {
  const load = { port: Number(new URL(origin).port), path: page, connections: 64, seconds };
  const args = ['--disable-warning=ExperimentalWarning', path.join(root, 'bench/hammer.ts'), JSON.stringify(load)];
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout);
}
