import type pg from 'pg';
import type { Log } from '#src/platform/log.ts';

/** What a job may take; then its task is told to stop, and it counts as failed. */
export const LONGEST_JOB_MS = 10 * 60_000;

/** A job taken longer ago than any job lasts was left by a process that was killed. The library itself waits four hours. */
const LEFT_AFTER_MS = 15 * 60_000;
const LOOK_EVERY_MS = 60_000;

/** Frees jobs that killed processes left, now and once a minute, until the signal is given. */
export function freeLeftJobs(pool: pg.Pool, log: Pick<Log, 'warn'>, until: AbortSignal): void {
  const look = async () => {
    try {
      await pool.query(
        `select graphile_worker.force_unlock_workers(workers) from (
          select array_agg(distinct locked_by) as workers from graphile_worker.jobs where locked_at < now() - $1 * interval '1 ms'
        ) left_jobs where workers is not null`,
        [LEFT_AFTER_MS],
      );
    } catch (error) {
      if (!until.aborted) log.warn({ event: 'jobs_not_freed', err: error }, 'Jobs left by a killed process could not be looked for');
    }
  };
  void look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  until.addEventListener('abort', () => clearInterval(timer), { once: true });
}
