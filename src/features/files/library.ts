/** Files of the library. Each change and its audit log entry are one transaction; contents are stored and checked before it. */
import { sql } from 'kysely';
import type { Editor } from '#src/features/accounts/accounts.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import { assertIfMatch } from '#src/platform/http/if-match.ts';
import { urls } from '#src/urls.ts';
import { listAttachments } from './attachments/attachments.ts';
import { releaseContent } from './contents.ts';
import type { FileChange, FileListing, FileUse, FileWithUses, LibraryFile } from './contract.ts';
import { extensionOf } from './file-types.ts';
import { getFolder, lockFolder, pathOf, selectFolders } from './folders.ts';

type Row = Omit<LibraryFile, 'bytes' | 'address' | 'preview' | 'created_at' | 'updated_at'> & {
  bytes: string;
  content_id: string;
  content_version: number;
  has_preview: boolean;
  created_at: Date;
  updated_at: Date;
};
/** A file with the id of its content. */
export type StoredFile = LibraryFile & { contentId: string; contentVersion: number };

/** `folderId`: null for the top. `q`: searches names in all folders, or in the folder and those in it. */
export type ListQuery = { folderId: string | null; q: string; limit: number; offset: number; order: keyof typeof ORDERS };

const columns = sql`f.id, f.folder_id, f.name, f.version, f.content_id, f.content_version, f.created_at, f.updated_at,
  c.bytes, c.sha256, c.media_type, c.pages, c.preview is not null as has_preview, folder_access(f.folder_id) as access`;
const source = sql`files f join file_contents c on c.id = f.content_id`;
const ORDERS = {
  name: sql`lower(f.name), f.id`,
  '-name': sql`lower(f.name) desc, f.id`,
  updated: sql`f.updated_at, f.id`,
  '-updated': sql`f.updated_at desc, f.id`,
};
const MAX_USES = 100;

/** Lists a folder, or searches in it. @throws AppError 404 `unknown_folder` */
export async function listFiles(db: Db, { folderId, q, limit, offset, order }: ListQuery): Promise<FileListing> {
  const folder = folderId === null ? null : await getFolder(db, folderId);
  const words = sql`'%' || regexp_replace(normalize_text(${q}), '([%_\\\\])', '\\\\\\1', 'g') || '%'`;
  const matches = sql`normalize_text(f.name) like ${words}`;
  const below = sql`(with recursive tree as (select ${folderId}::uuid as id union select c.id from tree join folders c on c.parent_id = tree.id)
    select id from tree)`;
  const isWithin = (column: string) => (folderId === null ? sql`true` : sql`${sql.ref(column)} in ${below}`);
  const fileCondition = q === '' ? sql`f.folder_id = ${folderId}::uuid` : sql`${matches} and ${isWithin('f.folder_id')}`;
  const folderCondition =
    q === '' ? sql`f.parent_id is not distinct from ${folderId}::uuid` : sql`${matches} and ${isWithin('f.parent_id')}`;
  const { rows } = await sql<Row>`
    select ${columns} from ${source} where ${fileCondition} order by ${ORDERS[order]} limit ${limit} offset ${offset}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*)::integer as total from files f where ${fileCondition}`.execute(db);
  return {
    folder,
    path: folderId === null ? [] : await pathOf(db, folderId),
    folders: offset === 0 ? await selectFolders(db, folderCondition) : [],
    files: rows.map(toStored).map(toLibraryFile),
    total: counted.rows[0]?.total ?? 0,
  };
}

/** Undefined for an unknown file. */
export async function findFile(db: Db, id: string): Promise<StoredFile | undefined> {
  const { rows } = await sql<Row>`select ${columns} from ${source} where f.id = ${id}::uuid`.execute(db);
  return rows[0] && toStored(rows[0]);
}

/** @throws AppError 404 `unknown_file` */
export async function getFile(db: Db, id: string): Promise<StoredFile> {
  const file = await findFile(db, id);
  if (file === undefined) throw unknownFile();
  return file;
}

/** @throws AppError 404 `unknown_file` */
export async function getFileWithUses(db: Db, id: string): Promise<FileWithUses> {
  const file = await getFile(db, id);
  return { ...toLibraryFile(file), path: await pathOf(db, file.folder_id), used_in: await listUses(db, id) };
}

/** Adds a file whose content is complete. Part of the transaction that completes it. @throws AppError 404 `unknown_folder`, 409 `name_taken` */
export async function insertFile(
  trx: Db,
  editorId: string | null,
  file: { folderId: string; name: string; contentId: string },
): Promise<StoredFile> {
  await lockFolder(trx, file.folderId);
  await assertNameIsFree(trx, file.folderId, file.name);
  const { id } = await trx
    .insertInto('files')
    .values({ folder_id: file.folderId, name: file.name, content_id: file.contentId, created_by: editorId, updated_by: editorId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const added = await getFile(trx, id);
  const details = { type: added.media_type, bytes: added.bytes };
  await audit(trx, { actor: editorId, action: 'file.added', subject: { kind: 'file', id }, details });
  return added;
}

/** Gives a file another content; its address stays. @throws AppError 404 `unknown_file`, 412 `changed_since`, 415 `wrong_type` for another extension */
export async function replaceContent(
  trx: Db,
  editorId: string | null,
  { id, read, name, contentId }: { id: string; read: string; name: string; contentId: string },
): Promise<StoredFile> {
  const before = await lockFile(trx, id, read);
  assertSameType(before.name, name);
  await sql`update files set content_id = ${contentId}::uuid, content_version = content_version + 1, version = version + 1,
    updated_at = now(), updated_by = ${editorId}::uuid where id = ${id}::uuid`.execute(trx);
  await releaseContent(trx, before.contentId);
  const now = await getFile(trx, id);
  const details = { type: now.media_type, bytes: now.bytes };
  await audit(trx, { actor: editorId, action: 'file.replaced', subject: { kind: 'file', id }, details });
  return now;
}

/** Its address stays, so the type must stay. @throws AppError 415 `wrong_type` */
export function assertSameType(before: string, now: string): void {
  if (extensionOf(before) !== extensionOf(now))
    throw new AppError(
      415,
      'wrong_type',
      `A file can only be replaced by one of the same type (.${extensionOf(before)}). Upload it as a new file.`,
    );
}

/** Renames or moves a file. @throws AppError 404, 409 `name_taken`, 412 `changed_since`, 415 `wrong_type` for another extension */
export async function changeFile(db: Db, editor: Editor, id: string, read: string, change: FileChange): Promise<LibraryFile> {
  return transact(db, async (trx) => {
    const before = await lockFile(trx, id, read);
    const { name = before.name, folder_id: folderId = before.folder_id } = change;
    if (name === before.name && folderId === before.folder_id) return toLibraryFile(before);
    assertSameType(before.name, name);
    await lockFolder(trx, folderId);
    await assertNameIsFree(trx, folderId, name, id);
    await sql`update files set name = ${name}, folder_id = ${folderId}::uuid, version = version + 1, updated_at = now(),
      updated_by = ${editor.id}::uuid where id = ${id}::uuid`.execute(trx);
    const now = await getFile(trx, id);
    const action = folderId === before.folder_id ? 'file.renamed' : 'file.moved';
    await audit(trx, { actor: editor.id, action, subject: { kind: 'file', id }, details: { access: now.access } });
    return toLibraryFile(now);
  });
}

/** Copies a file without its links; the copy shares the stored bytes. Without a name: `mill (2).pdf`. @throws as changeFile */
export async function copyFile(db: Db, editor: Editor, id: string, { name, folder_id: folder }: FileChange): Promise<LibraryFile> {
  return transact(db, async (trx) => {
    const original = await lockFile(trx, id);
    if (name !== undefined) assertSameType(original.name, name);
    const folderId = folder ?? original.folder_id;
    await lockFolder(trx, folderId);
    const copy = { folderId, name: name ?? (await freeName(trx, folderId, original.name)), contentId: original.contentId };
    return toLibraryFile(await insertFile(trx, editor.id, copy));
  });
}

/** Deletes a file with its links; its bytes are deleted an hour later. @throws AppError 404 `unknown_file`, 412 `changed_since` */
export async function deleteFile(db: Db, editor: Editor, id: string, read: string): Promise<void> {
  await transact(db, async (trx) => {
    const { contentId } = await lockFile(trx, id, read);
    await trx.deleteFrom('files').where('id', '=', id).execute();
    await releaseContent(trx, contentId);
    await audit(trx, { actor: editor.id, action: 'file.deleted', subject: { kind: 'file', id } });
  });
}

/** Without the fields that only the server needs. */
export function toLibraryFile({ contentId: _, contentVersion: __, ...file }: StoredFile): LibraryFile {
  return file;
}

/** Locks a file until the end of the transaction. @throws AppError 404 `unknown_file`, 412 `changed_since` */
async function lockFile(trx: Db, id: string, read?: string): Promise<StoredFile> {
  await sql`select from files where id = ${id}::uuid for update`.execute(trx);
  const file = await getFile(trx, id);
  if (read !== undefined) assertIfMatch(read, file.version);
  return file;
}

async function assertNameIsFree(trx: Db, folderId: string, name: string, except: string | null = null): Promise<void> {
  if (await isTaken(trx, folderId, name, except)) throw nameTaken(name);
}

export async function isTaken(db: Db, folderId: string, name: string, except: string | null = null): Promise<boolean> {
  const { rows } = await sql`
    select from files where folder_id = ${folderId}::uuid and lower(name) = lower(${name}) and id is distinct from ${except}::uuid`.execute(
    db,
  );
  return rows.length > 0;
}

export function nameTaken(name: string): AppError {
  return new AppError(409, 'name_taken', `There is already a file named “${name}” in this folder. Rename or replace it.`);
}

/** Appends a counter to a taken name. */
export async function freeName(trx: Db, folderId: string, name: string): Promise<string> {
  const [, bare = '', ending = ''] = /^(.*?)(\.\w+)$/su.exec(name) ?? [];
  for (let count = 2, free = name; ; count += 1) {
    if (!(await isTaken(trx, folderId, free))) return free;
    const suffix = ` (${count})${ending}`;
    free = [...bare].slice(0, 200 - suffix.length).join('') + suffix;
  }
}

/** Returns the file of a folder with these bytes and this name, or the name with a number that freeName gave it. */
export async function findSameFile(db: Db, folderId: string, name: string, sha256: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string; name: string }>`
    select f.id, f.name from ${source} where f.folder_id = ${folderId}::uuid and c.sha256 = ${sha256} order by f.id`.execute(db);
  const wanted = name.toLowerCase();
  const same = (own: string) => own === wanted || own.replace(/ \(\d+\)(?=\.\w+$)/, '') === wanted;
  return rows.find((row) => row.name.toLowerCase() === wanted)?.id ?? rows.find((row) => same(row.name.toLowerCase()))?.id;
}

/** Lists what a file is attached to or linked from, at most 100. */
async function listUses(db: Db, id: string): Promise<FileUse[]> {
  const link = `%/files/${id}/%`;
  const { rows } = await sql<FileUse>`
    select 'tale' as kind, id::text, title from tales where content like ${link}
    union all select 'page', p.name, coalesce(p.title, p.name) from page_versions p where html like ${link}
      and version = (select max(version) from page_versions where name = p.name)
    limit ${MAX_USES}`.execute(db);
  const attached = await listAttachments(db, id);
  const others = rows.filter((row) => !attached.some((each) => each.kind === row.kind && each.id === row.id));
  return [...attached, ...others].slice(0, MAX_USES);
}

function toStored({ bytes, content_id: contentId, content_version: contentVersion, has_preview: hasPreview, ...row }: Row): StoredFile {
  return {
    ...row,
    ...{ contentId, contentVersion },
    bytes: Number(bytes),
    address: urls.file(row.id, row.name),
    preview: hasPreview ? urls.filePreview(row.id, contentVersion) : null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function unknownFile(): AppError {
  return notFound('This file does not exist. It may have been deleted.', 'unknown_file');
}
