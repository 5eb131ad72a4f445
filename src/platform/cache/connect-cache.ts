/** Keeps a process's pages in step with the writes of all: Postgres tells which tags became old. */
import { listenForNotices } from '#src/platform/db/listen.ts';
import type { Log } from '#src/platform/log.ts';
import type { PageCache } from './page-cache.ts';

/**
 * Listens on the channel of the write triggers. Whatever was missed while the connection was away is unknown, so a new
 * connection drops everything; so does a notice that cannot be read.
 */
export function connectCache(databaseUrl: string, cache: Pick<PageCache, 'invalidate'>, log: Log): ReturnType<typeof listenForNotices> {
  return listenForNotices(
    databaseUrl,
    'talewood_cache',
    (payload) => cache.invalidate(readTags(payload) ?? ['all']),
    () => cache.invalidate(['all']),
    log,
  );
}

/** The tags of a notice, a JSON list of texts; undefined for anything else. */
export function readTags(payload: string): string[] | undefined {
  try {
    const tags: unknown = JSON.parse(payload);
    return Array.isArray(tags) && tags.every((tag) => typeof tag === 'string') ? tags : undefined;
  } catch {
    return undefined;
  }
}
