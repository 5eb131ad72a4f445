/** State of deliveries, and of their issue once all are finished. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { preparedStatement } from '#src/platform/db/prepared-statements.ts';
import { isOwnedBy } from '../account-subscription.ts';

/**
 * Sets an issue from 'sending' to 'sent' when none of its deliveries waits. Call it after each finished delivery is committed, so that
 * the last one closes the issue, even if two finish at the same time.
 */
export async function closeIssue(db: Db, issueId: string): Promise<void> {
  await sql`update newsletter_issues set status = 'sent', sent_at = now(), updated_at = now()
    where id = ${issueId} and status = 'sending'
      and not exists (select from newsletter_deliveries where issue_id = ${issueId} and status = 'waiting') ${preparedStatement}`.execute(
    db,
  );
}

/** Runs a batch statement, which returns its row count, until the count is 0. Returns the total. */
export async function inBatches(statement: () => RawBuilder<{ count: number }>, trx: Db): Promise<number> {
  let sum = 0;
  for (;;) {
    const { rows } = await statement().execute(trx);
    const count = rows[0]?.count ?? 0;
    if (count === 0) return sum;
    sum += count;
  }
}

/** Returns the issues sent to an account, for the data export. The field `letter` (date of the issue) is part of the export format. */
export async function exportDeliveries(db: Db, userId: string): Promise<object[]> {
  return db
    .selectFrom('newsletter_deliveries')
    .innerJoin('newsletter_issues', 'newsletter_issues.id', 'newsletter_deliveries.issue_id')
    .select(['newsletter_issues.issue_date as letter', 'newsletter_deliveries.status', 'newsletter_deliveries.completed_at as at'])
    .where('newsletter_deliveries.subscriber_id', 'in', (eb) =>
      eb.selectFrom('newsletter_subscribers').select('id').where(isOwnedBy(userId)),
    )
    .orderBy('newsletter_issues.issue_date')
    .execute();
}

/** Rows per statement. */
const DELETE_BATCH_SIZE = 10_000;

/** Deletes the deliveries of issues sent more than 400 days ago. Returns the number deleted. */
export async function removeOldDeliveries(db: Db): Promise<number> {
  return inBatches(
    () =>
      sql<{ count: number }>`with removed as (
        delete from newsletter_deliveries where id in (
          select delivery.id from newsletter_deliveries delivery join newsletter_issues issue on issue.id = delivery.issue_id
          where issue.sent_at <= clock_timestamp() - interval '400 days' and delivery.status <> 'waiting' limit ${DELETE_BATCH_SIZE})
        returning 1)
      select count(*) as count from removed`,
    db,
  );
}
