import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { addJob } from '#src/platform/jobs/add-job.ts';
import type { Frequency } from '../contract.ts';
import { selectRecipients } from '../recipients.ts';
import { closeIssue, inBatches } from './deliveries.ts';

/** Deliveries per statement: takes a few tenths of a second. */
const BATCH_SIZE = 5_000;

/**
 * Queues an issue with status 'sending' for all current recipients, in the caller's transaction: a delivery and a job for each, in
 * batches. Idempotent: nobody is queued twice. An issue without recipients is 'sent' at once. Returns the number queued by this call.
 */
export async function queueDeliveries(trx: Db, issueId: string, frequencies: readonly Frequency[]): Promise<number> {
  const queued = await inBatches(
    () =>
      sql<{ count: number }>`with inserted as (
        insert into newsletter_deliveries (issue_id, subscriber_id)
        select ${issueId}::uuid, recipient.id from (${selectRecipients(frequencies)}) recipient
        where not exists (select from newsletter_deliveries known where known.issue_id = ${issueId} and known.subscriber_id = recipient.id)
        limit ${BATCH_SIZE}
        on conflict do nothing returning id
      ), ${enqueueCte(issueId)}
      select count(*) as count from queued`,
    trx,
  );
  await closeIssue(trx, issueId);
  return queued;
}

/**
 * Requeues the failed deliveries of an issue to those who are still recipients, in the caller's transaction, and waiting ones that lost
 * their job, as after a database failure. The issue stays 'sent'. Returns the number requeued.
 */
export async function retryDeliveries(trx: Db, issueId: string): Promise<number> {
  return inBatches(
    () =>
      sql<{ count: number }>`with inserted as (
        update newsletter_deliveries set status = 'waiting', completed_at = null, last_error = null
        where id in (
          select id from newsletter_deliveries failed
          where issue_id = ${issueId} and (status = 'failed' or (status = 'waiting' and not ${hasJob(sql`failed.id`)}))
            and subscriber_id in (${selectRecipients(['weekly', 'monthly'])})
          limit ${BATCH_SIZE} for update)
        returning id
      ), ${enqueueCte(issueId)}
      select count(*) as count from queued`,
    trx,
  );
}

/** Name of the task that sends one delivery. Stored in the job queue, so it cannot change. */
export const SEND_DELIVERY = 'send_letter';

/** Lower than that of all other jobs. */
const PRIORITY = 10;
/** Attempts of the job, used up by crashes only: attempts to send are counted in `triesMade`. */
const MAX_ATTEMPTS = 25;

const JOB_KEY_PREFIX = 'letter:';

type DeliveryRef = { deliveryId: string; issueId: string };

/** Adds the job of a delivery. `triesMade`: attempts to send since it was queued or requeued. */
export async function addDeliveryJob(
  trx: Db,
  delivery: DeliveryRef,
  { triesMade, delayMs }: { triesMade: number; delayMs: number },
): Promise<void> {
  const key = `${JOB_KEY_PREFIX}${delivery.deliveryId}`;
  await addJob(trx, SEND_DELIVERY, { ...delivery, triesMade }, { key, delayMs, tries: MAX_ATTEMPTS, priority: PRIORITY });
}

/** Returns the CTE `queued`, which adds a job for each row of a preceding CTE `inserted` (column `id`) and returns a row per job. */
function enqueueCte(issueId: string): RawBuilder<unknown> {
  return sql`queued as (
    select job.id from (
      select array_agg((${SEND_DELIVERY}::text, json_build_object('deliveryId', id, 'issueId', ${issueId}::uuid, 'triesMade', 0), null, null,
        ${MAX_ATTEMPTS}::integer, ${JOB_KEY_PREFIX}::text || id, ${PRIORITY}::integer, null)::graphile_worker.job_spec) as specs
      from inserted having count(*) > 0
    ) all_specs cross join lateral graphile_worker.add_jobs(all_specs.specs) job)`;
}

/** SQL condition: the delivery with this id (an SQL expression) has a job that will still run. */
function hasJob(id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from graphile_worker._private_jobs job
    where job.key = ${JOB_KEY_PREFIX}::text || ${id} and (job.attempts < job.max_attempts or job.locked_at is not null))`;
}
