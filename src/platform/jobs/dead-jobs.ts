import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';

export type DeadJob = { id: number; task: string; tries: number; lastError: string | null; addedAt: Date };

const PAGE = 100;

/** The jobs whose last try has failed, newest first, 100 at most; `before` is the id of the last one seen. */
export async function listDeadJobs(db: Db, before?: number): Promise<DeadJob[]> {
  const { rows } = await sql<DeadJob>`
    select id, task_identifier as task, attempts as tries, last_error as "lastError", created_at as "addedAt"
    from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null and (${before ?? null}::bigint is null or id < ${before ?? null}::bigint)
    order by id desc limit ${PAGE}`.execute(db);
  return rows;
}
