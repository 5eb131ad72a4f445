/** Changes to issues by editors. Each change and its audit log entry are one transaction. */
import { sql } from 'kysely';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import { invalid } from '#src/platform/http/read-body.ts';
import { queueEmail } from '#src/platform/mail/queue-email.ts';
import { urls } from '#src/urls.ts';
import type { ManagedIssue, Schedule } from './contract.ts';
import { issueContent, issueSections, previousSentAt } from './issue-content.ts';
import type { IssueChange } from './issue-endpoints.ts';
import {
  databaseNow,
  findIssue,
  type Issue,
  lockCurrentDraft,
  lockDraft,
  refreshIssue,
  unknownIssue,
  updateIssue,
} from './issue-queries.ts';
import { nextIssueAt, prepareIssue } from './issue-scheduler.ts';
import { toManagedIssue } from './managed-issues.ts';
import { READER_LINK_PLACEHOLDERS, type RenderedEmail } from './reader-links.ts';
import { readSchedule, type ScheduleInput, writeSchedule } from './schedule.ts';
import { type RenderTools, skipIssue, startSending } from './start-sending.ts';
import { localDay } from './zoned-time.ts';

const DAY_MS = 86_400_000;
const MAX_DAYS_AHEAD = 90;

/** Prepares the next issue now. @throws AppError 409 `draft_open` if there is a draft */
export async function prepareNow(db: Db, actor: string): Promise<ManagedIssue> {
  return transact(db, async (trx) => {
    const now = await databaseNow(trx);
    const isMade = await prepareIssue(trx, await readSchedule(trx), now, actor);
    const issue = isMade ? await lockCurrentDraft(trx) : undefined;
    if (issue === undefined) throw new AppError(409, 'draft_open', 'An issue is already being prepared.');
    return toManagedIssue(trx, issue, now);
  });
}

/** Changes a draft. A change of content stops automatic recomposition. @throws AppError as `lockDraft`, and 422 `invalid` */
export async function changeIssue(db: Db, actor: string, id: string, read: string, change: IssueChange): Promise<ManagedIssue> {
  return transact(db, async (trx) => {
    const now = await databaseNow(trx);
    const issue = await lockDraft(trx, id, read);
    const { send_at, ...content } = change;
    if (content.parts !== undefined) await assertPublished(trx, content.parts);
    const time = send_at === undefined ? {} : await validateSendTime(trx, id, send_at, now);
    const isEdited = Object.keys(content).length > 0 ? { is_edited: true } : {};
    const changed = await updateIssue(trx, issue, { ...omitUndefined(content), ...time, ...isEdited });
    await auditIssue(trx, actor, 'letter.changed', issue.id, { day: changed.issue_date, fields: Object.keys(change).join(' ') });
    return toManagedIssue(trx, changed, now);
  });
}

/** Discards all changes and composes the draft again. @throws AppError as `lockDraft` */
export async function recomposeIssue(db: Db, actor: string, id: string, read: string): Promise<ManagedIssue> {
  return transact(db, async (trx) => {
    const now = await databaseNow(trx);
    const issue = await lockDraft(trx, id, read);
    const bare = await updateIssue(trx, issue, { opening: '', is_edited: false });
    await auditIssue(trx, actor, 'letter.composed', id, { day: issue.issue_date });
    return toManagedIssue(trx, await refreshIssue(trx, bare, now), now);
  });
}

/** Skips a draft. @throws AppError as `lockDraft` */
export async function skipDraft(db: Db, actor: string, id: string, read: string): Promise<void> {
  await transact(db, async (trx) => void (await skipIssue(trx, await lockDraft(trx, id, read), { now: await databaseNow(trx), actor })));
}

/** Sends a draft now. Returns the number of recipients. @throws AppError as `lockDraft`, and 422 `invalid` if none of its tales is public */
export async function sendNow(db: Db, actor: string, id: string, read: string, tools: RenderTools): Promise<number> {
  return transact(db, async (trx) => {
    const draft = await lockDraft(trx, id, read);
    const done = await startSending(trx, draft, tools, { now: await databaseNow(trx), actor });
    // Throwing rolls back the skip, so that the draft stays.
    if (done.outcome === 'skipped') throw invalid({ parts: ['None of the tales is public'] });
    return done.readers;
  });
}

/** Saves the schedule and moves the draft to its next time. @throws AppError 412 `changed_since` */
export async function saveSchedule(db: Db, actor: string, read: string, given: ScheduleInput): Promise<Schedule> {
  return transact(db, async (trx) => {
    const { changedAt, ...schedule } = await writeSchedule(trx, actor, read, given);
    const draft = await lockCurrentDraft(trx);
    if (draft !== undefined) {
      const sendAt = await nextIssueAt(trx, { ...schedule, changedAt }, await databaseNow(trx));
      const day = localDay(sendAt, schedule.time_zone);
      if (!(await isDayTaken(trx, draft.id, day))) await updateIssue(trx, draft, { send_at: sendAt, issue_date: day });
    }
    return schedule;
  });
}

async function validateSendTime(trx: Db, id: string, sendAt: Date, now: Date): Promise<{ send_at: Date; issue_date: string }> {
  if (sendAt <= now) throw invalid({ send_at: ['Choose a time in the future, or send it now'] });
  if (sendAt.getTime() > now.getTime() + MAX_DAYS_AHEAD * DAY_MS) throw invalid({ send_at: [`At most ${MAX_DAYS_AHEAD} days ahead`] });
  const day = localDay(sendAt, (await readSchedule(trx)).time_zone);
  if (await isDayTaken(trx, id, day)) throw invalid({ send_at: ['There is already an issue on that day'] });
  return { send_at: sendAt, issue_date: day };
}

async function isDayTaken(trx: Db, id: string, day: string): Promise<boolean> {
  const other = trx.selectFrom('newsletter_issues').select('id').where('issue_date', '=', day).where('id', '<>', id);
  return (await other.executeTakeFirst()) !== undefined;
}

/** Accepts published and scheduled tales: those that are not public at sending time are removed then. */
async function assertPublished(trx: Db, parts: readonly { taleId: string }[]): Promise<void> {
  const ids = parts.map(({ taleId }) => taleId);
  const { rows } = await sql<{ id: string }>`
    select id from tales where id = any(${ids}::uuid[]) and status = 'published' and deleted_at is null`.execute(trx);
  if (rows.length < ids.length) throw invalid({ parts: ['One of these tales is no longer published. Choose another'] });
}

function omitUndefined<Values extends object>(values: Values): { [Name in keyof Values]: Exclude<Values[Name], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}

function auditIssue(trx: Db, actor: string, action: string, id: string, details: Record<string, string>): Promise<void> {
  return audit(trx, { actor, action, subject: { kind: 'letter', id }, details });
}

/** Renders an issue; links of subscribers lead to a page for tests. @throws AppError 404 `unknown_letter` */
export async function renderPreview(db: Db, id: string, tools: RenderTools): Promise<Issue & RenderedEmail> {
  const issue = await findIssue(db, id);
  if (issue === undefined) throw unknownIssue();
  const now = await databaseNow(db);
  const until = issue.sending_at ?? now;
  const sections = await issueSections(db, issue.parts, { since: await previousSentAt(db, until), until });
  const input = { subject: issue.subject, day: issue.issue_date, opening: issue.opening, sections };
  const { html, text } = await tools.renderIssue(issueContent(input, tools.publicUrl));
  const testPage = tools.publicUrl + urls.newsletterTest();
  const replaceLinks = (text: string) =>
    Object.values(READER_LINK_PLACEHOLDERS).reduce((all, mark) => all.replaceAll(mark, testPage), text);
  return { ...issue, html: replaceLinks(html), text: replaceLinks(text) };
}

/** Sends an issue to the editor's own address, which is returned. @throws AppError 409 `no_address` if it is not confirmed */
export async function sendTestEmail(db: Db, actor: string, id: string, tools: RenderTools): Promise<string> {
  const { subject, html, text, issue_date: day } = await renderPreview(db, id, tools);
  return transact(db, async (trx) => {
    const editor = trx.selectFrom('users').select('email').where('id', '=', actor).where('email_verified', '=', true);
    const to = (await editor.executeTakeFirst())?.email;
    if (to === undefined)
      throw new AppError(409, 'no_address', 'Your email address is not confirmed yet. Confirm it to receive test emails.');
    await queueEmail(trx, { to, subject: `Test: ${subject}`, html, text, template: 'letter-test' });
    await audit(trx, { actor, action: 'letter.tested', subject: { kind: 'letter', id }, details: { day } });
    return to;
  });
}
