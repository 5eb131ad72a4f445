/** Which way a request goes. Decided on its facts alone. */

export type Asked = { method: string; isNavigation: boolean; isRange: boolean; url: URL; origin: string };

/**
 * tale: fresh when the network answers in time, else the kept one. place: the same for other pages that everyone sees the same. page: any other
 * one, never kept. file: of a build, never changes. drawing: a file that may change. picture: a cover, or one in a tale. answer: what a page
 * turned to by a link reads of a tale. download: the network's, whatever comes. pass: none of our business.
 */
export type Way = 'tale' | 'place' | 'page' | 'file' | 'drawing' | 'picture' | 'answer' | 'download' | 'pass';

/** Pages that are the same for everyone and worth having without a network; what a query asks of them is for the network. */
export const PLACES: readonly string[] = [
  ...['/', '/tales', '/recent', '/categories', '/authors', '/collections'],
  ...['/favorites', '/history', '/collections/mine', '/offline'],
];
/** They draw what the address asks in the browser. */
const ANY_QUERY = ['/collections/mine', '/offline'];

const SLUG = '[a-z0-9]+(?:-[a-z0-9]+)*';
const TALE = new RegExp(`^/tale/(${SLUG})$`);
const ANSWER = new RegExp(`^/api/v1/tales/(${SLUG})$`);

export function wayOf({ method, isNavigation, isRange, url, origin }: Asked): Way {
  if (method !== 'GET' || isRange || url.origin !== origin) return 'pass';
  return isNavigation ? wayOfPage(url) : wayOfFile(url.pathname);
}

/** The slug of a tale's page, or of its answer; null for any other path. */
export function slugOf(path: string): string | null {
  return TALE.exec(path)?.[1] ?? ANSWER.exec(path)?.[1] ?? null;
}

/** The address under which a place is kept. */
export function placeKey(url: URL): string {
  return url.pathname;
}

function wayOfPage({ pathname, search }: URL): Way {
  if (TALE.test(pathname)) return 'tale';
  if (PLACES.includes(pathname)) return search === '' || ANY_QUERY.includes(pathname) ? 'place' : 'page';
  return /\.[a-z0-9]+$/.test(pathname) || pathname.startsWith('/api/') ? 'download' : 'page';
}

function wayOfFile(path: string): Way {
  if (path.startsWith('/assets/')) return 'file';
  if (path.startsWith('/art/') || path.startsWith('/icons/') || path === '/favicon.svg') return 'drawing';
  if (/^\/covers\/[^/]+\.[0-9a-f]{10}(-wide)?\.svg$/.test(path) || /^\/media\/[^/]+\/\d+\.(webp|avif)$/.test(path)) return 'picture';
  return ANSWER.test(path) ? 'answer' : 'pass';
}
