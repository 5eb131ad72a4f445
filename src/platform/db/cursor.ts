import { type AppError, badRequest } from '#src/platform/errors.ts';
import { isBroken } from '#src/platform/text.ts';

/** Where a page of a list ended: the sort key and the id of its last tale. To the outside an opaque word. */
export type Cursor = { key: string | number; id: string };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Postgres knows no year 0. */
const TIME = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;
const LARGEST_INTEGER = 2 ** 31 - 1;

export function writeCursor({ key, id }: Cursor): string {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url');
}

/** What Postgres takes without complaint: times as ISO in UTC with microseconds; an `integer` is one of its four bytes. */
type Kind = 'time' | 'text' | 'integer' | 'number';

/** Reads a cursor with a key of this kind. Throws a bad request for anything that was never ours. */
export function readCursor(text: string, kind: Kind): Cursor {
  const [key, id, ...more] = parse(text);
  if (!isKey(key, kind) || more.length > 0 || typeof id !== 'string' || !UUID.test(id)) throw foreign();
  return { key, id };
}

function isKey(key: unknown, kind: Kind): key is string | number {
  if (typeof key === 'number')
    return kind === 'number' || (kind === 'integer' && Number.isInteger(key) && Math.abs(key) <= LARGEST_INTEGER);
  if (typeof key !== 'string') return false;
  return kind === 'text' ? !isBroken(key) : kind === 'time' && isTime(key);
}

/** JavaScript takes 30 February for 2 March, and Postgres refuses it: so there and back again. */
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
    // Told below, as every foreign cursor.
  }
  throw foreign();
}

function foreign(): AppError {
  return badRequest('This place in the list is unknown.', 'unknown_cursor');
}
