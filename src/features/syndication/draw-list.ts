import type { PageResult } from '#src/platform/cache/page-cache.ts';
import type { ServePage } from '#src/platform/cache/serve-page.ts';
import type { Db } from '#src/platform/db/db.ts';

/** `publicUrl` has no final slash. */
export type ListDeps = { db: Db; servePage: ServePage; publicUrl: string };

/** Anybody's page may read what anybody may read. */
const OPEN = { 'Access-Control-Allow-Origin': '*' };

/** A list for programs, as the page cache keeps it: old as soon as any list is. `updated`: its last change; the beginning of time says nothing. */
export function drawList(updated: Date, type: string, body: string): PageResult {
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
