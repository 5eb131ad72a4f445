/** The API of the screen of operations, below /api/v1/admin. For people alone: its deeds are theirs. */
import { z } from 'zod';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { removeJob, retryJob } from './change-jobs.ts';
import { Operations } from './contract.ts';
import { type OperationsDeps, readOperations } from './read-operations.ts';

export { createReadProcess } from './panels/process-panel.ts';
export type { OperationsDeps } from './read-operations.ts';

type Asker = { id: string };

const JobId = z.strictObject({
  id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
});
const NOT_DEAD = { 404: 'There is no such job, or it has not failed for good' };

export function operationEndpoints(deps: OperationsDeps): Endpoint<Asker>[] {
  const { db } = deps;
  return [
    endpoint({
      ...{ method: 'GET', path: '/operations', answer: Operations },
      summary: 'How the site is doing at this moment: mails, jobs, database, disk, this process, backups, counts',
      run: (_: { asker: Asker }) => readOperations(deps),
    }),
    endpoint({
      ...{ method: 'POST', path: '/jobs/{id}/retry', params: JobId, refusals: NOT_DEAD },
      summary: 'Has a job that has failed for good done again, with all its tries',
      run: async ({ asker, params }: { asker: Asker; params: z.output<typeof JobId> }) => {
        await retryJob(db, asker, params.id);
        return undefined;
      },
    }),
    endpoint({
      ...{ method: 'DELETE', path: '/jobs/{id}', params: JobId, refusals: NOT_DEAD },
      summary: 'Takes a job that has failed for good out of the queue',
      run: async ({ asker, params }: { asker: Asker; params: z.output<typeof JobId> }) => {
        await removeJob(db, asker, params.id);
        return undefined;
      },
    }),
  ];
}
