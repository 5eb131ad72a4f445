import { sql } from 'kysely';
import { z } from 'zod';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { defineTask, type Task } from '#src/platform/jobs/task.ts';
import type { Log } from '#src/platform/log.ts';

/**
 * Task that marks a scheduled tale as public when its date has come. Database triggers add the jobs (db/migrations/0018_versions.sql).
 * Readers see the tale from its date on in any case; the mark invalidates page caches and records the time. A job that runs early,
 * twice, or after the tale was changed does nothing.
 */
export function publishTaleTask({ db, log }: { db: Db; log: Pick<Log, 'info'> }): Task {
  return defineTask({
    name: 'publish-tale',
    payload: z.object({ id: z.uuid() }),
    run: async ({ id }) => {
      if (await markPublic(db, id)) log.info({ event: 'tale_went_public', tale: id }, 'Scheduled tale was published');
    },
  });
}

/** Returns whether this call marked the tale. */
async function markPublic(db: Db, id: string): Promise<boolean> {
  return transact(db, async (trx) => {
    const tale = await trx
      .updateTable('tales')
      .set({ first_published_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('status', '=', 'published')
      .where('deleted_at', 'is', null)
      .where('publish_date', '<=', sql<Date>`now()`)
      .where('first_published_at', 'is', null)
      .returning('title')
      .executeTakeFirst();
    if (tale === undefined) return false;
    await audit(trx, { actor: null, action: 'tale.went-public', subject: { kind: 'tale', id }, details: tale });
    return true;
  });
}
