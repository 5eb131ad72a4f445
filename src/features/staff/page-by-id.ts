import { type RawBuilder, sql } from 'kysely';
import { readCursor, writeCursor } from '#src/platform/db/cursor.ts';

/** Pages of 50 by id, newest first: ids of ours (UUID 7) rise with time, and are an order that no change moves. */

const PAGE = 50;

/** The end of a query for a page and one row more. Throws a bad request for a foreign cursor. */
export function pageAfter(after: string, id: RawBuilder<unknown>): RawBuilder<unknown> {
  const beyond = after === '' ? sql`true` : sql`${id} < ${readCursor(after, 'text').id}::uuid`;
  return sql`and ${beyond} order by ${id} desc limit ${PAGE + 1}`;
}

/** The rows of the page, and the cursor for the next one. */
export function cutPage<Row extends { id: string }>(rows: Row[]): { rows: Row[]; next: string | null } {
  const last = rows[PAGE - 1];
  return { rows: rows.slice(0, PAGE), next: rows.length > PAGE && last ? writeCursor({ key: '', id: last.id }) : null };
}
