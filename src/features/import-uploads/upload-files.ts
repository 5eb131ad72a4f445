/** The files of an import: brought in and taken out while nothing is done with them. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import { hashFile } from '#src/platform/hash-file.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import type { ImportFile } from './contract.ts';
import { MOST_FILES } from './limits.ts';
import { FILE_TYPE, nameOfFile, receiveFile } from './receive-file.ts';
import { withScratch } from './scratch.ts';
import { isOpen, type LockedUpload, lockUpload } from './upload-rows.ts';

/** `inTurn`: lets a few be received at a time, and throws 503 for the others. */
export type FileDeps = { db: Db; store: ObjectStore; dataDir: string; inTurn: <Result>(work: () => Promise<Result>) => Promise<Result> };

/** Where a file lies in the store: in a folder of its own in that of its import. */
export function folderOf(upload: string, file: string): string {
  return `${upload}/${file}`;
}

export function keyOf(upload: string, file: string): string {
  return `${folderOf(upload, file)}/file`;
}

/**
 * Takes a file in. Throws 404, 409 while work is done with the import or when it has 200 files, 415 for a name that is not read, 413
 * beyond 60 MB, 503 `busy`, and as ObjectStore does; then nothing of it is kept.
 */
export async function addFile(
  { db, store, dataDir, inTurn }: FileDeps,
  id: string,
  given: string,
  body: ReadableStream | null,
): Promise<ImportFile> {
  // Judged before anything is read, and again when all is there.
  const name = nameOfFile(given);
  await transact(db, async (trx) => judge(await lockUpload(trx, id)));
  return inTurn(() =>
    withScratch(dataDir, async (folder) => {
      const place = path.join(folder, 'file');
      const bytes = await receiveFile(body, place);
      const sha256 = await hashFile(place);
      const file = randomUUID();
      try {
        await store.putFile(keyOf(id, file), place, FILE_TYPE);
        return await transact(db, (trx) => noteFile(trx, id, { id: file, name, bytes }, sha256));
      } catch (error) {
        await store.remove(folderOf(id, file)).catch(() => {});
        throw error;
      }
    }),
  );
}

/** Throws 404, and 409 while work is done with the import. */
export async function removeFile({ db, store }: Pick<FileDeps, 'db' | 'store'>, id: string, file: string): Promise<void> {
  await transact(db, async (trx) => {
    const { state } = await lockUpload(trx, id);
    if (!isOpen(state)) throw atRest(state);
    const { rows } = await sql`delete from import_upload_files where upload_id = ${id}::uuid and id = ${file}::uuid returning id`.execute(
      trx,
    );
    if (rows.length === 0) throw notFound('There is no such file.');
    await collect(trx, id);
  });
  await store.remove(folderOf(id, file));
}

/** Why nothing can be changed in an import just now. */
export function atRest(state: LockedUpload['state']): AppError {
  return state === 'done'
    ? new AppError(409, 'import_done', 'This import is done. Begin another one for more files.')
    : new AppError(409, 'at_work', 'This import is at work. Wait until it is done, or stop it.');
}

function judge({ state, files }: LockedUpload): void {
  if (!isOpen(state)) throw atRest(state);
  if (files >= MOST_FILES)
    throw new AppError(409, 'too_many_files', `An import has at most ${MOST_FILES} files. Put them into a zip, or begin another import.`);
}

async function noteFile(trx: Db, id: string, file: ImportFile, sha256: string): Promise<ImportFile> {
  judge(await lockUpload(trx, id));
  const known = await trx.selectFrom('import_upload_files').select('name').where('upload_id', '=', id).execute();
  const noted = { ...file, name: freeName(file.name, new Set(known.map(({ name }) => name.toLowerCase()))) };
  await trx
    .insertInto('import_upload_files')
    .values({ ...noted, sha256, upload_id: id })
    .execute();
  await collect(trx, id);
  return noted;
}

async function collect(trx: Db, id: string): Promise<void> {
  await sql`update import_uploads set state = 'collecting', problem = null, touched_at = now() where id = ${id}::uuid`.execute(trx);
}

/** `tales.md`, then `tales (2).md`. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  const [, bare = '', ending = ''] = /^(.*?)(\.\w+)$/su.exec(name) ?? [];
  for (let count = 2, free = name; ; count += 1) {
    if (!taken.has(free.toLowerCase())) return free;
    free = `${bare} (${count})${ending}`;
  }
}
