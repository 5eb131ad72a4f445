import { z } from 'zod';
import type { Db } from '#src/platform/db/db.ts';
import type { Log } from '#src/platform/log.ts';

/** The job that a task runs for. */
export type JobFacts = {
  /** 1 for the first attempt. */
  attempt: number;
  /** Aborted when the time of the job is up: ten minutes, or less while the process is stopping. */
  signal: AbortSignal;
};

/** A kind of job. An error causes a retry; its message is stored and logged. */
export type Task = { name: string; run(payload: unknown, job: JobFacts): Promise<void> };

/** Creates a task that validates its payload. An invalid payload fails the job and is not quoted in the error. */
export function defineTask<Schema extends z.ZodType>(definition: {
  name: string;
  payload: Schema;
  run(payload: z.output<Schema>, job: JobFacts): Promise<void>;
}): Task {
  const { name, payload: schema, run } = definition;
  return {
    name,
    async run(payload, job) {
      const parsed = schema.safeParse(payload);
      if (!parsed.success) {
        const fields = parsed.error.issues.map((issue) => issue.path.join('.') || 'payload');
        throw new Error(`Invalid payload of job "${name}": ${fields.join(', ')}.`);
      }
      await run(parsed.data, job);
    },
  };
}

/** Removes expired rows by the database's clock and returns their number. May run at any time. */
export type Removal = (db: Db) => Promise<number>;

export const CLEANUP = 'clean_up';

/** Creates the task that runs all removals. A failing one does not prevent the others; then all are retried. */
export function cleanupTask({ db, log, removals }: { db: Db; log: Pick<Log, 'info'>; removals: Record<string, Removal> }): Task {
  return defineTask({
    name: CLEANUP,
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
      log.info({ event: 'cleaned_up', removed }, 'Removed expired data');
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} removals failed: ${failures.map(String).join('; ')}`);
    },
  });
}
