/** Queries of stored issues. */
import { type Selectable, sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import type { NewsletterIssuesTable } from '#src/platform/db/schema.gen.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import { assertIfMatch } from '#src/platform/http/if-match.ts';
import type { Frequency } from '../contract.ts';
import { composeIssue, parseParts } from './compose-issue.ts';
import type { IssuePart } from './contract.ts';

export type Issue = Omit<Selectable<NewsletterIssuesTable>, 'parts' | 'html' | 'text'> & { parts: IssuePart[] };

const COLUMNS = [
  ...(['id', 'issue_date', 'status', 'send_at', 'subject', 'opening', 'parts', 'is_edited', 'version'] as const),
  ...(['created_at', 'updated_at', 'sending_at', 'sent_at'] as const),
] as const;

/** Returns the time of the database clock. */
export async function databaseNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]?.now ?? new Date();
}

export async function findIssue(db: Db, id: string): Promise<Issue | undefined> {
  return toIssue(await db.selectFrom('newsletter_issues').select(COLUMNS).where('id', '=', id).executeTakeFirst());
}

/** Returns the current draft and locks it until the transaction ends. */
export async function lockCurrentDraft(trx: Db): Promise<Issue | undefined> {
  return toIssue(await trx.selectFrom('newsletter_issues').select(COLUMNS).where('status', '=', 'draft').forUpdate().executeTakeFirst());
}

/** Locks a draft for a change based on version `read`. @throws AppError 404 `unknown_letter`, 409 `not_a_draft`, 412 `changed_since` */
export async function lockDraft(trx: Db, id: string, read: string): Promise<Issue> {
  const issue = toIssue(await trx.selectFrom('newsletter_issues').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst());
  if (issue === undefined) throw unknownIssue();
  if (issue.status !== 'draft') throw new AppError(409, 'not_a_draft', 'This issue was already sent or skipped.');
  assertIfMatch(read, issue.version);
  return issue;
}

/** Composes an unedited draft again and saves it if it differs. */
export async function refreshIssue(trx: Db, issue: Issue, now: Date): Promise<Issue> {
  if (issue.is_edited) return issue;
  const { subject, parts } = await composeIssue(trx, issue.issue_date, now);
  if (subject === issue.subject && JSON.stringify(parts) === JSON.stringify(issue.parts)) return issue;
  return updateIssue(trx, issue, { subject, parts });
}

type Change = Partial<Pick<Issue, 'subject' | 'opening' | 'parts' | 'send_at' | 'issue_date' | 'is_edited'>>;

/** Updates a draft and increments its version. */
export async function updateIssue(trx: Db, issue: Issue, { parts, ...change }: Change): Promise<Issue> {
  const row = await trx
    .updateTable('newsletter_issues')
    .set({ ...change, ...(parts && { parts: JSON.stringify(parts) }), version: issue.version + 1, updated_at: sql<Date>`now()` })
    .where('id', '=', issue.id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return { ...row, parts: parseParts(row.parts) };
}

/** Returns the frequencies an issue of this day is sent to: the first one of a calendar month includes monthly subscribers. */
export async function frequenciesOf(db: Db, day: string): Promise<Frequency[]> {
  const month = `${day.slice(0, 7)}-01`;
  const { rows } = await sql`select from newsletter_issues where status in ('sending', 'sent')
    and issue_date >= ${month}::date and issue_date < ${month}::date + interval '1 month' limit 1`.execute(db);
  return rows.length === 0 ? ['weekly', 'monthly'] : ['weekly'];
}

export function unknownIssue() {
  return notFound('This issue does not exist.', 'unknown_letter');
}

function toIssue<Row extends { parts: unknown }>(row: Row | undefined): (Omit<Row, 'parts'> & { parts: IssuePart[] }) | undefined {
  return row && { ...row, parts: parseParts(row.parts) };
}
