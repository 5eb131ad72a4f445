/** The jobs that send letters, one for each delivery. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { addJob } from '#src/platform/jobs/add-job.ts';

/** The name of the task that sends one letter to one reader. */
export const SEND_LETTER = 'send_letter';

/** After everything else that is due. */
const PRIORITY = 10;
/** Each is one process or database that went away; tries to send are counted by ourselves. */
const TRIES = 25;

const KEY = 'letter:';

/** Deliveries that wait, and the issue whose letter they are. */
type Letter = { deliveryId: string; issueId: string };

/** The job of one letter. `triesMade`: since it was queued, or since it was given all its tries again. */
export async function addLetterJob(trx: Db, letter: Letter, { triesMade, delayMs }: { triesMade: number; delayMs: number }): Promise<void> {
  const key = `${KEY}${letter.deliveryId}`;
  await addJob(trx, SEND_LETTER, { ...letter, triesMade }, { key, delayMs, tries: TRIES, priority: PRIORITY });
}

/**
 * Part of a statement, to stand behind its "with": one job for each row of `made`, an expression before it with a column `id`. Its own
 * name is `queued`, and it has a row for each job.
 */
export function queuedPart(issueId: string): RawBuilder<unknown> {
  return sql`queued as (
    select job.id from (
      select array_agg((${SEND_LETTER}::text, json_build_object('deliveryId', id, 'issueId', ${issueId}::uuid, 'triesMade', 0), null, null,
        ${TRIES}::integer, ${KEY}::text || id, ${PRIORITY}::integer, null)::graphile_worker.job_spec) as specs
      from made having count(*) > 0
    ) all_made cross join lateral graphile_worker.add_jobs(all_made.specs) job)`;
}

/** As SQL: whether a job will still try to send the delivery of that id, an expression of SQL. */
export function hasJob(id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from graphile_worker._private_jobs job
    where job.key = ${KEY}::text || ${id} and (job.attempts < job.max_attempts or job.locked_at is not null))`;
}
