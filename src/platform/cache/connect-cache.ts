/** Invalidates cached pages when any process writes, by notifications from Postgres. */
import { listenForNotices } from '#src/platform/db/listen.ts';
import type { ReadReplica } from '#src/platform/db/read-replica.ts';
import type { Log } from '#src/platform/log.ts';
import { RENAMED, setSiteName } from '#src/platform/site-name.ts';
import { type PageCache, PURGED } from './page-cache.ts';

const STATE = `select case when is_called then last_value else 0 end::float8 as count, (select name from site_settings)
  from cache_withdrawals`;

/**
 * Listens on the channel of the write triggers, and keeps the name of the site. Notifications may have been missed while disconnected, so a
 * new connection invalidates every page, and purges every page when something was withdrawn in the meantime. So does an unreadable
 * notification. The replica learns of every write first: a page rendered after its invalidation must include the write.
 */
export function connectCache(
  databaseUrl: string,
  cache: Pick<PageCache, 'invalidate'>,
  log: Log,
  replica?: Pick<ReadReplica, 'follow' | 'noteWrite'>,
): ReturnType<typeof listenForNotices> {
  let withdrawals: number | undefined;
  return listenForNotices(
    databaseUrl,
    'talewood_cache',
    (payload) => {
      replica?.noteWrite();
      const tags = readTags(payload) ?? ['all', PURGED];
      for (const tag of tags) {
        if (tag.startsWith(PURGED)) withdrawals = Number(tag.slice(PURGED.length));
        if (tag.startsWith(RENAMED)) setSiteName(tag.slice(RENAMED.length));
      }
      cache.invalidate(tags);
    },
    async (client, isAgain) => {
      await replica?.follow(client);
      const { rows } = await client.query<{ count: number; name: string | null }>(STATE);
      const count = rows[0]?.count;
      setSiteName(rows[0]?.name ?? '');
      if (isAgain) cache.invalidate(count === withdrawals ? ['all'] : ['all', PURGED]);
      withdrawals = count;
    },
    log,
  );
}

/** Parses the tags of a notification, a JSON array of strings; undefined for anything else. */
export function readTags(payload: string): string[] | undefined {
  try {
    const tags: unknown = JSON.parse(payload);
    return Array.isArray(tags) && tags.every((tag) => typeof tag === 'string') ? tags : undefined;
  } catch {
    return undefined;
  }
}
