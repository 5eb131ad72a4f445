import pg from 'pg';
import type { BenchOptions, SectionResult } from './figures.ts';
import { PAGES } from './pages.ts';
import { startSiteProcess } from './site-process.ts';
import { median } from './stats.ts';

const PATIENCE_MS = 10_000;

/** How long another process still shows a tale as it was, after the edit is committed. */
export async function benchInvalidation({ quick, say }: BenchOptions): Promise<SectionResult> {
  const first = await startSiteProcess();
  const second = await startSiteProcess({ databaseUrl: first.databaseUrl });
  const client = new pg.Client({ connectionString: first.databaseUrl });
  await client.connect();
  try {
    const times: number[] = [];
    for (let edit = 1; edit <= (quick ? 10 : 50); edit++) {
      const title = `Rapunzel, edition ${edit}`;
      // In the cache before the edit, or there is nothing to drop.
      for (const { origin } of [first, second]) await (await fetch(origin + PAGES.tale)).text();
      await client.query("update tales set title = $1 where slug = 'rapunzel'", [title]);
      times.push(await timeUntilShown(second.origin, title));
    }
    say(`an edit is seen after ${median(times).toFixed(1)} ms, at most ${Math.max(...times).toFixed(1)} ms`);
    return {
      figures: [
        { name: 'median', unit: 'ms', value: median(times) },
        { name: 'longest', unit: 'ms', value: Math.max(...times), limit: { most: 1_000 } },
      ],
    };
  } finally {
    await client.end();
    await second.stop();
    await first.stop();
  }
}

async function timeUntilShown(origin: string, title: string): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < PATIENCE_MS) {
    const html = await (await fetch(origin + PAGES.tale)).text();
    if (html.includes(`<title>${title} `)) return performance.now() - began;
  }
  throw new Error(`The old tale is still shown after ${PATIENCE_MS} ms.`);
}
