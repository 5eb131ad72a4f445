import { z } from 'zod';
import { defineTask, type Task } from '#src/platform/jobs/task.ts';
import type { Log } from '#src/platform/log.ts';
import { type Archived, writeBase } from './write-base.ts';

/** The job's name: once a day, and when the archive has none yet. */
export const TAKE_BASE = 'take_base';

export function takeBaseTask(archived: () => Promise<Archived>, log: Pick<Log, 'info'>): Task {
  return defineTask({
    name: TAKE_BASE,
    payload: z.strictObject({}),
    run: async () => {
      const { file, bytes } = await writeBase(await archived());
      log.info({ event: 'base_taken', file, bytes }, 'A base was taken');
    },
  });
}
