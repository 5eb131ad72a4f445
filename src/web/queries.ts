import { type TaleFinderQuery, writeFinderQuery } from '#src/features/tale-finder/finder-query.ts';
import { type BrowseQuery, type ListRange, writeBrowseQuery, writeListRange } from '#src/features/tales/browse-query.ts';
import type { Api } from './api.ts';
import { toLoadedValue } from './load-result.tsx';

/** Queries of the pages, with their cache keys. */
export const queries = {
  home: (api: Api) => ({ key: ['home'], fetch: () => toLoadedValue(api.home()) }),
  tales: (api: Api, query: BrowseQuery) => ({ key: ['tales', writeBrowseQuery(query)], fetch: () => toLoadedValue(api.listTales(query)) }),
  recent: (api: Api, after: string) => ({ key: ['recent', after], fetch: () => toLoadedValue(api.recentTales(after)) }),
  tale: (api: Api, slug: string) => ({ key: ['tale', slug], fetch: () => toLoadedValue(api.getTale(slug)) }),
  taleTitle: (api: Api, slug: string) => ({ key: ['tale-title', slug], fetch: () => findTaleTitle(api, slug) }),
  categories: (api: Api) => ({ key: ['categories'], fetch: () => toLoadedValue(api.listCategories()) }),
  category: (api: Api, slug: string, place: ListRange) => ({
    key: ['category', slug, writeListRange(place)],
    fetch: () => toLoadedValue(api.getCategory(slug, place)),
  }),
  authors: (api: Api) => ({ key: ['authors'], fetch: () => toLoadedValue(api.listAuthors()) }),
  author: (api: Api, slug: string, place: ListRange) => ({
    key: ['author', slug, writeListRange(place)],
    fetch: () => toLoadedValue(api.getAuthor(slug, place)),
  }),
  issues: (api: Api, after: string) => ({ key: ['issues', after], fetch: () => toLoadedValue(api.listIssues(after)) }),
  issue: (api: Api, day: string) => ({ key: ['issue', day], fetch: () => toLoadedValue(api.getIssue(day)) }),
  page: (api: Api, name: string) => ({ key: ['page', name], fetch: () => toLoadedValue(api.getPage(name)) }),
  tonight: (api: Api) => ({ key: ['tonight'], fetch: () => toLoadedValue(api.getTaleOfTheDay()) }),
  howLong: (api: Api, query: TaleFinderQuery) => ({
    key: ['how-long', writeFinderQuery(query)],
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
