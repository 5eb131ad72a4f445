import type pg from 'pg';
import type { Log } from '#src/platform/log.ts';

/** A task that is due once a day, with an empty payload: its name, and when, as hours and minutes of UTC. */
export type DailyTask = { task: string; at: `${number}:${number}` };

const TRIES = 5;
const LOOK_EVERY_MS = 60_000;

/** Rows of the library's own timetable, which goes by the clock of the process: one set wrong for a moment would leave dates for years. */
const KNOW = 'insert into graphile_worker._private_known_crontabs (identifier, known_since) values ($1, now()) on conflict do nothing';

/**
 * Whoever moves the date on adds the job. One that lies far ahead was left by a clock that was wrong; one that lies ahead by less
 * by a clock that was set back, and the day's job was added already. A job of yesterday that waits for its next try is replaced.
 */
const ADD = `
  with due as (
    select case when at > now() then at - interval '1 day' else at end as at
    from (select (date_trunc('day', now() at time zone 'UTC') + $2::interval) at time zone 'UTC' as at) today
  ), moved as (
    update graphile_worker._private_known_crontabs set last_execution = due.at from due
    where identifier = $1 and (known_since <= due.at or known_since > now() + interval '1 day')
      and (last_execution is null or last_execution < due.at or last_execution > now() + interval '1 day')
    returning 1
  )
  select graphile_worker.add_job($1, max_attempts := ${TRIES}, job_key := 'daily:' || $1) from moved`;

/**
 * Adds the jobs of each day, by the database's clock: looks now and once a minute, until the signal is given. Of all processes the
 * first one adds a job. What was due while none ran is made up for; a task that is new is first due at its next time.
 */
export function addDailyJobs(pool: pg.Pool, daily: readonly DailyTask[], log: Pick<Log, 'warn'>, until: AbortSignal): void {
  const look = async () => {
    try {
      for (const { task, at } of daily) {
        await pool.query(KNOW, [task]);
        await pool.query(ADD, [task, at]);
      }
    } catch (error) {
      if (!until.aborted) log.warn({ event: 'daily_jobs_not_added', err: error }, 'The jobs of the day could not be looked for');
    }
  };
  void look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  until.addEventListener('abort', () => clearInterval(timer), { once: true });
}
