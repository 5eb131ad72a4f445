/** Every list of the site in one neutral form, from the functions that its pages use. Feeds, catalogues and books are written from it. */
import { findAuthor, findOldAuthor } from '#src/features/authors/authors.ts';
import { findCategory, findOldCategory } from '#src/features/categories/categories.ts';
import { findCollection, findOldCollection } from '#src/features/collections/collections.ts';
import { searchTales } from '#src/features/search/search.ts';
import type { BrowseQuery } from '#src/features/tales/browse-query.ts';
import type { TaleList as Browsed, Facets, TaleCard } from '#src/features/tales/contract.ts';
import { browseTales, findMovedQuery, recentTales, type TaleRecord, taleRecords } from '#src/features/tales/tales.ts';
import { readCursor, writeCursor } from '#src/platform/db/cursor.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { OldAddress } from '#src/platform/db/slugs.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import { type ListName, listAddress, talesList } from './list-names.ts';

/**
 * A page of a list. `updated`: the last change of what it shows. `next`: where the page after it begins, null at the end. `total` is
 * null where nobody has counted. `address` is the path of its page on this site.
 */
export type TaleList = {
  name: ListName;
  title: string;
  description: string;
  address: string;
  updated: Date;
  entries: TaleRecord[];
  next: string | null;
  total: { count: number; atLeast: boolean } | null;
  /** What the list can be narrowed by, where that was asked for and can be said. */
  facets: Facets | null;
};

/** `order`: that of the page, or the newest first whatever the page's is. */
export type Asked = { after: string; size: number; order?: 'own' | 'newest'; withContent?: boolean; withFacets?: boolean };

type Found = Pick<TaleList, 'title' | 'description' | 'next' | 'total'> & { tales: TaleCard[]; facets?: Facets | null };

/**
 * Opens a page of a list. Throws 301 for one that has another address now, which `addressOf` writes; 410 for one that is gone, 404 for one
 * that there never was, 400 for a foreign cursor.
 */
export async function getList(db: Db, name: ListName, asked: Asked, addressOf: (name: ListName) => string): Promise<TaleList> {
  const found = await findList(db, name, asked);
  if (found === null) throw await leftBehind(db, name, addressOf);
  const { tales, facets = null, ...list } = found;
  const ids = tales.map((tale) => tale.id);
  const entries = await taleRecords(db, ids, { withContent: asked.withContent ?? false });
  return { ...list, name, facets, entries, address: listAddress(name), updated: lastChange(entries) };
}

/** The later of publication and change, of the latest tale; the beginning of time for none. */
export function lastChange(entries: Pick<TaleRecord, 'updatedAt' | 'publishDate'>[]): Date {
  return new Date(Math.max(0, ...entries.flatMap((entry) => [Date.parse(entry.updatedAt), Date.parse(entry.publishDate)])));
}

function findList(db: Db, name: ListName, asked: Asked): Promise<Found | null> {
  switch (name.kind) {
    case 'recent':
      return findRecent(db, asked);
    case 'tales':
      return findTales(db, name.query, asked);
    case 'category':
      return findOfCategory(db, name.slug, asked);
    case 'author':
      return findOfAuthor(db, name.slug, asked);
    case 'collection':
      return findOfCollection(db, name.slug, asked);
  }
}

async function findRecent(db: Db, { after, size, withFacets = false }: Asked): Promise<Found> {
  const [page, { total, facets }] = await Promise.all([recentTales(db, after, size), narrowing(db, {}, withFacets)]);
  return { title: 'Recent tales', description: 'The newest fairy tales of Talewood.', ...page, total, facets };
}

async function findTales(db: Db, asked: BrowseQuery, { after, size, order }: Asked): Promise<Found | null> {
  if ((await findMovedQuery(db, asked)) !== undefined) return null;
  const query = { ...asked, after, sort: order === 'newest' ? ('newest' as const) : asked.sort };
  const list = await (query.q ? searchTales(db, query, { size, hasPassages: false }) : browseTales(db, query, size));
  return (
    list && {
      title: talesTitle(asked, list),
      description: 'Every tale on the shelves, from four-minute fables to winter evenings.',
      ...list,
    }
  );
}

async function findOfCategory(db: Db, slug: string, { after, size, withFacets = false }: Asked): Promise<Found | null> {
  const category = await findCategory(db, slug, after, size);
  if (category === null) return null;
  const { facets } = await narrowing(db, { category: slug }, withFacets);
  const { name, description, count, tales, next } = category;
  return { title: `${name} tales`, description, tales, next, total: { count, atLeast: false }, facets };
}

async function findOfAuthor(db: Db, slug: string, { after, size, withFacets = false }: Asked): Promise<Found | null> {
  const author = await findAuthor(db, slug, after, size);
  if (author === null) return null;
  const { facets } = await narrowing(db, { author: [slug] }, withFacets);
  const { name, kind, biography, count, tales, next } = author;
  const title = kind === 'person' ? `Tales by ${name}` : name;
  return { title, description: biography || `Fairy tales by ${name}.`, tales, next, total: { count, atLeast: false }, facets };
}

/** A collection comes whole; a cursor holds the place of its last tale shown, so that one taken out meanwhile moves nothing. */
async function findOfCollection(db: Db, slug: string, { after, size, order = 'own' }: Asked): Promise<Found | null> {
  const collection = await findCollection(db, slug);
  if (collection === null) return null;
  const { title, description, count } = collection;
  const all =
    order === 'own'
      ? collection.tales
      : collection.tales.toSorted((a, b) => (a.publishDate < b.publishDate ? 1 : a.publishDate > b.publishDate ? -1 : 0));
  const start = after === '' ? 0 : placeBehind(all, after);
  const tales = all.slice(start, start + size);
  const last = tales.at(-1);
  const next = last !== undefined && start + size < all.length ? writeCursor({ key: start + size, id: last.id }) : null;
  return { title, description, tales, next, total: { count, atLeast: false } };
}

function placeBehind(tales: TaleCard[], after: string): number {
  const { key, id } = readCursor(after, 'integer');
  const at = tales.findIndex((tale) => tale.id === id);
  return at < 0 ? Math.max(0, Number(key) - 1) : at + 1;
}

/** What lists that are no search can be narrowed by, as the browse page says it of the same tales. */
async function narrowing(db: Db, asked: Partial<BrowseQuery>, isWanted: boolean): Promise<Pick<TaleList, 'total' | 'facets'>> {
  const list = isWanted ? await browseTales(db, talesList(asked).query, 1) : null;
  return { total: list?.total ?? null, facets: list?.facets ?? null };
}

/** As in `Dark tales: up to 10 minutes, German`. */
function talesTitle(query: BrowseQuery, { facets, corrected }: Browsed): string {
  const label = (group: keyof Facets, value: string) => facets[group].find((option) => option.value === value)?.label ?? value;
  const filters = [
    ...(query.minutes === null ? [] : [label('minutes', String(query.minutes))]),
    ...query.age.map((age) => label('age', age)),
    ...query.origin.map((origin) => label('origin', origin)),
    ...query.language.map((language) => label('language', language)),
    ...query.author.map((author) => label('author', author)),
  ];
  const what = query.q
    ? `Tales about “${corrected ?? query.q}”`
    : query.category
      ? `${label('category', query.category)} tales`
      : 'All tales';
  const all = query.q && query.category ? [label('category', query.category), ...filters] : filters;
  return all.length === 0 ? what : `${what}: ${all.join(', ')}`;
}

/** The error for a list that is not there. */
async function leftBehind(db: Db, name: ListName, addressOf: (name: ListName) => string): Promise<AppError> {
  const now = await findMoved(db, name);
  if (now === 'gone') return new AppError(410, 'gone', 'This list is gone.');
  if (now === undefined) return notFound();
  return new AppError(301, 'moved', 'This list has another address now.', { headers: { Location: addressOf(now) } });
}

async function findMoved(db: Db, name: ListName): Promise<ListName | 'gone' | undefined> {
  if (name.kind === 'recent') return undefined;
  if (name.kind === 'tales') {
    const query = await findMovedQuery(db, name.query);
    return query && { kind: 'tales', query };
  }
  const old: OldAddress = await OLD[name.kind](db, name.slug);
  if (old.kind === 'moved') return { kind: name.kind, slug: old.slug };
  return old.kind === 'gone' ? 'gone' : undefined;
}

const OLD = { category: findOldCategory, author: findOldAuthor, collection: findOldCollection };
