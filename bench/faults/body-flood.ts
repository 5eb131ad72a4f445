import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { memoryMb, startSiteProcess } from '../site-process.ts';
import { percentile } from '../stats.ts';
import { all, type FaultOptions, type FaultResult } from './fault-run.ts';
import { readPages } from './mail-down.ts';

const CONNECTIONS = 150;
const BYTES = 8 * 1024 * 1024;
const SECONDS = 20;

/** An unauthenticated client sends 150 bodies of 8 MB at once, chunked and with idempotency keys, for 20 seconds while pages are requested. */
export async function runBodyFlood({ say }: FaultOptions): Promise<FaultResult> {
  const site = await startSiteProcess();
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(memoryMb(site.pid)), 100);
  const workerData = { port: Number(new URL(site.origin).port), connections: CONNECTIONS, bytes: BYTES };
  try {
    const before = memoryMb(site.pid);
    const sender = new Worker(new URL('./flood-sender.ts', import.meta.url), { workerData });
    const over = new AbortController();
    const reading = readPages(site.origin, over.signal, 20);
    await wait(SECONDS * 1000);
    over.abort();
    const pages = await reading;
    await sender.terminate();
    await wait(3_000);
    say(`RSS ${before.toFixed(0)} MB before, ${memoryMb(site.pid).toFixed(0)} MB three seconds after`);
    const times = pages.map(({ ms }) => ms);
    return {
      figures: [
        { name: 'memory of the site (RSS), the most', value: Math.max(...samples), unit: 'MB', limit: { most: 350 } },
        all('pages answered with 200 meanwhile', pages.filter(({ status }) => status === 200).length, pages.length),
        { name: 'a page meanwhile, p95', value: percentile(times, 0.95), unit: 'ms', limit: { most: 300 } },
      ],
    };
  } finally {
    clearInterval(timer);
    await site.stop();
  }
}
