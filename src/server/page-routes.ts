/** Routes of the pages: canonical URLs, cache keys and rendering. */

import { setTimeout as wait } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { setFlashMessage } from '#src/features/accounts/cookies.ts';
import type { Guards } from '#src/features/accounts/guards.ts';
import { type Counter, listLikelyReads, shouldTrack } from '#src/features/analytics/analytics.ts';
import type { ApiGuide } from '#src/features/api-guide/contract.ts';
import { authorListQuery } from '#src/features/authors/authors.ts';
import { parseFinderQuery, writeFinderQuery } from '#src/features/tale-finder/finder-query.ts';
import {
  parseCursor as after,
  BadQuery,
  type BrowseQuery,
  parseBrowseQuery,
  parseListRange,
  writeBrowseQuery,
  writeListRange,
} from '#src/features/tales/browse-query.ts';
import { randomTale } from '#src/features/tales/tales.ts';
import { ALL_PAGES, mayOpen, type Page } from '#src/page-table.ts';
import type { PageCache, PageResult } from '#src/platform/cache/page-cache.ts';
import type { ServePage } from '#src/platform/cache/serve-page.ts';
import type { Db } from '#src/platform/db/db.ts';
import { createDebouncedTask } from '#src/platform/debounced-task.ts';
import { canonicalQuery } from '#src/platform/http/canonical.ts';
import type { RenderError } from '#src/platform/http/error-response.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import type { RenderForm } from '#src/platform/http/respond-to-form.ts';
import type { Log } from '#src/platform/log.ts';
import { siteName } from '#src/platform/site-name.ts';
import { inSpan } from '#src/platform/tracing.ts';
import type { Site } from '#src/ui/site.ts';
import { urls } from '#src/urls.ts';
import type { BuiltFiles } from '#src/web/document.ts';
import type { Previewed, RenderedPage, RenderOptions } from '#src/web/entry-server.tsx';
import { createServerApi } from './server-api.ts';

export type PageRenderer = {
  renderPage(href: string, options: RenderOptions): Promise<RenderedPage>;
  /** Null renders "not found". */
  renderPreview(shown: Previewed | null, options: Omit<RenderOptions, 'api' | 'posted'>): string;
  /** `path`: of the request. */
  renderError(status: number, options: Omit<RenderOptions, 'api'>, path?: string): Promise<string>;
  renderGuide(guide: ApiGuide, options: Omit<RenderOptions, 'api'>): string;
};
const HTML = { 'Content-Type': 'text/html; charset=utf-8' };

export type PageDeps = {
  db: Db;
  servePage: ServePage;
  renderer: PageRenderer;
  files: BuiltFiles;
  publicUrl: string;
  isNewsletterDisabled: boolean;
  loginProviders?: Site['loginProviders'];
  counter?: Counter | undefined;
};

export function pageRoutes(deps: PageDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const { path, query, hasToken } of ALL_PAGES.filter((page) => page.access === undefined && !page.hasOwnRoute)) {
    app.get(path, (c) => {
      const { href, keep } = canonical(c, query);
      const counter = shouldTrack(c) ? deps.counter : undefined;
      return deps.servePage(c, {
        key: keep && !hasToken ? `page ${href}` : null,
        isOwn: hasToken,
        render: (db) => renderWithTags({ ...deps, db, counter }, href),
      });
    });
  }
  return app;
}

/** Renders a page and collects its cache tags. */
async function renderWithTags(deps: PageDeps, href: string, posted?: RenderOptions['posted']): Promise<PageResult> {
  const tags = new Set<string>();
  const now = new Date().toISOString();
  const api = createServerApi(deps.db, tags, deps.counter);
  const render = () => deps.renderer.renderPage(href, { ...renderOptions(deps), now, api, posted });
  const page = await inSpan('render page', { isPart: true }, render);
  if (page.location !== null) return { status: page.status, headers: { Location: page.location }, body: '', tags: [...tags] };
  return {
    status: page.status,
    headers: HTML,
    body: page.html,
    tags: [...tags],
    varying: now,
  };
}

/** Renders a page with a rejected form, uncached. */
export function renderForm(deps: PageDeps): RenderForm {
  return async (_c, { href, status, form }) => {
    const { body } = await renderWithTags(deps, href, { form, status });
    return new Response(body, { status, headers: { ...HTML, 'Cache-Control': 'no-store' } });
  };
}

type WarmerDeps = PageDeps & { cache: PageCache; log: Pick<Log, 'debug'>; after?: typeof WARM_AFTER_MS };

export type Warmer = { warmSoon(): void; stop(): Promise<void> };

/** Bursts of writes, such as imports, are waited for. */
const WARM_AFTER_MS = { quietMs: 5_000, longestMs: 60_000 };
const BUSY_MS = 50;
/** Pause after each page, as a multiple of the time that it took: others need the processor. */
const PAUSE = 9;

/**
 * Renders home, the list of tales and the tales most likely to be read before somebody asks for them: one at a time, only while no request
 * waits for a page, and at most a tenth of the time.
 */
export function createWarmer({ cache, log, after = WARM_AFTER_MS, ...deps }: WarmerDeps): Warmer {
  let isStopped = false;
  const onError = (err: unknown) => log.debug({ event: 'page_not_warmed', err }, 'Could not render a page ahead of requests');
  const warm = async () => {
    for (const href of [urls.home(), urls.tales(), ...(await listLikelyReads(deps.db)).map(urls.tale)]) {
      while (!isStopped && !cache.isIdle()) await wait(BUSY_MS);
      if (isStopped) return;
      const started = performance.now();
      await cache.warm(`page ${href}`, () => renderWithTags({ ...deps, counter: undefined }, href)).catch(onError);
      await wait((performance.now() - started) * PAUSE);
    }
  };
  const task = createDebouncedTask(warm, { ...after, onError });
  return {
    warmSoon: task.soon,
    stop: () => {
      isStopped = true;
      return task.stop();
    },
  };
}

/** Error pages in the design of the site, for handlers and the HTTP server. They need no database. */
export function errorPages({ renderer, ...rest }: Pick<PageDeps, 'renderer'> & OptionDeps): RenderError {
  return (status, { path }) => renderer.renderError(status, renderOptions(rest), path);
}

type OptionDeps = Pick<PageDeps, 'publicUrl' | 'files' | 'isNewsletterDisabled' | 'loginProviders'>;

/** Returns what the renderer is told of the site and the moment. */
export function renderOptions({ publicUrl, files, isNewsletterDisabled, loginProviders }: OptionDeps): Omit<RenderOptions, 'api'> {
  return { publicUrl, files, site: { name: siteName(), isNewsletterDisabled, loginProviders }, now: new Date().toISOString() };
}

/** Returns the canonical URL of a page. Searches and invalid URLs are too many to cache. */
function canonical(c: Context, query: Page['query']): { href: string; keep: boolean } {
  const { pathname, searchParams } = new URL(c.req.url);
  try {
    if (query === undefined) return { href: pathname, keep: true };
    if (query === 'after') return { href: withQuery(pathname, after(searchParams) && `after=${after(searchParams)}`), keep: true };
    if (query === 'list-position') return { href: withQuery(pathname, writeListRange(parseListRange(searchParams))), keep: true };
    if (query === 'author-list') return { href: withQuery(pathname, authorListQuery(searchParams)), keep: true };
    if (query === 'how-long') return { href: withQuery(pathname, writeFinderQuery(parseFinderQuery(searchParams))), keep: true };
    if (query !== 'browse') {
      const known = canonicalQuery(c.req.url.slice(c.req.url.indexOf('?') + 1 || c.req.url.length), query);
      return { href: withQuery(pathname, known), keep: known === '' };
    }
    const browsed = parseBrowseQuery(searchParams);
    return { href: withQuery(pathname, writeBrowseQuery(browsed)), keep: browsed.q === '' };
  } catch (error) {
    if (!(error instanceof BadQuery)) throw error;
    return { href: withQuery(pathname, searchParams.toString()), keep: false };
  }
}

function withQuery(path: string, query: string): string {
  return query ? `${path}?${query}` : path;
}

/** Pages of signed-in users. The routes are guarded here; the data is loaded through the API afterwards. */

export function personalPages(deps: PageDeps & { guards: Guards }): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const { path, access } of ALL_PAGES.filter((page) => page.access !== undefined)) {
    app.get(path, async (c) => {
      const { pathname, search } = new URL(c.req.url);
      const person = await deps.guards.find(c);
      if (person === null) return c.redirect(urls.login(pathname + search), 302);
      if (!mayOpen(access, person.role)) {
        setFlashMessage(c, 'no_access');
        return c.redirect(urls.home(), 302);
      }
      return deps.servePage(c, { key: null, render: () => renderWithTags(deps, pathname) });
    });
  }
  app.get('/admin', (c) => c.redirect(urls.manageTales(), 302));
  return app;
}

/** Slugs of `not` that are considered. */

const MAX_SEEN = 50;
const TALE = /\/tale\/([a-z0-9]+(?:-[a-z0-9]+)*)$/;

/**
 * Redirects to a random tale that matches the filters, avoiding the tales in `not` (recently seen on the device) if there are others. Without
 * JavaScript only the referring tale is known.
 */
export function randomRoute(deps: PageDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get(urls.random(), async (c) => {
    const params = new URL(c.req.url).searchParams;
    const named = (params.get('not') ?? '').split(',').filter((slug) => /^[a-z0-9-]{1,200}$/.test(slug));
    const from = TALE.exec(c.req.header('referer') ?? '')?.[1];
    const seen = [...new Set([...(from ? [from] : []), ...named])].slice(0, MAX_SEEN);
    const query = parseBrowseQuery(params);
    const slug = await randomTale(deps.db, query, seen);
    if (slug === null) return deps.servePage(c, { key: null, render: (db) => noTale({ ...deps, db }, query) });
    return c.body(null, 302, { Location: urls.tale(slug), 'Cache-Control': 'no-store' });
  });
  return app;
}

async function noTale(deps: PageDeps, query: BrowseQuery): Promise<PageResult> {
  return { ...(await renderWithTags(deps, `${urls.random()}?${writeBrowseQuery(query)}`)), status: 404 };
}
