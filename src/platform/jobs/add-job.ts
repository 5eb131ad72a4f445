import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';

type JobOptions = {
  /** Earliest time. Default: now. */
  runAt?: Date;
  /** Delay in milliseconds, by the database's clock. */
  delayMs?: number;
  /** Maximum attempts. Default 10: the last one about 3.5 hours after the first. */
  tries?: number;
  /** Replaces a waiting job with this key. */
  key?: string;
  /** Due jobs with lower numbers run first. Default 0. */
  priority?: number;
  /** Jobs of one queue run one after another. Use few names: each is stored as a row. */
  queue?: string;
};

const DEFAULT_ATTEMPTS = 10;

/**
 * Adds a job in the caller's transaction: it runs after the commit, in any process that runs jobs. `name`: the task. The payload must be
 * plain JSON without secrets, because failed jobs are stored: pass ids. A failing job is retried after e, e², e³ … seconds, from the tenth
 * time on after 6 hours.
 */
export async function addJob(
  trx: Db,
  name: string,
  payload: Record<string, unknown>,
  { runAt, delayMs = 0, tries = DEFAULT_ATTEMPTS, key, queue, priority = 0 }: JobOptions = {},
): Promise<void> {
  await sql`select from graphile_worker.add_job(${name}, payload := ${JSON.stringify(payload)}::json, queue_name := ${queue ?? null},
    run_at := coalesce(${runAt ?? null}::timestamptz, now()) + ${delayMs} * interval '1 ms', max_attempts := ${tries}::integer, job_key := ${key ?? null},
    priority := ${priority}::integer)`.execute(trx);
}
