/** The pages of the site: every address, the key under which its page is kept, and how it is drawn. */
import type { Context } from 'hono';
import { Hono } from 'hono';
import type { BuiltFiles } from '#src/browser/document.ts';
import type { Previewed, RenderedPage, RenderOptions } from '#src/browser/entry-server.tsx';
import type { ApiGuide } from '#src/features/api-guide/contract.ts';
import { type Counter, mayCount } from '#src/features/counts/counts.ts';
import { parseHowLong, writeHowLong } from '#src/features/evening/how-long-query.ts';
import {
  readAfter as after,
  BadQuery,
  parseBrowseQuery,
  readPlace,
  writeBrowseQuery,
  writePlace,
} from '#src/features/tales/browse-query.ts';
import { type PageParameters, PUBLIC_PAGES } from '#src/page-paths.ts';
import type { PageResult } from '#src/platform/cache/page-cache.ts';
import type { ServePage } from '#src/platform/cache/serve-page.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { DrawForm } from '#src/platform/http/answer-form.ts';
import { canonicalQuery } from '#src/platform/http/canonical.ts';
import type { RenderError } from '#src/platform/http/error-answer.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { createServerApi } from './server-api.ts';

export type DrawPages = {
  renderPage(href: string, options: RenderOptions): Promise<RenderedPage>;
  /** Without a tale: the page of one that is not found. */
  renderPreview(shown: Previewed | null, options: Omit<RenderOptions, 'api' | 'posted'>): string;
  renderError(status: number, options: Omit<RenderOptions, 'api'>): Promise<string>;
  renderGuide(guide: ApiGuide, options: Omit<RenderOptions, 'api'>): string;
};
const HTML = { 'Content-Type': 'text/html; charset=utf-8' };

export type PageDeps = {
  db: Db;
  servePage: ServePage;
  draw: DrawPages;
  files: BuiltFiles;
  publicUrl: string;
  isLetterClosed: boolean;
  counter?: Counter | undefined;
};

/** What the addresses of forms may carry. At the gates: where to go afterwards, and what a link in a mail holds. */
const NAMES = { gate: ['next', 'token', 'email', 'keys'], contact: ['tale'] };

export function pageRoutes(deps: PageDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const [pattern, asks] of Object.entries(PUBLIC_PAGES)) {
    app.get(pattern, (c) => {
      const { href, keep } = canonical(c, asks);
      const counter = mayCount(c) ? deps.counter : undefined;
      return deps.servePage(c, { key: keep ? `page ${href}` : null, render: () => drawPage({ ...deps, counter }, href) });
    });
  }
  return app;
}

/** Draws one page with what it was made from. */
export async function drawPage(deps: PageDeps, href: string, posted?: RenderOptions['posted']): Promise<PageResult> {
  const tags = new Set<string>();
  const now = new Date().toISOString();
  const api = createServerApi(deps.db, tags, deps.counter);
  const { publicUrl, files, isLetterClosed } = deps;
  const page = await deps.draw.renderPage(href, { api, publicUrl, files, isLetterClosed, now, posted });
  if (page.location !== null) return { status: page.status, headers: { Location: page.location }, body: '', tags: [...tags] };
  return {
    status: page.status,
    headers: HTML,
    body: page.html,
    tags: [...tags],
    version: page.html.replaceAll(now, ''),
  };
}

/** Draws a page with a form that could not be taken, for who sent it alone. */
export function drawForm(deps: PageDeps): DrawForm {
  return async (_c, { href, status, form }) => {
    const { body } = await drawPage(deps, href, { form, status });
    return new Response(body, { status, headers: { ...HTML, 'Cache-Control': 'no-store' } });
  };
}

/** The pages of errors in the site's own look, for handlers and for the server itself. They need no database. */
export function errorPages({ draw, ...rest }: Pick<PageDeps, 'draw' | 'publicUrl' | 'files' | 'isLetterClosed'>): RenderError {
  const { publicUrl, files, isLetterClosed } = rest;
  return (status) => draw.renderError(status, { publicUrl, files, isLetterClosed, now: new Date().toISOString() });
}

/** The address as the page reads it. Searches and meaningless addresses are too many to keep. */
function canonical(c: Context, asks: PageParameters): { href: string; keep: boolean } {
  const { pathname, searchParams } = new URL(c.req.url);
  try {
    if (asks === 'nothing') return { href: pathname, keep: true };
    if (asks === 'gate' || asks === 'contact') {
      const query = canonicalQuery(c.req.url.slice(c.req.url.indexOf('?') + 1 || c.req.url.length), NAMES[asks]);
      return { href: withQuery(pathname, query), keep: query === '' };
    }
    if (asks === 'after') return { href: withQuery(pathname, after(searchParams) && `after=${after(searchParams)}`), keep: true };
    if (asks === 'place') return { href: withQuery(pathname, writePlace(readPlace(searchParams))), keep: true };
    if (asks === 'how-long') return { href: withQuery(pathname, writeHowLong(parseHowLong(searchParams))), keep: true };
    const query = parseBrowseQuery(searchParams);
    return { href: withQuery(pathname, writeBrowseQuery(query)), keep: query.q === '' };
  } catch (error) {
    if (!(error instanceof BadQuery)) throw error;
    return { href: withQuery(pathname, searchParams.toString()), keep: false };
  }
}

function withQuery(path: string, query: string): string {
  return query ? `${path}?${query}` : path;
}
