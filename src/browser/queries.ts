import { queryOptions } from '@tanstack/react-query';
import { type HowLongQuery, writeHowLong } from '#src/features/evening/how-long-query.ts';
import { type BrowseQuery, type ListPlace, writeBrowseQuery, writePlace } from '#src/features/tales/browse-query.ts';
import type { Api } from './api.ts';
import { settle } from './settled.ts';

/** Every question a page asks, with the key under which its answer is kept. */
export const queries = {
  home: (api: Api) => queryOptions({ queryKey: ['home'], queryFn: () => settle(api.home()) }),
  tales: (api: Api, query: BrowseQuery) =>
    queryOptions({ queryKey: ['tales', writeBrowseQuery(query)], queryFn: () => settle(api.listTales(query)) }),
  recent: (api: Api, after: string) => queryOptions({ queryKey: ['recent', after], queryFn: () => settle(api.recentTales(after)) }),
  tale: (api: Api, slug: string) => queryOptions({ queryKey: ['tale', slug], queryFn: () => settle(api.getTale(slug)) }),
  taleTitle: (api: Api, slug: string) => queryOptions({ queryKey: ['tale-title', slug], queryFn: () => findTaleTitle(api, slug) }),
  categories: (api: Api) => queryOptions({ queryKey: ['categories'], queryFn: () => settle(api.listCategories()) }),
  category: (api: Api, slug: string, place: ListPlace) =>
    queryOptions({ queryKey: ['category', slug, writePlace(place)], queryFn: () => settle(api.getCategory(slug, place)) }),
  authors: (api: Api) => queryOptions({ queryKey: ['authors'], queryFn: () => settle(api.listAuthors()) }),
  author: (api: Api, slug: string, place: ListPlace) =>
    queryOptions({ queryKey: ['author', slug, writePlace(place)], queryFn: () => settle(api.getAuthor(slug, place)) }),
  letters: (api: Api, after: string) => queryOptions({ queryKey: ['letters', after], queryFn: () => settle(api.listLetters(after)) }),
  letter: (api: Api, day: string) => queryOptions({ queryKey: ['letter', day], queryFn: () => settle(api.getLetter(day)) }),
  page: (api: Api, name: string) => queryOptions({ queryKey: ['page', name], queryFn: () => settle(api.getPage(name)) }),
  tonight: (api: Api) => queryOptions({ queryKey: ['tonight'], queryFn: () => settle(api.tonight()) }),
  howLong: (api: Api, query: HowLongQuery) =>
    queryOptions({ queryKey: ['how-long', writeHowLong(query)], queryFn: () => settle(api.howLong(query)) }),
  packs: (api: Api) => queryOptions({ queryKey: ['packs'], queryFn: () => settle(api.listPacks()) }),
  collections: (api: Api) => queryOptions({ queryKey: ['collections'], queryFn: () => settle(api.listCollections()) }),
  collection: (api: Api, slug: string) => queryOptions({ queryKey: ['collection', slug], queryFn: () => settle(api.getCollection(slug)) }),
};

/** What a tale is called; null for one that is not there. One that has moved is found where it is now. */
async function findTaleTitle(api: Api, slug: string): Promise<{ slug: string; title: string } | null> {
  const found = await settle(api.getTale(slug));
  if ('ok' in found) return { slug: found.ok.slug, title: found.ok.title };
  return 'moved' in found ? findTaleTitle(api, decodeURIComponent(found.moved.split('/').at(-1) ?? '')) : null;
}
