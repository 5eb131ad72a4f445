/** Issues as editors see them. */
import { sql } from 'kysely';
import { taleOptionsByIds } from '#src/features/tales/tales.ts';
import { readCursor, writeCursor } from '#src/platform/db/cursor.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { selectRecipients } from '../recipients.ts';
import { hasNews } from './compose-issue.ts';
import type { IssueRow, IssueRows, ManagedIssue, NewsletterOverview } from './contract.ts';
import { databaseNow, findIssue, frequenciesOf, type Issue, lockCurrentDraft, refreshIssue, unknownIssue } from './issue-queries.ts';
import { earliestAfter, nextIssueAt } from './issue-scheduler.ts';
import { nextScheduledTime, readSchedule } from './schedule.ts';

const PAGE_SIZE = 10;

/** Returns schedule and draft. An unedited draft is composed again on each call. */
export async function getNewsletterOverview(db: Db, { hasMailServer }: { hasMailServer: boolean }): Promise<NewsletterOverview> {
  return transact(db, async (trx) => {
    const now = await databaseNow(trx);
    const open = await lockCurrentDraft(trx);
    const draft = open === undefined ? null : await toManagedIssue(trx, await refreshIssue(trx, open, now), now);
    const { changedAt, ...schedule } = await readSchedule(trx);
    const next = draft === null ? await nextIssueAt(trx, { ...schedule, changedAt }, now) : new Date(draft.send_at);
    return { schedule, draft, next_at: schedule.is_on ? next.toISOString() : null, has_mail_server: hasMailServer };
  });
}

/** @throws AppError 404 `unknown_letter` */
export async function getManagedIssue(db: Db, id: string): Promise<ManagedIssue> {
  const issue = await findIssue(db, id);
  if (issue === undefined) throw unknownIssue();
  return toManagedIssue(db, issue, await databaseNow(db));
}

/** Includes tales that are not public, with their status. */
export async function toManagedIssue(db: Db, issue: Issue, now: Date): Promise<ManagedIssue> {
  const ids = issue.parts.map(({ taleId }) => taleId);
  const picks = new Map((await taleOptionsByIds(db, ids)).map((pick) => [pick.id, pick]));
  const frequencies = await frequenciesOf(db, issue.issue_date);
  return {
    ...{ id: issue.id, version: issue.version, status: issue.status as ManagedIssue['status'], issue_date: issue.issue_date },
    ...{ send_at: issue.send_at.toISOString(), subject: issue.subject, opening: issue.opening, is_edited: issue.is_edited },
    parts: issue.parts.flatMap(({ kind, note, taleId }) => {
      const tale = picks.get(taleId);
      return tale === undefined ? [] : [{ kind, note, tale }];
    }),
    has_news: await hasNews(db, now),
    readers: await countRecipients(db, frequencies),
    is_monthly: frequencies.includes('monthly'),
  };
}

/** Lists sent and skipped issues with delivery counts, newest first, 10 per page. */
export async function listIssues(db: Db, after: string): Promise<IssueRows> {
  const from = after === '' ? null : readCursor(after, 'text');
  const { rows } = await sql<Row>`
    select i.id, i.issue_date, i.status, i.subject, i.is_edited, i.parts = '[]' as is_empty, coalesce(i.sending_at, i.updated_at) as at,
      d.waiting, d.sent, d.failed, d.dropped
    from newsletter_issues i, lateral (
      select (count(*) filter (where status = 'waiting'))::integer as waiting, (count(*) filter (where status = 'sent'))::integer as sent,
        (count(*) filter (where status = 'failed'))::integer as failed, (count(*) filter (where status = 'dropped'))::integer as dropped
      from newsletter_deliveries where issue_id = i.id) d
    where i.status <> 'draft' ${from === null ? sql`` : sql`and i.issue_date::text < ${from.key}`}
    order by i.issue_date desc limit ${PAGE_SIZE + 1}`.execute(db);
  const last = rows[PAGE_SIZE - 1];
  return {
    issues: rows.slice(0, PAGE_SIZE).map(toRow),
    next: rows.length > PAGE_SIZE && last ? writeCursor({ key: last.issue_date, id: last.id }) : null,
  };
}

/** An issue in a calendar. `planned`: by the schedule, without id as it is not prepared yet. `at`: when it was or will be sent. */
export type DatedIssue = { id: string | null; subject: string; status: IssueRow['status'] | 'planned'; at: Date; version: number };

/**
 * Returns the issues of a period, and those that the schedule plans after them. `isSending`: the site can send email, without which nothing
 * is planned.
 */
export async function listIssuesBetween(
  db: Db,
  { from, to }: { from: Date; to: Date },
  { now, isSending }: { now: Date; isSending: boolean },
): Promise<DatedIssue[]> {
  const schedule = await readSchedule(db);
  const { rows } = await sql<DatedIssue>`
    select id, subject, status, coalesce(sending_at, send_at) as at, version from newsletter_issues
    where status = 'draft' or (coalesce(sending_at, send_at) >= ${from} and coalesce(sending_at, send_at) < ${to}) order by at`.execute(db);
  const issues = rows.filter(({ at }) => at >= from && at < to);
  if (!schedule.is_on || !isSending) return issues;
  const draft = rows.find(({ status }) => status === 'draft');
  const next = draft === undefined ? await nextIssueAt(db, schedule, now) : nextScheduledTime(schedule, earliestAfter(draft.at));
  let at = next < from ? nextScheduledTime(schedule, new Date(from.getTime() - 1)) : next;
  for (; at < to; at = nextScheduledTime(schedule, at)) issues.push({ id: null, subject: '', status: 'planned', at, version: 0 });
  return issues;
}

type Row = Pick<IssueRow, 'id' | 'issue_date' | 'status' | 'subject'> &
  IssueRow['deliveries'] & { is_edited: boolean; is_empty: boolean; at: Date };

function toRow({ is_edited, is_empty, at, waiting, sent, failed, dropped, ...row }: Row): IssueRow {
  const why = is_empty ? 'no_tales' : is_edited ? 'editor' : 'no_news';
  return { ...row, at: at.toISOString(), why: row.status === 'skipped' ? why : null, deliveries: { waiting, sent, failed, dropped } };
}

async function countRecipients(db: Db, frequencies: Parameters<typeof selectRecipients>[0]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (${selectRecipients(frequencies)}) readers`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
