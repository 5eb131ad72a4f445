/** What editors do to letters. Each deed and its entry in the audit log are one transaction. */
import { sql } from 'kysely';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import { invalid } from '#src/platform/http/read-body.ts';
import type { ManagedIssue, Schedule } from './contract.ts';
import type { IssueChange } from './issue-input.ts';
import { databaseNow, lockDraft, lockOpenIssue, refreshIssue, writeIssue } from './issue-rows.ts';
import { toManaged } from './managed-issues.ts';
import { nextLetterAt, prepareIssue } from './prepare-issue.ts';
import { readSchedule, type ScheduleInput, writeSchedule } from './schedule.ts';
import { type LetterTools, skipIssue, startSending } from './start-sending.ts';
import { dayAt } from './zoned-time.ts';

const DAY_MS = 86_400_000;
const FARTHEST_DAYS = 90;

/** Prepares the next letter at once. Throws 409 `draft_open` when one is being prepared already. */
export async function prepareNow(db: Db, actor: string): Promise<ManagedIssue> {
  return transact(db, async (trx) => {
    const now = await databaseNow(trx);
    const isMade = await prepareIssue(trx, await readSchedule(trx), now, actor);
    const issue = isMade ? await lockOpenIssue(trx) : undefined;
    if (issue === undefined) throw new AppError(409, 'draft_open', 'A letter is being prepared already.');
    return toManaged(trx, issue, now);
  });
}

/** Changes a draft; from then on it is not composed anew. Throws as `lockDraft` does, and 422 `invalid`. */
export async function changeIssue(db: Db, actor: string, id: string, read: string, change: IssueChange): Promise<ManagedIssue> {
  return transact(db, async (trx) => {
    const now = await databaseNow(trx);
    const issue = await lockDraft(trx, id, read);
    const { send_at, ...words } = change;
    if (words.parts !== undefined) await refuseUnknown(trx, words.parts);
    const time = send_at === undefined ? {} : await newTime(trx, id, send_at, now);
    const isEdited = Object.keys(words).length > 0 ? { is_edited: true } : {};
    const changed = await writeIssue(trx, issue, { ...withoutGaps(words), ...time, ...isEdited });
    await note(trx, actor, 'letter.changed', issue.id, { day: changed.issue_date, fields: Object.keys(change).join(' ') });
    return toManaged(trx, changed, now);
  });
}

/** Forgets what editors have chosen, and composes the letter anew. Throws as `lockDraft` does. */
export async function composeAnew(db: Db, actor: string, id: string, read: string): Promise<ManagedIssue> {
  return transact(db, async (trx) => {
    const now = await databaseNow(trx);
    const issue = await lockDraft(trx, id, read);
    const bare = await writeIssue(trx, issue, { opening: '', is_edited: false });
    await note(trx, actor, 'letter.composed', id, { day: issue.issue_date });
    return toManaged(trx, await refreshIssue(trx, bare, now), now);
  });
}

/** Lets no letter go this time. Throws as `lockDraft` does. */
export async function skipThisWeek(db: Db, actor: string, id: string, read: string): Promise<void> {
  await transact(db, async (trx) => void (await skipIssue(trx, await lockDraft(trx, id, read), { now: await databaseNow(trx), actor })));
}

/** Lets a draft go at once; returns to how many readers. Throws as `lockDraft` does, and 422 `invalid` when none of its tales is public. */
export async function sendNow(db: Db, actor: string, id: string, read: string, tools: LetterTools): Promise<number> {
  return transact(db, async (trx) => {
    const draft = await lockDraft(trx, id, read);
    const done = await startSending(trx, draft, tools, { now: await databaseNow(trx), actor });
    // Thrown, so that the draft stays.
    if (done.outcome === 'skipped') throw invalid({ parts: ['None of its tales can be read by readers'] });
    return done.readers;
  });
}

/** Writes the schedule anew; a letter that is being prepared moves to its next hour. Throws 412 `changed_since`. */
export async function saveSchedule(db: Db, actor: string, read: string, given: ScheduleInput): Promise<Schedule> {
  return transact(db, async (trx) => {
    const { changedAt, ...schedule } = await writeSchedule(trx, actor, read, given);
    const draft = await lockOpenIssue(trx);
    if (draft !== undefined) {
      const sendAt = await nextLetterAt(trx, { ...schedule, changedAt }, await databaseNow(trx));
      const day = dayAt(sendAt, schedule.time_zone);
      if (!(await isDayTaken(trx, draft.id, day))) await writeIssue(trx, draft, { send_at: sendAt, issue_date: day });
    }
    return schedule;
  });
}

async function newTime(trx: Db, id: string, sendAt: Date, now: Date): Promise<{ send_at: Date; issue_date: string }> {
  if (sendAt <= now) throw invalid({ send_at: ['Choose a time to come, or send it now'] });
  if (sendAt.getTime() > now.getTime() + FARTHEST_DAYS * DAY_MS) throw invalid({ send_at: [`At most ${FARTHEST_DAYS} days ahead`] });
  const day = dayAt(sendAt, (await readSchedule(trx)).time_zone);
  if (await isDayTaken(trx, id, day)) throw invalid({ send_at: ['There is a letter of that day already'] });
  return { send_at: sendAt, issue_date: day };
}

async function isDayTaken(trx: Db, id: string, day: string): Promise<boolean> {
  const other = trx.selectFrom('newsletter_issues').select('id').where('issue_date', '=', day).where('id', '<>', id);
  return (await other.executeTakeFirst()) !== undefined;
}

/** Tales that are published, or will be: what is not public when it goes falls out. */
async function refuseUnknown(trx: Db, parts: readonly { taleId: string }[]): Promise<void> {
  const ids = parts.map(({ taleId }) => taleId);
  const { rows } = await sql<{ id: string }>`
    select id from tales where id = any(${ids}::uuid[]) and status = 'published' and deleted_at is null`.execute(trx);
  if (rows.length < ids.length) throw invalid({ parts: ['One of these tales is not published any more. Please choose another'] });
}

function withoutGaps<Values extends object>(values: Values): { [Name in keyof Values]: Exclude<Values[Name], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}

function note(trx: Db, actor: string, action: string, id: string, details: Record<string, string>): Promise<void> {
  return audit(trx, { actor, action, subject: { kind: 'letter', id }, details });
}
