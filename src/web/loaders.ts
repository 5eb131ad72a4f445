import type { TaleFinderQuery } from '#src/features/tale-finder/finder-query.ts';
import {
  type BrowseQuery,
  type ListRange,
  parseBrowseQuery,
  parseListRange,
  writeBrowseQuery,
  writeListRange,
} from '#src/features/tales/browse-query.ts';
import type { TaleList } from '#src/features/tales/contract.ts';
import type { Site } from '#src/ui/site.ts';
import { urls } from '#src/urls.ts';
import type { Api } from './api.ts';
import { type LoadedValue, Redirect, toLoadedValue } from './current-page.tsx';
import type { DataCache } from './data-cache.ts';
import type { Frame } from './layout/layout.tsx';
import type { PostedForm } from './page-state.ts';

/** Context of all routes. `now`: when the page was rendered; server and browser format dates with it. */
export type RouterContext = {
  api: Api;
  cache: DataCache;
  now: string;
  site: Site;
  form?: PostedForm | undefined;
  /** On the server: returns the parts of the layout that are the same on many pages, see Layout. */
  frame?: ((path: string) => Frame) | undefined;
};

/** Queries of the pages, with their cache keys. */
export const queries = {
  home: (api: Api) => ({ key: ['home'], fetch: () => toLoadedValue(api.home()) }),
  tales: (api: Api, query: BrowseQuery) => ({ key: ['tales', writeBrowseQuery(query)], fetch: () => toLoadedValue(api.listTales(query)) }),
  recent: (api: Api, after: string) => ({ key: ['recent', after], fetch: () => toLoadedValue(api.recentTales(after)) }),
  tale: (api: Api, slug: string) => ({ key: ['tale', slug], fetch: () => toLoadedValue(api.getTale(slug)) }),
  taleType: (api: Api, number: string, search: Record<string, string>) => ({
    key: ['type', number, JSON.stringify(search)],
    fetch: () => toLoadedValue(api.getTaleType(number, search)),
  }),
  taleTitle: (api: Api, slug: string) => ({ key: ['tale-title', slug], fetch: () => findTaleTitle(api, slug) }),
  categories: (api: Api) => ({ key: ['categories'], fetch: () => toLoadedValue(api.listCategories()) }),
  category: (api: Api, slug: string, range: ListRange) => ({
    key: ['category', slug, writeListRange(range)],
    fetch: () => toLoadedValue(api.getCategory(slug, range)),
  }),
  authors: (api: Api) => ({ key: ['authors'], fetch: () => toLoadedValue(api.listAuthors()) }),
  author: (api: Api, slug: string, range: ListRange, role: string) => ({
    key: ['author', slug, writeListRange(range), role],
    fetch: () => toLoadedValue(api.getAuthor(slug, range, role)),
  }),
  issues: (api: Api, after: string) => ({ key: ['issues', after], fetch: () => toLoadedValue(api.listIssues(after)) }),
  issue: (api: Api, day: string) => ({ key: ['issue', day], fetch: () => toLoadedValue(api.getIssue(day)) }),
  page: (api: Api, name: string) => ({ key: ['page', name], fetch: () => toLoadedValue(api.getPage(name)) }),
  tonight: (api: Api) => ({ key: ['tonight'], fetch: () => toLoadedValue(api.getTaleOfTheDay()) }),
  howLong: (api: Api, query: TaleFinderQuery, search: string) => ({
    key: ['how-long', search],
    fetch: () => toLoadedValue(api.findByTime(query)),
  }),
  packs: (api: Api) => ({ key: ['packs'], fetch: () => toLoadedValue(api.listPacks()) }),
  collections: (api: Api) => ({ key: ['collections'], fetch: () => toLoadedValue(api.listCollections()) }),
  collection: (api: Api, slug: string) => ({ key: ['collection', slug], fetch: () => toLoadedValue(api.getCollection(slug)) }),
};

/** Returns slug and title of a tale, or null if it does not exist. Follows redirects of moved tales. */
async function findTaleTitle(api: Api, slug: string): Promise<{ slug: string; title: string } | null> {
  const found = await toLoadedValue(api.getTale(slug));
  if ('ok' in found) return { slug: found.ok.slug, title: found.ok.title };
  return 'moved' in found ? findTaleTitle(api, decodeURIComponent(found.moved.split('/').at(-1) ?? '')) : null;
}

/** Loads the data of each page. Expected errors are returned as values; a moved page throws a redirect. */
export const load = {
  home: async ({ api, cache }: RouterContext) => redirectIfMoved(await cache.get(queries.home(api))),

  tales: async ({ api, cache }: RouterContext, search: Record<string, string>) => {
    const query = redirectIfMoved(await toLoadedValue((async () => parseBrowseQuery(new URLSearchParams(search)))()));
    if (!('ok' in query)) return query;
    await redirectToFilters(query.ok);
    const list = redirectIfMoved(await cache.get(queries.tales(api, query.ok)));
    return 'ok' in list ? ({ ok: { list: list.ok, query: query.ok } } satisfies LoadedValue<{ list: TaleList; query: BrowseQuery }>) : list;
  },

  recent: async ({ api, cache }: RouterContext, after: string) => redirectIfMoved(await cache.get(queries.recent(api, after))),

  tale: async ({ api, cache }: RouterContext, slug: string) =>
    redirectToSlug(slug, urls.tale, redirectIfMoved(await cache.get(queries.tale(api, slug)))),

  taleType: async ({ api, cache }: RouterContext, number: string, search: Record<string, string>) =>
    redirectIfMoved(await cache.get(queries.taleType(api, number, search))),

  categories: async ({ api, cache }: RouterContext) => redirectIfMoved(await cache.get(queries.categories(api))),

  category: ({ api, cache }: RouterContext, slug: string, search: Record<string, string>) =>
    atListPosition(search, async (range) =>
      redirectToSlug(slug, urls.category, redirectIfMoved(await cache.get(queries.category(api, slug, range)))),
    ),

  authors: async ({ api, cache }: RouterContext) => redirectIfMoved(await cache.get(queries.authors(api))),

  author: ({ api, cache }: RouterContext, slug: string, search: Record<string, string>) =>
    atListPosition(search, async (range) =>
      redirectToSlug(slug, urls.author, redirectIfMoved(await cache.get(queries.author(api, slug, range, search.role ?? '')))),
    ),

  issues: async ({ api, cache }: RouterContext, after: string) => redirectIfMoved(await cache.get(queries.issues(api, after))),

  issue: async ({ api, cache }: RouterContext, day: string) => redirectIfMoved(await cache.get(queries.issue(api, day))),
  /** A static page. */
  page: async ({ api, cache }: RouterContext, name: string) => redirectIfMoved(await cache.get(queries.page(api, name))),

  tonight: async ({ api, cache }: RouterContext) => redirectIfMoved(await cache.get(queries.tonight(api))),

  howLong: async ({ api, cache }: RouterContext, search: Record<string, string>) => {
    // Loaded with the page.
    const { parseFinderQuery, writeFinderQuery } = await import('#src/features/tale-finder/finder-query.ts');
    const query = redirectIfMoved(await toLoadedValue((async () => parseFinderQuery(new URLSearchParams(search)))()));
    if (!('ok' in query)) return query;
    const view = redirectIfMoved(await cache.get(queries.howLong(api, query.ok, writeFinderQuery(query.ok))));
    return 'ok' in view ? { ok: { view: view.ok, query: query.ok } } : view;
  },

  /** The contact page: the tale it is about, if the URL names an existing one. */
  contact: async ({ api, cache }: RouterContext, slug: string) => ({
    ok: { tale: slug === '' ? null : await cache.get(queries.taleTitle(api, slug)) },
  }),

  packs: async ({ api, cache }: RouterContext) => redirectIfMoved(await cache.get(queries.packs(api))),

  collections: async ({ api, cache }: RouterContext) => redirectIfMoved(await cache.get(queries.collections(api))),

  collection: async ({ api, cache }: RouterContext, slug: string) =>
    redirectToSlug(slug, urls.collection, redirectIfMoved(await cache.get(queries.collection(api, slug)))),

  /** `search`: of a link that carries the list, without a token. */
  sharedList: async ({ api, cache }: RouterContext, search: Record<string, string>, { token }: Record<string, string>) => {
    const list = token ? `/${token}` : `?${new URLSearchParams(search)}`;
    return redirectIfMoved(await cache.get({ key: ['list', list], fetch: () => toLoadedValue(api.getSharedList(list)) }));
  },

  /** A session of reading together, with its tale. */
  together: async ({ api, cache }: RouterContext, code: string) => {
    const session = redirectIfMoved(await cache.get({ key: ['together', code], fetch: () => toLoadedValue(api.getTogether(code)) }));
    if (!('ok' in session)) return session;
    const tale = redirectIfMoved(await cache.get(queries.tale(api, session.ok.tale)));
    return 'ok' in tale ? { ok: { title: `${tale.ok.title}, read together`, session: session.ok, tale: tale.ok } } : tale;
  },
};

/** Searches for wishes such as “bedtime” become filters, which the reader can see and remove. */
async function redirectToFilters(query: BrowseQuery): Promise<void> {
  if (query.q === '' || query.after !== '') return;
  const { extractFilters } = await import('#src/features/search/extract-filters.ts');
  const filtered = extractFilters(query);
  if (filtered !== null) throw new Redirect(urls.tales(writeBrowseQuery(filtered)), 302);
}

/** Parses the position in a list from the URL and loads that part. */
async function atListPosition<T>(
  search: Record<string, string>,
  find: (range: ListRange) => Promise<LoadedValue<T>>,
): Promise<LoadedValue<T & { listRange: ListRange }>> {
  const range = redirectIfMoved(await toLoadedValue((async () => parseListRange(new URLSearchParams(search)))()));
  if (!('ok' in range)) return range;
  const found = await find(range.ok);
  return 'ok' in found ? { ok: { ...found.ok, listRange: range.ok } } : found;
}

function redirectIfMoved<T>(settled: LoadedValue<T> | { moved: string }): LoadedValue<T> {
  if ('moved' in settled) throw new Redirect(settled.moved, 301);
  return settled;
}

/** The API resolves old slugs: a different slug in the response means that the page has moved. */
function redirectToSlug<T extends { slug: string }>(slug: string, href: (slug: string) => string, found: LoadedValue<T>): LoadedValue<T> {
  if ('ok' in found && found.ok.slug !== slug) throw new Redirect(href(found.ok.slug), 301);
  return found;
}
