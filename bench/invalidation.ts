import pg from 'pg';
import type { BenchOptions, SectionResult } from './figures.ts';
import { PAGES } from './pages.ts';
import { startSiteProcess } from './site-process.ts';
import { median } from './stats.ts';

const TIMEOUT_MS = 10_000;

/** Time from the commit of an edit until another process shows it. */
export async function benchInvalidation({ quick, say }: BenchOptions): Promise<SectionResult> {
  const first = await startSiteProcess();
  const second = await startSiteProcess({ databaseUrl: first.databaseUrl });
  const client = new pg.Client({ connectionString: first.databaseUrl });
  await client.connect();
  try {
    const times: number[] = [];
    for (let edit = 1; edit <= (quick ? 10 : 50); edit++) {
      const title = `Rapunzel, edition ${edit}`;
      // Fills the caches before the edit.
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
  const started = performance.now();
  while (performance.now() - started < TIMEOUT_MS) {
    const html = await (await fetch(origin + PAGES.tale)).text();
    if (html.includes(`<title>${title} `)) return performance.now() - started;
  }
  throw new Error(`The old tale is still shown after ${TIMEOUT_MS} ms.`);
}
