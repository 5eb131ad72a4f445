import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';

/** Removes mails that were sent more than 30 days ago, with the addresses in them; for a job. Returns how many there were. */
export async function removeOldMails(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('mails')
    .where('sent_at', '<=', sql<Date>`clock_timestamp() - interval '30 days'`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
