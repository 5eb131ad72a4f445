import type { Db } from '#src/platform/db/db.ts';
import { isOwn } from '../queries.ts';

/** Which letters went to a person, by the day of the letter, for the copy of all the person's data. */
export async function exportLetters(db: Db, userId: string): Promise<object[]> {
  return db
    .selectFrom('deliveries')
    .innerJoin('newsletter_issues', 'newsletter_issues.id', 'deliveries.issue_id')
    .select(['newsletter_issues.issue_date as letter', 'deliveries.status', 'deliveries.settled_at as at'])
    .where('deliveries.subscriber_id', 'in', (eb) => eb.selectFrom('newsletter_subscribers').select('id').where(isOwn(userId)))
    .orderBy('newsletter_issues.issue_date')
    .execute();
}
