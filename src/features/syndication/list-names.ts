/** Names of all lists of tales, parsed from and written as URLs. */
import { type BrowseQuery, LIST_START, parseBrowseQuery, writeBrowseQuery } from '#src/features/tales/browse-query.ts';
import { urls } from '#src/urls.ts';

/** `query` has no cursor: it is at LIST_START. */
export type ListName =
  | { kind: 'recent' }
  | { kind: 'tales'; query: BrowseQuery }
  | { kind: 'category' | 'author' | 'collection'; slug: string };

const SLUG = '[a-z0-9]+(?:-[a-z0-9]+)*';
const NAMED = [
  { kind: 'category', path: new RegExp(`^/categories/(${SLUG})$`) },
  { kind: 'author', path: new RegExp(`^/author/(${SLUG})$`) },
  { kind: 'collection', path: new RegExp(`^/collections/(${SLUG})$`) },
] as const;
const MAX_SLUG_LENGTH = 200;

/**
 * Returns the list whose page has this path and parameters; undefined if there is none.
 * @throws BadQuery for invalid parameters
 */
export function parseListName(path: string, params: URLSearchParams): ListName | undefined {
  if (path === urls.recent()) return { kind: 'recent' };
  if (path === urls.tales()) return { kind: 'tales', query: { ...parseBrowseQuery(params), ...LIST_START } };
  for (const { kind, path: pattern } of NAMED) {
    const slug = pattern.exec(path)?.[1];
    if (slug !== undefined && slug.length <= MAX_SLUG_LENGTH) return { kind, slug };
  }
  return undefined;
}

/** Returns the list of all tales, optionally filtered. */
export function talesList(filters: Partial<BrowseQuery> = {}): { kind: 'tales'; query: BrowseQuery } {
  return { kind: 'tales', query: { ...parseBrowseQuery(new URLSearchParams()), ...filters } };
}

type UrlOptions = { prefix?: string; suffix?: string; after?: string };

/** Returns the URL of a list, optionally with a prefix, a suffix of the path, and a cursor. */
export function listAddress(name: ListName, { prefix = '', suffix = '', after = '' }: UrlOptions = {}): string {
  const query = name.kind === 'tales' ? writeBrowseQuery(name.query) : '';
  const parameters = [query, after && `after=${encodeURIComponent(after)}`].filter((part) => part !== '').join('&');
  return `${prefix}${pathOf(name)}${suffix}${parameters === '' ? '' : `?${parameters}`}`;
}

/** Searches are not cached, as there are too many. */
export function isCacheable(name: ListName): boolean {
  return name.kind !== 'tales' || name.query.q === '';
}

function pathOf(name: ListName): string {
  if (name.kind === 'recent') return urls.recent();
  return name.kind === 'tales' ? urls.tales() : urls[name.kind](name.slug);
}
