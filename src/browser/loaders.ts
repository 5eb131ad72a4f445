import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { parseHowLong } from '#src/features/evening/how-long-query.ts';
import { type BrowseQuery, parseBrowseQuery } from '#src/features/tales/browse-query.ts';
import type { TaleList } from '#src/features/tales/contract.ts';
import { urls } from '#src/urls.ts';
import type { Api } from './api.ts';
import type { PostedForm } from './page-state.ts';
import { queries } from './queries.ts';
import { type Settled, settle } from './settled.ts';

/** What every route can reach. `now` is the moment the page was made: both sides draw dates from it. */
export type RouterContext = { api: Api; queries: QueryClient; now: string; isLetterClosed: boolean; form?: PostedForm | undefined };

/** What each page needs before it is shown. Expected problems come as values, a moved page as a redirect. */
export const load = {
  home: async ({ api, queries: client }: RouterContext) => stay(await client.ensureQueryData(queries.home(api))),

  tales: async ({ api, queries: client }: RouterContext, search: Record<string, string>) => {
    const query = stay(await settle((async () => parseBrowseQuery(new URLSearchParams(search)))()));
    if (!('ok' in query)) return query;
    const list = stay(await client.ensureQueryData(queries.tales(api, query.ok)));
    return 'ok' in list ? ({ ok: { list: list.ok, query: query.ok } } satisfies Settled<{ list: TaleList; query: BrowseQuery }>) : list;
  },

  recent: async ({ api, queries: client }: RouterContext, after: string) => stay(await client.ensureQueryData(queries.recent(api, after))),

  tale: async ({ api, queries: client }: RouterContext, slug: string) =>
    here(slug, urls.tale, stay(await client.ensureQueryData(queries.tale(api, slug)))),

  categories: async ({ api, queries: client }: RouterContext) => stay(await client.ensureQueryData(queries.categories(api))),

  category: async ({ api, queries: client }: RouterContext, slug: string, after: string) =>
    here(slug, urls.category, stay(await client.ensureQueryData(queries.category(api, slug, after)))),

  authors: async ({ api, queries: client }: RouterContext) => stay(await client.ensureQueryData(queries.authors(api))),

  author: async ({ api, queries: client }: RouterContext, slug: string, after: string) =>
    here(slug, urls.author, stay(await client.ensureQueryData(queries.author(api, slug, after)))),

  letters: async ({ api, queries: client }: RouterContext, after: string) =>
    stay(await client.ensureQueryData(queries.letters(api, after))),

  letter: async ({ api, queries: client }: RouterContext, day: string) => stay(await client.ensureQueryData(queries.letter(api, day))),
  /** One of the texts behind the footer. */
  page: async ({ api, queries: client }: RouterContext, name: string) => stay(await client.ensureQueryData(queries.page(api, name))),

  tonight: async ({ api, queries: client }: RouterContext) => stay(await client.ensureQueryData(queries.tonight(api))),

  howLong: async ({ api, queries: client }: RouterContext, search: Record<string, string>) => {
    const query = stay(await settle((async () => parseHowLong(new URLSearchParams(search)))()));
    if (!('ok' in query)) return query;
    const view = stay(await client.ensureQueryData(queries.howLong(api, query.ok)));
    return 'ok' in view ? { ok: { view: view.ok, query: query.ok } } : view;
  },

  /** What the contact page is about: a tale, when its address names one that is there. */
  contact: async ({ api, queries: client }: RouterContext, slug: string) => ({
    ok: { tale: slug === '' ? null : await client.ensureQueryData(queries.taleTitle(api, slug)) },
  }),

  packs: async ({ api, queries: client }: RouterContext) => stay(await client.ensureQueryData(queries.packs(api))),

  collections: async ({ api, queries: client }: RouterContext) => stay(await client.ensureQueryData(queries.collections(api))),

  collection: async ({ api, queries: client }: RouterContext, slug: string) =>
    here(slug, urls.collection, stay(await client.ensureQueryData(queries.collection(api, slug)))),
};

function stay<T>(settled: Settled<T> | { moved: string }): Settled<T> {
  if ('moved' in settled) throw redirect({ href: settled.moved, statusCode: 301 });
  return settled;
}

/** The API follows redirects by itself: an old address is known by the slug of what came. */
function here<T extends { slug: string }>(slug: string, href: (slug: string) => string, found: Settled<T>): Settled<T> {
  if ('ok' in found && found.ok.slug !== slug) throw redirect({ href: href(found.ok.slug), statusCode: 301 });
  return found;
}
