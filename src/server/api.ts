/** The public, read-only API under /api/v1. Routes and OpenAPI description come from one table. */
import { Hono } from 'hono';
import { z } from 'zod';
import { type Counter, shouldTrack } from '#src/features/analytics/analytics.ts';
import { authorListQuery } from '#src/features/authors/authors.ts';
import { AuthorCard, AuthorView } from '#src/features/authors/contract.ts';
import { CategoryCard, CategoryView } from '#src/features/categories/contract.ts';
import { CollectionCard, CollectionView } from '#src/features/collections/contract.ts';
import { PublishedIssue, PublishedIssuePage } from '#src/features/newsletter/issues/contract.ts';
import { Pack } from '#src/features/offline/contract.ts';
import { SessionView } from '#src/features/read-together/contract.ts';
import { Suggestions } from '#src/features/search/contract.ts';
import { SharedListView } from '#src/features/shared-lists/contract.ts';
import { MAX_LINK_TALES } from '#src/features/shared-lists/list-link.ts';
import { StaticPageView } from '#src/features/static-pages/contract.ts';
import { TaleFinderView } from '#src/features/tale-finder/contract.ts';
import { parseFinderQuery, writeFinderQuery } from '#src/features/tale-finder/finder-query.ts';
import { TaleOfTheDayView } from '#src/features/tale-of-the-day/contract.ts';
import { parseComparison, TaleTypeView } from '#src/features/tale-types/contract.ts';
import {
  parseCursor as after,
  MAX_PAGES,
  normalizeSearch,
  parseBrowseQuery,
  parseListRange,
  writeBrowseQuery,
  writeListRange,
} from '#src/features/tales/browse-query.ts';
import { parseTaleIds } from '#src/features/tales/cards.ts';
import { TaleCard, TaleList, TalePage, TaleView } from '#src/features/tales/contract.ts';
import type { PageResult } from '#src/platform/cache/page-cache.ts';
import type { ServePage } from '#src/platform/cache/serve-page.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { urls } from '#src/urls.ts';
import { type Api, ApiResponseError } from '#src/web/api.ts';
import { HomeView } from '#src/web/home/contract.ts';
import { createServerApi } from './server-api.ts';

type Request = { slug: string; params: URLSearchParams };
type PublicEndpoint = {
  /** As in Operation of `platform/http/endpoint.ts`, like the next four. */
  id: string;
  path: string;
  summary: string;
  description: string;
  response: z.ZodType;
  /** Descriptions of the query parameters. */
  query: Record<string, string>;
  /** Returns the canonical query as the cache key, or null if there are too many different ones to cache. @throws BadQuery */
  key(params: URLSearchParams): string | null;
  /** As in PageRequest of `platform/cache/serve-page.ts`. */
  isOwn?: true;
  load(api: Api, request: Request): Promise<unknown>;
};

const AFTER = { after: 'Cursor: `next` of the previous page.' };
const PAGES = { ...AFTER, pages: `Number of pages to return at once, 1 to ${MAX_PAGES}.` };
const BROWSE = {
  q: 'Search terms, at most 200 characters.',
  category: 'Slug of a category.',
  minutes: 'Maximum reading time in minutes: 5, 10, 15, 20 or 30.',
  age: 'Age groups, comma-separated: 3-5, 6-8, 9-12, 13+.',
  calm: 'yes: only tales with a known age and without anything scary.',
  mood: 'Moods, comma-separated: funny, exciting, moving, eerie.',
  origin: 'Origins, comma-separated, as listed in `facets`.',
  language: 'Languages (BCP 47), comma-separated.',
  author: 'Slugs of authors, comma-separated.',
  sort: 'newest, title, shortest or longest. By default newest first, with `q` by relevance.',
  ...PAGES,
};

const COMPARED = {
  first: 'Slug of the first version of a comparison.',
  second: 'Slug of the second version, or none. Chosen automatically if omitted.',
  third: 'Slug of the third version, as `second`.',
};

const HOW_LONG = {
  minutes: 'Available time in minutes: 5, 10, 15, 20 or 30.',
  how: 'aloud (default) or silent.',
  what: 'one (default), or set: two to five tales that fit together.',
  age: 'Age groups, comma-separated: 3-5, 6-8, 9-12, 13+.',
  calm: 'yes: only tales with a known age and without anything scary.',
  pace: 'Reading pace in words per minute, 60 to 300 aloud and 60 to 600 silent. Default 130 and 200.',
  choice: 'Number of an alternative selection, 1 to 20.',
};

export const PUBLIC_ENDPOINTS: readonly PublicEndpoint[] = [
  plain({
    ...{ id: 'getHome', path: '/home', summary: 'Get the home page' },
    description: 'Featured and recent tales, the tale of the day, categories and authors of the home page.',
    response: HomeView,
    load: (api) => api.home(),
  }),
  {
    ...{ id: 'listTales', path: '/tales', summary: 'List and search tales' },
    description: 'Tales, filtered, sorted or searched, 12 per page. `facets` counts the tales of every filter option.',
    response: TaleList,
    query: BROWSE,
    key: (params) => {
      const query = parseBrowseQuery(params);
      return query.q === '' ? writeBrowseQuery(query) : null;
    },
    load: (api, { params }) => api.listTales(parseBrowseQuery(params)),
  },
  plain({
    ...{ id: 'getTale', path: '/tales/{slug}', summary: 'Get a tale' },
    description: 'One tale with its text. An id or a former slug is redirected (301) to the current one.',
    response: TaleView,
    load: (api, { slug }) => api.getTale(slug),
  }),
  {
    ...{ id: 'getTaleType', path: '/types/{slug}', summary: 'Get the versions of a tale' },
    description: 'The tales of one type (`slug`: its number in the ATU index), 24 per page, and up to three of them compared.',
    response: TaleTypeView,
    query: { ...AFTER, ...COMPARED },
    key: (params) => (parseComparison(params) === null ? `after=${after(params)}` : null),
    load: (api, { slug, params }) => api.getTaleType(slug, Object.fromEntries(params)),
  },
  {
    ...{ id: 'listTaleCards', path: '/tale-cards', summary: 'Get tales by id' },
    description: 'The cards of some tales. Ids of tales that are not public are skipped.',
    response: z.array(TaleCard),
    query: { ids: 'Ids of tales, comma-separated, at most 60.' },
    key: (params) => `ids=${parseTaleIds(params).join(',')}`,
    load: (api, { params }) => api.taleCards(parseTaleIds(params)),
  },
  paged({
    ...{ id: 'listRecentTales', path: '/recent', summary: 'List the newest tales' },
    description: 'Tales by publish date, newest first, 24 per page.',
    response: TalePage,
    load: (api, { params }) => api.recentTales(after(params)),
  }),
  plain({
    ...{ id: 'listCategories', path: '/categories', summary: 'List categories' },
    description: 'All categories that have tales.',
    response: z.array(CategoryCard),
    load: (api) => api.listCategories(),
  }),
  pagedAtOnce({
    ...{ id: 'getCategory', path: '/categories/{slug}', summary: 'Get a category' },
    description: 'One category with its tales, 12 per page.',
    response: CategoryView,
    load: (api, { slug, params }) => api.getCategory(slug, parseListRange(params)),
  }),
  plain({
    ...{ id: 'listAuthors', path: '/authors', summary: 'List authors' },
    description: 'All authors and traditions that have tales.',
    response: z.array(AuthorCard),
    load: (api) => api.listAuthors(),
  }),
  {
    ...{ id: 'getAuthor', path: '/authors/{slug}', summary: 'Get an author' },
    description: 'One author, tradition, translator, editor or illustrator with the tales, 12 per page. A former slug is redirected (301).',
    response: AuthorView,
    query: { ...PAGES, role: 'List the tales of this role: author, translator, editor or illustrator. By default the first in `lists`.' },
    key: authorListQuery,
    load: (api, { slug, params }) => api.getAuthor(slug, parseListRange(params), params.get('role') ?? ''),
  },
  plain({
    ...{ id: 'listCollections', path: '/collections', summary: 'List collections' },
    description: "The editors' collections, in their order.",
    response: z.array(CollectionCard),
    load: (api) => api.listCollections(),
  }),
  plain({
    ...{ id: 'getCollection', path: '/collections/{slug}', summary: 'Get a collection' },
    description: 'One collection with its tales, at most 200.',
    response: CollectionView,
    load: (api, { slug }) => api.getCollection(slug),
  }),
  {
    ...{ id: 'getSharedList', path: '/shared-lists/{slug}', summary: 'Get a shared list' },
    description: 'The name and the public tales of a list that a reader shares, by the token of its link.',
    response: SharedListView,
    query: {},
    key: () => null,
    isOwn: true,
    load: (api, { slug }) => api.getSharedList(`/${slug}`),
  },
  {
    ...{ id: 'getListOfLink', path: '/shared-lists', summary: 'Get the list of a link' },
    description: 'The list that a link itself carries. Tales that are not public are left out.',
    response: SharedListView,
    query: { name: 'Name of the list, at most 80 characters.', tales: `Slugs of tales, comma-separated, at most ${MAX_LINK_TALES}.` },
    key: () => null,
    load: (api, { params }) => api.getSharedList(`?${params}`),
  },
  {
    ...{ id: 'getReadingTogether', path: '/together/{slug}', summary: 'Get a session of reading together' },
    description: 'The running session with this code (three words). Wrong codes are limited: 20 in 10 minutes for a network.',
    response: SessionView,
    query: {},
    key: () => null,
    isOwn: true,
    load: (api, { slug }) => api.getTogether(slug),
  },
  paged({
    ...{ id: 'listIssues', path: '/letters', summary: 'List newsletter issues' },
    description: 'Issues that were sent, newest first, 12 per page.',
    response: PublishedIssuePage,
    load: (api, { params }) => api.listIssues(after(params)),
  }),
  plain({
    ...{ id: 'getIssue', path: '/letters/{slug}', summary: 'Get a newsletter issue' },
    description: 'The issue of a day (`slug`, as in 2026-11-22) with its tales.',
    response: PublishedIssue,
    load: (api, { slug }) => api.getIssue(slug),
  }),
  plain({
    ...{ id: 'getPage', path: '/pages/{slug}', summary: 'Get a static page' },
    description: 'One of about, privacy, terms, accessibility and takedown.',
    response: StaticPageView,
    load: (api, { slug }) => api.getPage(slug),
  }),
  plain({
    ...{ id: 'getTaleOfTheDay', path: '/tonight', summary: 'Get the tale of the day' },
    description: "Tonight's tale, how it begins, and the tales of the week before.",
    response: TaleOfTheDayView,
    load: (api) => api.getTaleOfTheDay(),
  }),
  {
    ...{ id: 'findTalesByTime', path: '/how-long', summary: 'Find tales that fit a time' },
    description: 'One tale or several that can be read in the available time.',
    response: TaleFinderView,
    query: HOW_LONG,
    key: (params) => writeFinderQuery(parseFinderQuery(params)),
    load: (api, { params }) => api.findByTime(parseFinderQuery(params)),
  },
  plain({
    ...{ id: 'listPacks', path: '/packs', summary: 'List offline packs' },
    description: 'Sets of tales to save for offline reading, with their size.',
    response: z.array(Pack),
    load: (api) => api.listPacks(),
  }),
  {
    ...{ id: 'suggest', path: '/suggestions', summary: 'Get search suggestions' },
    description: 'Tales, authors and categories that match what is being typed.',
    response: Suggestions,
    query: { q: 'The text typed so far, at most 200 characters.' },
    key: () => null,
    load: (api, { params }) => api.suggest(normalizeSearch(params.get('q') ?? '')),
  },
];

type Unpaged = Omit<PublicEndpoint, 'query' | 'key'>;

/** Without query parameters. */
function plain(endpoint: Unpaged): PublicEndpoint {
  return { ...endpoint, query: {}, key: () => '' };
}

function paged(endpoint: Unpaged): PublicEndpoint {
  return { ...endpoint, query: AFTER, key: (params) => (after(params) ? `after=${after(params)}` : '') };
}

/** A list whose response may contain several pages. */
function pagedAtOnce(endpoint: Unpaged): PublicEndpoint {
  return { ...endpoint, query: PAGES, key: (params) => writeListRange(parseListRange(params)) };
}

/** Responses are cached like pages, except searches and suggestions, which are too many. */
export function apiRoutes({ servePage, counter }: { servePage: ServePage; counter?: Counter | undefined }): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const endpoint of PUBLIC_ENDPOINTS) {
    app.get(endpoint.path.replace('{slug}', ':slug'), (c) => {
      const { pathname, searchParams } = new URL(c.req.url);
      const request = { slug: c.req.param('slug') ?? '', params: searchParams };
      const key = endpoint.key(searchParams);
      return servePage(c, {
        key: key === null ? null : `api ${pathname}?${key}`,
        isOwn: endpoint.isOwn,
        render: (db) => renderResponse(endpoint, request, db, shouldTrack(c) ? counter : undefined),
      });
    });
  }
  return app;
}

async function renderResponse(endpoint: PublicEndpoint, request: Request, db: Db, counter: Counter | undefined): Promise<PageResult> {
  const tags = new Set<string>();
  try {
    const answer = await endpoint.load(createServerApi(db, tags, counter), request);
    return { status: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(answer), tags: [...tags] };
  } catch (error) {
    if (!(error instanceof ApiResponseError) || error.location === undefined) throw error;
    return { status: error.status, headers: { Location: inApi(error.location) }, body: '', tags: ['list'] };
  }
}

/** Features redirect to pages; the API redirects within the API. */
function inApi(page: string): string {
  return urls.api(page.replace(/^\/(tale|author)\//, '/$1s/'));
}
