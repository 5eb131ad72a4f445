import type pg from 'pg';
import { READER_LINK_PLACEHOLDERS } from '#src/features/newsletter/issues/reader-links.ts';
import type { Db } from '#src/platform/db/db.ts';

/** Newsletter issues and subscribers, inserted as the site would. */

const HTML = `<html lang="en"><body><h1>Tales of the week</h1><p>Die Gänsemagd und 27 andere Märchen.</p>
<p><a href="${READER_LINK_PLACEHOLDERS.preferences}">How often</a> · <a href="${READER_LINK_PLACEHOLDERS.unsubscribe}">Unsubscribe</a></p></body></html>`;
const TEXT = `Tales of the week\n\nDie Gänsemagd.\n\nUnsubscribe: ${READER_LINK_PLACEHOLDERS.unsubscribe}\nHow often: ${READER_LINK_PLACEHOLDERS.preferences}\n`;

/** Adds confirmed subscribers: `reader-1@tales.example` and so on. */
export async function addSubscribers(pool: pg.Pool, count: number, frequency: 'weekly' | 'monthly' = 'weekly'): Promise<void> {
  await pool.query(
    `insert into newsletter_subscribers (email, status, consent_at, consent_text, frequency)
      select 'reader-' || n || '@tales.example', 'confirmed', now(), 'yes', $2 from generate_series(1, $1) n`,
    [count, frequency],
  );
}

/** Adds an issue that is about to be queued, and returns its id. `html`: with READER_LINK_PLACEHOLDERS. */
export async function addIssue(pool: pg.Pool, { day = '2026-11-22', html = HTML } = {}): Promise<string> {
  const { rows } = await pool.query(
    `insert into newsletter_issues (issue_date, status, send_at, subject, parts, html, text, sending_at)
      values ($1, 'sending', now(), 'Tales of the week: Gänse', '[]', $2, $3, '2026-11-22T08:00:00Z') returning id`,
    [day, html, TEXT],
  );
  return rows[0].id;
}

/** Deliveries of an issue by status. `dropped`: unsubscribed before sending. */
type DeliveryCounts = { waiting: number; sent: number; failed: number; dropped: number };

export async function deliveryCounts(db: Db, issueId: string): Promise<DeliveryCounts> {
  const rows = await db
    .selectFrom('newsletter_deliveries')
    .select(['status', (eb) => eb.fn.countAll<number>().as('count')])
    .where('issue_id', '=', issueId)
    .groupBy('status')
    .execute();
  const counts: DeliveryCounts = { waiting: 0, sent: 0, failed: 0, dropped: 0 };
  for (const { status, count } of rows) counts[status as keyof DeliveryCounts] = count;
  return counts;
}
