import type { BrowseQuery, ListFilter, Sort } from '#src/features/tales/browse-query.ts';
import type { FacetOption, Facets } from '#src/features/tales/contract.ts';
import { bookAddress, MAX_IN_BOOK } from '../list-epubs/list-epub.ts';
import { type ListName, listAddress, talesList } from '../list-names.ts';
import type { TaleList } from '../tale-lists.ts';

/** A page of tales in the OPDS catalogue, independent of the OPDS version. */

export const PAGE_SIZE = 50;

/** A facet, of which one per group is active; `count` is missing if unknown. */
export type FacetLink = { title: string; path: string; isActive: boolean; count?: number };
export type FacetGroup = { title: string; links: FacetLink[] };

/** The EPUB of the whole list. `address` is a path of this site. */
export type WholeBook = { title: string; text: string; address: string };

/** Paths are relative to the catalogue. Only the first page has the book. */
export type ListPage = {
  list: TaleList;
  path: string;
  first: string;
  next: string | null;
  up: string;
  groups: FacetGroup[];
  book: WholeBook | null;
};

const UP: Record<ListName['kind'], string> = {
  recent: '',
  tales: '',
  category: '/categories',
  author: '/authors',
  collection: '/collections',
};

/** Returns the page of a list at the cursor `after`. */
export function listPageOf(list: TaleList, after: string): ListPage {
  const { name } = list;
  return {
    list,
    path: listAddress(name, { after }),
    first: listAddress(name),
    next: list.next === null ? null : listAddress(name, { after: list.next }),
    up: UP[name.kind],
    groups: list.facets === null ? [] : facetGroups(narrowed(name), list.facets),
    book: after === '' ? bookOf(list) : null,
  };
}

/** Returns the browse query of a list, which facets refine. */
function narrowed(name: ListName): BrowseQuery {
  if (name.kind === 'tales') return name.query;
  if (name.kind === 'category') return talesList({ category: name.slug }).query;
  return talesList(name.kind === 'author' ? { author: [name.slug] } : {}).query;
}

function facetGroups(query: BrowseQuery, facets: Facets): FacetGroup[] {
  const path = (change: Partial<BrowseQuery>) => listAddress({ kind: 'tales', query: { ...query, ...change } });
  const [all, ...categories] = facets.category;
  const listed = (title: string, name: ListFilter, any: string) =>
    group(title, facets[name], {
      any: { title: any, path: path({ [name]: [] }), isActive: query[name].length === 0 },
      path: (value) => path({ [name]: [value] }),
      isActive: (value) => query[name].length === 1 && query[name][0] === value,
    });
  return [
    group('Category', categories, {
      any: {
        title: all?.label ?? 'All',
        path: path({ category: '' }),
        isActive: query.category === '',
        ...(all ? { count: all.count } : {}),
      },
      path: (value) => path({ category: value }),
      isActive: (value) => query.category === value,
    }),
    group('Reading time', facets.minutes, {
      any: { title: 'Any length', path: path({ minutes: null }), isActive: query.minutes === null },
      path: (value) => path({ minutes: Number(value) }),
      isActive: (value) => String(query.minutes) === value,
    }),
    listed('Age', 'age', 'Any age'),
    listed('Origin', 'origin', 'Any origin'),
    listed('Language', 'language', 'Any language'),
    listed('Author', 'author', 'Any author'),
    { title: 'Order', links: ordersOf(query).map(([sort, title]) => ({ title, path: path({ sort }), isActive: query.sort === sort })) },
  ].filter(({ links }) => links.length > 1);
}

type Choice = { any: FacetLink; path: (value: string) => string; isActive: (value: string) => boolean };

/** Options without tales are omitted. */
function group(title: string, options: FacetOption[], { any, path, isActive }: Choice): FacetGroup {
  const offered = options.filter(({ value, count }) => count > 0 || isActive(value));
  const links = offered.map(({ value, label, count }) => ({ title: label, path: path(value), isActive: isActive(value), count }));
  return { title, links: links.length === 0 ? [] : [any, ...links] };
}

function ordersOf({ q }: BrowseQuery): [Sort, string][] {
  const best: [Sort, string][] = q === '' ? [] : [['relevance', 'Best match first']];
  return [...best, ['newest', 'Newest first'], ['title', 'By title'], ['shortest', 'Shortest first'], ['longest', 'Longest first']];
}

function bookOf({ name, title, total, entries }: TaleList): WholeBook | null {
  const address = bookAddress(name);
  const count = total?.count ?? entries.length;
  if (address === undefined || count < 2) return null;
  const which = count > MAX_IN_BOOK ? `The first ${MAX_IN_BOOK} tales` : `All ${count} tales`;
  return { title: `${title}, in one book`, text: `${which} of this list as one EPUB.`, address };
}
