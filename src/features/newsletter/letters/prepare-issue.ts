/** How a letter comes to be: composed some days before its hour, or when an editor asks. */
import { sql } from 'kysely';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { composeIssue } from './compose-issue.ts';
import { type KeptSchedule, nextTime, PREPARED_MS, timeOfNext } from './schedule.ts';
import { dayAt } from './zoned-time.ts';

const MOST_TRIES = 10;

/**
 * When the next letter goes that is not there yet. Not within three days of the last one, whenever that went, and never for an hour
 * that had passed when the schedule was last changed.
 */
export async function nextLetterAt(db: Db, schedule: KeptSchedule, now: Date): Promise<Date> {
  const { at } = await db
    .selectFrom('newsletter_issues')
    .select(sql<Date | null>`max(coalesce(sending_at, send_at))`.as('at'))
    .where('status', '<>', 'draft')
    .executeTakeFirstOrThrow();
  const rested = at === null ? 0 : at.getTime() + PREPARED_MS;
  return timeOfNext(schedule, new Date(Math.max(rested, schedule.changedAt.getTime())), now);
}

/** True when it is time to prepare the letter of that hour. */
export function isToBePrepared(sendAt: Date, now: Date): boolean {
  return sendAt.getTime() - PREPARED_MS <= now.getTime();
}

/** Prepares the next letter; false when there is one already. `actor`: the editor who asked, null for the site itself. */
export async function prepareIssue(trx: Db, schedule: KeptSchedule, now: Date, actor: string | null): Promise<boolean> {
  let sendAt = await nextLetterAt(trx, schedule, now);
  for (let tries = 0; tries < MOST_TRIES; tries += 1, sendAt = nextTime(schedule, sendAt)) {
    const day = dayAt(sendAt, schedule.time_zone);
    const { subject, parts } = await composeIssue(trx, day, now);
    const made = await trx
      .insertInto('newsletter_issues')
      .values({ issue_date: day, send_at: sendAt, subject, parts: JSON.stringify(parts) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made !== undefined) {
      await audit(trx, { actor, action: 'letter.prepared', subject: { kind: 'letter', id: made.id }, details: { day } });
      return true;
    }
    if (await isOneOpen(trx)) return false;
    // A letter that was moved has that day: the next week then.
  }
  return false;
}

async function isOneOpen(trx: Db): Promise<boolean> {
  const { rows } = await sql`select from newsletter_issues where status = 'draft'`.execute(trx);
  return rows.length > 0;
}
