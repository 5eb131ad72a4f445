import { type Context, Hono } from 'hono';
import { readAfter } from '#src/features/tales/browse-query.ts';
import type { PageResult } from '#src/platform/cache/page-cache.ts';
import type { Db } from '#src/platform/db/db.ts';
import { notFound } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { urls } from '#src/urls.ts';
import { drawList, type ListDeps } from '../draw-list.ts';
import { getTaleRecord } from '../get-tale-record.ts';
import { isKept, type ListName, listAddress, parseListName } from '../list-names.ts';
import { getList } from '../tale-lists.ts';
import { categoryWays, newest, WAYS } from './catalogue.ts';
import { TYPES } from './opds-types.ts';
import { acquisitionFeed, entryDocument, navigationFeed } from './opds1.ts';
import { navigationJson, publicationJson, publicationsJson } from './opds2.ts';
import { searchDescription } from './search-description.ts';
import { SHELF_PAGE, shelfOf } from './shelf.ts';
import { wantsJson } from './wants-json.ts';

type Form = 'opds1' | 'opds2';
/** `path` is within the catalogue. */
type Asked = { form: Form; path: string; params: URLSearchParams };
type Draw = (deps: { db: Db; site: string; form: Form }) => Promise<PageResult>;
/** `key` is null for what is not worth keeping. */
type Page = { key: string | null; draw: Draw };

const ROOT_TALES = 12;
const TALE = /^\/tale\/([a-z0-9]+(?:-[a-z0-9]+)*)$/;

/** The catalogue: OPDS 1.2 at /opds, OPDS 2.0 at /opds/v2 and for who asks for it by type. */
export function opdsRoutes({ db, servePage, publicUrl: site }: ListDeps): Hono<AppEnv> {
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
    return servePage(c, { key, isNegotiated, render: () => page.draw({ db, site, form }) });
  }
}

/** Throws 404 where there is no page, BadQuery where the parameters mean nothing. */
function pageAt({ form, path, params }: Asked): Page {
  const after = readAfter(params);
  const ways = Object.hasOwn(WAYS, path) ? WAYS[path] : undefined;
  if (ways !== undefined) return { key: after === '' ? path : `${path}?after=${after}`, draw: drawWays(path, after) };
  const slug = TALE.exec(path)?.[1];
  if (slug !== undefined) return { key: path, draw: drawTale(slug) };
  const name = form === 'opds2' && path === '/search' ? parseListName(urls.tales(), asSearch(params)) : parseListName(path, params);
  if (name === undefined) throw notFound();
  return { key: isKept(name) ? listAddress(name, { after }) : null, draw: drawShelf(name, after) };
}

/** OPDS 2.0 calls it `query`. */
function asSearch(params: URLSearchParams): URLSearchParams {
  const asked = new URLSearchParams(params);
  asked.set('q', params.get('query') ?? '');
  return asked;
}

function drawWays(path: string, after: string): Draw {
  return async ({ db, site, form }) => {
    const page = await (WAYS[path] as (typeof WAYS)[string])({ db, after });
    if (form === 'opds1') return plain(TYPES.navigation, navigationFeed(page, site));
    const groups = path === '' ? { newest: await newest(db, ROOT_TALES), categories: await categoryWays({ db }) } : null;
    return plain(TYPES.json, navigationJson(page, site, groups));
  };
}

function drawShelf(name: ListName, after: string): Draw {
  return async ({ db, site, form }) => {
    const addressOf = (now: ListName) => (form === 'opds1' ? urls.opds : urls.opds2)(listAddress(now));
    const list = await getList(db, name, { after, size: SHELF_PAGE, withFacets: true }, addressOf);
    const shelf = shelfOf(list, after);
    return form === 'opds1' ? plain(TYPES.acquisition, acquisitionFeed(shelf, site)) : plain(TYPES.json, publicationsJson(shelf, site));
  };
}

function drawTale(slug: string): Draw {
  return async ({ db, site, form }) => {
    const tale = await getTaleRecord(db, slug);
    const page = form === 'opds1' ? plain(TYPES.entry, entryDocument(tale, site)) : plain(TYPES.publication, publicationJson(tale, site));
    return { ...page, tags: [`tale:${tale.id}`] };
  };
}

/** Counts and choices change with tales that a page does not show, so that no time of change is told: the tag says all. */
function plain(type: string, body: string): PageResult {
  return drawList(new Date(0), type, body);
}
