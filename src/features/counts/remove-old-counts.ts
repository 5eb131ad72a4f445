import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';

const TALE_DAYS = 400;
const RECENT_DAYS = 90;

/** Removes counts of single tales after 400 days, those of authors and words searched for in vain after 90; the sums of each day stay. For a job. */
export async function removeOldCounts(db: Db): Promise<number> {
  const before = (days: number) => sql<string>`(clock_timestamp() at time zone 'UTC')::date - ${days}::integer`;
  const tales = await db.deleteFrom('daily_tale_counts').where('day', '<', before(TALE_DAYS)).executeTakeFirstOrThrow();
  const words = await db.deleteFrom('empty_searches').where('day', '<', before(RECENT_DAYS)).executeTakeFirstOrThrow();
  const authors = await db.deleteFrom('daily_author_reads').where('day', '<', before(RECENT_DAYS)).executeTakeFirstOrThrow();
  return Number(tales.numDeletedRows + words.numDeletedRows + authors.numDeletedRows);
}
