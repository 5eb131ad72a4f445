/** Every list of tales that the site has, named by its address. */
import { type BrowseQuery, LIST_START, parseBrowseQuery, writeBrowseQuery } from '#src/features/tales/browse-query.ts';
import { urls } from '#src/urls.ts';

/** `query` holds no place in the list: it stands at LIST_START. */
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
const LONGEST_SLUG = 200;

/** The list whose page stands at a path with these parameters; undefined where no list does. Throws BadQuery for parameters that mean nothing. */
export function parseListName(path: string, params: URLSearchParams): ListName | undefined {
  if (path === urls.recent()) return { kind: 'recent' };
  if (path === urls.tales()) return { kind: 'tales', query: { ...parseBrowseQuery(params), ...LIST_START } };
  for (const { kind, path: pattern } of NAMED) {
    const slug = pattern.exec(path)?.[1];
    if (slug !== undefined && slug.length <= LONGEST_SLUG) return { kind, slug };
  }
  return undefined;
}

/** All tales, or those that a few filters leave. */
export function talesList(asked: Partial<BrowseQuery> = {}): { kind: 'tales'; query: BrowseQuery } {
  return { kind: 'tales', query: { ...parseBrowseQuery(new URLSearchParams()), ...asked } };
}

type Form = { prefix?: string; suffix?: string; after?: string };

/** The address of a list: that of its page, or with something before the path, behind it and with a place in the list. */
export function listAddress(name: ListName, { prefix = '', suffix = '', after = '' }: Form = {}): string {
  const query = name.kind === 'tales' ? writeBrowseQuery(name.query) : '';
  const parameters = [query, after && `after=${encodeURIComponent(after)}`].filter((part) => part !== '').join('&');
  return `${prefix}${pathOf(name)}${suffix}${parameters === '' ? '' : `?${parameters}`}`;
}

/** Searches are too many to be kept in the page cache. */
export function isKept(name: ListName): boolean {
  return name.kind !== 'tales' || name.query.q === '';
}

function pathOf(name: ListName): string {
  if (name.kind === 'recent') return urls.recent();
  return name.kind === 'tales' ? urls.tales() : urls[name.kind](name.slug);
}
