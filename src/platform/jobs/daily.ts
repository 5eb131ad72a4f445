import { type ParsedCronItem, parseCronItems } from 'graphile-worker';

/** A task that is due once a day, with an empty payload: its name, and when, as hours and minutes of UTC. */
export type DailyTask = { task: string; at: `${number}:${number}` };

const DAY_MS = 24 * 60 * 60_000;
const TRIES = 5;

/**
 * The timetable for the library. Of all processes the first one adds the day's job, by a row in the database that holds when it
 * was added last. What was due while no process ran is made up for within a day; a task that is new is first due at its next time.
 */
export function timetable(daily: readonly DailyTask[]): ParsedCronItem[] {
  return parseCronItems(
    daily.map(({ task, at }) => {
      const [hour, minute] = at.split(':').map(Number);
      // A job of yesterday that failed and waits for its next try is replaced.
      const options = { backfillPeriod: DAY_MS, maxAttempts: TRIES, jobKey: `daily:${task}` };
      return { task, match: `${minute} ${hour} * * *`, identifier: task, options };
    }),
  );
}
