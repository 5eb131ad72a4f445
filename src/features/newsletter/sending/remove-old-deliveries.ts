import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { inBatches } from './queue-deliveries.ts';

/** Rows of one statement. */
const BATCH = 10_000;

/** Removes who got the letters that went out more than 400 days ago; for a job. Returns how many deliveries there were. */
export async function removeOldDeliveries(db: Db): Promise<number> {
  return inBatches(
    () =>
      sql<{ count: number }>`with removed as (
        delete from deliveries where id in (
          select delivery.id from deliveries delivery join newsletter_issues issue on issue.id = delivery.issue_id
          where issue.sent_at <= clock_timestamp() - interval '400 days' and delivery.status <> 'waiting' limit ${BATCH})
        returning 1)
      select count(*) as count from removed`,
    db,
  );
}
