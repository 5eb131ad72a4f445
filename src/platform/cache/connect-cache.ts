/** Invalidates cached pages when any process writes, by notifications from Postgres. */
import { setTimeout as wait } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '#src/platform/db/db.ts';
import { listenForNotices } from '#src/platform/db/listen.ts';
import { preparedStatement } from '#src/platform/db/prepared-statements.ts';
import type { ReadReplica } from '#src/platform/db/read-replica.ts';
import { createDebouncedTask } from '#src/platform/debounced-task.ts';
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
export async function connectCache(
  databaseUrl: string,
  cache: Pick<PageCache, 'invalidate'>,
  log: Log,
  { changes, replica }: { changes?: CacheChanges | undefined; replica?: Pick<ReadReplica, 'follow' | 'noteWrite'> | undefined } = {},
): ReturnType<typeof listenForNotices> {
  let withdrawals: number | undefined;
  const listener = await listenForNotices(
    databaseUrl,
    'talewood_cache',
    (payload) => {
      replica?.noteWrite();
      const tags = readTags(payload) ?? ['all', PURGED];
      for (const tag of tags) {
        if (tag.startsWith(PURGED)) withdrawals = Number(tag.slice(PURGED.length));
        if (tag.startsWith(RENAMED)) setSiteName(tag.slice(RENAMED.length));
      }
      changes?.note(tags);
      cache.invalidate(tags);
    },
    async (client, isAgain) => {
      await replica?.follow(client);
      const { rows } = await client.query<{ count: number; name: string | null }>(STATE);
      const count = rows[0]?.count;
      setSiteName(rows[0]?.name ?? '');
      if (isAgain) cache.invalidate(count === withdrawals ? ['all'] : ['all', PURGED]);
      withdrawals = count;
      await changes?.connect(client);
    },
    log,
  );
  return {
    async close() {
      await changes?.stop();
      await listener.close();
    },
  };
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

/** Statement that invalidates pages in every process, for writes without a trigger. */
export function notifyCache(tags: readonly string[]): RawBuilder<unknown> {
  return sql`select notify_cache(${JSON.stringify(tags)}::jsonb)`;
}

/** How long changes are remembered: longer than pages on disk are used. */
export async function removeOldCacheChanges(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('cache_changes')
    .where('at', '<', sql<Date>`now() - interval '2 days'`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** What a render has seen: all changes by transactions below `number`. Numbers of different databases cannot be compared. */
export type Stamp = { database: string; number: number };

/** Tells whether a page from another time or process is still current. */
export type CacheChanges = {
  /** The stamp of a render that begins now; undefined before the first connection. */
  stamp(): Stamp | undefined;
  /** Whether nothing with one of the tags changed after the stamp. */
  isCurrent(stamp: Stamp, tags: readonly string[]): boolean;
  /**
   * The tags of all changes that this process may not have been notified of yet, and of some that it has; undefined if they are many or
   * unknown. `db`: the primary.
   */
  listRecent(db: Db): Promise<ReadonlySet<string> | undefined>;
  note(tags: readonly string[]): void;
  connect(client: pg.Client): Promise<void>;
  stop(): Promise<void>;
};

/** Transactions below `first` have ended; none has `next` or a higher number yet. */
const SNAPSHOT = `select pg_snapshot_xmin(now)::text::float8 as first, pg_snapshot_xmax(now)::text::float8 as next from pg_current_snapshot() now`;
type Snapshot = { first: number; next: number };

const CHANGES = `select tag, max(transaction)::text::float8 as last from cache_changes, unnest(tags) tag
  where at > now() - interval '2 days' and tag not like '${PURGED}%' group by tag`;
/** Time after a change until its transaction and those beside it have probably ended. */
const SETTLE_MS = { quietMs: 250, longestMs: 2_000 };
const RETRY_MS = 500;
const DELIVERY_MS = 2_000;
const MAX_RECENT = 200;

/** `deliveryMs`: the longest delay between a commit and its notification. */
type CacheChangesOptions = { log: Pick<Log, 'warn'>; deliveryMs?: number };

/**
 * Follows the changes of the database by the numbers of their transactions. Notifications lack these numbers, so a change counts as later
 * than all pages until a snapshot says which numbers are certainly higher.
 */
export function createCacheChanges({ log, deliveryMs = DELIVERY_MS }: CacheChangesOptions): CacheChanges {
  let client: pg.Client | undefined;
  let stamp: Stamp | undefined;
  let newest = 0;
  /** The first is the newest snapshot whose transactions have certainly been notified, unless it is too new as well. */
  let snapshots: { first: number; at: number }[] = [];
  let isStopped = false;
  const lastOf = new Map<string, number>();
  /** Changed tags without a number; those in `asked` get the next snapshot. */
  let unsettled = new Set<string>();
  let asked = new Set<string>();
  const settling = createDebouncedTask(settle, { ...SETTLE_MS, onError: () => {} });

  function record(tag: string, number: number): void {
    lastOf.set(tag, Math.max(number, lastOf.get(tag) ?? 0));
    newest = Math.max(newest, number);
  }

  const isDelivered = (snapshot: { at: number } | undefined) => snapshot !== undefined && performance.now() - snapshot.at >= deliveryMs;

  function noteSnapshot(first: number): void {
    snapshots.push({ first, at: performance.now() });
    while (isDelivered(snapshots[1])) snapshots.shift();
  }

  async function settle(): Promise<void> {
    if (client === undefined || stamp === undefined || isStopped) return;
    const used = client;
    asked = unsettled;
    unsettled = new Set();
    try {
      const { rows } = await used.query<Snapshot>(SNAPSHOT);
      const [snapshot] = rows;
      // Numbers of the former connection may be those of another server.
      if (snapshot === undefined || client !== used) throw new Error('The connection has changed.');
      for (const tag of asked) record(tag, snapshot.next - 1);
      asked = new Set();
      stamp &&= { ...stamp, number: snapshot.first };
      noteSnapshot(snapshot.first);
    } catch {
      // The next connection tries again.
      unsettled = new Set([...unsettled, ...asked]);
      return;
    }
    // Another transaction was running: pages with these tags are written to disk only once it has ended.
    if (stamp === undefined || stamp.number > newest) return;
    await wait(RETRY_MS, undefined, { ref: false });
    settling.soon();
  }

  return {
    stamp: () => stamp,
    isCurrent({ database, number }, tags) {
      if (stamp?.database !== database) return false;
      return ['all', ...tags].every((tag) => !unsettled.has(tag) && !asked.has(tag) && (lastOf.get(tag) ?? 0) < number);
    },
    async listRecent(db) {
      while (isDelivered(snapshots[1])) snapshots.shift();
      const [snapshot] = snapshots;
      if (stamp === undefined || snapshot === undefined || !isDelivered(snapshot)) return undefined;
      const { rows } = await sql<{ id: string; recent: string[][] | null }>`select id::text, (select json_agg(tags) from
        (select tags from cache_changes where transaction >= ${String(snapshot.first)}::xid8 limit ${sql.lit(MAX_RECENT)}) changes) as recent
        from cache_identity ${preparedStatement}`.execute(db);
      const [{ id, recent } = {}] = rows;
      // Another server, such as one that was promoted, does not have the records.
      if (id === undefined || id !== stamp?.database || recent?.length === MAX_RECENT) return undefined;
      return new Set(recent?.flat());
    },
    note(tags) {
      for (const tag of tags) if (!tag.startsWith(PURGED)) unsettled.add(tag);
      settling.soon();
    },
    /** Reads the changes that were missed. Without them, for instance on a full disk, there is no disk cache, and the site runs on. */
    async connect(given) {
      stamp = undefined;
      snapshots = [];
      client = given;
      try {
        const { rows: identities } = await given.query<{ id: string }>('select open_cache_changes() as id');
        const { rows: changes } = await given.query<{ tag: string; last: number }>(CHANGES);
        const { rows: taken } = await given.query<Snapshot>(SNAPSHOT);
        const [{ id } = {}, [snapshot]] = [identities[0], taken];
        if (id === undefined || snapshot === undefined) return;
        lastOf.clear();
        newest = 0;
        for (const { tag, last } of changes) record(tag, last);
        stamp = { database: id, number: snapshot.first };
        noteSnapshot(snapshot.first);
        if (snapshot.first <= newest || unsettled.size > 0) settling.soon();
      } catch (err) {
        log.warn({ event: 'cache_changes_not_read', err }, 'Could not read the changes of cached pages; pages on disk are not used');
      }
    },
    async stop() {
      isStopped = true;
      await settling.stop();
    },
  };
}
