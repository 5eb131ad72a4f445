import { writeBrowseQuery, writeListRange } from '#src/features/tales/browse-query.ts';
import { isTimeout, timedFetch } from '#src/ui/timed-fetch.ts';
import { urls } from '#src/urls.ts';
import { type Api, ApiResponseError, NetworkError } from './api.ts';

/** `Api` by HTTP. Responses are trusted, because they come from our own server. */
export const fetchApi: Api = {
  home: () => get('/home'),
  listTales: (query) => get(`/tales?${writeBrowseQuery(query)}`),
  recentTales: (after) => get(`/recent${withAfter(after)}`),
  getTale: (slug) => get(`/tales/${encodeURIComponent(slug)}`),
  getTaleType: (number, search) => get(`/types/${encodeURIComponent(number)}?${new URLSearchParams(search)}`),
  taleCards: (ids) => get(`/tale-cards?ids=${ids.join(',')}`),
  listCategories: () => get('/categories'),
  getCategory: (slug, range) => get(`/categories/${encodeURIComponent(slug)}?${writeListRange(range)}`),
  listAuthors: () => get('/authors'),
  getAuthor: (slug, range, role) => get(`/authors/${encodeURIComponent(slug)}?${writeListRange(range)}&role=${role}`),
  listCollections: () => get('/collections'),
  getCollection: (slug) => get(`/collections/${encodeURIComponent(slug)}`),
  getSharedList: (list) => get(`/shared-lists${list}`),
  getTogether: (code) => get(urls.together(encodeURIComponent(code))),
  listIssues: (after) => get(`/letters${withAfter(after)}`),
  getIssue: (day) => get(`/letters/${encodeURIComponent(day)}`),
  getPage: (name) => get(`/pages/${encodeURIComponent(name)}`),
  getTaleOfTheDay: () => get('/tonight'),
  findByTime: async (query) => {
    const { writeFinderQuery } = await import('#src/features/tale-finder/finder-query.ts');
    return get(`/how-long?${writeFinderQuery(query)}`);
  },
  listPacks: () => get('/packs'),
  suggest: (q) => get(`/suggestions?q=${encodeURIComponent(q)}`),
};

function withAfter(after: string): string {
  return after ? `?after=${encodeURIComponent(after)}` : '';
}

async function get<T>(path: string): Promise<T> {
  const response = await timedFetch(urls.api(path), { headers: { accept: 'application/json' } }).catch(unreached);
  if (response.ok) return JSON.parse(await response.text().catch(unreached)) as T;
  const problem = (await response.json().catch(() => ({}))) as { title?: string; location?: string };
  throw new ApiResponseError(response.status, problem.title ?? response.statusText, problem.location);
}

function unreached(error: Error): never {
  throw new NetworkError(error.message, isTimeout(error));
}
