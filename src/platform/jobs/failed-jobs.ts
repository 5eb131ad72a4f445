import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';

export type FailedJob = { id: number; task: string; tries: number; lastError: string | null; addedAt: Date };

const PAGE = 100;

/** Lists jobs that failed permanently, newest first, at most 100. `before`: the id of the last one seen. */
export async function listFailedJobs(db: Db, before?: number): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select id, task_identifier as task, attempts as tries, last_error as "lastError", created_at as "addedAt"
    from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null and (${before ?? null}::bigint is null or id < ${before ?? null}::bigint)
    order by id desc limit ${PAGE}`.execute(db);
  return rows;
}

/** Restarts a failed job with all attempts. Returns the name of its task; undefined when there is no such job, or it has not failed. */
export async function retryFailedJob(trx: Db, id: number): Promise<string | undefined> {
  const task = await lockFailedJob(trx, id);
  if (task !== undefined)
    await sql`select graphile_worker.reschedule_jobs(array[${id}]::bigint[], run_at := now(), attempts := 0)`.execute(trx);
  return task;
}

/** Deletes a failed job. Returns as `retryFailedJob` does. */
export async function removeFailedJob(trx: Db, id: number): Promise<string | undefined> {
  const task = await lockFailedJob(trx, id);
  if (task !== undefined) await sql`select graphile_worker.complete_jobs(array[${id}]::bigint[])`.execute(trx);
  return task;
}

/** Of two concurrent administrators, the second one finds no failed job. */
async function lockFailedJob(trx: Db, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ task: string }>`
    select t.identifier as task from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.id = ${id} and j.attempts >= j.max_attempts and j.locked_at is null for update of j`.execute(trx);
  return rows[0]?.task;
}

type JobCounts = { task: string; waiting: number; running: number; dead: number };

/** Limit of the count: a newsletter issue with many subscribers is one job each. */
const MAX_COUNTED = 20_000;

/** Counts waiting (also scheduled), running and failed jobs by task. `isAll`: false when there are more jobs than are counted. */
export async function countJobs(db: Db): Promise<{ tasks: JobCounts[]; isAll: boolean }> {
  const { rows } = await sql<JobCounts>`
    select t.identifier as task,
      count(*) filter (where locked_at is null and attempts < max_attempts)::integer as waiting,
      count(*) filter (where locked_at is not null)::integer as running,
      count(*) filter (where locked_at is null and attempts >= max_attempts)::integer as dead
    from (select task_id, locked_at, attempts, max_attempts from graphile_worker._private_jobs limit ${MAX_COUNTED}) j
    join graphile_worker._private_tasks t on t.id = j.task_id
    group by t.identifier order by t.identifier`.execute(db);
  const counted = rows.reduce((all, { waiting, running, dead }) => all + waiting + running + dead, 0);
  return { tasks: rows, isAll: counted < MAX_COUNTED };
}
