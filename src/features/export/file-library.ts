/** The file library in an export: folders and files as rows, what they are attached to, and their bytes as they are in the store. */

import { hash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import { isKey, type ObjectStore, undefinedIfDamaged } from '#src/platform/objects/object-store.ts';
import { ExportError, type Row } from './format.ts';

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
/** `parts`: in order. `preview`: the first page of a PDF. */
type StoredContent = { id: string; name: string; parts: StoredPart[]; preview: StoredPart | null };
type AttachedFile = { content: string; name: string; stored: string; folder: string[] } & Row;

/** Name of the content `c`, which several files may share. */
const NAME = '(select name from files where content_id = c.id order by id limit 1)';

/** SQL of the files of a tale, as a JSON array for toFrontMatter. */
export function attachedFilesSql(tale: string): string {
  return `(select coalesce(jsonb_agg(jsonb_build_object('content', c.id, 'stored', ${NAME}, 'name', f.name, 'access', folder_access(f.folder_id),
      'kind', a.kind, 'label', a.label, 'description', a.description, 'folder', (
        with recursive up as (select id, parent_id, name, 1 as height from folders where id = f.folder_id
          union all select p.id, p.parent_id, p.name, height + 1 from up join folders p on p.id = up.parent_id)
        select jsonb_agg(name order by height desc) from up)) order by a.position, f.id), '[]')
    from tale_files a join files f on f.id = a.file_id join file_contents c on c.id = f.content_id where a.tale_id = ${tale})`;
}

/** Returns an attached file as front matter: see docs/editors/import-formats.md. */
export function toFrontMatter({ content, name, stored, folder, access, kind, label, description }: AttachedFile): Row {
  const own = fileNameOf(stored);
  return { path: `files/${content}/${own}`, name: own === name ? '' : name, folder: folder.join('/'), access, kind, label, description };
}

async function listContents(client: pg.ClientBase): Promise<StoredContent[]> {
  const { rows } = await client.query<StoredContent>(`
    select c.id, ${NAME} as name, p.parts, case when c.preview is not null then jsonb_build_object('key', c.id || '/preview.webp',
      'size', (c.preview ->> 'size')::integer, 'sha256', c.preview ->> 'sha256') end as preview
    from file_contents c, lateral (
      select coalesce(jsonb_agg(jsonb_build_object('key', object_key, 'size', bytes, 'sha256', sha256) order by position), '[]') as parts
      from file_parts where content_id = c.id) p
    where c.id in (select content_id from files) order by c.id`);
  return rows;
}

/** Most bytes of a name in common file systems, less some for tools that add to it. */
const MAX_NAME_BYTES = 200;

/** Returns the name that a file has in an export: without separators, which only a forged export has, and not too long. */
function fileNameOf(name: string): string {
  const plain = name.replace(/[/\\\p{C}]/gu, '_').replace(/^\.+/, '_') || '_';
  const [, bare = plain, ending = ''] = /^(.*?)(\.\w{1,10})$/su.exec(plain) ?? [];
  let short = bare;
  while (Buffer.byteLength(short + ending) > MAX_NAME_BYTES) short = [...short].slice(0, -1).join('');
  return short + ending;
}

/** Copies the bytes of all files into the folder. Returns the paths of those that the store lacks or has damaged. */
export async function writeFileContents(client: pg.ClientBase, folder: string, store: ObjectStore): Promise<string[]> {
  const missing: string[] = [];
  for (const { id, name, parts, preview } of await listContents(client)) {
    await mkdir(path.join(folder, 'files', id), { recursive: true });
    const wanted: [string, StoredPart[]][] = [[`${id}/${fileNameOf(name)}`, parts]];
    if (preview !== null) wanted.push([preview.key, [preview]]);
    for (const [file, own] of wanted) {
      const target = path.join(folder, 'files', file);
      if (await copyParts(store, own, target)) continue;
      await rm(target, { force: true });
      missing.push(file);
    }
  }
  return missing;
}

/** Writes parts as one file. Returns false if one of them is missing or damaged. */
async function copyParts(store: ObjectStore, parts: readonly StoredPart[], target: string): Promise<boolean> {
  const file = await open(target, 'w');
  try {
    for (const { key, size, sha256 } of parts) {
      const found = await store.get(key, () => ({ size, sha256 })).catch(undefinedIfDamaged);
      if (found === undefined) return false;
      await file.writeFile(await buffer(found.body));
    }
    return true;
  } finally {
    await file.close();
  }
}

/**
 * Stores the bytes of all files in the database. Returns the paths of missing ones.
 * @throws ExportError for bytes or a type that a file must not have
 */
export async function putFileContents(client: pg.ClientBase, folder: string, store: ObjectStore): Promise<string[]> {
  const { rows } = await client.query<{ type: string }>('select distinct media_type as type from file_contents');
  const wrong = rows.find(({ type }) => !MEDIA_TYPES.test(type));
  if (wrong !== undefined) throw new ExportError(`data/file_contents.jsonl: files of the type ${wrong.type} are not supported.`);
  const missing: string[] = [];
  for (const { id, name, parts, preview } of await listContents(client)) {
    const file = `${id}/${fileNameOf(name)}`;
    const whole = await openFile(path.join(folder, 'files', file));
    try {
      let at = 0;
      for (const part of parts) {
        // Exports of older releases have parts instead of files.
        const bytes = whole === undefined ? await readPart(folder, part) : await readBytes(whole, at, part.size);
        at += part.size;
        if (!(await putPart(store, part, bytes, whole === undefined ? part.key : file)))
          missing.push(whole === undefined ? part.key : file);
      }
      if (whole !== undefined && (await whole.stat()).size !== at) throw new ExportError(`files/${file} is not what was exported.`);
    } finally {
      await whole?.close();
    }
    if (preview !== null && !(await putPart(store, preview, await readPart(folder, preview), preview.key))) missing.push(preview.key);
  }
  return missing;
}

/** Undefined if there is none. */
async function openFile(file: string): Promise<FileHandle | undefined> {
  return open(file, constants.O_RDONLY | constants.O_NOFOLLOW).catch(undefinedIfMissing);
}

async function readPart(folder: string, { key }: StoredPart): Promise<Buffer | undefined> {
  if (!isKey(key)) throw new ExportError(`data/file_parts.jsonl: ${key} is not a valid key.`);
  return readFile(path.join(folder, 'files', key)).catch(undefinedIfMissing);
}

async function readBytes(file: FileHandle, position: number, size: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, position);
  return buffer.subarray(0, bytesRead);
}

/** Returns false without bytes. `file`: for messages. */
async function putPart(store: ObjectStore, { key, size, sha256 }: StoredPart, bytes: Buffer | undefined, file: string): Promise<boolean> {
  if (!isKey(key)) throw new ExportError(`data/file_parts.jsonl: ${key} is not a valid key.`);
  if (bytes === undefined) return false;
  if (bytes.length !== size || hash('sha256', bytes) !== sha256) throw new ExportError(`files/${file} is not what was exported.`);
  await store.put(key, bytes, 'application/octet-stream');
  return true;
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
