/** The sending schedule. */
import { sql } from 'kysely';
import { z } from 'zod';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { preparedStatement } from '#src/platform/db/prepared-statements.ts';
import { transact } from '#src/platform/db/transact.ts';
import { assertIfMatch } from '#src/platform/http/if-match.ts';
import type { Schedule } from './contract.ts';
import { addDays, isTimeZone, localDay, toInstant, weekdayOf } from './zoned-time.ts';

type ScheduleTimes = Pick<Schedule, 'weekday' | 'hour' | 'time_zone'>;
/** `changedAt`: times before it are not caught up. */
export type StoredSchedule = Schedule & { changedAt: Date };

export const ScheduleInput = z
  .strictObject({
    is_on: z.boolean('Choose on or off'),
    weekday: z.int('Choose a day').min(1, 'Choose a day').max(7, 'Choose a day'),
    hour: z.int('Choose an hour').min(0, 'Choose an hour').max(23, 'Choose an hour'),
    time_zone: z
      .string('Choose a time zone')
      .max(64, 'Choose a time zone')
      .refine(isTimeZone, 'Unknown time zone. Examples: Europe/Berlin, UTC'),
  })
  .meta({ id: 'NewsletterScheduleInput', description: 'When newsletter issues are sent.' });
export type ScheduleInput = z.infer<typeof ScheduleInput>;

/** Returns the first scheduled time after `after`. */
export function nextScheduledTime({ weekday, hour, time_zone }: ScheduleTimes, after: Date): Date {
  const today = localDay(after, time_zone);
  const ahead = (weekday - weekdayOf(today) + 7) % 7;
  const times = [ahead, ahead + 7].map((days) => toInstant(addDays(today, days), hour, time_zone));
  return times.find((time) => time > after) ?? toInstant(addDays(today, ahead + 14), hour, time_zone);
}

/** Returns the time of the next issue: the first after `base`. If several have passed since, as during a downtime, the last of them. */
export function nextIssueTime(times: ScheduleTimes, base: Date, now: Date): Date {
  let time = nextScheduledTime(times, base);
  for (let next = nextScheduledTime(times, time); next <= now; next = nextScheduledTime(times, next)) time = next;
  return time;
}

export async function readSchedule(db: Db): Promise<StoredSchedule> {
  return toSchedule(await db.selectFrom('newsletter_schedule').selectAll().modifyEnd(preparedStatement).executeTakeFirstOrThrow());
}

/** Returns the schedule and locks it until the transaction ends; undefined if another transaction holds the lock. */
export async function lockSchedule(trx: Db): Promise<StoredSchedule | undefined> {
  const row = await trx.selectFrom('newsletter_schedule').selectAll().forUpdate().skipLocked().executeTakeFirst();
  return row && toSchedule(row);
}

/** Saves the schedule. `read`: tag of the schedule the change is based on. @throws AppError 412 `changed_since` */
export async function writeSchedule(db: Db, actor: string, read: string, given: ScheduleInput): Promise<StoredSchedule> {
  return transact(db, async (trx) => {
    const now = await trx.selectFrom('newsletter_schedule').selectAll().forUpdate().executeTakeFirstOrThrow();
    assertIfMatch(read, toSchedule(now).tag);
    // Strictly increasing, even within a millisecond, as it is the tag.
    const updated_at = sql<Date>`greatest(clock_timestamp(), updated_at + interval '1 ms')`;
    const row = await trx
      .updateTable('newsletter_schedule')
      .set({ ...given, updated_at })
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(trx, { actor, action: 'newsletter.scheduled', subject: { kind: 'newsletter', id: 'schedule' }, details: given });
    return toSchedule(row);
  });
}

type Row = Omit<Schedule, 'tag'> & { updated_at: Date };

function toSchedule({ is_on, weekday, hour, time_zone, updated_at }: Row): StoredSchedule {
  return { is_on, weekday, hour, time_zone, tag: String(updated_at.getTime()), changedAt: updated_at };
}
