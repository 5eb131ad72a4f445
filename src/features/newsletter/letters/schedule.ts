/** When letters go. */
import { sql } from 'kysely';
import { z } from 'zod';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { refuseOld } from '#src/platform/http/if-match.ts';
import type { Schedule } from './contract.ts';
import { addDays, dayAt, isTimeZone, momentAt, weekdayOf } from './zoned-time.ts';

export type Times = Pick<Schedule, 'weekday' | 'hour' | 'time_zone'>;
/** `changedAt`: what was due before is none of its business. */
export type KeptSchedule = Schedule & { changedAt: Date };

const DAY_MS = 86_400_000;
/** So long before its hour a letter is prepared; and so long after one no other goes. */
export const PREPARED_MS = 3 * DAY_MS;

export const ScheduleInput = z.strictObject({
  is_on: z.boolean('Say whether letters go'),
  weekday: z.int('Choose a day').min(1, 'Choose a day').max(7, 'Choose a day'),
  hour: z.int('Choose an hour').min(0, 'Choose an hour').max(23, 'Choose an hour'),
  time_zone: z
    .string('Choose a place')
    .max(64, 'Choose a place')
    .refine(isTimeZone, 'We know no such place. Write it as Europe/Berlin or UTC'),
});
export type ScheduleInput = z.infer<typeof ScheduleInput>;

/** The first hour of the schedule that comes after a moment. */
export function nextTime({ weekday, hour, time_zone }: Times, after: Date): Date {
  const today = dayAt(after, time_zone);
  const ahead = (weekday - weekdayOf(today) + 7) % 7;
  const times = [ahead, ahead + 7].map((days) => momentAt(addDays(today, days), hour, time_zone));
  return times.find((time) => time > after) ?? momentAt(addDays(today, ahead + 14), hour, time_zone);
}

/**
 * The hour of the letter that is the next one to be prepared: the first after `base`; where several have passed since, as while the site
 * was down, only the last of them.
 */
export function timeOfNext(times: Times, base: Date, now: Date): Date {
  let time = nextTime(times, base);
  for (let next = nextTime(times, time); next <= now; next = nextTime(times, next)) time = next;
  return time;
}

/** The schedule as it stands. */
export async function readSchedule(db: Db): Promise<KeptSchedule> {
  return toSchedule(await db.selectFrom('newsletter_schedule').selectAll().executeTakeFirstOrThrow());
}

/** The same, kept from others until the transaction ends; undefined when another one has it at this moment. */
export async function takeSchedule(trx: Db): Promise<KeptSchedule | undefined> {
  const row = await trx.selectFrom('newsletter_schedule').selectAll().forUpdate().skipLocked().executeTakeFirst();
  return row && toSchedule(row);
}

/** Writes the schedule anew. `read` is the tag of the one it was made from. Throws 412 `changed_since`. */
export async function writeSchedule(db: Db, actor: string, read: string, given: ScheduleInput): Promise<KeptSchedule> {
  return transact(db, async (trx) => {
    const now = await trx.selectFrom('newsletter_schedule').selectAll().forUpdate().executeTakeFirstOrThrow();
    refuseOld(read, toSchedule(now).tag);
    // Later than the one before, also within a millisecond: it is the tag.
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

function toSchedule({ is_on, weekday, hour, time_zone, updated_at }: Row): KeptSchedule {
  return { is_on, weekday, hour, time_zone, tag: String(updated_at.getTime()), changedAt: updated_at };
}
