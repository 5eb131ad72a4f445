/** /random: another tale each time. */
import { Hono } from 'hono';
import { type BrowseQuery, parseBrowseQuery, writeBrowseQuery } from '#src/features/tales/browse-query.ts';
import { randomTale } from '#src/features/tales/tales.ts';
import type { PageResult } from '#src/platform/cache/page-cache.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { urls } from '#src/urls.ts';
import { drawPage, type PageDeps } from './pages.ts';

const MOST_SEEN = 50;
const TALE = /\/tale\/([a-z0-9]+(?:-[a-z0-9]+)*)$/;

/**
 * Answers with 302 to a random tale that fits the filters of the browse page, and never with one of the last fifty seen if
 * there is another: the browser names them in `not`; without scripts at least the tale one comes from is known.
 */
export function randomRoute(deps: PageDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get(urls.random(), async (c) => {
    const params = new URL(c.req.url).searchParams;
    const named = (params.get('not') ?? '').split(',').filter((slug) => /^[a-z0-9-]{1,200}$/.test(slug));
    const from = TALE.exec(c.req.header('referer') ?? '')?.[1];
    const seen = [...new Set([...(from ? [from] : []), ...named])].slice(0, MOST_SEEN);
    const query = parseBrowseQuery(params);
    const slug = await randomTale(deps.db, query, seen);
    if (slug === null) return deps.servePage(c, { key: null, render: () => noTale(deps, query) });
    return c.body(null, 302, { Location: urls.tale(slug), 'Cache-Control': 'no-store' });
  });
  return app;
}

async function noTale(deps: PageDeps, query: BrowseQuery): Promise<PageResult> {
  return { ...(await drawPage(deps, `${urls.random()}?${writeBrowseQuery(query)}`)), status: 404 };
}
