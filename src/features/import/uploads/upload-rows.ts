/** Reads imports from the database, as the API shows them. */
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { notFound } from '#src/platform/errors.ts';
import type { ImportBook, ImportHow, ImportProgress, ImportReport, ImportState, ImportTaleText, ImportUpload } from './contract.ts';

/** Progress, in the order of the files. */
export type WorkProgress = Pick<ImportProgress, 'files' | 'files_done' | 'bytes' | 'bytes_done' | 'tales'>;

type Row = Omit<ImportUpload, 'created_at' | 'progress'> & {
  created_at: Date;
  started_at: Date | null;
  done: WorkProgress | null;
  is_dry: boolean;
  problems: string[];
  left: ImportReport['left'];
};

const MAX_SHOWN = 50;

/** Whether a check or import is queued or running. */
export function isRunning(state: ImportState): boolean {
  return state === 'checking' || state === 'importing';
}

/** Whether files can be added and a check requested. */
export function isEditable(state: ImportState): boolean {
  return state === 'collecting' || state === 'checked' || state === 'failed';
}

/** Returns imports, newest first. */
export async function listUploads(db: Db): Promise<ImportUpload[]> {
  return (await findRows(db)).map(toUpload);
}

/** @throws AppError 404 */
export async function getUpload(db: Db, id: string): Promise<ImportUpload> {
  return toUpload(await getRow(db, id));
}

/**
 * Returns an import with the books of its last check or import; none while one is running.
 * @throws AppError 404
 */
export async function getReport(db: Db, id: string): Promise<ImportReport> {
  const row = await getRow(db, id);
  const { is_dry, problems, left } = row;
  const books = isRunning(row.state) ? [] : await listBooks(db, id);
  return { ...toUpload(row), is_dry, problems, left, books };
}

/** @throws AppError 404 for a tale that the last check has not found, or whose text was not stored */
export async function getTaleText(db: Db, id: string, key: string): Promise<ImportTaleText> {
  const { rows } = await sql<{ text: ImportTaleText }>`
    select texts -> ${key}::text as text from import_upload_books where upload_id = ${id}::uuid and texts ? ${key}::text limit 1`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw notFound('There is no such tale in this import.');
  return row.text;
}

async function listBooks(db: Db, id: string): Promise<ImportBook[]> {
  const { rows } = await sql<{ report: ImportBook }>`
    select report from import_upload_books where upload_id = ${id}::uuid order by position`.execute(db);
  return rows.map(({ report }) => report);
}

async function getRow(db: Db, id: string): Promise<Row> {
  const [row] = await findRows(db, id);
  if (row === undefined) throw notFound('There is no such import.');
  return row;
}

async function findRows(db: Db, id: string | null = null): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select u.id, u.state, u.created_at, p.name as by, u.options as how, u.problem, u.started_at, u.progress as done, u.run_id as run, u.is_dry, u.problems,
      u.skipped_files as left, coalesce(f.files, '[]') as files
    from import_uploads u left join users p on p.id = u.created_by cross join lateral (
      select json_agg(json_build_object('id', id, 'name', name, 'bytes', bytes) order by position) as files
      from import_upload_files where upload_id = u.id) f
    where ${id}::uuid is null or u.id = ${id}::uuid order by u.created_at desc, u.id limit ${MAX_SHOWN}`.execute(db);
  return rows;
}

function toUpload({ id, state, created_at, by, how, files, problem, run, started_at, done }: Row): ImportUpload {
  const none: WorkProgress = {
    files: files.length,
    files_done: 0,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    bytes_done: 0,
    tales: 0,
  };
  const progress = isRunning(state)
    ? { is_waiting: started_at === null, started_at: started_at?.toISOString() ?? null, ...(done ?? none) }
    : null;
  return { id, state, created_at: created_at.toISOString(), by, how, files, problem, progress, run };
}

/** An import locked for a change in the caller's transaction. */
export type LockedUpload = { state: ImportState; how: ImportHow; run: number | null; files: number };

/** @throws AppError 404 */
export async function lockUpload(trx: Db, id: string): Promise<LockedUpload> {
  const { rows } = await sql<LockedUpload>`
    select state, options as how, run_id as run, (select count(*) from import_upload_files where upload_id = u.id) as files
    from import_uploads u where id = ${id}::uuid for update`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw notFound('There is no such import.');
  return row;
}
