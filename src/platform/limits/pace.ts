import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { hashOf } from './limits.ts';

/** Turns farther ahead than this were left by a clock that was wrong. */
const FARTHEST = "interval '5 minutes'";

/**
 * Takes the next of turns that lie at least `everyMs` milliseconds apart, whichever process takes them, and returns how many
 * milliseconds there are until then; by the database's clock. `key`: any text that begins with what is paced, and is no key of a limit.
 * Turns that nobody took are not made up for. Not for use within a transaction, which would hold up all others.
 */
export async function takeTurn(db: Db, key: string, everyMs: number): Promise<number> {
  const step = sql`${everyMs} * interval '1 ms'`;
  const { rows } = await sql<{ ms: number }>`
    insert into limit_counters as kept (key, taken, ends_at) values (${hashOf(key)}, 1, clock_timestamp() + ${step})
    on conflict (key) do update set ends_at = ${step} + case
      when kept.ends_at > clock_timestamp() + ${sql.raw(FARTHEST)} then clock_timestamp() else greatest(kept.ends_at, clock_timestamp()) end
    returning extract(epoch from ends_at - ${step} - clock_timestamp())::float8 * 1000 as ms`.execute(db);
  return Math.max(0, rows[0]?.ms ?? 0);
}
