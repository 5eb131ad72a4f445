import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { selectRecipients } from '../recipients.ts';
import { hasJob, queuedPart } from './letter-jobs.ts';
import { inBatches } from './queue-deliveries.ts';

const BATCH = 5_000;

/**
 * Gives the letters of an issue that failed all their tries again, in the caller's transaction: to those who still want letters at
 * addresses that take them. Also those that wait and have no job any more, which only a database in trouble can bring about. The issue
 * stays sent. Returns how many there are.
 */
export async function retryDeliveries(trx: Db, issueId: string): Promise<number> {
  return inBatches(
    () =>
      sql<{ count: number }>`with made as (
        update deliveries set status = 'waiting', settled_at = null, last_error = null
        where id in (
          select id from deliveries failed
          where issue_id = ${issueId} and (status = 'failed' or (status = 'waiting' and not ${hasJob(sql`failed.id`)}))
            and subscriber_id in (${selectRecipients(['weekly', 'monthly'])})
          limit ${BATCH} for update)
        returning id
      ), ${queuedPart(issueId)}
      select count(*) as count from queued`,
    trx,
  );
}
