import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { deadMails } from './dead-mails.ts';

const OLD = sql<Date>`clock_timestamp() - interval '30 days'`;

/**
 * Removes mails that were sent more than 30 days ago, and those that are that old and that no job will try again, with the addresses in
 * them; for a job. Returns how many there were.
 */
export async function removeOldMails(db: Db): Promise<number> {
  const given = deadMails(db).select('id').where('created_at', '<=', OLD);
  const { numDeletedRows } = await db
    .deleteFrom('mails')
    .where(({ or, eb }) => or([eb('sent_at', '<=', OLD), eb('id', 'in', given)]))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
