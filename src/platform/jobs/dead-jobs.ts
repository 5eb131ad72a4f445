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

/** Gives a dead job all its tries again, at once. Returns the name of its task; undefined when there is no such job, or it is not dead. */
export async function retryDeadJob(trx: Db, id: number): Promise<string | undefined> {
  const task = await lockDeadJob(trx, id);
  if (task !== undefined)
    await sql`select graphile_worker.reschedule_jobs(array[${id}]::bigint[], run_at := now(), attempts := 0)`.execute(trx);
  return task;
}

/** Takes a dead job out of the queue: it will never be done. Returns as `retryDeadJob` does. */
export async function removeDeadJob(trx: Db, id: number): Promise<string | undefined> {
  const task = await lockDeadJob(trx, id);
  if (task !== undefined) await sql`select graphile_worker.complete_jobs(array[${id}]::bigint[])`.execute(trx);
  return task;
}

/** Of two administrators at once the second finds it gone, or alive. */
async function lockDeadJob(trx: Db, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ task: string }>`
    select t.identifier as task from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.id = ${id} and j.attempts >= j.max_attempts and j.locked_at is null for update of j`.execute(trx);
  return rows[0]?.task;
}
