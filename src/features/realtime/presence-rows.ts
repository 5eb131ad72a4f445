/** Rows of `realtime_presence`, one for each member of a channel with presence, over all processes. All times are by the clock of the database. */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Json } from '#src/api-client/realtime-protocol.ts';
import type { Db } from '#src/platform/db/db.ts';

/** Older rows are deleted. */
const RETENTION_SECONDS = 600;
const POLL_MS = 50;
/** Longer transactions are rare: statements of the site end after 2 s. */
const MAX_TRANSACTION_MS = 5_000;

export type PresenceRow = { id: string; channel: string; userId: string | null; since: Date; data: Json };

/**
 * Inserts a member; only while the channel, and the account in it, has fewer than the limits. Returns since when, or null. A heartbeat in
 * between may have inserted the row already.
 */
export async function addPresence(
  db: Db,
  { id, channel, userId, data }: Omit<PresenceRow, 'since'>,
  limit: { perChannel: number; perUser: number; maxAgeSeconds: number },
): Promise<Date | null> {
  const { rows } = await sql<{ since: Date; transaction: string }>`
    insert into realtime_presence (id, channel, user_id, since, seen_at, data)
    select ${id}::uuid, ${channel}, ${userId}::uuid, now, now, ${JSON.stringify(data)}::jsonb from clock_timestamp() now
    where (select count(distinct coalesce(data ->> 'key', id::text)) from realtime_presence where channel = ${channel} and id <> ${id}
        and ${isAlive(limit.maxAgeSeconds)} and (data ->> 'key' = ${JSON.stringify(data)}::jsonb ->> 'key') is not true) < ${limit.perChannel}
      and (select count(*) from realtime_presence where channel = ${channel} and user_id = ${userId} and id <> ${id}
        and ${isAlive(limit.maxAgeSeconds)}) < ${limit.perUser}
    on conflict (id) do update set seen_at = excluded.seen_at
    returning since, pg_current_xact_id()::text as transaction`.execute(db);
  const [added] = rows;
  if (added === undefined) return null;
  await waitForEarlierTransactions(db, added.transaction);
  return added.since;
}

/** Their triggers may not have seen the new member; what they commit before this resolves is fetched by it. Later ones see it. */
async function waitForEarlierTransactions(db: Db, transaction: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < MAX_TRANSACTION_MS; waitedMs += POLL_MS) {
    const { rows } = await sql<{ have_ended: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) > ${transaction}::xid8 as have_ended`.execute(db);
    if (rows[0]?.have_ended === true) return;
    await wait(POLL_MS);
  }
}

export async function changePresence(db: Db, id: string, data: Json): Promise<void> {
  await sql`update realtime_presence set data = ${JSON.stringify(data)}::jsonb where id = ${id}`.execute(db);
}

export async function removePresence(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from realtime_presence where id = any (${ids}::uuid[])`.execute(db);
}

/** Records a heartbeat. Inserts missing rows, because the table is unlogged and empty after a crash of the database. */
export async function renewPresence(db: Db, members: readonly PresenceRow[]): Promise<void> {
  const column = <Key extends keyof PresenceRow>(key: Key) => members.map((member) => member[key]);
  const data = members.map((member) => JSON.stringify(member.data));
  await sql`
    insert into realtime_presence (id, channel, user_id, since, seen_at, data)
      select seen.id, channel, users.id, since, clock_timestamp(), data
      from unnest(${column('id')}::uuid[], ${column('channel')}::text[], ${column('userId')}::uuid[], ${column('since')}::timestamptz[],
        ${data}::jsonb[]) as seen (id, channel, user_id, since, data)
      left join users on users.id = seen.user_id where seen.user_id is null or users.id is not null
    on conflict (id) do update set seen_at = excluded.seen_at`.execute(db);
  await sql`delete from realtime_presence where seen_at < clock_timestamp() - ${RETENTION_SECONDS} * interval '1 second'`.execute(db);
}

export type ListedPerson = { id: string; userId: string | null; name: string | null; since: Date; data: Json };

/** Lists who is in the channel, earliest first. The data of an account, or of a guest with a `key`, is that of the latest connection. */
export async function listPeople(db: Db, channel: string, maxAgeSeconds: number): Promise<ListedPerson[]> {
  const { rows } = await sql<ListedPerson>`
    select (array_agg(p.id order by since))[1] as id, user_id as "userId", max(name) as name, min(since) as since,
      (array_agg(data order by since desc))[1] as data
    from realtime_presence p left join users on users.id = user_id where channel = ${channel} and ${isAlive(maxAgeSeconds)}
    group by user_id, coalesce(user_id::text, data ->> 'key', p.id::text) order by min(since), 1`.execute(db);
  return rows;
}

const isAlive = (maxAgeSeconds: number) => sql`seen_at > clock_timestamp() - ${maxAgeSeconds} * interval '1 second'`;
