import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { parseHowLong } from '#src/features/evening/how-long-query.ts';
import { type BrowseQuery, type ListPlace, parseBrowseQuery, readPlace } from '#src/features/tales/browse-query.ts';
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

  category: ({ api, queries: client }: RouterContext, slug: string, search: Record<string, string>) =>
    placed(search, async (place) => here(slug, urls.category, stay(await client.ensureQueryData(queries.category(api, slug, place))))),

  authors: async ({ api, queries: client }: RouterContext) => stay(await client.ensureQueryData(queries.authors(api))),

  author: ({ api, queries: client }: RouterContext, slug: string, search: Record<string, string>) =>
    placed(search, async (place) => here(slug, urls.author, stay(await client.ensureQueryData(queries.author(api, slug, place))))),

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

/** Part of a list, with the place in it that the address names. */
async function placed<T>(
  search: Record<string, string>,
  find: (place: ListPlace) => Promise<Settled<T>>,
): Promise<Settled<T & { listPlace: ListPlace }>> {
  const place = stay(await settle((async () => readPlace(new URLSearchParams(search)))()));
  if (!('ok' in place)) return place;
  const found = await find(place.ok);
  return 'ok' in found ? { ok: { ...found.ok, listPlace: place.ok } } : found;
}

function stay<T>(settled: Settled<T> | { moved: string }): Settled<T> {
  if ('moved' in settled) throw redirect({ href: settled.moved, statusCode: 301 });
  return settled;
}

/** The API follows redirects by itself: an old address is known by the slug of what came. */
function here<T extends { slug: string }>(slug: string, href: (slug: string) => string, found: Settled<T>): Settled<T> {
  if ('ok' in found && found.ok.slug !== slug) throw redirect({ href: href(found.ok.slug), statusCode: 301 });
  return found;
}
