/**
 * The public API under /api/v1: reading only, for everyone. Each endpoint is one line of a table, from which the
 * routes and the OpenAPI description are both made, so that neither can leave out what the other says.
 */
import { Hono } from 'hono';
import { z } from 'zod';
import { type Api, ApiProblem } from '#src/browser/api.ts';
import { AuthorCard, AuthorView } from '#src/features/authors/contract.ts';
import { CategoryCard, CategoryView } from '#src/features/categories/contract.ts';
import { CollectionCard, CollectionView } from '#src/features/collections/contract.ts';
import { type Counter, mayCount } from '#src/features/counts/counts.ts';
import { HowLongView } from '#src/features/evening/contract.ts';
import { parseHowLong, writeHowLong } from '#src/features/evening/how-long-query.ts';
import { HomeView } from '#src/features/home/contract.ts';
import { LetterPage, LetterView } from '#src/features/newsletter/letters/contract.ts';
import { Pack } from '#src/features/offline/contract.ts';
import { PageText } from '#src/features/page-texts/contract.ts';
import { Suggestions } from '#src/features/search/contract.ts';
import {
  readAfter as after,
  cleanSearch,
  MAX_PAGES,
  parseBrowseQuery,
  readPlace,
  writeBrowseQuery,
  writePlace,
} from '#src/features/tales/browse-query.ts';
import { TaleCard, TaleList, TalePage, TaleView } from '#src/features/tales/contract.ts';
import { readTaleIds } from '#src/features/tales/tale-ids.ts';
import { TonightView } from '#src/features/tonight/contract.ts';
import type { PageResult } from '#src/platform/cache/page-cache.ts';
import type { ServePage } from '#src/platform/cache/serve-page.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { urls } from '#src/urls.ts';
import { createServerApi } from './server-api.ts';

type Request = { slug: string; params: URLSearchParams };
type Endpoint = {
  path: string;
  summary: string;
  query: Record<string, string>;
  answer: z.ZodType;
  /** The query as the cache knows it: canonical. Throws BadQuery. `null`: too many different ones to keep. */
  key(params: URLSearchParams): string | null;
  ask(api: Api, request: Request): Promise<unknown>;
};

const AFTER = { after: 'Where the page before ended: its `next`.' };
const PLACE = { ...AFTER, pages: `How many pages to answer with at once, 1 to ${MAX_PAGES}.` };
const BROWSE = {
  q: 'Words to search for, at most 200 characters.',
  category: 'Slug of a category.',
  minutes: 'At most so many minutes to read: 5, 10, 15, 20 or 30.',
  age: 'Age bands, divided by commas: 3-5, 6-8, 9-12, 13+.',
  origin: 'Origins, divided by commas, as the facets name them.',
  language: 'Languages (BCP 47), divided by commas.',
  author: 'Slugs of authors, divided by commas.',
  sort: 'newest, title, shortest or longest; with q the best match first.',
  ...PLACE,
};

const HOW_LONG = {
  minutes: 'How many there are: 5, 10, 15, 20 or 30.',
  how: 'aloud (also when nothing is said) or silent.',
  what: 'one (also when nothing is said), or set: two to five tales that fit together.',
  age: 'Age bands, divided by commas: 3-5, 6-8, 9-12, 13+.',
  pace: 'Words a minute, 60 to 300 aloud and to 600 silently; 130 and 200 when nothing is said.',
  choice: 'Another choice, 1 to 20.',
};

export const PUBLIC_ENDPOINTS: readonly Endpoint[] = [
  plain('/home', 'What the home page shows', HomeView, (api) => api.home()),
  {
    path: '/tales',
    summary: 'Tales, filtered, sorted or searched for; 12 a page, with the counts of every filter',
    query: BROWSE,
    answer: TaleList,
    key: (params) => {
      const query = parseBrowseQuery(params);
      return query.q === '' ? writeBrowseQuery(query) : null;
    },
    ask: (api, { params }) => api.listTales(parseBrowseQuery(params)),
  },
  {
    path: '/tales/{slug}',
    summary: 'One tale with its text; an id or an old slug is answered with 301',
    query: {},
    answer: TaleView,
    key: () => '',
    ask: (api, { slug }) => api.getTale(slug),
  },
  {
    path: '/tale-cards',
    summary: 'The cards of some tales; ids of tales that are not public are passed over',
    query: { ids: 'Ids of tales, divided by commas, at most 60.' },
    answer: z.array(TaleCard),
    key: (params) => `ids=${readTaleIds(params).join(',')}`,
    ask: (api, { params }) => api.taleCards(readTaleIds(params)),
  },
  paged('/recent', 'The newest tales, 24 a page', TalePage, (api, { params }) => api.recentTales(after(params))),
  plain('/categories', 'All categories that have tales', z.array(CategoryCard), (api) => api.listCategories()),
  placed('/categories/{slug}', 'A category and its tales, 12 a page', CategoryView, (api, { slug, params }) =>
    api.getCategory(slug, readPlace(params)),
  ),
  plain('/authors', 'All authors and traditions that have tales', z.array(AuthorCard), (api) => api.listAuthors()),
  placed('/authors/{slug}', 'An author and the tales, 12 a page', AuthorView, (api, { slug, params }) =>
    api.getAuthor(slug, readPlace(params)),
  ),
  plain('/collections', "The editors' collections", z.array(CollectionCard), (api) => api.listCollections()),
  plain('/collections/{slug}', 'A collection and its tales', CollectionView, (api, { slug }) => api.getCollection(slug)),
  paged('/letters', 'The weekly letters that went out, newest first, 12 a page', LetterPage, (api, { params }) =>
    api.listLetters(after(params)),
  ),
  plain('/letters/{slug}', 'The letter of a day, as 2026-11-22, with its tales', LetterView, (api, { slug }) => api.getLetter(slug)),
  plain('/pages/{slug}', 'One of the texts behind the footer: about, privacy, terms, accessibility, takedown', PageText, (api, { slug }) =>
    api.getPage(slug),
  ),
  plain('/tonight', "Tonight's tale, how it begins, and those of the week before", TonightView, (api) => api.tonight()),
  {
    path: '/how-long',
    summary: 'A tale or several that fit into some minutes',
    query: HOW_LONG,
    answer: HowLongView,
    key: (params) => writeHowLong(parseHowLong(params)),
    ask: (api, { params }) => api.howLong(parseHowLong(params)),
  },
  plain('/packs', 'Packs of tales to keep on a device, with what they take', z.array(Pack), (api) => api.listPacks()),
  {
    path: '/suggestions',
    summary: 'What the search box offers while one types',
    query: { q: 'What has been typed, at most 200 characters.' },
    answer: Suggestions,
    key: () => null,
    ask: (api, { params }) => api.suggest(cleanSearch(params.get('q') ?? '')),
  },
];

function plain(path: string, summary: string, answer: z.ZodType, ask: Endpoint['ask']): Endpoint {
  return { path, summary, query: {}, answer, key: () => '', ask };
}

function paged(path: string, summary: string, answer: z.ZodType, ask: Endpoint['ask']): Endpoint {
  return { path, summary, query: AFTER, answer, key: (params) => (after(params) ? `after=${after(params)}` : ''), ask };
}

/** A list of which several pages can be asked for at once. */
function placed(path: string, summary: string, answer: z.ZodType, ask: Endpoint['ask']): Endpoint {
  return { path, summary, query: PLACE, answer, key: (params) => writePlace(readPlace(params)), ask };
}

/** The routes of the API. Answers go through the page cache like pages; searches and suggestions are too many to keep. */
export function apiRoutes({ db, servePage, counter }: { db: Db; servePage: ServePage; counter?: Counter | undefined }): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const endpoint of PUBLIC_ENDPOINTS) {
    app.get(endpoint.path.replace('{slug}', ':slug'), (c) => {
      const { pathname, searchParams } = new URL(c.req.url);
      const request = { slug: c.req.param('slug') ?? '', params: searchParams };
      const key = endpoint.key(searchParams);
      return servePage(c, {
        key: key === null ? null : `api ${pathname}?${key}`,
        render: () => drawAnswer(endpoint, request, db, mayCount(c) ? counter : undefined),
      });
    });
  }
  return app;
}

async function drawAnswer(endpoint: Endpoint, request: Request, db: Db, counter: Counter | undefined): Promise<PageResult> {
  const tags = new Set<string>();
  try {
    const answer = await endpoint.ask(createServerApi(db, tags, counter), request);
    return { status: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(answer), tags: [...tags] };
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.location === undefined) throw error;
    return { status: error.status, headers: { Location: inApi(error.location) }, body: '', tags: ['list'] };
  }
}

/** The features know the addresses of pages; whoever asked the API is sent on within the API. */
function inApi(page: string): string {
  return urls.api(page.replace(/^\/(tale|author)\//, '/$1s/'));
}
