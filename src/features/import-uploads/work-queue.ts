/** Which imports are worked at: two at a time over the whole site, the others wait in the order in which they were asked for. */
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { addJob } from '#src/platform/jobs/add-job.ts';

export const IMPORT_FILES = 'import_files';
/** Tries of a job: within a minute and a half, should each fail at once. */
export const TRIES = 5;

/** Jobs of one queue run one after the other. */
const QUEUES = ['imports 1', 'imports 2'];
/** Any number that is ours. */
const LOCK = 7_412_028;

/** `turn`: of the check or import that is meant. */
export type Work = { id: string; turn: number };

export function jobKey({ id, turn }: Work): string {
  return `import:${id}:${turn}`;
}

/**
 * Gives those who have waited longest the queues that are free, in the caller's transaction: to be called whenever work is asked for or has
 * ended. `own`: the job that calls it, which is as good as done.
 */
export async function startWaiting(trx: Db, own?: Work): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
  await failLost(trx);
  const { rows: free } = await sql<{ queue: string }>`
    select queue from unnest(${QUEUES}::text[]) queue where not exists (select from graphile_worker.jobs
      where queue_name = queue and key is distinct from ${own === undefined ? null : jobKey(own)} and (attempts < max_attempts or locked_at is not null))
    order by queue`.execute(trx);
  const { rows: waiting } = await sql<Work>`
    select id, turn from import_uploads u where state in ('checking', 'importing')
      and not exists (select from graphile_worker.jobs where key = 'import:' || u.id || ':' || u.turn)
    order by asked_at limit ${free.length}`.execute(trx);
  for (const [index, work] of waiting.entries())
    await addJob(trx, IMPORT_FILES, work, { key: jobKey(work), queue: free[index]?.queue ?? '', tries: TRIES });
}

/** Goes on with the work in another job: of what one job may last, it has used up its part. */
export async function goOnLater(trx: Db, work: Work): Promise<void> {
  const { rows } = await sql<{ queue: string }>`select queue_name as queue from graphile_worker.jobs where key = ${jobKey(work)}`.execute(
    trx,
  );
  await addJob(trx, IMPORT_FILES, work, { key: jobKey(work), queue: rows[0]?.queue ?? (QUEUES[0] as string), tries: TRIES });
}

/** A job whose process was killed at its last try cannot say so itself. */
async function failLost(trx: Db): Promise<void> {
  await sql`
    update import_uploads u set state = 'failed', touched_at = now(),
      problem = 'It was broken off again and again, for a reason on our side. Please tell who looks after the site.'
    where state in ('checking', 'importing') and exists (select from graphile_worker.jobs
      where key = 'import:' || u.id || ':' || u.turn and attempts >= max_attempts and locked_at is null)`.execute(trx);
}
