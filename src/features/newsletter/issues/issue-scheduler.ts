/** Prepares and sends issues on schedule. Runs in every process with jobs. */

import { sql } from 'kysely';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import type { Log } from '#src/platform/log.ts';
import { composeIssue } from './compose-issue.ts';
import { databaseNow, lockCurrentDraft } from './issue-queries.ts';
import { lockSchedule, nextIssueTime, nextScheduledTime, type StoredSchedule } from './schedule.ts';
import { type RenderTools, startSending } from './start-sending.ts';
import { localDay } from './zoned-time.ts';

const DAY_MS = 86_400_000;

/** Issues are prepared this long before they are sent, and are at least this far apart. */
const PREPARATION_MS = 3 * DAY_MS;

/** `hasMailServer`: without one, due issues wait. */
export type IssueSchedulerDeps = RenderTools & { db: Db; hasMailServer: boolean; log: Pick<Log, 'info' | 'warn'> };

const POLL_MS = 60_000;

/** Runs the scheduler now and every minute, until the signal is aborted. */
export function startIssueScheduler(deps: IssueSchedulerDeps, until: AbortSignal): void {
  const run = async () => {
    try {
      await runIssueScheduler(deps);
    } catch (error) {
      if (!until.aborted) deps.log.warn({ event: 'issue_scheduler_failed', err: error }, 'Newsletter scheduler failed; retrying');
    }
  };
  void run();
  const timer = setInterval(() => void run(), POLL_MS);
  timer.unref();
  until.addEventListener('abort', () => clearInterval(timer), { once: true });
}

/**
 * Prepares the next issue when its time is near, and starts sending it when it is due. One transaction, in one process at a time: an
 * interrupted run changes nothing, and concurrent runs act once. `at`: current time; by default that of the database.
 */
export async function runIssueScheduler({ db, hasMailServer, log, ...tools }: IssueSchedulerDeps, at?: Date): Promise<void> {
  await transact(db, async (trx) => {
    const schedule = await lockSchedule(trx);
    if (schedule === undefined || !schedule.is_on) return;
    const now = at ?? (await databaseNow(trx));
    let draft = await lockCurrentDraft(trx);
    if (draft === undefined && isPreparationDue(await nextIssueAt(trx, schedule, now), now)) {
      await prepareIssue(trx, schedule, now, null);
      draft = await lockCurrentDraft(trx);
    }
    if (draft === undefined || draft.send_at > now || !hasMailServer) return;
    const done = await startSending(trx, draft, tools, { now, actor: null });
    log.info({ event: 'issue_due', issue: draft.id, ...done }, 'Newsletter issue is due');
  });
}

const MAX_WEEKS_AHEAD = 10;

/**
 * Returns when the next issue without a draft is sent: at least three days after the last one, and never at a time that had passed when
 * the schedule was last changed.
 */
export async function nextIssueAt(db: Db, schedule: StoredSchedule, now: Date): Promise<Date> {
  const { at } = await db
    .selectFrom('newsletter_issues')
    .select(sql<Date | null>`max(coalesce(sending_at, send_at))`.as('at'))
    .where('status', '<>', 'draft')
    .executeTakeFirstOrThrow();
  const earliest = at === null ? 0 : earliestAfter(at).getTime();
  return nextIssueTime(schedule, new Date(Math.max(earliest, schedule.changedAt.getTime())), now);
}

/** Returns the time before which no issue follows one that is sent at `at`. */
export function earliestAfter(at: Date): Date {
  return new Date(at.getTime() + PREPARATION_MS);
}

/** Whether it is time to prepare the issue sent at `sendAt`. */
function isPreparationDue(sendAt: Date, now: Date): boolean {
  return sendAt.getTime() - PREPARATION_MS <= now.getTime();
}

/** Prepares the next issue. Returns false if there is a draft. `actor`: the editor; null for the scheduler. */
export async function prepareIssue(trx: Db, schedule: StoredSchedule, now: Date, actor: string | null): Promise<boolean> {
  let sendAt = await nextIssueAt(trx, schedule, now);
  for (let weeks = 0; weeks < MAX_WEEKS_AHEAD; weeks += 1, sendAt = nextScheduledTime(schedule, sendAt)) {
    const day = localDay(sendAt, schedule.time_zone);
    const { subject, parts } = await composeIssue(trx, day, now);
    const inserted = await trx
      .insertInto('newsletter_issues')
      .values({ issue_date: day, send_at: sendAt, subject, parts: JSON.stringify(parts) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted !== undefined) {
      await audit(trx, { actor, action: 'letter.prepared', subject: { kind: 'letter', id: inserted.id }, details: { day } });
      return true;
    }
    if (await hasDraft(trx)) return false;
    // A moved issue has that day: try the next week.
  }
  return false;
}

async function hasDraft(trx: Db): Promise<boolean> {
  const { rows } = await sql`select from newsletter_issues where status = 'draft'`.execute(trx);
  return rows.length > 0;
}
