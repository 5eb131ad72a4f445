import { z } from 'zod';
import type { Db } from '#src/platform/db/db.ts';
import type { Log } from '#src/platform/log.ts';
import { defineTask, type Task } from './task.ts';

/** Removes what nobody needs any more, by the database's clock, and returns how many rows there were. May run at any time. */
export type Removal = (db: Db) => Promise<number>;

export const CLEAN_UP = 'clean_up';

/** The task that runs all removals, by what they remove. One that fails keeps none of the others; then all are tried again. */
export function cleanUpTask({ db, log, removals }: { db: Db; log: Pick<Log, 'info'>; removals: Record<string, Removal> }): Task {
  return defineTask({
    name: CLEAN_UP,
    payload: z.strictObject({}),
    run: async () => {
      const removed: Record<string, number> = {};
      const failures: unknown[] = [];
      for (const [what, remove] of Object.entries(removals)) {
        try {
          removed[what] = await remove(db);
        } catch (error) {
          failures.push(error);
        }
      }
      log.info({ event: 'cleaned_up', removed }, 'What nobody needs any more was removed');
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} removals failed: ${failures.map(String).join('; ')}`);
    },
  });
}
