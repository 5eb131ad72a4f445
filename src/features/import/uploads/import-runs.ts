/** Import runs in the API, from browser and command line. */
import { sql } from 'kysely';
import { listRuns, type Run } from '#src/features/import/import.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import { addJob } from '#src/platform/jobs/add-job.ts';
import type { ImportRun } from './contract.ts';

export const UNDO_IMPORT = 'undo_import';
/** One at a time, to leave workers for other jobs. */
const QUEUE = 'undo imports';
const MAX_ATTEMPTS = 5;

/** Returns runs, newest first, at most 100. */
export async function listImportRuns(db: Db): Promise<ImportRun[]> {
  const runs = await listRuns(db);
  const undoing = await listUndoing(db);
  return runs.map((run) => toImportRun(run, undoing.has(run.id)));
}

/**
 * Queues the undo of a run.
 * @throws AppError 404; 409 when it is undone, being undone or running
 */
export async function requestUndo(db: Db, editor: { id: string }, id: number): Promise<ImportRun> {
  await transact(db, async (trx) => {
    const { rows } = await sql<{ undone: boolean; atWork: boolean }>`
      select undone_at is not null as undone, exists (select from import_uploads u where u.run_id = r.id and u.state = 'importing') as "atWork"
      from import_runs r where id = ${id} for update`.execute(trx);
    const [run] = rows;
    if (run === undefined) throw notFound('There is no such import.');
    if (run.undone) throw new AppError(409, 'undone', 'This import was already undone.');
    if (run.atWork) throw new AppError(409, 'at_work', 'This import is running. Stop it, or wait until it is complete.');
    if ((await listUndoing(trx)).has(id)) throw new AppError(409, 'undoing', 'This import is already being undone.');
    await addJob(trx, UNDO_IMPORT, { run: id }, { queue: QUEUE, key: keyOf(id), tries: MAX_ATTEMPTS });
    await audit(trx, { actor: editor.id, action: 'import.undone', subject: { kind: 'import', id: String(id) } });
  });
  const run = (await listRuns(db, id))[0];
  if (run === undefined) throw notFound('There is no such import.');
  return toImportRun(run, run.state !== 'undone');
}

/** Runs with a pending undo job. Permanently failed ones may be requested again. */
async function listUndoing(db: Db): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ key: string }>`
    select key from graphile_worker.jobs where task_identifier = ${UNDO_IMPORT} and (attempts < max_attempts or locked_at is not null)`.execute(
    db,
  );
  return new Set(rows.map(({ key }) => Number(key.slice(keyOf('').length))));
}

function keyOf(run: number | ''): string {
  return `undo:${run}`;
}

function toImportRun({ id, startedAt, by, books, bookCount, tales, drafts, skipped, state, undone }: Run, isUndoing: boolean): ImportRun {
  const now = isUndoing && state !== 'undone' ? 'undoing' : state === 'interrupted' ? 'broken_off' : state;
  return {
    ...{ id, started_at: startedAt.toISOString(), by, books, book_count: bookCount, tales, drafts, left_out: skipped },
    state: now,
    undone,
  };
}
