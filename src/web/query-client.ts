import { dehydrate, hydrate, QueryClient, queryOptions } from '@tanstack/react-query';
import { type TaleFinderQuery, writeFinderQuery } from '#src/features/tale-finder/finder-query.ts';
import { type BrowseQuery, type ListRange, writeBrowseQuery, writeListRange } from '#src/features/tales/browse-query.ts';
import { hasWorker } from '#src/ui/navigate.ts';
import { type Api, ApiResponseError, NetworkError } from './api.ts';
import { toLoadedValue } from './load-result.tsx';

const FIVE_MINUTES = 5 * 60_000;

/**
 * Limits of the specification: cache entries are dropped after 5 minutes; reads are retried 3 times after 1, 2 and 4 s (at most 30 s); writes are not
 * retried.
 */
export function createQueryClient(onServer: boolean): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: onServer ? Number.POSITIVE_INFINITY : FIVE_MINUTES,
        staleTime: FIVE_MINUTES,
        // Offline requests fail at once, and the service worker loads the page.
        networkMode: 'always',
        retry: (failures, error) =>
          !onServer &&
          failures < 3 &&
          !(error instanceof ApiResponseError && error.status < 500) &&
          !canWorkerServe(error) &&
          !isTimeout(error),
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
      },
      mutations: { retry: 0 },
    },
  });
}

/** Whether the network failed and a service worker can serve the page. */
export function canWorkerServe(error: unknown): boolean {
  return error instanceof NetworkError && hasWorker();
}

/** After a timeout the user decides whether to retry. */
function isTimeout(error: unknown): boolean {
  return error instanceof NetworkError && error.isTimeout;
}

type Entry = [key: readonly unknown[], data: unknown];

/** Cached data as JSON-serialisable entries. */
export function dehydrateQueries(client: QueryClient): Entry[] {
  return dehydrate(client).queries.map((query) => [query.queryKey, query.state.data]);
}

/** Restores the entries in the browser, before the first render. */
export function hydrateQueries(client: QueryClient, entries: Entry[]): void {
  hydrate(client, { queries: [] });
  for (const [key, data] of entries) client.setQueryData(key, data);
}

/** Queries of the pages, with their cache keys. */
export const queries = {
  home: (api: Api) => queryOptions({ queryKey: ['home'], queryFn: () => toLoadedValue(api.home()) }),
  tales: (api: Api, query: BrowseQuery) =>
    queryOptions({ queryKey: ['tales', writeBrowseQuery(query)], queryFn: () => toLoadedValue(api.listTales(query)) }),
  recent: (api: Api, after: string) => queryOptions({ queryKey: ['recent', after], queryFn: () => toLoadedValue(api.recentTales(after)) }),
  tale: (api: Api, slug: string) => queryOptions({ queryKey: ['tale', slug], queryFn: () => toLoadedValue(api.getTale(slug)) }),
  taleTitle: (api: Api, slug: string) => queryOptions({ queryKey: ['tale-title', slug], queryFn: () => findTaleTitle(api, slug) }),
  categories: (api: Api) => queryOptions({ queryKey: ['categories'], queryFn: () => toLoadedValue(api.listCategories()) }),
  category: (api: Api, slug: string, place: ListRange) =>
    queryOptions({ queryKey: ['category', slug, writeListRange(place)], queryFn: () => toLoadedValue(api.getCategory(slug, place)) }),
  authors: (api: Api) => queryOptions({ queryKey: ['authors'], queryFn: () => toLoadedValue(api.listAuthors()) }),
  author: (api: Api, slug: string, place: ListRange) =>
    queryOptions({ queryKey: ['author', slug, writeListRange(place)], queryFn: () => toLoadedValue(api.getAuthor(slug, place)) }),
  issues: (api: Api, after: string) => queryOptions({ queryKey: ['issues', after], queryFn: () => toLoadedValue(api.listIssues(after)) }),
  issue: (api: Api, day: string) => queryOptions({ queryKey: ['issue', day], queryFn: () => toLoadedValue(api.getIssue(day)) }),
  page: (api: Api, name: string) => queryOptions({ queryKey: ['page', name], queryFn: () => toLoadedValue(api.getPage(name)) }),
  tonight: (api: Api) => queryOptions({ queryKey: ['tonight'], queryFn: () => toLoadedValue(api.getTaleOfTheDay()) }),
  howLong: (api: Api, query: TaleFinderQuery) =>
    queryOptions({ queryKey: ['how-long', writeFinderQuery(query)], queryFn: () => toLoadedValue(api.findByTime(query)) }),
  packs: (api: Api) => queryOptions({ queryKey: ['packs'], queryFn: () => toLoadedValue(api.listPacks()) }),
  collections: (api: Api) => queryOptions({ queryKey: ['collections'], queryFn: () => toLoadedValue(api.listCollections()) }),
  collection: (api: Api, slug: string) =>
    queryOptions({ queryKey: ['collection', slug], queryFn: () => toLoadedValue(api.getCollection(slug)) }),
};

/** Returns slug and title of a tale, or null if it does not exist. Follows redirects of moved tales. */
async function findTaleTitle(api: Api, slug: string): Promise<{ slug: string; title: string } | null> {
  const found = await toLoadedValue(api.getTale(slug));
  if ('ok' in found) return { slug: found.ok.slug, title: found.ok.title };
  return 'moved' in found ? findTaleTitle(api, decodeURIComponent(found.moved.split('/').at(-1) ?? '')) : null;
}
