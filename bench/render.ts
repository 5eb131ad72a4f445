import path from 'node:path';
import { openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { readBuiltFiles } from '#src/server/create-site.ts';
import type { PageRenderer } from '#src/server/page-routes.ts';
import { createServerApi } from '#src/server/server-api.ts';
import type { Api } from '#src/web/api.ts';
import { silent } from '#test/database.ts';
import type { BenchOptions, Figure, SectionResult } from './figures.ts';
import { root } from './machine.ts';
import { PAGES } from './pages.ts';
import { sendLoad } from './send-load.ts';
import { startSiteProcess } from './site-process.ts';
import { median, timeRuns } from './stats.ts';

/** Uncached pages: complete requests over HTTP with the database, and rendering alone. */
export async function benchRender({ quick, say }: BenchOptions): Promise<SectionResult> {
  const site = await startSiteProcess();
  const pool = openPool(site.databaseUrl, { log: silent });
  try {
    const api = cacheResponses(createServerApi(openDb(pool), new Set()));
    const figures: Figure[] = [];
    for (const [name, page] of Object.entries(PAGES)) {
      // A cookie of the site bypasses the page cache.
      const load = { url: site.origin + page, connections: 8, headers: { 'accept-encoding': 'br', cookie: 'talewood_bench=1' } };
      await sendLoad({ ...load, duration: quick ? 1 : 5 });
      const { requests, non2xx } = await sendLoad({ ...load, duration: quick ? 2 : 10 });
      if (non2xx > 0) throw new Error(`${page}: ${non2xx} of ${requests.total} failed.`);
      const renderMs = await timeRendering(api, page, quick);
      figures.push(
        { name: `${name}, not cached`, unit: 'pages/s', value: requests.average },
        { name: `${name}, drawing alone`, unit: 'ms', value: renderMs },
        { name: `${name}, share of drawing`, unit: '%', value: (renderMs / (1000 / requests.average)) * 100 },
      );
    }
    for (const { name, value, unit } of figures) say(`${name}: ${value.toFixed(1)} ${unit}`);
    return { figures };
  } finally {
    await pool.end();
    await site.stop();
  }
}

async function timeRendering(api: Api, page: string, quick: boolean): Promise<number> {
  const renderer = (await import(path.join(root, 'dist/server/entry-server.js'))) as PageRenderer;
  const options = {
    api,
    publicUrl: 'https://tales.example',
    files: readBuiltFiles(path.join(root, 'dist')),
    site: { name: 'Talewood', isNewsletterDisabled: false },
    now: new Date().toISOString(),
  };
  return median(await timeRuns(() => renderer.renderPage(page, options), quick ? { runs: 50, warmUp: 50 } : { runs: 500, warmUp: 500 }));
}

/** Returns the API with all responses cached. */
function cacheResponses(api: Api): Api {
  const responses = new Map<string, unknown>();
  return new Proxy(api, {
    get(target, name: keyof Api & string) {
      return (...args: unknown[]) => {
        const key = JSON.stringify([name, ...args.map((arg) => (arg instanceof AbortSignal ? null : arg))]);
        if (!responses.has(key)) responses.set(key, (target[name] as (...given: unknown[]) => unknown)(...args));
        return responses.get(key);
      };
    },
  });
}
