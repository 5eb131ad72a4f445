/** The file library in an export: folders and files as rows, what they are attached to, and their bytes as they are in the store. */

import { hash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import { isKey, type ObjectStore, undefinedIfDamaged } from '#src/platform/objects/object-store.ts';
import { ExportError } from './format.ts';

/** In insertion order, with the order of their rows: folders after those that they are in. */
export const FILE_TABLES = {
  folders: `(with recursive up as (select r.parent_id as id union all select f.parent_id from up join folders f on f.id = up.id)
    select count(*) from up), id`,
  file_contents: 'id',
  file_parts: 'content_id, position',
  files: 'id',
  tale_files: 'tale_id, position, file_id',
  collection_files: 'collection_id, position, file_id',
} as const;

/** Contents that a file has; others are unfinished or about to be deleted. */
export const FILE_ROWS: Partial<Record<string, string>> = {
  file_contents: 'r.id in (select content_id from files)',
  file_parts: 'r.content_id in (select content_id from files)',
};

/** Media types that the library accepts. An export may be forged. */
const MEDIA_TYPES = /^(image\/(png|jpeg|webp|avif|gif)|audio\/[a-z0-9-]+|application\/(pdf|json|epub\+zip)|text\/(plain|markdown|csv))$/;

type StoredPart = { key: string; size: number; sha256: string };

/** Parts of files, and the first pages of PDFs. */
async function listParts(client: pg.ClientBase): Promise<StoredPart[]> {
  const { rows } = await client.query<StoredPart>(`
    select p.object_key as key, p.bytes as size, p.sha256 from file_parts p where p.content_id in (select content_id from files)
    union all
    select c.id || '/preview.webp', (c.preview ->> 'size')::integer, c.preview ->> 'sha256' from file_contents c
    where c.preview is not null and c.id in (select content_id from files) order by key`);
  return rows;
}

/** Copies the bytes of all files into the folder. Returns their number, and the keys that the store lacks. */
export async function writeFileParts(
  client: pg.ClientBase,
  folder: string,
  store: ObjectStore,
): Promise<{ parts: number; missing: string[] }> {
  const missing: string[] = [];
  const parts = await listParts(client);
  for (const { key, size, sha256 } of parts) {
    const found = await store.get(key, () => ({ size, sha256 })).catch(undefinedIfDamaged);
    if (found === undefined) {
      missing.push(key);
      continue;
    }
    const target = path.join(folder, 'files', key);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, await buffer(found.body));
  }
  return { parts: parts.length - missing.length, missing };
}

/**
 * Stores the bytes of all files in the database. Returns the keys of missing ones.
 * @throws ExportError for bytes or a type that a file must not have
 */
export async function putFileParts(client: pg.ClientBase, folder: string, store: ObjectStore): Promise<string[]> {
  const { rows } = await client.query<{ type: string }>('select distinct media_type as type from file_contents');
  const wrong = rows.find(({ type }) => !MEDIA_TYPES.test(type));
  if (wrong !== undefined) throw new ExportError(`data/file_contents.jsonl: files of the type ${wrong.type} are not supported.`);
  const missing: string[] = [];
  for (const { key, size, sha256 } of await listParts(client)) {
    if (!isKey(key)) throw new ExportError(`data/file_parts.jsonl: ${key} is not a valid key.`);
    const bytes = await readFile(path.join(folder, 'files', key)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (bytes === undefined) missing.push(key);
    else if (bytes.length !== size || hash('sha256', bytes) !== sha256) throw new ExportError(`files/${key} is not what was exported.`);
    else await store.put(key, bytes, 'application/octet-stream');
  }
  return missing;
}
