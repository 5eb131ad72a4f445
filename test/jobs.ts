import { createLog } from '#src/platform/log.ts';
import { runSql } from './sql.ts';

/** Inspects the job queue, and skips backoff. */

export type QueuedJob = {
  id: number;
  attempts: number;
  max_attempts: number;
  last_error: string | null;
  locked_by: string | null;
  wait_s: number;
};

export function listQueue(ownerUrl: string): Promise<QueuedJob[]> {
  return runSql<QueuedJob>(
    ownerUrl,
    `select id, attempts, max_attempts, last_error, locked_by, extract(epoch from run_at - updated_at)::float8 as wait_s
      from graphile_worker._private_jobs order by id`,
  );
}

/** Makes all jobs that wait for a retry due now. */
export function retryJobsNow(ownerUrl: string): Promise<unknown> {
  return runSql(ownerUrl, 'update graphile_worker._private_jobs set run_at = now() where locked_by is null and attempts < max_attempts');
}

/** Opens a log at level `trace` that stores its lines. */
export function openTestLog() {
  const lines: string[] = [];
  const { log } = createLog({ level: 'trace', destination: { write: (line) => void lines.push(line) } });
  const parsed = () => lines.map((line) => JSON.parse(line) as Record<string, unknown> & { event?: string });
  return { log, text: () => lines.join(''), lines: parsed, events: () => parsed().map(({ event }) => event) };
}
