/** What was brought in, by the browser or by the command, and taking it back. */
import { sql } from 'kysely';
import { listRuns, type Run } from '#src/features/import/import.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import { addJob } from '#src/platform/jobs/add-job.ts';
import type { ImportRun } from './contract.ts';

export const UNDO_IMPORT = 'undo_import';
/** One after the other: other jobs must find somebody to do them. */
const QUEUE = 'undo imports';
const TRIES = 5;

/** The newest first, at most a hundred. */
export async function listImportRuns(db: Db): Promise<ImportRun[]> {
  const runs = await listRuns(db);
  const undoing = await listUndoing(db);
  return runs.map((run) => toImportRun(run, undoing.has(run.id)));
}

/** Has a run taken back by a job. Throws 404, and 409 when it is already, or is at work. */
export async function askUndo(db: Db, editor: { id: string }, id: number): Promise<ImportRun> {
  await transact(db, async (trx) => {
    const { rows } = await sql<{ undone: boolean; atWork: boolean }>`
      select undone_at is not null as undone, exists (select from import_uploads u where u.run_id = r.id and u.state = 'importing') as "atWork"
      from import_runs r where id = ${id} for update`.execute(trx);
    const [run] = rows;
    if (run === undefined) throw notFound('There is no such import.');
    if (run.undone) throw new AppError(409, 'undone', 'This import has been taken back already.');
    if (run.atWork) throw new AppError(409, 'at_work', 'This import is at work. Stop it first, or wait until it is done.');
    if ((await listUndoing(trx)).has(id)) throw new AppError(409, 'undoing', 'This import is being taken back just now.');
    await addJob(trx, UNDO_IMPORT, { run: id }, { queue: QUEUE, key: keyOf(id), tries: TRIES });
    await audit(trx, { actor: editor.id, action: 'import.undone', subject: { kind: 'import', id: String(id) } });
  });
  const run = (await listRuns(db, id))[0];
  if (run === undefined) throw notFound('There is no such import.');
  return toImportRun(run, run.state !== 'undone');
}

/** Those whose job has not ended: one that has failed for good may be asked for again. */
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

function toImportRun({ id, startedAt, by, books, bookCount, tales, drafts, leftOut, state, undone }: Run, isUndoing: boolean): ImportRun {
  const now = isUndoing && state !== 'undone' ? 'undoing' : state === 'broken off' ? 'broken_off' : state;
  return {
    ...{ id, started_at: startedAt.toISOString(), by, books, book_count: bookCount, tales, drafts, left_out: leftOut },
    state: now,
    undone,
  };
}
