import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import type { Frequency } from '../contract.ts';
import { selectRecipients } from '../recipients.ts';
import { queuedPart } from './letter-jobs.ts';
import { closeIssue } from './settle-delivery.ts';

/** Deliveries of one statement: some tenths of a second. */
const BATCH = 5_000;

/**
 * Queues the letter of an issue, whose status is 'sending', to all who get letters now, in the caller's transaction: a delivery and a
 * job for each, in few statements, however many they are. May be called again: nobody is queued twice. An issue that nobody gets is
 * sent at once. Returns how many were queued now.
 */
export async function queueDeliveries(trx: Db, issueId: string, frequencies: readonly Frequency[]): Promise<number> {
  const queued = await inBatches(
    () =>
      sql<{ count: number }>`with made as (
        insert into deliveries (issue_id, subscriber_id)
        select ${issueId}::uuid, recipient.id from (${selectRecipients(frequencies)}) recipient
        where not exists (select from deliveries known where known.issue_id = ${issueId} and known.subscriber_id = recipient.id)
        limit ${BATCH}
        on conflict do nothing returning id
      ), ${queuedPart(issueId)}
      select count(*) as count from queued`,
    trx,
  );
  await closeIssue(trx, issueId);
  return queued;
}

/** Runs the statement, which tells how many it has done, until there was nothing left to do. Returns the sum. */
export async function inBatches(statement: () => RawBuilder<{ count: number }>, trx: Db): Promise<number> {
  let sum = 0;
  for (;;) {
    const { rows } = await statement().execute(trx);
    const count = rows[0]?.count ?? 0;
    if (count === 0) return sum;
    sum += count;
  }
}
