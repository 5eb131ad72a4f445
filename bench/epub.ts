import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { BenchOptions, Figure, SectionResult } from './figures.ts';
import { root } from './machine.ts';
import { memoryMb, startSiteProcess } from './site-process.ts';
import { median } from './stats.ts';

/** An EPUB of a thousand tales with two hundred images, streamed and read; and single tales from the site. */
export async function benchEpub({ quick, say }: BenchOptions): Promise<SectionResult> {
  const figures = [...(await benchMany(1000)), ...(await benchSingle(quick ? 5 : 30))];
  for (const { name, value, unit } of figures) say(`${name}: ${value.toFixed(1)} ${unit}`);
  return { figures };
}

async function benchMany(size: number): Promise<Figure[]> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'talewood-bench-'));
  const writer = fork(path.join(root, 'bench/write-book.ts'), [String(size), dataDir], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  let maxMb = 0;
  const timer = setInterval(() => {
    maxMb = Math.max(maxMb, memoryMb(writer.pid ?? 0));
  }, 20);
  try {
    const [port] = (await once(writer, 'message')) as [number];
    const started = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}/`);
    let first = 0;
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      first ||= performance.now() - started;
      bytes += chunk.length;
    }
    const totalMs = performance.now() - started;
    const name = `${size.toLocaleString('en')} tales, 200 pictures`;
    return [
      { name: `${name}: first byte`, unit: 'ms', value: first, limit: { most: 1000 } },
      { name: `${name}: memory of the process at most`, unit: 'MB', value: maxMb, limit: { most: 300 } },
      { name: `${name}: whole, its cover drawn`, unit: 's', value: totalMs / 1000 },
      { name: `${name}: size`, unit: 'MB', value: bytes / 1e6 },
    ];
  } finally {
    clearInterval(timer);
    writer.disconnect();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function benchSingle(rounds: number): Promise<Figure[]> {
  const site = await startSiteProcess();
  try {
    const time = async (address: string) => {
      const started = performance.now();
      const response = await fetch(site.origin + address);
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${address} returned ${response.status}.`);
      return performance.now() - started;
    };
    const first = await time('/tale/rapunzel.epub');
    const later: number[] = [];
    for (let round = 0; round < rounds; round++) later.push(await time('/tale/rapunzel.epub'));
    return [
      { name: 'a tale, the first time: its cover is drawn', unit: 'ms', value: first },
      { name: 'a tale, afterwards', unit: 'ms', value: median(later) },
    ];
  } finally {
    await site.stop();
  }
}
