/** The rows of `presence`: one an open connection. All times are the database's. */
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';

export type Seen = { id: string; taleId: string; personId: string; since: Date };

/** Gone for so long that nobody will ever ask. */
const FORGOTTEN_SECONDS = 600;

const FOREIGN_KEY = '23503';

/** Adds a connection and tells all processes. Gives the time, or why not. */
export async function addPresence(
  db: Db,
  { id, taleId, personId, most }: { id: string; taleId: string; personId: string; most: number },
): Promise<Date | 'unknown tale' | 'too many'> {
  try {
    const { rows } = await sql<{ since: Date }>`
      with added as (
        insert into presence (id, tale_id, person_id, since, seen_at)
        select ${id}::uuid, ${taleId}::uuid, ${personId}::uuid, now, now from clock_timestamp() now
        where (select count(*) from presence where person_id = ${personId} and seen_at > now - interval '90 seconds') < ${most}
        returning since, tale_id)
      select since, pg_notify('talewood_presence', json_build_object('tale', tale_id)::text) from added`.execute(db);
    return rows[0]?.since ?? 'too many';
  } catch (error) {
    if ((error as { code?: unknown }).code === FOREIGN_KEY) return 'unknown tale';
    throw error;
  }
}

export async function removePresence(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    with removed as (delete from presence where id = any (${ids}::uuid[]) returning tale_id)
    select pg_notify('talewood_presence', json_build_object('tale', tale_id)::text) from removed group by tale_id`.execute(db);
}

/** Signs of life. After a crash of the database the table is empty: rows come back. Gives the ids of those whose tale and person exist. */
export async function seeAgain(db: Db, watchers: readonly Seen[]): Promise<Set<string>> {
  const column = <Key extends keyof Seen>(key: Key) => watchers.map((watcher) => watcher[key]);
  const { rows } = await sql<{ id: string }>`
    insert into presence as kept (id, tale_id, person_id, since, seen_at)
      select seen.id, tales.id, profiles.id, seen.since, clock_timestamp()
      from unnest(${column('id')}::uuid[], ${column('taleId')}::uuid[], ${column('personId')}::uuid[], ${column('since')}::timestamptz[])
        as seen (id, tale_id, person_id, since)
      join tales on tales.id = seen.tale_id join profiles on profiles.id = seen.person_id
    on conflict (id) do update set seen_at = excluded.seen_at
    returning id`.execute(db);
  await sql`delete from presence where seen_at < clock_timestamp() - ${FORGOTTEN_SECONDS} * interval '1 second'`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Who has the tale open, by name, those who came first first. `seconds`: how long someone counts without a sign of life. */
export async function listPeople(db: Db, taleId: string, seconds: number): Promise<{ id: string; name: string; since: string }[]> {
  const { rows } = await sql<{ id: string; name: string; since: Date }>`
    select profiles.id, name, min(since) as since from presence join profiles on profiles.id = person_id
    where tale_id = ${taleId} and seen_at > clock_timestamp() - ${seconds} * interval '1 second'
    group by profiles.id order by min(since), profiles.id`.execute(db);
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
}
