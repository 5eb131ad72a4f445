/** Keeps a process's pages in step with the writes of all: Postgres tells which tags became old. */
import { listenForNotices } from '#src/platform/db/listen.ts';
import type { Log } from '#src/platform/log.ts';
import { type PageCache, WITHDRAWN } from './page-cache.ts';

const WITHDRAWALS = 'select case when is_called then last_value else 0 end::float8 as count from cache_withdrawals';

/**
 * Listens on the channel of the write triggers. What was missed while the connection was away is unknown, so a new connection outdates
 * every page, and drops every page when something was withdrawn meanwhile. So does a notice that cannot be read.
 */
export function connectCache(databaseUrl: string, cache: Pick<PageCache, 'invalidate'>, log: Log): ReturnType<typeof listenForNotices> {
  let withdrawals: number | undefined;
  return listenForNotices(
    databaseUrl,
    'talewood_cache',
    (payload) => {
      const tags = readTags(payload) ?? ['all', WITHDRAWN];
      for (const tag of tags) if (tag.startsWith(WITHDRAWN)) withdrawals = Number(tag.slice(WITHDRAWN.length));
      cache.invalidate(tags);
    },
    async (client, isAgain) => {
      const { rows } = await client.query<{ count: number }>(WITHDRAWALS);
      const count = rows[0]?.count;
      if (isAgain) cache.invalidate(count === withdrawals ? ['all'] : ['all', WITHDRAWN]);
      withdrawals = count;
    },
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
