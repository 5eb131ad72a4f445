import { writeHowLong } from '#src/features/evening/how-long-query.ts';
import { writeBrowseQuery, writePlace } from '#src/features/tales/browse-query.ts';
import { isTimeout, timedFetch } from '#src/ui/timed-fetch.ts';
import { urls } from '#src/urls.ts';
import { type Api, ApiProblem, Unreached } from './api.ts';

/** The API as the browser reaches it. Answers are trusted to be what our own server sends. */
export const fetchApi: Api = {
  home: () => get('/home'),
  listTales: (query) => get(`/tales?${writeBrowseQuery(query)}`),
  recentTales: (after) => get(`/recent${withAfter(after)}`),
  getTale: (slug) => get(`/tales/${encodeURIComponent(slug)}`),
  taleCards: (ids) => get(`/tale-cards?ids=${ids.join(',')}`),
  listCategories: () => get('/categories'),
  getCategory: (slug, place) => get(`/categories/${encodeURIComponent(slug)}?${writePlace(place)}`),
  listAuthors: () => get('/authors'),
  getAuthor: (slug, place) => get(`/authors/${encodeURIComponent(slug)}?${writePlace(place)}`),
  listCollections: () => get('/collections'),
  getCollection: (slug) => get(`/collections/${encodeURIComponent(slug)}`),
  listLetters: (after) => get(`/letters${withAfter(after)}`),
  getLetter: (day) => get(`/letters/${encodeURIComponent(day)}`),
  getPage: (name) => get(`/pages/${encodeURIComponent(name)}`),
  tonight: () => get('/tonight'),
  howLong: (query) => get(`/how-long?${writeHowLong(query)}`),
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
  throw new ApiProblem(response.status, problem.title ?? response.statusText, problem.location);
}

function unreached(error: Error): never {
  throw new Unreached(error.message, isTimeout(error));
}
