/** Prevents open redirects: where a user may go after signing in. Browser-safe. */
import { ALL_PAGES } from '#src/page-table.ts';
import { parseUrl } from '#src/urls.ts';

/** Every page except login, registration and those with a route of their own, and files. */
const RETURN_PATHS = [
  ...ALL_PAGES.filter((page) => !page.isAuth && !page.hasOwnRoute).map(({ path }) => toPattern(path)),
  // A file of the library, which may need a login.
  /^\/files\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[^/]+$/,
];
const MAX_LENGTH = 1_000;

/**
 * Returns the path and query of a requested page (`?next=`) if it is a page or file of this site, else `/`. The URL is parsed and
 * serialized again, so that no spelling can lead to another host or to an endpoint.
 */
export function safeRedirect(requested: unknown): string {
  if (typeof requested !== 'string' || requested.length > MAX_LENGTH || !/^\/(?![/\\])[\x21-\x7e]*$/.test(requested)) return '/';
  const base = 'https://tales.invalid';
  const url = parseUrl(requested, base);
  if (url === undefined) return '/';
  const { origin, pathname, searchParams } = url;
  if (origin !== base || !RETURN_PATHS.some((page) => page.test(pathname))) return '/';
  const query = searchParams.toString();
  return query === '' ? pathname : `${pathname}?${query}`;
}

/** A parameter matches the pattern in its braces, or a slug. */
function toPattern(path: string): RegExp {
  const pattern = path.replace(/:[a-z]+(?:\{(.+?)\}(?=\/|$))?/g, (_parameter, form?: string) => form ?? '[a-z0-9]+(-[a-z0-9]+)*');
  return new RegExp(`^${pattern}$`);
}
