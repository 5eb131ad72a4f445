/** Where a reader goes after signing in: the page first asked for when it is one of ours, else home. Browser-safe. */

/** The pages worth coming back to, as the router writes them. */
const PAGES = [
  /^\/$/,
  /^\/(tales|recent|categories|authors|collections|favorites|history|profile|settings|manage-tales)$/,
  /^\/(tale|categories|author|collections)\/[a-z0-9]+(-[a-z0-9]+)*$/,
];
const LONGEST = 1_000;

/**
 * The path to go to, with its query, for what was asked for (`?next=`). It is never handed on as it came: path and query are
 * parsed, compared with the pages of the site, and written anew, so that no spelling leads to another host or to an address
 * that does something. Anything else is `/`.
 */
export function returnTo(wanted: unknown): string {
  if (typeof wanted !== 'string' || wanted.length > LONGEST || !/^\/(?![/\\])[\x21-\x7e]*$/.test(wanted)) return '/';
  const base = 'https://tales.invalid';
  if (!URL.canParse(wanted, base)) return '/';
  const { origin, pathname, searchParams } = new URL(wanted, base);
  if (origin !== base || !PAGES.some((page) => page.test(pathname))) return '/';
  const query = searchParams.toString();
  return query === '' ? pathname : `${pathname}?${query}`;
}
