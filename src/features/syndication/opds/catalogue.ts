import { listAuthors } from '#src/features/authors/authors.ts';
import { listCategories } from '#src/features/categories/categories.ts';
import { listCollections } from '#src/features/collections/collections.ts';
import type { BrowseQuery } from '#src/features/tales/browse-query.ts';
import type { FacetOption } from '#src/features/tales/contract.ts';
import type { Db } from '#src/platform/db/db.ts';
import { badRequest } from '#src/platform/errors.ts';
import { siteName } from '#src/platform/site-name.ts';
import { type ListName, listAddress, talesList } from '../list-names.ts';
import { getList, type TaleList } from '../tale-lists.ts';

const ATOM = 'application/atom+xml';

export const TYPES = {
  navigation: `${ATOM};profile=opds-catalog;kind=navigation`,
  acquisition: `${ATOM};profile=opds-catalog;kind=acquisition`,
  entry: `${ATOM};type=entry;profile=opds-catalog`,
  search: 'application/opensearchdescription+xml',
  json: 'application/opds+json',
  publication: 'application/opds-publication+json',
  epub: 'application/epub+zip',
  jpeg: 'image/jpeg',
  html: 'text/html',
} as const;

export const OPEN_ACCESS = 'http://opds-spec.org/acquisition/open-access';
export const IMAGE = 'http://opds-spec.org/image';
export const THUMBNAIL = 'http://opds-spec.org/image/thumbnail';
export const FACET = 'http://opds-spec.org/facet';

/** Navigation pages of the OPDS catalogue, independent of the OPDS version. Paths are relative to the catalogue. */

/** A navigation link: to another navigation page or, with `isList`, to tales. `rel` is an OPDS link relation. */
export type NavigationLink = { path: string; isList: boolean; rel: string; title: string; text: string; count?: number };

/** `up` is the path of the parent page, `next` of the next page. */
export type NavigationPage = { path: string; title: string; updated: Date; ways: NavigationLink[]; up: string | null; next: string | null };

export const SUBSECTION = 'subsection';
const NEWEST = 'http://opds-spec.org/sort/new';
const AUTHORS_PAGE = 100;
const ROOT = '';

type NavigationQuery = { db: Db; after: string };

/** Navigation pages by path. */
export const NAVIGATION_PAGES: Record<string, (query: NavigationQuery) => Promise<NavigationPage>> = {
  '': rootNavigation,
  '/categories': categoryNavigation,
  '/authors': authorNavigation,
  '/collections': collectionNavigation,
  '/languages': (query) =>
    facetNavigation(query, {
      path: '/languages',
      title: 'By language',
      pick: ({ language }) => language,
      asked: (value) => ({ language: [value] }),
    }),
  '/minutes': (query) =>
    facetNavigation(query, {
      path: '/minutes',
      title: 'By reading time',
      pick: ({ minutes }) => minutes,
      asked: (value) => ({ minutes: Number(value) }),
    }),
  '/ages': (query) =>
    facetNavigation(query, { path: '/ages', title: 'By age', pick: ({ age }) => age, asked: (value) => ({ age: [value] }) }),
};

/** Returns the newest tales. Their last change is that of all navigation pages. */
export function newest(db: Db, size: number): Promise<TaleList> {
  return getList(db, { kind: 'recent' }, { after: '', size, withFacets: true }, listAddress);
}

async function rootNavigation({ db }: NavigationQuery): Promise<NavigationPage> {
  const { updated, total } = await newest(db, 1);
  const further = (path: string, title: string, text: string): NavigationLink => ({ path, isList: false, rel: SUBSECTION, title, text });
  return {
    path: ROOT,
    title: siteName(),
    updated,
    up: null,
    next: null,
    ways: [
      {
        path: listAddress({ kind: 'recent' }),
        isList: true,
        rel: NEWEST,
        title: 'New tales',
        text: 'What has come to the shelves lately.',
      },
      toList(talesList(), 'All tales', 'Every tale on the shelves.', total?.count),
      further('/categories', 'By category', 'Classic, enchanted, dark and more.'),
      further('/authors', 'By author', 'Those who told, gathered and wrote the tales.'),
      further('/collections', 'Collections', 'Gathered by our editors, for an evening or a season.'),
      further('/languages', 'By language', 'Tales in the language you read.'),
      further('/minutes', 'By reading time', 'As long as the evening is.'),
      further('/ages', 'By age', 'For the youngest, and for those who are grown.'),
    ],
  };
}

export async function categoryNavigation({ db }: Pick<NavigationQuery, 'db'>): Promise<NavigationPage> {
  const [categories, { updated }] = await Promise.all([listCategories(db), newest(db, 1)]);
  const ways = categories.map(({ slug, name, description, count }) => toList({ kind: 'category', slug }, name, description, count));
  return { path: '/categories', title: 'By category', updated, up: ROOT, next: null, ways };
}

/** In the order of the authors page. The cursor is the slug of the last author shown. */
async function authorNavigation({ db, after }: NavigationQuery): Promise<NavigationPage> {
  const [authors, { updated }] = await Promise.all([listAuthors(db), newest(db, 1)]);
  const last = authors.findIndex(({ slug }) => slug === after);
  if (after !== '' && last < 0) throw badRequest('Unknown list position.', 'unknown_cursor');
  const shown = authors.slice(last + 1, last + 1 + AUTHORS_PAGE);
  const end = shown.at(-1);
  return {
    path: after === '' ? '/authors' : `/authors?after=${after}`,
    title: 'By author',
    updated,
    up: ROOT,
    next: end === undefined || end === authors.at(-1) ? null : `/authors?after=${end.slug}`,
    ways: shown.map(({ slug, name, sortName, works, count }) =>
      toList({ kind: 'author', slug }, sortName || name, works.join(', '), count),
    ),
  };
}

async function collectionNavigation({ db }: NavigationQuery): Promise<NavigationPage> {
  const [collections, { updated }] = await Promise.all([listCollections(db), newest(db, 1)]);
  const ways = collections.map(({ slug, title, description, count }) => toList({ kind: 'collection', slug }, title, description, count));
  return { path: '/collections', title: 'Collections', updated, up: ROOT, next: null, ways };
}

type ByFacet = {
  path: string;
  title: string;
  pick: (facets: NonNullable<TaleList['facets']>) => FacetOption[];
  asked: (value: string) => Partial<BrowseQuery>;
};

async function facetNavigation({ db }: NavigationQuery, { path, title, pick, asked }: ByFacet): Promise<NavigationPage> {
  const { updated, facets } = await newest(db, 1);
  const options = facets === null ? [] : pick(facets).filter(({ count }) => count > 0);
  return {
    path,
    title,
    updated,
    up: ROOT,
    next: null,
    ways: options.map(({ value, label, count }) => toList(talesList(asked(value)), label, '', count)),
  };
}

function toList(name: ListName, title: string, text: string, count?: number): NavigationLink {
  const tales = count === undefined ? '' : count === 1 ? '1 tale' : `${count} tales`;
  const words = [text.replace(/\.$/, ''), tales].filter((part) => part !== '').join('. ');
  return {
    path: listAddress(name),
    isList: true,
    rel: SUBSECTION,
    title,
    text: words === '' ? '' : `${words}.`,
    ...(count === undefined ? {} : { count }),
  };
}
