import { type RawBuilder, sql } from 'kysely';
import { containing } from '#src/platform/db/containing.ts';
import { type Cursor, readCursor, writeCursor } from '#src/platform/db/cursor.ts';
import type { Db } from '#src/platform/db/db.ts';
import { badRequest } from '#src/platform/errors.ts';
import type { TaleListPage, TaleListQuery } from './contract.ts';
import { type CategoryForList, findConditions } from './list-conditions.ts';
import { listParts, type Part } from './list-parts.ts';
import { type RowColumns, rowColumns, toRow } from './tale-row.ts';

const PAGE = 50;

type Row = RowColumns & { key: string };
type Asked = { part: Part; cursor: Cursor | undefined; most: number };

/** Tales as those who work on them see them, 50 a page. Throws a bad request for a foreign cursor. */
export async function listManagedTales(db: Db, query: TaleListQuery): Promise<TaleListPage> {
  const categories = await listCategories(db, query.q);
  const conditions = await findConditions(db, query, categories);
  if (conditions === undefined) return { tales: [], next: null };
  const parts = listParts(query, conditions, categories);
  const begin = query.after === '' ? undefined : readPlace(query.after, parts);
  const rows: Row[] = [];
  for (const part of parts.slice(begin?.part ?? 0)) {
    const cursor = rows.length === 0 && part === parts[begin?.part ?? 0] ? begin?.cursor : undefined;
    rows.push(...(await readRows(db, { part, cursor, most: PAGE + 1 - rows.length })));
    if (rows.length > PAGE) break;
  }
  const last = rows[PAGE - 1];
  return { tales: rows.slice(0, PAGE).map(toRow), next: rows.length > PAGE && last ? writeCursor({ key: last.key, id: last.id }) : null };
}

async function readRows(db: Db, { part, cursor, most }: Asked): Promise<Row[]> {
  const { where, key, isRising } = part;
  const direction = isRising ? sql`asc` : sql`desc`;
  const order = key === undefined ? sql`t.id ${direction}` : sql`${key} ${direction}, t.id ${direction}`;
  const { rows } = await sql<Row>`
    select ${rowColumns}, ${part.written} as key
    from (select * from tales t where ${where} and ${beyond(part, cursor)} order by ${order} limit ${most}) t
    join categories c on c.id = t.category_id
    order by ${order}`.execute(db);
  return rows;
}

function beyond({ key, type, isRising }: Part, cursor: Cursor | undefined): RawBuilder<boolean> {
  if (cursor === undefined) return sql`true`;
  const side = isRising ? sql`>` : sql`<`;
  if (key === undefined) return sql`t.id ${side} ${cursor.id}::uuid`;
  return sql`(${key}, t.id) ${side} (${cursor.key}::${type}, ${cursor.id}::uuid)`;
}

/** Where a list goes on: the part, and what of it has been shown. */
function readPlace(after: string, parts: readonly Part[]): { part: number; cursor: Cursor } {
  const cursor = readCursor(after, parts[0]?.kind ?? 'text');
  const part = parts.findIndex(({ name }) => name === '' || name === cursor.key);
  if (part === -1) throw badRequest('This place in the list is unknown.', 'unknown_cursor');
  return { part, cursor };
}

async function listCategories(db: Db, q: string): Promise<CategoryForList[]> {
  const fits = q === '' ? sql`false` : sql`plain(name) like ${containing(q)}`;
  const { rows } = await sql<CategoryForList>`select id, slug, ${fits} as fits from categories order by name`.execute(db);
  return rows;
}
