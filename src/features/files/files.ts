/** Public server API of the file library. */
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import { urls } from '#src/urls.ts';
import { listParts, readParts } from './contents.ts';
import type { PublicFile } from './contract.ts';

export { writeAttachments } from './attachments/attachments.ts';
export { AttachedKind, MAX_ATTACHED } from './attachments/contract.ts';
export { kindOfType } from './attachments/describe-file.ts';
export { isObjectKey, listStoredObjects, typeOfObject } from './contents.ts';
export { FileAccess, FileName, FolderName } from './contract.ts';
export { typeOfName } from './file-types.ts';
export { findFolder } from './folders.ts';
export { MAX_FOLDER_DEPTH } from './limits.ts';
export { importFile, inspectBytes } from './store-content.ts';

type Row = Omit<PublicFile, 'address' | 'preview' | 'bytes'> & { bytes: string; content_version: number; has_preview: boolean };

/**
 * Returns the files with these ids that everyone may open, in the order of the ids. Files that are deleted, private or for members are
 * omitted: who shows a list of files may store ids and ask again for every response.
 */
export async function getPublicFiles(db: Db, ids: readonly string[]): Promise<PublicFile[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Row>`
    select f.id, f.name, c.media_type as "mediaType", c.bytes, c.sha256, c.pages, f.content_version, c.preview is not null as has_preview
    from files f join file_contents c on c.id = f.content_id
    where f.id = any(${ids}::uuid[]) and folder_access(f.folder_id) = 'public'
    order by array_position(${ids}::uuid[], f.id)`.execute(db);
  return rows.map(({ content_version: version, has_preview: hasPreview, bytes, ...file }) => ({
    ...file,
    bytes: Number(bytes),
    address: urls.file(file.id, file.name, version),
    preview: hasPreview ? urls.filePreview(file.id, version) : null,
  }));
}

/** Returns the files that a user created, for the account export. `folder`: names from the top. */
export async function exportFiles(db: Db, userId: string): Promise<object[]> {
  const { rows } = await sql<{ name: string; folder: string; bytes: string; created: Date }>`
    with recursive paths as (
      select id, name as path, 1 as depth from folders where parent_id is null
      union all select f.id, paths.path || ' / ' || f.name, depth + 1 from paths join folders f on f.parent_id = paths.id where depth < 20
    )
    select f.name, p.path as folder, c.bytes, f.created_at as created
    from files f join file_contents c on c.id = f.content_id join paths p on p.id = f.folder_id
    where f.created_by = ${userId}::uuid order by f.created_at, f.id`.execute(db);
  return rows.map(({ bytes, created, ...file }) => ({ ...file, bytes: Number(bytes), created: created.toISOString() }));
}

const ADDRESS = /^\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//;

/** Returns the bytes of a file at an address, if everyone may open it and it has at most `maxBytes`; else undefined. */
export async function readPublicFile(
  { db, fileStore }: { db: Db; fileStore: ObjectStore },
  address: string,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const [, id = ''] = ADDRESS.exec(address) ?? [];
  const [file] = await getPublicFiles(db, id === '' ? [] : [id]);
  if (file === undefined || file.bytes > maxBytes) return undefined;
  const content = await db.selectFrom('files').select('content_id').where('id', '=', id).executeTakeFirst();
  if (content === undefined) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of readParts(fileStore, await listParts(db, content.content_id), 0, file.bytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
