import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { notifyCache } from '#src/platform/cache/connect-cache.ts';
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

/** Until a process knows that it has heard of a change. */
const UNTIL_SETTLED_MS = 6_000;

/** Pages of readers with a session, over HTTP with the database: rendered for each request, and from the cache; and rendering alone. */
export async function benchRender({ quick, say }: BenchOptions): Promise<SectionResult> {
  const site = await startSiteProcess();
  const pool = openPool(site.databaseUrl, { log: silent });
  const writer = await changeEverything(pool);
  try {
    const api = cacheResponses(createServerApi(openDb(pool), new Set()));
    const figures: Figure[] = [];
    const measure = async (page: string) => {
      const load = { url: site.origin + page, connections: 8, headers: { 'accept-encoding': 'br', cookie: 'talewood_bench=1' } };
      await sendLoad({ ...load, duration: quick ? 1 : 5 });
      const { requests, non2xx } = await sendLoad({ ...load, duration: quick ? 2 : 10 });
      if (non2xx > 0) throw new Error(`${page}: ${non2xx} of ${requests.total} failed.`);
      return requests.average;
    };
    for (const [name, page] of Object.entries({ ...PAGES, search: '/tales?q=golden+fish' })) {
      const perSecond = await measure(page);
      const renderMs = await timeRendering(api, page, quick);
      figures.push(
        { name: `${name}, not cached`, unit: 'pages/s', value: perSecond },
        { name: `${name}, drawing alone`, unit: 'ms', value: renderMs },
        { name: `${name}, share of drawing`, unit: '%', value: (renderMs / (1000 / perSecond)) * 100 },
      );
    }
    await writer.query('commit');
    await notifyCache(['tonight']).execute(openDb(pool));
    await wait(UNTIL_SETTLED_MS);
    for (const [name, page] of Object.entries(PAGES)) {
      await fetch(site.origin + page);
      figures.push({ name: `${name}, cached, with a session`, unit: 'pages/s', value: await measure(page) });
    }
    for (const { name, value, unit } of figures) say(`${name}: ${value.toFixed(1)} ${unit}`);
    return { figures };
  } finally {
    writer.release();
    await pool.end();
    await site.stop();
  }
}

/** Leaves a transaction open, so that a change of all pages stays recent. */
async function changeEverything(pool: pg.Pool): Promise<pg.PoolClient> {
  const writer = await pool.connect();
  await writer.query('begin; select pg_current_xact_id()');
  await notifyCache(['all']).execute(openDb(pool));
  return writer;
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
