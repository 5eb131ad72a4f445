/** Chooses the fetch strategy for a request. Pure functions. */
import { ALL_PAGES } from '#src/page-table.ts';

export type RequestFacts = { method: string; isNavigation: boolean; isRange: boolean; url: URL; origin: string };

/**
 * tale: network first, else the stored page. cached-page: the same for other public pages. page: network only, with a redirect when offline.
 * file: immutable build file. drawing: artwork that may change. picture: cover or picture in a tale. tale-data: API response for client-side
 * navigation. attached: a file of the library. download: network only. pass: not handled.
 */
export type Route = 'tale' | 'cached-page' | 'page' | 'file' | 'drawing' | 'picture' | 'tale-data' | 'attached' | 'download' | 'pass';

/** Public pages available offline, without a query string. */
export const CACHED_PAGES: readonly string[] = ALL_PAGES.filter((page) => page.offline).map(({ path }) => path);
/** Pages that handle their query string in the browser. */
const ANY_QUERY = ALL_PAGES.filter((page) => page.offline === 'any-query').map(({ path }) => path);

const SLUG = '[a-z0-9]+(?:-[a-z0-9]+)*';
const TALE = new RegExp(`^/tale/(${SLUG})$`);
const TALE_DATA = new RegExp(`^/api/v1/tales/(${SLUG})$`);

export function routeRequest({ method, isNavigation, isRange, url, origin }: RequestFacts): Route {
  if (method !== 'GET' || url.origin !== origin) return 'pass';
  if (url.pathname.startsWith('/files/')) return 'attached';
  if (isRange) return 'pass';
  return isNavigation ? routeNavigation(url) : routeFile(url.pathname);
}

/** Returns the slug of a tale page or tale API path; null for any other path. */
export function slugFromPath(path: string): string | null {
  return TALE.exec(path)?.[1] ?? TALE_DATA.exec(path)?.[1] ?? null;
}

/** Cache key of a page. */
export function cacheKey(url: URL): string {
  return url.pathname;
}

function routeNavigation({ pathname, search }: URL): Route {
  if (TALE.test(pathname)) return 'tale';
  if (CACHED_PAGES.includes(pathname)) return search === '' || ANY_QUERY.includes(pathname) ? 'cached-page' : 'page';
  return /\.[a-z0-9]+$/.test(pathname) || pathname.startsWith('/api/') ? 'download' : 'page';
}

function routeFile(path: string): Route {
  if (path.startsWith('/assets/')) return 'file';
  if (path.startsWith('/art/') || path.startsWith('/icons/') || path === '/favicon.svg') return 'drawing';
  if (/^\/covers\/[^/]+\.[0-9a-f]{10}(-wide)?\.svg$/.test(path) || /^\/media\/[^/]+\/\d+\.(webp|avif)$/.test(path)) return 'picture';
  return TALE_DATA.test(path) ? 'tale-data' : 'pass';
}

/** Returns a complete response, or the part of it that a Range header with one range asks for (RFC 9110, 14.2). */
export async function sliceResponse(whole: Response, range: string): Promise<Response> {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
  if (first === undefined) return whole;
  const blob = await whole.blob();
  const [start, end] = [Number(first), last === '' ? blob.size : Math.min(blob.size, Number(last) + 1)];
  if (start >= end) return new Response(null, { status: 416, headers: { 'content-range': `bytes */${blob.size}` } });
  const headers = { 'content-type': blob.type, 'content-range': `bytes ${start}-${end - 1}/${blob.size}` };
  return new Response(blob.slice(start, end, blob.type), { status: 206, headers });
}
