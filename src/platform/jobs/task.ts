import type { z } from 'zod';

/** What a task is told about the job at hand. */
export type JobFacts = {
  /** 1 at the first try. */
  attempt: number;
  /** Aborted when the job has used up its time: ten minutes, or what is left when the process is stopping. */
  signal: AbortSignal;
};

/** A kind of job: its name in the queue, and what to do. An error makes it be tried again; its message is kept and logged. */
export type Task = { name: string; run(payload: unknown, job: JobFacts): Promise<void> };

/** Makes a task that reads its payload by a schema. One that does not fit fails the job, without being quoted. */
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
        const fields = parsed.error.issues.map((issue) => issue.path.join('.') || 'all of it');
        throw new Error(`The payload of a job "${name}" does not fit: ${fields.join(', ')}.`);
      }
      await run(parsed.data, job);
    },
  };
}
