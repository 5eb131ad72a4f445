/** What a job writes about its work. Every write is conditional on the attempt token, so that stopped work stays stopped. */
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import type { ImportBook, ImportFile, ImportHow, ImportReport, ImportTaleText } from './contract.ts';
import type { WorkProgress } from './upload-rows.ts';
import { auditWritten, startQueued, type Work } from './upload-states.ts';

/** The work of a job. `run`: an interrupted run to continue. */
export type RunningWork = Work & { isDry: boolean; how: ImportHow; run: number | null; startedBy: string | null; files: StoredFile[] };
/** `sha256`: null for files stored by earlier versions. */
type StoredFile = ImportFile & { sha256: string | null };

/** The work was stopped meanwhile. */
export class WorkStopped extends Error {}

export type SkippedFindings = Pick<ImportReport, 'problems' | 'left'>;
/** A report and its position in the order of the files. */
export type PlacedBook = { position: number; report: ImportBook; texts: Record<string, ImportTaleText> };

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

/** Keeps existing reports: a book written before an interruption is only `unchanged` afterwards. */
async function addBooks(trx: Db, id: string, books: readonly PlacedBook[]): Promise<void> {
  if (books.length === 0) return;
  await sql`
    insert into import_upload_books (upload_id, position, report, texts)
    select ${id}::uuid, position, report, texts from json_to_recordset(${JSON.stringify(books)}) r (position integer, report jsonb, texts jsonb)
    on conflict do nothing`.execute(trx);
}
