import { findAuthor, findOldAuthor } from '#src/features/authors/authors.ts';
import { findCategory, findOldCategory } from '#src/features/categories/categories.ts';
import { findCollection, findOldCollection } from '#src/features/collections/collections.ts';
import { searchTales } from '#src/features/search/search.ts';
import type { BrowseQuery } from '#src/features/tales/browse-query.ts';
import type { TaleList as Browsed, Facets, TaleCard } from '#src/features/tales/contract.ts';
import {
  browseTales,
  findMovedQuery,
  findTale,
  recentTales,
  type TaleRecord,
  taleRecords,
  taleRecordsBySlugs,
} from '#src/features/tales/tales.ts';
import { readCursor, writeCursor } from '#src/platform/db/cursor.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { OldAddress } from '#src/platform/db/slugs.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import { siteName } from '#src/platform/site-name.ts';
import { type ListName, listAddress, talesList } from './list-names.ts';

/** Loads any list of the site in one format, with the queries of its page. Feeds, OPDS catalogues and EPUBs are written from it. */

/**
 * A page of a list. `updated`: last change of its tales. `next`: cursor of the next page, null at the end. `total`: null if unknown.
 * `address`: path of its page on this site.
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
  /** Filters of the list, if requested and available. */
  facets: Facets | null;
};

/** `order`: that of the page, or newest first. */
export type ListRequest = { after: string; size: number; order?: 'own' | 'newest'; withContent?: boolean; withFacets?: boolean };

type Found = Pick<TaleList, 'title' | 'description' | 'next' | 'total'> & { tales: TaleCard[]; facets?: Facets | null };

/**
 * Loads a page of a list.
 * @throws AppError 301 for a moved list (Location from `addressOf`), 410 for a deleted one, 404 for an unknown one, 400 for an invalid cursor
 */
export async function getList(db: Db, name: ListName, request: ListRequest, addressOf: (name: ListName) => string): Promise<TaleList> {
  const found = await findList(db, name, request);
  if (found === null) throw await missingListError(db, name, addressOf);
  const { tales, facets = null, ...list } = found;
  const ids = tales.map((tale) => tale.id);
  const entries = await taleRecords(db, ids, { withContent: request.withContent ?? false });
  return { ...list, name, facets, entries, address: listAddress(name), updated: lastChange(entries) };
}

/** Returns the latest publication or change of the tales; the epoch for none. */
export function lastChange(entries: Pick<TaleRecord, 'updatedAt' | 'publishDate'>[]): Date {
  return new Date(Math.max(0, ...entries.flatMap((entry) => [Date.parse(entry.updatedAt), Date.parse(entry.publishDate)])));
}

function findList(db: Db, name: ListName, request: ListRequest): Promise<Found | null> {
  switch (name.kind) {
    case 'recent':
      return findRecent(db, request);
    case 'tales':
      return findTales(db, name.query, request);
    case 'category':
      return findOfCategory(db, name.slug, request);
    case 'author':
      return findOfAuthor(db, name.slug, request);
    case 'collection':
      return findOfCollection(db, name.slug, request);
  }
}

async function findRecent(db: Db, { after, size, withFacets = false }: ListRequest): Promise<Found> {
  const [page, { total, facets }] = await Promise.all([recentTales(db, after, size), countAndFacets(db, {}, withFacets)]);
  return { title: 'Recent tales', description: `The newest fairy tales of ${siteName()}.`, ...page, total, facets };
}

async function findTales(db: Db, request: BrowseQuery, { after, size, order }: ListRequest): Promise<Found | null> {
  if ((await findMovedQuery(db, request)) !== undefined) return null;
  const query = { ...request, after, sort: order === 'newest' ? ('newest' as const) : request.sort };
  const list = await (query.q ? searchTales(db, query, { size, hasPassages: false }) : browseTales(db, query, size));
  return (
    list && {
      title: talesTitle(request, list),
      description: 'Every tale on the shelves, from four-minute fables to winter evenings.',
      ...list,
    }
  );
}

async function findOfCategory(db: Db, slug: string, { after, size, withFacets = false }: ListRequest): Promise<Found | null> {
  const category = await findCategory(db, slug, after, size);
  if (category === null) return null;
  const { facets } = await countAndFacets(db, { category: slug }, withFacets);
  const { name, description, count, tales, next } = category;
  return { title: `${name} tales`, description, tales, next, total: { count, atLeast: false }, facets };
}

const TALES_BY = {
  author: 'Tales by',
  translator: 'Tales translated by',
  editor: 'Tales edited by',
  illustrator: 'Tales illustrated by',
};

async function findOfAuthor(db: Db, slug: string, { after, size, withFacets = false }: ListRequest): Promise<Found | null> {
  const author = await findAuthor(db, slug, after, { size });
  if (author === null) return null;
  const { name, kind, biography, role, tales, next, lists } = author;
  // The filters of tales know authors only.
  const { facets } = await countAndFacets(db, { author: [slug] }, withFacets && role === 'author');
  const by = `${TALES_BY[role]} ${name}`;
  const title = kind === 'person' || role !== 'author' ? by : name;
  return { title, description: biography || `${by}.`, tales, next, total: lists[0]?.total ?? null, facets };
}

/** Collections are loaded whole. The cursor holds position and id of the last tale, so that removals do not shift pages. */
async function findOfCollection(db: Db, slug: string, { after, size, order = 'own' }: ListRequest): Promise<Found | null> {
  const collection = await findCollection(db, slug);
  if (collection === null) return null;
  const { title, description, count } = collection;
  const all =
    order === 'own'
      ? collection.tales
      : collection.tales.toSorted((a, b) => (a.publishDate < b.publishDate ? 1 : a.publishDate > b.publishDate ? -1 : 0));
  const start = after === '' ? 0 : indexAfter(all, after);
  const tales = all.slice(start, start + size);
  const last = tales.at(-1);
  const next = last !== undefined && start + size < all.length ? writeCursor({ key: start + size, id: last.id }) : null;
  return { title, description, tales, next, total: { count, atLeast: false } };
}

function indexAfter(tales: TaleCard[], after: string): number {
  const { key, id } = readCursor(after, 'integer');
  const at = tales.findIndex((tale) => tale.id === id);
  return at < 0 ? Math.max(0, Number(key) - 1) : at + 1;
}

/** Returns total and filters of a list that is no search, from the browse query for the same tales. */
async function countAndFacets(db: Db, request: Partial<BrowseQuery>, isWanted: boolean): Promise<Pick<TaleList, 'total' | 'facets'>> {
  const list = isWanted ? await browseTales(db, talesList(request).query, 1) : null;
  return { total: list?.total ?? null, facets: list?.facets ?? null };
}

/** Returns a title such as `Dark tales: up to 10 minutes, German`. */
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

/** Returns the error for a list that does not exist. */
async function missingListError(db: Db, name: ListName, addressOf: (name: ListName) => string): Promise<AppError> {
  const now = await findMoved(db, name);
  if (now === 'gone') return new AppError(410, 'gone', 'This list was deleted.');
  if (now === undefined) return notFound();
  return new AppError(301, 'moved', 'This list has moved.', { headers: { Location: addressOf(now) } });
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

/**
 * Returns the tale with a current or former slug, without its text.
 * @throws AppError 410 for a deleted tale, 404 for an unknown or unpublished one
 */
export async function getTaleRecord(db: Db, slug: string): Promise<TaleRecord> {
  const [record] = await taleRecordsBySlugs(db, [slug]);
  if (record !== undefined) return record;
  const found = await findTale(db, slug);
  if (found.kind === 'gone') throw new AppError(410, 'gone', 'This tale was deleted.');
  const [moved] = found.kind === 'moved' ? await taleRecordsBySlugs(db, [found.slug]) : [];
  if (moved === undefined) throw notFound();
  return moved;
}
