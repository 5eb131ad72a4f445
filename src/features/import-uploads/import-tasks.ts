/** The jobs of imports: a check or an import, and taking back what a run has brought in. */
import { z } from 'zod';
import type { Classify } from '#src/features/classification/classification.ts';
import { type Opening, undoRun } from '#src/features/import/import.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import { defineTask, type JobFacts, type Task } from '#src/platform/jobs/task.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import { type Finished, importFiles, OutOfTime, Refused } from './import-files.ts';
import { UNDO_IMPORT } from './import-runs.ts';
import { goOnLater, IMPORT_FILES, startWaiting, TRIES, type Work } from './work-queue.ts';
import { beginWork, endWork, failWork, type Working } from './work-rows.ts';

/** `budgetMs`: after so long an import goes on in another job, and a check is given up. `opening`: for tests. */
export type TaskDeps = { db: Db; store: ObjectStore; dataDir: string; classify: Classify; budgetMs?: number; opening?: Opening };

/** Less than what a job may last, by the time that a file may take to open and a book to be written. */
const BUDGET_MS = 8 * 60_000;

export function importTasks(deps: TaskDeps): Task[] {
  return [
    defineTask({
      name: IMPORT_FILES,
      payload: z.object({ id: z.uuid(), turn: z.int() }),
      run: (work, job) => workAt(deps, work, job),
    }),
    defineTask({
      name: UNDO_IMPORT,
      payload: z.object({ run: z.int() }),
      run: async ({ run }, { signal }) => void (await undoRun(deps.db, run, signal)),
    }),
  ];
}

/** Nobody may wait for what will not come: what cannot be done is told in the state, and the next ones are let in. */
async function workAt(deps: TaskDeps, work: Work, { attempt, signal }: JobFacts): Promise<void> {
  const { db } = deps;
  const working = await beginWork(db, work);
  // Stopped before it began.
  if (working === undefined) return transact(db, (trx) => startWaiting(trx, work));
  try {
    await finish(deps, working, await importFiles({ ...deps, budgetMs: deps.budgetMs ?? BUDGET_MS }, working, signal));
  } catch (error) {
    if (error instanceof Refused) return failWork(db, working, error.message);
    if (error instanceof OutOfTime) return outOfTime(db, working);
    if (attempt >= TRIES) await failWork(db, working, reasonOf(error));
    throw error;
  }
}

async function finish({ db, store }: TaskDeps, working: Working, finished: Finished | 'stopped'): Promise<void> {
  if (finished === 'stopped') return transact(db, (trx) => startWaiting(trx, working));
  await endWork(db, working, finished);
  // What was brought in is not needed any more. Should it not go now, it goes with its row.
  if (!working.isDry) await store.remove(working.id).catch(() => {});
}

async function outOfTime(db: Db, working: Working): Promise<void> {
  if (working.isDry) return failWork(db, working, 'There is too much in these files to be checked at once. Bring them in in parts.');
  await transact(db, (trx) => goOnLater(trx, working));
}

function reasonOf(error: unknown): string {
  return error instanceof AppError
    ? error.message
    : 'It could not be done, for a reason on our side. Please tell who looks after the site.';
}
