/** Who shows a key instead of a cookie (RFC 6750). A browser never adds such a header by itself, and no other site can make it. */
import type { Context } from 'hono';

const BEARER = /^bearer(?![\w-])\s*(.*)$/i;

/** True for requests with a key, right or wrong: they have no cookie, whatever else they carry. */
export function hasBearer(c: Context): boolean {
  return BEARER.test(c.req.header('authorization') ?? '');
}

/** The key that is shown; '' for none. */
export function bearerOf(c: Context): string {
  return BEARER.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
}
