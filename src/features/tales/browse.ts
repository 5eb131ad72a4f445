import { type RawBuilder, sql } from 'kysely';
import { type Cursor, readCursor, writeCursor } from '#src/platform/db/cursor.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { BrowseQuery, Sort } from './browse-query.ts';
import { type CardRow, cardColumns, cardTables, isPublic, listFeaturedIds, toCards } from './cards.ts';
import type { TaleList, TalePage } from './contract.ts';
import { facetOptions } from './facet-options.ts';
import { countTales, facetCondition, toGroups } from './facets.ts';

export const BROWSE_PAGE = 12;
const RECENT_PAGE = 24;

/** Fewer matches than one in so many: they are fetched by the facets' index and sorted. More: the list is walked in its order. */
const RARE = 200;

type Order = { key: RawBuilder<unknown>; kind: 'time' | 'text' | 'integer'; falling: boolean };

const ORDERS: Record<Exclude<Sort, 'relevance'>, Order> = {
  newest: { key: sql`t.publish_date`, kind: 'time', falling: true },
  title: { key: sql`title_key(t.title) collate "C"`, kind: 'text', falling: false },
  shortest: { key: sql`t.words`, kind: 'integer', falling: false },
  longest: { key: sql`t.words`, kind: 'integer', falling: true },
};

type ListedRow = CardRow & { sort_key: string | number };

/** One page of all tales that fit the filters, with counts. Null for an unknown category. Throws a bad request for a foreign cursor. */
export async function browseTales(db: Db, query: BrowseQuery): Promise<TaleList | null> {
  const asked = await toGroups(db, query);
  if (asked === null) return null;
  const { groups, categories, authors } = asked;
  const order = ORDERS[query.sort === 'relevance' ? 'newest' : query.sort];
  const after = query.after === '' ? null : readCursor(query.after, order.kind);
  const page = { order, after, size: BROWSE_PAGE, where: facetCondition(sql`t.facets`, groups) };
  const counting = countTales(db, groups);
  const [{ counts, total, withoutCategory }, { rows, next }, featured] = await Promise.all([
    counting,
    Object.keys(groups).length === 0
      ? listPage(db, { ...page, isRare: false })
      : counting.then(({ total, everything }) => listPage(db, { ...page, isRare: total * RARE < everything })),
    listFeaturedIds(db),
  ]);
  const facets = await facetOptions(db, counts, { groups, authors, categories, withoutCategory });
  return { tales: toCards(rows, featured), next, total: { count: total, atLeast: false }, facets, corrected: null };
}

/** The newest tales, 24 a page. Throws a bad request for a foreign cursor. */
export async function recentTales(db: Db, after: string): Promise<TalePage> {
  return newestTales(db, sql<boolean>`true`, after, RECENT_PAGE);
}

/** A page of those newest tales that fit a condition on `t` which an index with publish_date serves, or which most tales fit. */
export async function newestTales(db: Db, where: RawBuilder<boolean>, after: string, size: number): Promise<TalePage> {
  const order = ORDERS.newest;
  const cursor = after === '' ? null : readCursor(after, order.kind);
  const [{ rows, next }, featured] = await Promise.all([
    listPage(db, { order, after: cursor, size, where, isRare: false }),
    listFeaturedIds(db),
  ]);
  return { tales: toCards(rows, featured), next };
}

type Page = { order: Order; after: Cursor | null; size: number; where: RawBuilder<boolean>; isRare: boolean };

async function listPage(db: Db, { order, after, size, where, isRare }: Page): Promise<{ rows: CardRow[]; next: string | null }> {
  const direction = order.falling ? sql`desc` : sql`asc`;
  const limit = sql`order by ${order.key} ${direction}, t.id ${direction} limit ${size + 1}`;
  const beyond =
    after === null
      ? sql``
      : sql`and (${order.key}, t.id) ${order.falling ? sql`<` : sql`>`} (${cursorKey(order, after)}, ${after.id}::uuid)`;
  // The ids first, by index alone; only the page's own rows are then read whole.
  const ids = isRare
    ? sql`with fitting as materialized (select t.id, t.publish_date, t.title, t.words from tales t where ${isPublic} and ${where}) select t.id from fitting t where true ${beyond} ${limit}`
    : sql`select t.id from tales t where ${isPublic} and ${where} ${beyond} ${limit}`;
  const { rows } = await sql<ListedRow>`
    select ${cardColumns}, ${sortKey(order)} as sort_key from (${ids}) page join ${cardTables} on t.id = page.id
    order by ${order.key} ${direction}, t.id ${direction}`.execute(db);
  const last = rows[size - 1];
  return { rows: rows.slice(0, size), next: rows.length > size && last ? writeCursor({ key: last.sort_key, id: last.id }) : null };
}

/** Times go into cursors to the microsecond, as they are stored: a rounded one would skip or repeat tales. */
function sortKey(order: Order): RawBuilder<unknown> {
  return order.kind === 'time' ? sql`to_char(${order.key} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')` : order.key;
}

function cursorKey(order: Order, { key }: Cursor): RawBuilder<unknown> {
  if (order.kind === 'time') return sql`${key}::timestamptz`;
  return order.kind === 'text' ? sql`${key}::text collate "C"` : sql`${key}::integer`;
}
