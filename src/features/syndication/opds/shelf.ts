/** A list of tales as a page of the catalogue, without a form. */
import type { BrowseQuery, ListFilter, Sort } from '#src/features/tales/browse-query.ts';
import type { FacetOption, Facets } from '#src/features/tales/contract.ts';
import { bookAddress, MOST_IN_BOOK } from '../books/book-names.ts';
import { type ListName, listAddress, talesList } from '../list-names.ts';
import type { TaleList } from '../tale-lists.ts';

export const SHELF_PAGE = 50;

/** One of a group of which one holds at a time; `count` is left out where nobody has counted. */
export type FacetLink = { title: string; path: string; isActive: boolean; count?: number };
export type FacetGroup = { title: string; links: FacetLink[] };

/** The whole list as one book. `address` is a path of this site. */
export type WholeBook = { title: string; text: string; address: string };

/** Paths are within the catalogue. The book stands on the first page alone. */
export type Shelf = {
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

/** The page of a list that was opened at `after`. */
export function shelfOf(list: TaleList, after: string): Shelf {
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

/** A list as a question to the browse page, to narrow it from there. */
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

/** What would leave nothing is not offered. */
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
  const which = count > MOST_IN_BOOK ? `The first ${MOST_IN_BOOK} tales` : `All ${count} tales`;
  return { title: `${title}, in one book`, text: `${which} of this list as one EPUB.`, address };
}
