import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { BenchOptions, Figure, SectionResult } from './figures.ts';
import { root } from './machine.ts';
import { memoryMb, startSiteProcess } from './site-process.ts';
import { median } from './stats.ts';

/** A book of a thousand tales with two hundred pictures, as it is written and read; and single tales from the site. */
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
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, memoryMb(writer.pid ?? 0));
  }, 20);
  try {
    const [port] = (await once(writer, 'message')) as [number];
    const began = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    let first = 0;
    let bytes = 0;
    for await (const chunk of answer.body ?? []) {
      first ||= performance.now() - began;
      bytes += chunk.length;
    }
    const took = performance.now() - began;
    const name = `${size.toLocaleString('en')} tales, 200 pictures`;
    return [
      { name: `${name}: first byte`, unit: 'ms', value: first, limit: { most: 1000 } },
      { name: `${name}: memory of the process at most`, unit: 'MB', value: most, limit: { most: 300 } },
      { name: `${name}: whole, its cover drawn`, unit: 's', value: took / 1000 },
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
      const began = performance.now();
      const answer = await fetch(site.origin + address);
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${address} is answered with ${answer.status}.`);
      return performance.now() - began;
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
