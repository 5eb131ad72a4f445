import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';

export type JobCounts = { task: string; waiting: number; running: number; dead: number };

/** So many are looked at: a letter to very many readers is a job each. */
const MOST_COUNTED = 20_000;

/** How many jobs of each task wait (also for a time to come), are at work, or are dead, by name. `isAll`: false where there are more than are counted. */
export async function countJobs(db: Db): Promise<{ tasks: JobCounts[]; isAll: boolean }> {
  const { rows } = await sql<JobCounts>`
    select t.identifier as task,
      count(*) filter (where locked_at is null and attempts < max_attempts)::integer as waiting,
      count(*) filter (where locked_at is not null)::integer as running,
      count(*) filter (where locked_at is null and attempts >= max_attempts)::integer as dead
    from (select task_id, locked_at, attempts, max_attempts from graphile_worker._private_jobs limit ${MOST_COUNTED}) j
    join graphile_worker._private_tasks t on t.id = j.task_id
    group by t.identifier order by t.identifier`.execute(db);
  const counted = rows.reduce((all, { waiting, running, dead }) => all + waiting + running + dead, 0);
  return { tasks: rows, isAll: counted < MOST_COUNTED };
}
