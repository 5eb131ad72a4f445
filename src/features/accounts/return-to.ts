/** Where a reader goes after signing in: the page first asked for when it is one of ours, else home. Browser-safe. */
import { PERSONAL_PAGES, PUBLIC_PAGES } from '#src/page-paths.ts';
import { parseUrl } from '#src/urls.ts';

/** Every page but the gates, so that a new one is among them. */
const PAGES = [
  ...Object.entries(PUBLIC_PAGES).flatMap(([path, asks]) => (asks === 'gate' ? [] : [path])),
  ...Object.keys(PERSONAL_PAGES),
].map(toPattern);
const LONGEST = 1_000;

/**
 * The path to go to, with its query, for what was asked for (`?next=`). It is never handed on as it came: path and query are
 * parsed, compared with the pages of the site, and written anew, so that no spelling leads to another host or to an address
 * that does something. Anything else is `/`.
 */
export function returnTo(wanted: unknown): string {
  if (typeof wanted !== 'string' || wanted.length > LONGEST || !/^\/(?![/\\])[\x21-\x7e]*$/.test(wanted)) return '/';
  const base = 'https://tales.invalid';
  const url = parseUrl(wanted, base);
  if (url === undefined) return '/';
  const { origin, pathname, searchParams } = url;
  if (origin !== base || !PAGES.some((page) => page.test(pathname))) return '/';
  const query = searchParams.toString();
  return query === '' ? pathname : `${pathname}?${query}`;
}

/** As routes are matched: a parameter has the form in its braces, or that of a slug. */
function toPattern(path: string): RegExp {
  const pattern = path.replace(/:[a-z]+(?:\{(.+?)\}(?=\/|$))?/g, (_parameter, form?: string) => form ?? '[a-z0-9]+(-[a-z0-9]+)*');
  return new RegExp(`^${pattern}$`);
}
