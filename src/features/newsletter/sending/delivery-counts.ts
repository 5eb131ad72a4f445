import type { Db } from '#src/platform/db/db.ts';

/** How many letters of an issue wait, went, failed for good, and were not sent as their readers wanted none any more. */
export type DeliveryCounts = { waiting: number; sent: number; failed: number; dropped: number };

/** For an issue that nobody was queued for, or whose deliveries were removed after their time, all are 0. */
export async function deliveryCounts(db: Db, issueId: string): Promise<DeliveryCounts> {
  const rows = await db
    .selectFrom('deliveries')
    .select(['status', (eb) => eb.fn.countAll<number>().as('count')])
    .where('issue_id', '=', issueId)
    .groupBy('status')
    .execute();
  const counts: DeliveryCounts = { waiting: 0, sent: 0, failed: 0, dropped: 0 };
  for (const { status, count } of rows) counts[status as keyof DeliveryCounts] = count;
  return counts;
}
