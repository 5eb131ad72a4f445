import { type RawBuilder, sql } from 'kysely';
import { type AppError, badRequest } from '#src/platform/errors.ts';
import { hasLoneSurrogate } from '#src/platform/text.ts';

/** A position in a list: sort key and id of the last row. Opaque to clients. */
export type Cursor = { key: string | number; id: string };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Postgres has no year 0. */
const TIME = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const MAX_INTEGER = 2 ** 31 - 1;

export function writeCursor({ key, id }: Cursor): string {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url');
}

/** Kinds of keys that Postgres accepts: times as ISO in UTC with microseconds; `integer` has four bytes. */
type Kind = 'time' | 'text' | 'integer' | 'number';

/**
 * Parses a cursor with a key of this kind.
 * @throws AppError 400 `unknown_cursor` for anything that `writeCursor` did not return
 */
export function readCursor(text: string, kind: Kind): Cursor {
  const [key, id, ...more] = parse(text);
  if (!isKey(key, kind) || more.length > 0 || typeof id !== 'string' || !UUID.test(id)) throw unknownCursor();
  return { key, id };
}

function isKey(key: unknown, kind: Kind): key is string | number {
  if (typeof key === 'number') return kind === 'number' || (kind === 'integer' && Number.isInteger(key) && Math.abs(key) <= MAX_INTEGER);
  if (typeof key !== 'string') return false;
  return kind === 'text' ? !hasLoneSurrogate(key) : kind === 'time' && isTime(key);
}

/** JavaScript accepts 30 February as 2 March, Postgres does not: compare after a round trip. */
function isTime(text: string): boolean {
  if (!TIME.test(text)) return false;
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 19) === text.slice(0, 19);
}

function parse(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (Array.isArray(value)) return value;
  } catch {
    // Reported below.
  }
  throw unknownCursor();
}

function unknownCursor(): AppError {
  return badRequest('Unknown list position.', 'unknown_cursor');
}

/** Pages of 50 by id, newest first: our ids (UUID 7) increase with time and never change. */

const PAGE_SIZE = 50;

/**
 * Returns the end of a query for a page and one more row.
 * @throws AppError 400 `unknown_cursor`
 */
export function pageByIdClause(after: string, id: RawBuilder<unknown>): RawBuilder<unknown> {
  const beyond = after === '' ? sql`true` : sql`${id} < ${readCursor(after, 'text').id}::uuid`;
  return sql`and ${beyond} order by ${id} desc limit ${PAGE_SIZE + 1}`;
}

/** Returns the rows of the page and the cursor of the next one. */
export function splitPage<Row extends { id: string }>(rows: Row[]): { rows: Row[]; next: string | null } {
  const last = rows[PAGE_SIZE - 1];
  return { rows: rows.slice(0, PAGE_SIZE), next: rows.length > PAGE_SIZE && last ? writeCursor({ key: '', id: last.id }) : null };
}
