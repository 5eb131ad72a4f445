import type pg from 'pg';
import { READER_MARKS } from '#src/features/newsletter/letters/reader-links.ts';

/** Letters and who gets them, as the forms and the editors' page would have made them. */

const HTML = `<html lang="en"><body><h1>Tales of the week</h1><p>Die Gänsemagd und 27 andere Märchen.</p>
<p><a href="${READER_MARKS.preferences}">How often</a> · <a href="${READER_MARKS.unsubscribe}">Unsubscribe</a></p></body></html>`;
const TEXT = `Tales of the week\n\nDie Gänsemagd.\n\nUnsubscribe: ${READER_MARKS.unsubscribe}\nHow often: ${READER_MARKS.preferences}\n`;

/** Adds readers who have said yes: `reader-1@tales.example` and so on. */
export async function addReaders(pool: pg.Pool, count: number, frequency: 'weekly' | 'monthly' = 'weekly'): Promise<void> {
  await pool.query(
    `insert into newsletter_subscribers (email, status, consent_at, consent_text, frequency)
      select 'reader-' || n || '@tales.example', 'confirmed', now(), 'yes', $2 from generate_series(1, $1) n`,
    [count, frequency],
  );
}

/** Adds a letter that is about to be queued, and returns its id. `html`: with READER_MARKS. */
export async function addIssue(pool: pg.Pool, { day = '2026-11-22', html = HTML } = {}): Promise<string> {
  const { rows } = await pool.query(
    `insert into newsletter_issues (issue_date, status, send_at, subject, parts, html, text, sending_at)
      values ($1, 'sending', now(), 'Tales of the week: Gänse', '[]', $2, $3, '2026-11-22T08:00:00Z') returning id`,
    [day, html, TEXT],
  );
  return rows[0].id;
}
