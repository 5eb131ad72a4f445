/** Receives complete files in one request, and checks and records contents however they were received. */
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { createLimiter } from '#src/platform/concurrency-limit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import { assertIfMatch } from '#src/platform/http/if-match.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import { hashParts, insertParts, type Part, previewKey, putParts, readParts, releaseContent } from './contents.ts';
import type { FileAccess, LibraryFile } from './contract.ts';
import { checkFile, checkHead, HEAD_BYTES, typeOfName } from './file-types.ts';
import { getFolder, openFolder } from './folders.ts';
import {
  assertSameType,
  findSameFile,
  freeName,
  getFile,
  insertFile,
  isTaken,
  nameTaken,
  replaceContent,
  type StoredFile,
  toLibraryFile,
} from './library.ts';
import { inspectPdf } from './pdf/inspect-pdf.ts';

export type FileDeps = { db: Db; fileStore: ObjectStore };

/** Who adds a file; null for the command line. */
type Creator = { id: string | null };
/** Where a content belongs: a new file in a folder, or an existing file with its version. */
export type Target = { folderId: string; name: string; replaces: { id: string; version: string } | null };

/** What is recorded of a complete content. */
type ContentFacts = { sha256: string; mediaType: string; pages: number | null; preview: { size: number; sha256: string } | null };

/** Whole files of up to 100 MB are read into memory. */
const limit = createLimiter({ running: 2, waiting: 20, retryAfterSeconds: 10 });

/**
 * Stores a file that was received in one request.
 * @throws as assertAccepts and inspectContent; AppError 413, 503 and 507 as ObjectStore. Nothing is stored in these cases.
 */
export async function storeFile({ db, fileStore }: FileDeps, creator: Creator, target: Target, bytes: Buffer): Promise<LibraryFile> {
  if (bytes.length === 0) throw emptyFile();
  await assertAccepts(db, target, bytes.length);
  checkHead(target.name, bytes.subarray(0, HEAD_BYTES));
  const contentId = await createContent(db, bytes.length);
  try {
    const parts = await putParts(fileStore, contentId, bytes);
    const facts = await inspectContent(fileStore, contentId, target.name, parts);
    return await transact(db, async (trx) => {
      await insertParts(trx, contentId, parts);
      return toLibraryFile(await completeContent(trx, creator.id, target, contentId, facts));
    });
  } catch (error) {
    await discardContent({ db, fileStore }, contentId);
    throw error;
  }
}

/**
 * Checks before anything is received that the file could be stored.
 * @throws AppError 404 for an unknown folder or file, 409 `name_taken`, 412 `changed_since`, 413 `too_large`, 415 `type_not_taken`,
 * `wrong_type`
 */
export async function assertAccepts(db: Db, { folderId, name, replaces }: Target, bytes: number): Promise<void> {
  typeOfName(name, bytes);
  if (replaces === null) {
    await getFolder(db, folderId);
    if (await isTaken(db, folderId, name)) throw nameTaken(name);
    return;
  }
  const before = await getFile(db, replaces.id);
  assertIfMatch(replaces.version, before.version);
  assertSameType(before.name, name);
}

/** Adds a content without bytes, whose objects are deleted later if no file gets it. Returns its id. */
export async function createContent(db: Db, bytes: number): Promise<string> {
  return transact(db, async (trx) => {
    const { id } = await trx.insertInto('file_contents').values({ bytes }).returning('id').executeTakeFirstOrThrow();
    await releaseContent(trx, id);
    return id;
  });
}

/**
 * Checks a content whose parts are all stored, and renders the first page of a PDF.
 * @throws AppError 413, 415 and 422 as checkFile and inspectPdf, 503 `busy`
 */
export async function inspectContent(store: ObjectStore, contentId: string, name: string, parts: readonly Part[]): Promise<ContentFacts> {
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  const read = async (start: number, end: number) => {
    const found = Buffer.alloc(Math.max(0, Math.min(end, bytes) - start));
    let at = 0;
    for await (const chunk of readParts(store, parts, start, start + found.length)) at += chunk.copy(found, at);
    return found;
  };
  return limit(async () => {
    const { mediaType, kind } = await checkFile(name, bytes, read);
    const sha256 = await hashParts(store, parts, bytes);
    if (kind !== 'pdf') return { sha256, mediaType, pages: null, preview: null };
    const { pages, preview } = await inspectPdf(await read(0, bytes));
    await store.put(previewKey(contentId), preview, 'image/webp');
    return { sha256, mediaType, pages, preview: { size: preview.length, sha256: hash('sha256', preview) } };
  });
}

/** Records a checked content and its file. Part of the transaction that records the last part. @throws as insertFile and replaceContent */
export async function completeContent(
  trx: Db,
  editorId: string | null,
  { folderId, name, replaces }: Target,
  contentId: string,
  { sha256, mediaType, pages, preview }: ContentFacts,
): Promise<StoredFile> {
  await sql`update file_contents set sha256 = ${sha256}, media_type = ${mediaType}, pages = ${pages},
    preview = ${preview === null ? null : JSON.stringify(preview)}::jsonb where id = ${contentId}::uuid`.execute(trx);
  if (replaces === null) return insertFile(trx, editorId, { folderId, name, contentId });
  return replaceContent(trx, editorId, { id: replaces.id, read: replaces.version, name, contentId });
}

/**
 * Checks bytes as an upload of this name would be, without storing them. Returns their media type.
 * @throws AppError 413, 415, 422 and 503 as storeFile
 */
export async function inspectBytes(name: string, bytes: Buffer): Promise<string> {
  if (bytes.length === 0) throw emptyFile();
  typeOfName(name, bytes.length);
  return limit(async () => {
    const { mediaType, kind } = await checkFile(name, bytes.length, async (start, end) => bytes.subarray(start, end));
    if (kind === 'pdf') await inspectPdf(bytes);
    return mediaType;
  });
}

/** A file from elsewhere. `folder`: names from the top; `access`: of a folder that does not exist. */
export type ImportedFile = { folder: readonly string[]; access: FileAccess; name: string };

/**
 * Stores a file in its folder, which is created if necessary. If the folder has this name with the same bytes, that file is used; with other
 * bytes, this one gets a free name. Returns the id.
 * @throws as storeFile and createFolder
 */
export async function importFile(deps: FileDeps, creator: Creator, { folder, access, name }: ImportedFile, bytes: Buffer): Promise<string> {
  const folderId = await openFolder(deps.db, creator, folder, access);
  const same = await findSameFile(deps.db, folderId, name, hash('sha256', bytes));
  if (same !== undefined) return same;
  const target = { folderId, name: await freeName(deps.db, folderId, name), replaces: null };
  return (await storeFile(deps, creator, target, bytes)).id;
}

function emptyFile(): AppError {
  return new AppError(422, 'empty', 'This file is empty. Choose another file.');
}

/** Deletes a refused content at once; if that fails, the job does it later. */
async function discardContent({ db, fileStore }: FileDeps, contentId: string): Promise<void> {
  try {
    await fileStore.remove(contentId);
    await db.deleteFrom('file_contents').where('id', '=', contentId).execute();
  } catch {
    // The job that createContent added.
  }
}
