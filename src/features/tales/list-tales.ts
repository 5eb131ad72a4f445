import { type RawBuilder, sql } from 'kysely';
import { type Cursor, readCursor, writeCursor } from '#src/platform/db/cursor.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { Sort } from './browse-query.ts';
import { type CardRow, cardColumns, cardTables, isPublic } from './cards.ts';
import { facetCondition, type Groups } from './facets.ts';

/** Pages of tales in an order, by a keyset on (sort key, id). */

/** Fewer matches than one in so many are gathered by the facets' index and sorted. Of more, the list is walked in its order. */
const RARE = 200;

type Order = { key: RawBuilder<unknown>; kind: 'time' | 'text' | 'integer'; falling: boolean };

const ORDERS: Record<Exclude<Sort, 'relevance'>, Order> = {
  newest: { key: sql`t.publish_date`, kind: 'time', falling: true },
  title: { key: sql`title_key(t.title) collate "C"`, kind: 'text', falling: false },
  shortest: { key: sql`t.words`, kind: 'integer', falling: false },
  longest: { key: sql`t.words`, kind: 'integer', falling: true },
};

export type Page = { order: Order; after: Cursor | null; size: number };
export type Listed = { rows: CardRow[]; next: string | null };
/** How many tales fit, of how many. */
export type Counted = { total: number; everything: number };

/** Without a search nothing is more relevant than the newest. Throws a bad request for a foreign cursor. */
export function toPage(sort: Sort, after: string, size: number): Page {
  const order = ORDERS[sort === 'relevance' ? 'newest' : sort];
  return { order, after: after === '' ? null : readCursor(after, order.kind), size };
}

/** A page of those public tales that fit a condition on `t` which an index with the order's key serves. */
export async function listTales(db: Db, page: Page, where: RawBuilder<boolean> = sql<boolean>`true`): Promise<Listed> {
  return readPage(db, page, sql`select t.id, ${page.order.key} as key from tales t where ${isPublic} and ${where}`);
}

/**
 * A page of the public tales that fit the groups. A walk ends after twice the steps that evenly spread matches need: when all
 * of them lie at the other end, the steps would be as many as the tales, and they are gathered instead.
 */
export async function listFitting(db: Db, page: Page, groups: Groups, { total, everything }: Counted): Promise<Listed> {
  if (Object.keys(groups).length === 0) return listTales(db, page);
  if (total * RARE < everything) return readPage(db, page, gathered(page, groups));
  const most = 2 * RARE * (page.size + 1);
  const found = await readPage(db, page, walked(page, groups, most));
  if (found.next !== null || everything <= most || !(await hasMoreThan(db, page, most))) return found;
  return readPage(db, page, gathered(page, groups));
}

function gathered({ order }: Page, groups: Groups): RawBuilder<unknown> {
  return sql`with fitting as materialized (
      select t.id, ${order.key} as key from tales t where ${isPublic} and ${facetCondition(sql`t.facets`, groups)}
    ) select * from fitting`;
}

function walked(page: Page, groups: Groups, most: number): RawBuilder<unknown> {
  const { key } = page.order;
  return sql`select * from (
      select t.id, ${key} as key, t.facets from tales t where ${isPublic} ${beyond(page, key)} ${inOrder(page, key)} limit ${most}
    ) steps where ${facetCondition(sql`facets`, groups)}`;
}

/** True when more than `most` tales lie beyond the cursor. */
async function hasMoreThan(db: Db, page: Page, most: number): Promise<boolean> {
  const { key } = page.order;
  const { rows } =
    await sql`select from tales t where ${isPublic} ${beyond(page, key)} ${inOrder(page, key)} offset ${most} limit 1`.execute(db);
  return rows.length > 0;
}

/** The ids first, by index alone; only the page's own rows are then read whole. `source` has columns id and key. */
async function readPage(db: Db, page: Page, source: RawBuilder<unknown>): Promise<Listed> {
  const { order, size } = page;
  const key = sql`t.key`;
  const { rows } = await sql<CardRow & { sort_key: string | number }>`
    select ${cardColumns}, ${sortKey(order)} as sort_key
    from (select t.id from (${source}) t where true ${beyond(page, key)} ${inOrder(page, key)} limit ${size + 1}) page
    join ${cardTables} on t.id = page.id ${inOrder(page, order.key)}`.execute(db);
  const last = rows[size - 1];
  return { rows: rows.slice(0, size), next: rows.length > size && last ? writeCursor({ key: last.sort_key, id: last.id }) : null };
}

function inOrder({ order }: Page, key: RawBuilder<unknown>): RawBuilder<unknown> {
  const direction = order.falling ? sql`desc` : sql`asc`;
  return sql`order by ${key} ${direction}, t.id ${direction}`;
}

function beyond({ order, after }: Page, key: RawBuilder<unknown>): RawBuilder<unknown> {
  if (after === null) return sql``;
  return sql`and (${key}, t.id) ${order.falling ? sql`<` : sql`>`} (${cursorKey(order, after)}, ${after.id}::uuid)`;
}

/** Times go into cursors to the microsecond, as they are stored: a rounded one would skip or repeat tales. */
function sortKey(order: Order): RawBuilder<unknown> {
  return order.kind === 'time' ? sql`to_char(${order.key} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')` : order.key;
}

function cursorKey(order: Order, { key }: Cursor): RawBuilder<unknown> {
  if (order.kind === 'time') return sql`${key}::timestamptz`;
  return order.kind === 'text' ? sql`${key}::text collate "C"` : sql`${key}::integer`;
}
