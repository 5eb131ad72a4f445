/** Files of an import: upload and removal. */
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { isZip, kindOf } from '#src/features/import/import.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import { hashFile } from '#src/platform/files.ts';
import type { FileTypes } from '#src/platform/http/same-origin.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import { storageFull } from '#src/platform/objects/object-store.ts';
import { MAX_UPLOAD_BYTES, MAX_UPLOAD_FILES } from '../formats/accepted-files.ts';
import type { ImportFile } from './contract.ts';
import { isEditable, type LockedUpload, lockUpload } from './upload-rows.ts';

/** `limit`: limits concurrent uploads and throws 503 beyond that. */
export type FileDeps = { db: Db; store: ObjectStore; dataDir: string; limit: <Result>(work: () => Promise<Result>) => Promise<Result> };

/** The folder of a file in the store, inside that of its import. */
function folderOf(upload: string, file: string): string {
  return `${upload}/${file}`;
}

export function keyOf(upload: string, file: string): string {
  return `${folderOf(upload, file)}/file`;
}

/**
 * Receives and stores a file.
 * @throws AppError 404; 409 while the import is running or has 200 files; 413 beyond 60 MB; 415 for unsupported types; 503 `busy`; errors
 * of the object store. Nothing is stored in these cases.
 */
export async function addFile(
  { db, store, dataDir, limit }: FileDeps,
  id: string,
  given: string,
  body: ReadableStream | null,
): Promise<ImportFile> {
  // Checked before anything is read, and again afterwards.
  const name = normalizeFileName(given);
  await transact(db, async (trx) => assertAcceptsFiles(await lockUpload(trx, id)));
  return limit(() =>
    withTempFolder(dataDir, async (folder) => {
      const place = path.join(folder, 'file');
      const bytes = await receiveFile(body, place);
      const sha256 = await hashFile(place);
      const file = randomUUID();
      try {
        await store.putFile(keyOf(id, file), place, FILE_TYPE);
        return await transact(db, (trx) => insertFile(trx, id, { id: file, name, bytes }, sha256));
      } catch (error) {
        await store.remove(folderOf(id, file)).catch(() => {});
        throw error;
      }
    }),
  );
}

/**
 * Removes a file.
 * @throws AppError 404; 409 while the import is running
 */
export async function removeFile({ db, store }: Pick<FileDeps, 'db' | 'store'>, id: string, file: string): Promise<void> {
  await transact(db, async (trx) => {
    const { state } = await lockUpload(trx, id);
    if (!isEditable(state)) throw notEditable(state);
    const { rows } = await sql`delete from import_upload_files where upload_id = ${id}::uuid and id = ${file}::uuid returning id`.execute(
      trx,
    );
    if (rows.length === 0) throw notFound('File not found.');
    await markCollecting(trx, id);
  });
  await store.remove(folderOf(id, file));
}

/** Returns the error for an import that cannot be changed now. */
export function notEditable(state: LockedUpload['state']): AppError {
  return state === 'done'
    ? new AppError(409, 'import_done', 'This import is complete. Create a new one for more files.')
    : new AppError(409, 'at_work', 'This import is running. Wait until it is complete, or stop it.');
}

function assertAcceptsFiles({ state, files }: LockedUpload): void {
  if (!isEditable(state)) throw notEditable(state);
  if (files >= MAX_UPLOAD_FILES)
    throw new AppError(
      409,
      'too_many_files',
      `An import can have up to ${MAX_UPLOAD_FILES} files. Use a ZIP archive, or create another import.`,
    );
}

async function insertFile(trx: Db, id: string, file: ImportFile, sha256: string): Promise<ImportFile> {
  assertAcceptsFiles(await lockUpload(trx, id));
  const known = await trx.selectFrom('import_upload_files').select('name').where('upload_id', '=', id).execute();
  const noted = { ...file, name: freeName(file.name, new Set(known.map(({ name }) => name.toLowerCase()))) };
  await trx
    .insertInto('import_upload_files')
    .values({ ...noted, sha256, upload_id: id })
    .execute();
  await markCollecting(trx, id);
  return noted;
}

async function markCollecting(trx: Db, id: string): Promise<void> {
  await sql`update import_uploads set state = 'collecting', problem = null, updated_at = now() where id = ${id}::uuid`.execute(trx);
}

/** Appends a counter: `tales.md`, `tales (2).md`. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  const [, bare = '', ending = ''] = /^(.*?)(\.\w+)$/su.exec(name) ?? [];
  for (let count = 2, free = name; ; count += 1) {
    if (!taken.has(free.toLowerCase())) return free;
    free = `${bare} (${count})${ending}`;
  }
}

export const FILE_TYPE = 'application/octet-stream';

const MAX_NAME = 200;
const DISK_FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Accepted body types for the request guard: upload bodies are streamed and must not be read before. */
export function importBodyTypes(path: string): FileTypes | undefined {
  if (!/^\/api\/v1\/admin\/imports\/[^/]+\/files$/.test(path)) return undefined;
  return { begin: FILE_TYPE, refusal: `Upload files as ${FILE_TYPE}.` };
}

function tooLargeFile(): AppError {
  return new AppError(413, 'too_large', 'Files can be up to 60 MB. Split the file, or save the book with smaller images, and try again.');
}

/**
 * Normalizes a file name: without path, invisible characters and outer spaces, shortened with its extension.
 * @throws AppError 415 `type_not_taken` for unsupported types
 */
function normalizeFileName(given: string): string {
  const bare = given
    .normalize('NFC')
    .replace(/^.*[\\/]/su, '')
    .replace(/\p{C}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  if (kindOf(bare) === undefined && !isZip(bare))
    throw new AppError(
      415,
      'type_not_taken',
      'Unsupported file type. Supported types: EPUB, plain text, HTML, Markdown, Word (.docx), tables (CSV, JSON), and ZIP archives of these.',
    );
  const ending = /\.\w+$/.exec(bare)?.[0] ?? '';
  const letters = [...bare.slice(0, bare.length - ending.length)];
  return `${letters.slice(0, MAX_NAME - 20).join('') || 'File'}${ending}`;
}

/**
 * Writes the body to a file and returns its size.
 * @throws AppError 413 at the first byte beyond the limit, the rest is left unread; 507 when the disk is full
 */
async function receiveFile(body: ReadableStream<Uint8Array> | null, place: string): Promise<number> {
  const file = await open(place, 'wx');
  const reader = body?.getReader();
  let bytes = 0;
  try {
    for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
      bytes += part.value.length;
      if (bytes > MAX_UPLOAD_BYTES) throw tooLargeFile();
      await file.write(part.value);
    }
    return bytes;
  } catch (error) {
    throw DISK_FULL_CODES.has((error as { code?: string }).code ?? '') ? storageFull(error) : error;
  } finally {
    // Not cancelled: that would close the connection before the response is sent.
    reader?.releaseLock();
    await file.close();
  }
}

/** Longer than any job or request. */
const STALE_AFTER_MS = 60 * 60_000;

/**
 * Runs the work with a temporary folder, in the data directory, since /tmp may be in memory. Removes the folder, and stale ones of killed
 * processes.
 */
export async function withTempFolder<Result>(dataDir: string, work: (folder: string) => Promise<Result>): Promise<Result> {
  const all = path.join(dataDir, 'imports-at-work');
  await mkdir(all, { recursive: true });
  await removeStale(all);
  const folder = await mkdtemp(path.join(all, 'one-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function removeStale(all: string): Promise<void> {
  for (const name of await readdir(all)) {
    const folder = path.join(all, name);
    const facts = await stat(folder).catch(() => undefined);
    if (facts !== undefined && Date.now() - facts.mtimeMs > STALE_AFTER_MS) await rm(folder, { recursive: true, force: true });
  }
}
