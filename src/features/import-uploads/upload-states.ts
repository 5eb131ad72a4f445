/** What editors do with an import. Each change is made only from the states that allow it: of two at once one gets 409. */
import { sql } from 'kysely';
import { FileFault, parseMapping } from '#src/features/import/import.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import { invalid } from '#src/platform/http/read-body.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import { auditWritten } from './audit-import.ts';
import type { ImportHow, ImportUpload } from './contract.ts';
import { atRest } from './upload-files.ts';
import { getUpload, isAtWork, isOpen, lockUpload } from './upload-rows.ts';
import { startWaiting } from './work-queue.ts';

type Editor = { id: string };

export async function createUpload(db: Db, editor: Editor, how: ImportHow): Promise<ImportUpload> {
  judgeMap(how.map);
  const { id } = await db
    .insertInto('import_uploads')
    .values({ created_by: editor.id, how: JSON.stringify(how) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return getUpload(db, id);
}

/** Asks for a dry run; what `change` does not say stays as it was. Throws 404, 409, and 422 by field. */
export async function askCheck(db: Db, editor: Editor, id: string, change: Partial<ImportHow>): Promise<ImportUpload> {
  return transact(db, async (trx) => {
    const { state, how, files } = await lockUpload(trx, id);
    if (!isOpen(state)) throw atRest(state);
    if (files === 0) throw new AppError(409, 'no_files', 'There are no files in this import yet.');
    const wanted = { ...how, ...change };
    judgeMap(wanted.map);
    await ask(trx, editor, id, { state: 'checking', how: wanted });
    return getUpload(trx, id);
  });
}

/** Notes which tales of the check are not imported; each time all of them. Throws 404 and 409. */
export async function excludeTales(db: Db, id: string, exclude: string[]): Promise<ImportUpload> {
  return transact(db, async (trx) => {
    const { state, how } = await lockUpload(trx, id);
    if (state === 'done' || isAtWork(state)) throw atRest(state);
    if (state !== 'checked') throw new AppError(409, 'not_checked', 'These files were not checked as they are now. Check them first.');
    const now = JSON.stringify({ ...how, exclude });
    await sql`update import_uploads set how = ${now}::jsonb, touched_at = now() where id = ${id}::uuid`.execute(trx);
    return getUpload(trx, id);
  });
}

/** Asks that what the check has found be brought in. Throws 404 and 409. */
export async function askImport(db: Db, editor: Editor, id: string): Promise<ImportUpload> {
  return transact(db, async (trx) => {
    const { state, how } = await lockUpload(trx, id);
    if (state === 'done' || isAtWork(state)) throw atRest(state);
    if (state !== 'checked') throw new AppError(409, 'not_checked', 'These files were not checked as they are now. Check them first.');
    await ask(trx, editor, id, { state: 'importing', how });
    return getUpload(trx, id);
  });
}

/** Ends a check or an import that waits or is at work. What was written stays. Throws 404 and 409. */
export async function stopUpload(db: Db, id: string): Promise<ImportUpload> {
  return transact(db, async (trx) => {
    const { state } = await lockUpload(trx, id);
    if (!isAtWork(state)) throw new AppError(409, 'not_at_work', 'There is nothing to stop: it is not at work.');
    if (state === 'checking') {
      await sql`update import_uploads set state = 'collecting', problem = null, turn = turn + 1, touched_at = now() where id = ${id}::uuid`.execute(
        trx,
      );
    } else await failImport(trx, id, 'It was stopped.');
    await startWaiting(trx);
    return getUpload(trx, id);
  });
}

/** Marks an import that is at work as failed. `why`: a sentence; to it is added what was written. In a transaction in which the row is locked. */
export async function failImport(trx: Db, id: string, why: string): Promise<void> {
  const { rows } = await sql<{ run: number | null }>`select run_id as run from import_uploads where id = ${id}::uuid`.execute(trx);
  const run = rows[0]?.run ?? null;
  const written =
    run === null
      ? 'Nothing was written.'
      : `What was written stays: it is import ${run}. Check the files again to go on with it, or take it back.`;
  await sql`
    update import_uploads set state = 'failed', problem = ${`${why} ${written}`}, turn = turn + 1, touched_at = now() where id = ${id}::uuid`.execute(
    trx,
  );
  if (run !== null) await auditWritten(trx, id, 'import.broken-off');
}

/** Throws 404, and 409 while it writes. */
export async function discardUpload({ db, store }: { db: Db; store: ObjectStore }, id: string): Promise<void> {
  await transact(db, async (trx) => {
    const { state } = await lockUpload(trx, id);
    if (state === 'importing') throw atRest(state);
    await trx.deleteFrom('import_uploads').where('id', '=', id).execute();
    await startWaiting(trx);
  });
  await store.remove(id);
}

/** A run that was taken back, or is just now, is not gone on with. */
async function ask(
  trx: Db,
  editor: Editor,
  id: string,
  { state, how }: { state: 'checking' | 'importing'; how: ImportHow },
): Promise<void> {
  await trx.deleteFrom('import_upload_books').where('upload_id', '=', id).execute();
  await sql`
    update import_uploads u set state = ${state}, how = ${JSON.stringify(how)}::jsonb, problem = null, turn = turn + 1, touched_at = now(), asked_at = now(),
      asked_by = ${editor.id}::uuid, started_at = null, progress = null, is_dry = ${state === 'checking'}, problems = '[]', left_files = '[]',
      run_id = (select id from import_runs r where r.id = u.run_id and r.undone_at is null
        and not exists (select from graphile_worker.jobs where key = 'undo:' || r.id))
    where id = ${id}::uuid`.execute(trx);
  await startWaiting(trx);
}

function judgeMap(map: string): void {
  try {
    parseMapping(map);
  } catch (error) {
    throw error instanceof FileFault ? invalid({ map: [error.sentence] }) : error;
  }
}
