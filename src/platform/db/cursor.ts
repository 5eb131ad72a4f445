import { type AppError, badRequest } from '#src/platform/errors.ts';

/** Where a page of a list ended: the sort key and the id of its last tale. To the outside an opaque word. */
export type Cursor = { key: string | number; id: string };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

export function writeCursor({ key, id }: Cursor): string {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url');
}

/** Reads a cursor whose key is a time (ISO, microseconds, UTC), a text or a whole number. Throws a bad request for anything that was never ours. */
export function readCursor(text: string, kind: 'time' | 'text' | 'number'): Cursor {
  const [key, id, ...more] = parse(text);
  const fits = kind === 'number' ? Number.isFinite(key) : typeof key === 'string' && (kind === 'text' || isTime(key));
  if (!fits || more.length > 0 || typeof id !== 'string' || !UUID.test(id) || (typeof key === 'string' && key.includes('\0')))
    throw foreign();
  return { key: key as string | number, id };
}

function isTime(text: string): boolean {
  return TIME.test(text) && !Number.isNaN(Date.parse(text));
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
