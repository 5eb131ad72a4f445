import type pg from 'pg';
import type { Log } from '#src/platform/log.ts';
import { isHeld } from './alive.ts';

/** What a job may take; then its task is told to stop, and it counts as failed. */
export const LONGEST_JOB_MS = 10 * 60_000;

/** A job taken longer ago than any job lasts is free, whoever holds what. The library itself waits four hours. */
const LEFT_AFTER_MS = 15 * 60_000;
const LOOK_EVERY_MS = 5_000;

/** Workers with jobs at work whose lock nobody holds, or whose job is older than any can be. */
const LEFT = `select locked_by as worker, bool_or(locked_at < now() - interval '${LEFT_AFTER_MS} ms') as "isOld"
  from graphile_worker._private_jobs job where locked_by is not null group by locked_by
  having bool_or(locked_at < now() - interval '${LEFT_AFTER_MS} ms') or not ${isHeld('job.locked_by')}`;

type LookOptions = {
  log: Pick<Log, 'warn'>;
  until: AbortSignal;
  /** Milliseconds between two looks. Default 5,000. */
  everyMs?: number | undefined;
};

/**
 * Frees jobs that killed processes left, until the signal is given: those of workers whose lock (alive.ts) nobody holds at two looks
 * one after the other, as a process that lives may lose its connection and takes it again within a second. One that is stopped for
 * a while (SIGSTOP) keeps its connection, and so its jobs.
 */
export function freeLeftJobs(pool: pg.Pool, { log, until, everyMs = LOOK_EVERY_MS }: LookOptions): void {
  let missing: string[] = [];
  const look = async () => {
    try {
      const before = missing;
      const { rows } = await pool.query<{ worker: string; isOld: boolean }>(LEFT);
      missing = rows.map(({ worker }) => worker);
      const left = rows.filter(({ worker, isOld }) => isOld || before.includes(worker)).map(({ worker }) => worker);
      if (left.length > 0) await free(pool, left);
    } catch (error) {
      // Who was missed before a restart of the database is missed anew.
      missing = [];
      if (!until.aborted) log.warn({ event: 'jobs_not_freed', err: error }, 'Jobs left by a killed process could not be looked for');
    }
  };
  void look();
  const timer = setInterval(look, everyMs);
  timer.unref();
  until.addEventListener('abort', () => clearInterval(timer), { once: true });
}

/** Asks once more in the same statement: they may just have come back. */
async function free(pool: pg.Pool, workers: string[]): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(worker)) from (${LEFT}) still where worker = any ($1) having count(*) > 0`,
    [workers],
  );
}

/** In a database that was brought back: who was at work on a job then is not any more. */
export async function freeAllJobs(client: pg.ClientBase): Promise<void> {
  for (const table of ['_private_jobs', '_private_job_queues'])
    await client.query(`update graphile_worker.${table} set locked_at = null, locked_by = null where locked_at is not null`);
}
