/** When a night begins and ends: it lasts until five in the morning, by the clocks of the place that the weekly letter goes by. */
import { addDays, dayAt, momentAt, readSchedule } from '#src/features/newsletter/newsletter.ts';
import type { Db } from '#src/platform/db/db.ts';

const FIRST_HOUR = 5;

/** The night that it is at a moment, as 2026-11-22: before five in the morning still that of the day before. */
export function nightAt(moment: Date, timeZone: string): string {
  const day = dayAt(moment, timeZone);
  return moment < momentAt(day, FIRST_HOUR, timeZone) ? addDays(day, -1) : day;
}

/** The moment at which a night begins to be tonight. */
export function beginOf(night: string, timeZone: string): Date {
  return momentAt(night, FIRST_HOUR, timeZone);
}

/** So many nights from one on, in their order; of a negative number those before it, the last one first. */
export function nightsFrom(night: string, count: number): string[] {
  return Array.from({ length: Math.abs(count) }, (_, n) => addDays(night, count < 0 ? -1 - n : n));
}

/** Where the clocks hang. */
export async function readTimeZone(db: Db): Promise<string> {
  return (await readSchedule(db)).time_zone;
}

/** The night that it is now. */
export async function tonightOf(db: Db, now = new Date()): Promise<string> {
  return nightAt(now, await readTimeZone(db));
}
