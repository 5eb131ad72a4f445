/** Keyset pagination of tales on (sort key, id). */
import { type RawBuilder, sql } from 'kysely';
import { type Cursor, readCursor, writeCursor } from '#src/platform/db/cursor.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { Sort } from './browse-query.ts';
import { type CardRow, cardColumns, cardTables, isPublic } from './cards.ts';
import { type FacetGroups, facetCondition } from './facets.ts';

/** Rarer matches than 1 in this many are collected by the facet index and sorted; others by scanning the list in order. */
const RARE_RATIO = 200;

type Order = { key: RawBuilder<unknown>; kind: 'time' | 'text' | 'integer'; isDescending: boolean };

const ORDERS: Record<Exclude<Sort, 'relevance'>, Order> = {
  newest: { key: sql`t.publish_date`, kind: 'time', isDescending: true },
  title: { key: sql`title_key(t.title) collate "C"`, kind: 'text', isDescending: false },
  shortest: { key: sql`t.words`, kind: 'integer', isDescending: false },
  longest: { key: sql`t.words`, kind: 'integer', isDescending: true },
};

type Page = { order: Order; after: Cursor | null; size: number };
export type TaleRows = { rows: CardRow[]; next: string | null };
/** Matching and all tales. */
export type TaleCounts = { total: number; everything: number };

/** Without a search, relevance means newest. @throws AppError 400 for an invalid cursor */
export function toPage(sort: Sort, after: string, size: number): Page {
  const order = ORDERS[sort === 'relevance' ? 'newest' : sort];
  return { order, after: after === '' ? null : readCursor(after, order.kind), size };
}

/** A page of public tales that match a condition on `tales t`, which needs an index with the sort key. */
export async function listTales(db: Db, page: Page, where: RawBuilder<boolean> = sql<boolean>`true`): Promise<TaleRows> {
  return readPage(db, page, sql`select t.id, ${page.order.key} as key from tales t where ${isPublic} and ${where}`);
}

/**
 * A page of public tales that match the facets. A scan stops after twice the rows that evenly distributed matches need, as all matches may
 * lie at the other end of the list; they are then collected by index.
 */
export async function listMatching(db: Db, page: Page, groups: FacetGroups, { total, everything }: TaleCounts): Promise<TaleRows> {
  if (Object.keys(groups).length === 0) return listTales(db, page);
  if (total * RARE_RATIO < everything) return readPage(db, page, collectByIndex(page, groups));
  const maxRows = 2 * RARE_RATIO * (page.size + 1);
  const found = await readPage(db, page, scanInOrder(page, groups, maxRows));
  if (found.next !== null || everything <= maxRows || !(await hasMoreThan(db, page, maxRows))) return found;
  return readPage(db, page, collectByIndex(page, groups));
}

function collectByIndex({ order }: Page, groups: FacetGroups): RawBuilder<unknown> {
  return sql`with matching as materialized (
      select t.id, ${order.key} as key from tales t where ${isPublic} and ${facetCondition(sql`t.facets`, groups)}
    ) select * from matching`;
}

function scanInOrder(page: Page, groups: FacetGroups, maxRows: number): RawBuilder<unknown> {
  const { key } = page.order;
  return sql`select * from (
      select t.id, ${key} as key, t.facets from tales t where ${isPublic} ${afterCursor(page, key)} ${orderBy(page, key)} limit ${maxRows}
    ) scanned where ${facetCondition(sql`facets`, groups)}`;
}

/** Whether more than `maxRows` tales follow the cursor. */
async function hasMoreThan(db: Db, page: Page, maxRows: number): Promise<boolean> {
  const { key } = page.order;
  const { rows } =
    await sql`select from tales t where ${isPublic} ${afterCursor(page, key)} ${orderBy(page, key)} offset ${maxRows} limit 1`.execute(db);
  return rows.length > 0;
}

/** Finds the ids by index first, then reads the rows of the page. `source` has the columns id and key. */
async function readPage(db: Db, page: Page, source: RawBuilder<unknown>): Promise<TaleRows> {
  const { order, size } = page;
  const key = sql`t.key`;
  const { rows } = await sql<CardRow & { sort_key: string | number }>`
    select ${cardColumns}, ${sortKey(order)} as sort_key
    from (select t.id from (${source}) t where true ${afterCursor(page, key)} ${orderBy(page, key)} limit ${size + 1}) page
    join ${cardTables} on t.id = page.id ${orderBy(page, order.key)}`.execute(db);
  const last = rows[size - 1];
  return { rows: rows.slice(0, size), next: rows.length > size && last ? writeCursor({ key: last.sort_key, id: last.id }) : null };
}

function orderBy({ order }: Page, key: RawBuilder<unknown>): RawBuilder<unknown> {
  const direction = order.isDescending ? sql`desc` : sql`asc`;
  return sql`order by ${key} ${direction}, t.id ${direction}`;
}

function afterCursor({ order, after }: Page, key: RawBuilder<unknown>): RawBuilder<unknown> {
  if (after === null) return sql``;
  return sql`and (${key}, t.id) ${order.isDescending ? sql`<` : sql`>`} (${cursorKey(order, after)}, ${after.id}::uuid)`;
}

/** Cursors hold times in microseconds, as stored: rounding would skip or repeat tales. */
function sortKey(order: Order): RawBuilder<unknown> {
  return order.kind === 'time' ? sql`to_char(${order.key} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')` : order.key;
}

function cursorKey(order: Order, { key }: Cursor): RawBuilder<unknown> {
  if (order.kind === 'time') return sql`${key}::timestamptz`;
  return order.kind === 'text' ? sql`${key}::text collate "C"` : sql`${key}::integer`;
}
