/** Rows of `editor_presence`, one per open stream. All times are by the clock of the database. */
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';

export type PresenceEntry = { id: string; taleId: string; userId: string; since: Date };

/** Older rows are deleted. */
const RETENTION_SECONDS = 600;

const FOREIGN_KEY_VIOLATION = '23503';

/** Adds a stream and notifies all processes. Returns its start, or why it was not added. `limit`: streams per user. */
export async function addPresence(
  db: Db,
  { id, taleId, userId, limit }: { id: string; taleId: string; userId: string; limit: number },
): Promise<Date | 'unknown tale' | 'too many'> {
  try {
    const { rows } = await sql<{ since: Date }>`
      with added as (
        insert into editor_presence (id, tale_id, user_id, since, seen_at)
        select ${id}::uuid, ${taleId}::uuid, ${userId}::uuid, now, now from clock_timestamp() now
        where (select count(*) from editor_presence where user_id = ${userId} and seen_at > now - interval '90 seconds') < ${limit}
        returning since, tale_id)
      select since, pg_notify('talewood_presence', json_build_object('tale', tale_id)::text) from added`.execute(db);
    return rows[0]?.since ?? 'too many';
  } catch (error) {
    if ((error as { code?: unknown }).code === FOREIGN_KEY_VIOLATION) return 'unknown tale';
    throw error;
  }
}

export async function removePresence(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    with removed as (delete from editor_presence where id = any (${ids}::uuid[]) returning tale_id)
    select pg_notify('talewood_presence', json_build_object('tale', tale_id)::text) from removed group by tale_id`.execute(db);
}

/**
 * Records a heartbeat. Inserts missing rows, because the table is unlogged and empty after a crash of the database. Returns the ids whose
 * tale and user exist.
 */
export async function renewPresence(db: Db, entries: readonly PresenceEntry[]): Promise<Set<string>> {
  const column = <Key extends keyof PresenceEntry>(key: Key) => entries.map((entry) => entry[key]);
  const { rows } = await sql<{ id: string }>`
    insert into editor_presence (id, tale_id, user_id, since, seen_at)
      select seen.id, tales.id, users.id, seen.since, clock_timestamp()
      from unnest(${column('id')}::uuid[], ${column('taleId')}::uuid[], ${column('userId')}::uuid[], ${column('since')}::timestamptz[])
        as seen (id, tale_id, user_id, since)
      join tales on tales.id = seen.tale_id join users on users.id = seen.user_id
    on conflict (id) do update set seen_at = excluded.seen_at
    returning id`.execute(db);
  await sql`delete from editor_presence where seen_at < clock_timestamp() - ${RETENTION_SECONDS} * interval '1 second'`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Returns who has the tale open, earliest first. `maxAgeSeconds`: entries without a heartbeat for longer are ignored. */
export async function listEditors(db: Db, taleId: string, maxAgeSeconds: number): Promise<{ id: string; name: string; since: string }[]> {
  const { rows } = await sql<{ id: string; name: string; since: Date }>`
    select users.id, name, min(since) as since from editor_presence join users on users.id = user_id
    where tale_id = ${taleId} and seen_at > clock_timestamp() - ${maxAgeSeconds} * interval '1 second'
    group by users.id order by min(since), users.id`.execute(db);
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
}
