import { type Context, Hono } from 'hono';
import { parseCursor, SEARCH_LIMIT } from '#src/features/tales/browse-query.ts';
import type { PageResult } from '#src/platform/cache/page-cache.ts';
import type { Db } from '#src/platform/db/db.ts';
import { notFound } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { siteName } from '#src/platform/site-name.ts';
import { urls } from '#src/urls.ts';
import { isCacheable, type ListName, listAddress, parseListName } from '../list-names.ts';
import { type ListDeps, listResponse } from '../list-response.ts';
import { getList, getTaleRecord } from '../tale-lists.ts';
import { element, xmlDocument } from '../xml.ts';
import { categoryNavigation, NAVIGATION_PAGES, newest, TYPES } from './catalogue.ts';
import { listPageOf, PAGE_SIZE } from './list-page.ts';
import { acquisitionFeed, entryDocument, navigationFeed } from './opds1.ts';
import { navigationJson, publicationJson, publicationsJson } from './opds2.ts';

type Form = 'opds1' | 'opds2';
/** `path` is relative to the catalogue. */
type PageRequest = { form: Form; path: string; params: URLSearchParams };
type Render = (deps: { db: Db; site: string; form: Form }) => Promise<PageResult>;
/** `key` is null for pages that are not cached. */
type Page = { key: string | null; render: Render };

const ROOT_TALES = 12;
const TALE = /^\/tale\/([a-z0-9]+(?:-[a-z0-9]+)*)$/;

/** OPDS 1.2 at /opds, OPDS 2.0 at /opds/v2 and by content negotiation. */
export function opdsRoutes({ servePage, publicUrl: site }: ListDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get(urls.opds('/search.xml'), (c) =>
    servePage(c, { key: 'opds search', render: async () => ({ ...plain(TYPES.search, searchDescription(site)), tags: [] }) }),
  );
  for (const pattern of [urls.opds2(), urls.opds2('/*')]) app.get(pattern, (c) => serve(c, 'opds2', urls.opds2(), false));
  for (const pattern of [urls.opds(), urls.opds('/*')]) {
    app.get(pattern, (c) => serve(c, wantsJson(c.req.header('accept')) ? 'opds2' : 'opds1', urls.opds(), true));
  }
  return app;

  function serve(c: Context<AppEnv>, form: Form, base: string, isNegotiated: boolean): Promise<Response> {
    const { pathname, searchParams: params } = new URL(c.req.url);
    const page = pageAt({ form, path: pathname.slice(base.length), params });
    const key = page.key === null ? null : `${form} ${page.key}`;
    return servePage(c, { key, isNegotiated, render: (db) => page.render({ db, site, form }) });
  }
}

/** @throws AppError 404 for an unknown page, BadQuery for invalid parameters */
function pageAt({ form, path, params }: PageRequest): Page {
  const after = parseCursor(params);
  const ways = Object.hasOwn(NAVIGATION_PAGES, path) ? NAVIGATION_PAGES[path] : undefined;
  if (ways !== undefined) return { key: after === '' ? path : `${path}?after=${after}`, render: renderNavigation(path, after) };
  const slug = TALE.exec(path)?.[1];
  if (slug !== undefined) return { key: path, render: renderTale(slug) };
  const name = form === 'opds2' && path === '/search' ? parseListName(urls.tales(), asSearch(params)) : parseListName(path, params);
  if (name === undefined) throw notFound();
  return { key: isCacheable(name) ? listAddress(name, { after }) : null, render: renderList(name, after) };
}

/** OPDS 2.0 names the search parameter `query`. */
function asSearch(params: URLSearchParams): URLSearchParams {
  const asked = new URLSearchParams(params);
  asked.set('q', params.get('query') ?? '');
  return asked;
}

function renderNavigation(path: string, after: string): Render {
  return async ({ db, site, form }) => {
    const page = await (NAVIGATION_PAGES[path] as (typeof NAVIGATION_PAGES)[string])({ db, after });
    if (form === 'opds1') return plain(TYPES.navigation, navigationFeed(page, site));
    const groups = path === '' ? { newest: await newest(db, ROOT_TALES), categories: await categoryNavigation({ db }) } : null;
    return plain(TYPES.json, navigationJson(page, site, groups));
  };
}

function renderList(name: ListName, after: string): Render {
  return async ({ db, site, form }) => {
    const addressOf = (now: ListName) => (form === 'opds1' ? urls.opds : urls.opds2)(listAddress(now));
    const list = await getList(db, name, { after, size: PAGE_SIZE, withFacets: true }, addressOf);
    const listPage = listPageOf(list, after);
    return form === 'opds1'
      ? plain(TYPES.acquisition, acquisitionFeed(listPage, site))
      : plain(TYPES.json, publicationsJson(listPage, site));
  };
}

function renderTale(slug: string): Render {
  return async ({ db, site, form }) => {
    const tale = await getTaleRecord(db, slug);
    const page = form === 'opds1' ? plain(TYPES.entry, entryDocument(tale, site)) : plain(TYPES.publication, publicationJson(tale, site));
    return { ...page, tags: [`tale:${tale.id}`] };
  };
}

/** Without Last-Modified: counts and facets change with tales that a page does not show. The ETag covers them. */
function plain(type: string, body: string): PageResult {
  return listResponse(new Date(0), type, body);
}

/** Returns true if an Accept header names OPDS 2.0 and does not prefer Atom. */
export function wantsJson(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  const weights = new Map<string, number>();
  for (const range of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    const given = parameters.find((parameter) => /^q=/.test(parameter))?.slice(2);
    const weight = given === undefined ? 1 : Number(given);
    weights.set(type, Math.max(weights.get(type) ?? 0, Number.isNaN(weight) ? 0 : weight));
  }
  const json = weights.get(TYPES.json) ?? 0;
  return json > 0 && json >= (weights.get('application/atom+xml') ?? 0);
}

/** Returns the OpenSearch 1.1 description. `site` has no trailing slash. */
export function searchDescription(site: string): string {
  const url = (type: string, template: string, rel?: string) => element('Url', { type, rel, template });
  return xmlDocument(
    element(
      'OpenSearchDescription',
      { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' },
      element('ShortName', {}, siteName()),
      element('Description', {}, `Search the whole text of the tales, with at most ${SEARCH_LIMIT} characters.`),
      element('InputEncoding', {}, 'UTF-8'),
      element('OutputEncoding', {}, 'UTF-8'),
      element('Image', { height: 192, width: 192, type: 'image/png' }, `${site}/icons/icon-192.png`),
      url(TYPES.acquisition, `${site}${urls.opds('/tales')}?q={searchTerms}`),
      url(TYPES.json, `${site}${urls.opds2('/search')}?query={searchTerms}`),
      url(TYPES.html, `${site}${urls.tales()}?q={searchTerms}`),
      url(TYPES.search, `${site}${urls.opds('/search.xml')}`, 'self'),
    ),
  );
}
