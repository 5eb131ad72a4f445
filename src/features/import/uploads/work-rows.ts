/** What a job writes about its work. Every write is conditional on the attempt token, so that stopped work stays stopped. */
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import type { ImportBook, ImportFile, ImportHow, ImportReport, ImportTaleText } from './contract.ts';
import type { WorkProgress } from './upload-rows.ts';
import { auditWritten, failImport, startQueued, type Work } from './upload-states.ts';

/** The work of a job. `run`: an interrupted run to continue. */
export type RunningWork = Work & { isDry: boolean; how: ImportHow; run: number | null; startedBy: string | null; files: StoredFile[] };
/** `sha256`: null for files stored by earlier versions. */
type StoredFile = ImportFile & { sha256: string | null };

/** The work was stopped meanwhile. */
export class WorkStopped extends Error {}

export type SkippedFindings = Pick<ImportReport, 'problems' | 'left'>;
/** A report and its position in the order of the files. */
export type PlacedBook = { position: number; report: ImportBook; texts: Record<string, ImportTaleText> };

/** Begins the work; returns undefined when it was stopped. A check starts over, an import continues. */
export async function beginWork(db: Db, { id, attemptToken }: Work): Promise<RunningWork | undefined> {
  return transact(db, async (trx) => {
    type Row = Omit<RunningWork, 'files' | 'id' | 'attemptToken'>;
    const { rows } = await sql<Row>`
      update import_uploads set started_at = coalesce(started_at, now()), updated_at = now()
      where id = ${id}::uuid and attempt_token = ${attemptToken} and state in ('checking', 'importing')
      returning state = 'checking' as "isDry", options as how, run_id as run, requested_by as "startedBy"`.execute(trx);
    const [row] = rows;
    if (row === undefined) return undefined;
    if (row.isDry) await trx.deleteFrom('import_upload_books').where('upload_id', '=', id).execute();
    const files = await trx
      .selectFrom('import_upload_files')
      .select(['id', 'name', 'bytes', 'sha256'])
      .where('upload_id', '=', id)
      .orderBy('position')
      .execute();
    return { id, attemptToken, ...row, files };
  });
}

/** Saves progress and new reports. Returns false when the work was stopped. */
export async function saveProgress(db: Db, { id, attemptToken }: Work, done: WorkProgress, books: readonly PlacedBook[]): Promise<boolean> {
  return transact(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('import_uploads')
      .set({ progress: JSON.stringify(done), updated_at: sql`now()` })
      .where('id', '=', id)
      .where('attempt_token', '=', attemptToken)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await addBooks(trx, id, books);
    return true;
  });
}

/**
 * Stores the number of the run, at the end of the transaction that writes it.
 * @throws WorkStopped, which rolls the transaction back
 */
export async function saveRun(trx: Db, { id, attemptToken }: Work, run: number): Promise<void> {
  const { rows } =
    await sql`update import_uploads set run_id = ${run} where id = ${id}::uuid and attempt_token = ${attemptToken} returning id`.execute(
      trx,
    );
  if (rows.length === 0) throw new WorkStopped();
}

/** Completes the work and starts queued imports. */
export async function endWork(
  db: Db,
  work: RunningWork,
  { problems, left, done, books }: SkippedFindings & { done: WorkProgress; books: PlacedBook[] },
): Promise<void> {
  await transact(db, async (trx) => {
    const { rows } = await sql`
      update import_uploads set state = ${work.isDry ? 'checked' : 'done'}, updated_at = now(), progress = ${JSON.stringify(done)}::jsonb,
        problems = ${JSON.stringify(problems)}::jsonb, skipped_files = ${JSON.stringify(left)}::jsonb
      where id = ${work.id}::uuid and attempt_token = ${work.attemptToken} returning id`.execute(trx);
    if (rows.length > 0) {
      await addBooks(trx, work.id, books);
      if (!work.isDry) await auditWritten(trx, work.id, 'import.done');
    }
    await startQueued(trx, work);
  });
}

/** Marks the work as failed and starts queued imports. `why`: a sentence. */
export async function failWork(db: Db, work: RunningWork, why: string): Promise<void> {
  await transact(db, async (trx) => {
    const { rows } =
      await sql`select from import_uploads where id = ${work.id}::uuid and attempt_token = ${work.attemptToken} for update`.execute(trx);
    if (rows.length > 0) {
      if (work.isDry)
        await sql`update import_uploads set state = 'failed', problem = ${why}, updated_at = now() where id = ${work.id}::uuid`.execute(
          trx,
        );
      else await failImport(trx, work.id, why);
    }
    await startQueued(trx, work);
  });
}

/** Keeps existing reports: a book written before an interruption is only `unchanged` afterwards. */
async function addBooks(trx: Db, id: string, books: readonly PlacedBook[]): Promise<void> {
  if (books.length === 0) return;
  await sql`
    insert into import_upload_books (upload_id, position, report, texts)
    select ${id}::uuid, position, report, texts from json_to_recordset(${JSON.stringify(books)}) r (position integer, report jsonb, texts jsonb)
    on conflict do nothing`.execute(trx);
}
