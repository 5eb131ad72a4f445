import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { notFound } from '#src/platform/errors.ts';
import { removeDeadJob, retryDeadJob } from '#src/platform/jobs/dead-jobs.ts';

type Asker = { id: string };

/** Has a dead job done again, with all its tries. Throws 404 `unknown_job` for one that is not dead, or not there. */
export async function retryJob(db: Db, actor: Asker, id: number): Promise<void> {
  await change(db, { actor, id, action: 'job.retried', work: retryDeadJob });
}

/** Takes a dead job out of the queue for good. Throws as `retryJob` does. */
export async function removeJob(db: Db, actor: Asker, id: number): Promise<void> {
  await change(db, { actor, id, action: 'job.removed', work: removeDeadJob });
}

type Change = { actor: Asker; id: number; action: string; work: (trx: Db, id: number) => Promise<string | undefined> };

async function change(db: Db, { actor, id, action, work }: Change): Promise<void> {
  await transact(db, async (trx) => {
    const task = await work(trx, id);
    if (task === undefined) throw notFound('This job is not among those that have failed for good.', 'unknown_job');
    await audit(trx, { actor: actor.id, action, subject: { kind: 'job', id: String(id) }, details: { task } });
  });
}
