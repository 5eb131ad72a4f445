import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';

type JobOptions = {
  /** Not before. Default: at once. */
  runAt?: Date;
  /** Not before so many milliseconds have passed, by the database's clock. */
  delayMs?: number;
  /** Tries until the job is dead, the first one counted. Default 10: the last comes about 3.5 hours after the first. */
  tries?: number;
  /** A waiting job with this key is replaced. */
  key?: string;
  /** Of jobs that are due those of the lowest number go first. Default 0. */
  priority?: number;
  /** Jobs of one queue run one after another. Few names only: each is kept as a row. */
  queue?: string;
};

const TRIES = 10;

/**
 * Adds a job in the caller's transaction: it runs after the commit, once, in any process that runs jobs; or never, after a
 * rollback. `name` is the task's. The payload must be plain JSON and hold no secret, as it is kept with dead jobs: hand on an id.
 * A task that fails is tried again after e, e², e³ … seconds, from the tenth time on after 6 hours.
 */
export async function addJob(
  trx: Db,
  name: string,
  payload: Record<string, unknown>,
  { runAt, delayMs = 0, tries = TRIES, key, queue, priority = 0 }: JobOptions = {},
): Promise<void> {
  await sql`select from graphile_worker.add_job(${name}, payload := ${JSON.stringify(payload)}::json, queue_name := ${queue ?? null},
    run_at := coalesce(${runAt ?? null}::timestamptz, now()) + ${delayMs} * interval '1 ms', max_attempts := ${tries}::integer, job_key := ${key ?? null},
    priority := ${priority}::integer)`.execute(trx);
}
