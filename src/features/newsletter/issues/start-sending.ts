/** Starts sending an issue, or skips it. */
import { sql } from 'kysely';
import { isPublic } from '#src/features/tales/tales.ts';
import { audit } from '#src/platform/audit/audit.ts';
import { notifyCache } from '#src/platform/cache/connect-cache.ts';
import type { Db } from '#src/platform/db/db.ts';
import { queueDeliveries } from '../sending/delivery-queue.ts';
import { hasNews } from './compose-issue.ts';
import type { IssuePart } from './contract.ts';
import { issueContent, issueSections, previousSentAt, type RenderIssue } from './issue-content.ts';
import { frequenciesOf, type Issue, refreshIssue } from './issue-queries.ts';
import { readSchedule } from './schedule.ts';
import { localDay } from './zoned-time.ts';

/** `publicUrl`: without a trailing slash. */
export type RenderTools = { publicUrl: string; renderIssue: RenderIssue };

type SendingResult = { outcome: 'sending'; readers: number } | { outcome: 'skipped' };

const WEEK_MS = 7 * 86_400_000;

type SendingContext = { now: Date; actor: string | null };

/**
 * Starts sending a draft that the caller has locked: renders it once with the tales that are public now, and queues a delivery for each
 * recipient. Skips it if no tale is left, or if there are no new tales and no editor has changed or sent it.
 */
export async function startSending(
  trx: Db,
  draft: Issue,
  { publicUrl, renderIssue }: RenderTools,
  context: SendingContext,
): Promise<SendingResult> {
  const { now, actor } = context;
  const fresh = await refreshIssue(trx, draft, now);
  const issue = { ...fresh, parts: await filterPublic(trx, fresh.parts), issue_date: await resolveIssueDate(trx, fresh, now) };
  const isWorthIt = issue.is_edited || actor !== null || (await hasNews(trx, now));
  if (issue.parts.length === 0 || !isWorthIt) return skipIssue(trx, issue, context);
  const frequencies = await frequenciesOf(trx, issue.issue_date);
  const sections = await issueSections(trx, issue.parts, { since: await previousSentAt(trx, now), until: now });
  const input = { subject: issue.subject, day: issue.issue_date, opening: issue.opening, sections };
  const rendered = await renderIssue(issueContent(input, publicUrl));
  await trx
    .updateTable('newsletter_issues')
    .set({ status: 'sending', sending_at: now, issue_date: issue.issue_date, parts: JSON.stringify(issue.parts), ...rendered })
    .set({ version: issue.version + 1, updated_at: sql<Date>`now()` })
    .where('id', '=', issue.id)
    .execute();
  const readers = await queueDeliveries(trx, issue.id, frequencies);
  // Without recipients the issue is only published on the site.
  if (readers === 0) await trx.updateTable('newsletter_issues').set({ status: 'sent', sent_at: now }).where('id', '=', issue.id).execute();
  await notifyCache(['letters']).execute(trx);
  const details = { day: issue.issue_date, readers };
  await audit(trx, { actor, action: 'letter.started', subject: { kind: 'letter', id: issue.id }, details });
  return { outcome: 'sending', readers };
}

/**
 * Skips a draft. When an editor skips it, it counts as edited, which tells it apart from one without new tales. Its time is limited to a
 * week ahead, so that it does not block the issues before it.
 */
export async function skipIssue(trx: Db, issue: Issue, { now, actor }: SendingContext): Promise<SendingResult> {
  const { id, parts, issue_date: day, version } = issue;
  const send_at = new Date(Math.min(issue.send_at.getTime(), now.getTime() + WEEK_MS));
  await trx
    .updateTable('newsletter_issues')
    .set({ status: 'skipped', parts: JSON.stringify(parts), version: version + 1, updated_at: sql<Date>`now()` })
    .$if(actor !== null, (query) => query.set({ is_edited: true, send_at }))
    .where('id', '=', id)
    .execute();
  await audit(trx, { actor, action: 'letter.skipped', subject: { kind: 'letter', id }, details: { day } });
  return { outcome: 'skipped' };
}

async function filterPublic(trx: Db, parts: readonly IssuePart[]): Promise<IssuePart[]> {
  const ids = parts.map(({ taleId }) => taleId);
  const { rows } = await sql<{ id: string }>`select id from tales t where ${isPublic} and id = any(${ids}::uuid[])`.execute(trx);
  const there = new Set(rows.map(({ id }) => id));
  return parts.filter(({ taleId }) => there.has(taleId));
}

/** Returns the actual sending day, unless another issue has it. */
async function resolveIssueDate(trx: Db, { id, issue_date }: Issue, now: Date): Promise<string> {
  const today = localDay(now, (await readSchedule(trx)).time_zone);
  if (today === issue_date) return today;
  const other = trx.selectFrom('newsletter_issues').select('id').where('issue_date', '=', today).where('id', '<>', id);
  return (await other.executeTakeFirst()) === undefined ? today : issue_date;
}
