import type { PageResult } from '#src/platform/cache/page-cache.ts';
import type { ServePage } from '#src/platform/cache/serve-page.ts';

/** `publicUrl` has no final slash. */
export type ListDeps = { servePage: ServePage; publicUrl: string };

/** Public data may be read from any origin. */
const OPEN = { 'Access-Control-Allow-Origin': '*' };

/** Returns a cacheable response that expires with any list. `updated` becomes Last-Modified; the epoch (0) omits the header. */
export function listResponse(updated: Date, type: string, body: string): PageResult {
  const isJson = type.includes('json');
  return {
    status: 200,
    headers: {
      'Content-Type': isJson ? type : `${type}${type.includes(';') ? ';' : '; '}charset=utf-8`,
      ...(updated.getTime() > 0 ? { 'Last-Modified': updated.toUTCString() } : {}),
      ...OPEN,
    },
    body,
    tags: ['list'],
  };
}
