/** What a job writes of its work. All of it is conditional: what was stopped meanwhile stays stopped. */
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { auditWritten } from './audit-import.ts';
import type { ImportBook, ImportFile, ImportHow, ImportReport, ImportTaleText } from './contract.ts';
import type { Done } from './upload-rows.ts';
import { failImport } from './upload-states.ts';
import { startWaiting, type Work } from './work-queue.ts';

/** What is to be done. `run`: that was begun before, and is gone on with; `person`: who asked for it. */
export type Working = Work & { isDry: boolean; how: ImportHow; run: number | null; person: string | null; files: StoredFile[] };
/** `sha256`: null for a file that was stored before hashes were noted. */
export type StoredFile = ImportFile & { sha256: string | null };

/** It is not meant any more. */
export class Stopped extends Error {}

export type Found = Pick<ImportReport, 'problems' | 'left'>;
/** A report, and where it stands in the order of the files. */
export type PlacedBook = { position: number; report: ImportBook; texts: Record<string, ImportTaleText> };

/** Begins it; undefined when it is not meant any more. A check begins anew, an import goes on. */
export async function beginWork(db: Db, { id, turn }: Work): Promise<Working | undefined> {
  return transact(db, async (trx) => {
    type Row = Omit<Working, 'files' | 'id' | 'turn'>;
    const { rows } = await sql<Row>`
      update import_uploads set started_at = coalesce(started_at, now()), touched_at = now()
      where id = ${id}::uuid and turn = ${turn} and state in ('checking', 'importing')
      returning state = 'checking' as "isDry", how, run_id as run, asked_by as person`.execute(trx);
    const [row] = rows;
    if (row === undefined) return undefined;
    if (row.isDry) await trx.deleteFrom('import_upload_books').where('upload_id', '=', id).execute();
    const files = await trx
      .selectFrom('import_upload_files')
      .select(['id', 'name', 'bytes', 'sha256'])
      .where('upload_id', '=', id)
      .orderBy('position')
      .execute();
    return { id, turn, ...row, files };
  });
}

/** Notes how far it is, with the books since the last time. False when it is not meant any more. */
export async function noteProgress(db: Db, { id, turn }: Work, done: Done, books: readonly PlacedBook[]): Promise<boolean> {
  return transact(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('import_uploads')
      .set({ progress: JSON.stringify(done), touched_at: sql`now()` })
      .where('id', '=', id)
      .where('turn', '=', turn)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await addBooks(trx, id, books);
    return true;
  });
}

/** Notes at the end of the transaction that writes which run it is. Throws when it is not meant any more: then nothing of it is written. */
export async function noteRun(trx: Db, { id, turn }: Work, run: number): Promise<void> {
  const { rows } = await sql`update import_uploads set run_id = ${run} where id = ${id}::uuid and turn = ${turn} returning id`.execute(trx);
  if (rows.length === 0) throw new Stopped();
}

/** All is done. */
export async function endWork(
  db: Db,
  work: Working,
  { problems, left, done, books }: Found & { done: Done; books: PlacedBook[] },
): Promise<void> {
  await transact(db, async (trx) => {
    const { rows } = await sql`
      update import_uploads set state = ${work.isDry ? 'checked' : 'done'}, touched_at = now(), progress = ${JSON.stringify(done)}::jsonb,
        problems = ${JSON.stringify(problems)}::jsonb, left_files = ${JSON.stringify(left)}::jsonb
      where id = ${work.id}::uuid and turn = ${work.turn} returning id`.execute(trx);
    if (rows.length > 0) {
      await addBooks(trx, work.id, books);
      if (!work.isDry) await auditWritten(trx, work.id, 'import.done');
    }
    await startWaiting(trx, work);
  });
}

/** It cannot be done. `why`: a sentence. */
export async function failWork(db: Db, work: Working, why: string): Promise<void> {
  await transact(db, async (trx) => {
    const { rows } = await sql`select from import_uploads where id = ${work.id}::uuid and turn = ${work.turn} for update`.execute(trx);
    if (rows.length > 0) {
      if (work.isDry)
        await sql`update import_uploads set state = 'failed', problem = ${why}, touched_at = now() where id = ${work.id}::uuid`.execute(
          trx,
        );
      else await failImport(trx, work.id, why);
    }
    await startWaiting(trx, work);
  });
}

/** Of a book that was written before the work was broken off, what was said then counts: now it is only known. */
async function addBooks(trx: Db, id: string, books: readonly PlacedBook[]): Promise<void> {
  if (books.length === 0) return;
  await sql`
    insert into import_upload_books (upload_id, position, report, texts)
    select ${id}::uuid, position, report, texts from json_to_recordset(${JSON.stringify(books)}) r (position integer, report jsonb, texts jsonb)
    on conflict do nothing`.execute(trx);
}
