/** The bytes of files: stored in parts of a few megabytes, which are never changed. */
import { createHash, hash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { z } from 'zod';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { addJob } from '#src/platform/jobs/add-job.ts';
import { defineTask, type Task } from '#src/platform/jobs/task.ts';
import { damagedFile, type Expect, type ObjectStore } from '#src/platform/objects/object-store.ts';

/** Maximum size. Small enough to be received and verified in memory. */
export const PART_BYTES = 4 * 1024 * 1024;
/** Bytes of a content in the store, from `position` on. */
export type Part = { position: number; bytes: number; sha256: string; key: string };

/** Name of the job that deletes unused contents. */
export const REMOVE_UNUSED_FILES = 'remove_unused_files';
/** Downloads and backups that have begun may finish. */
const RETENTION_MS = 60 * 60_000;
/** Unfinished uploads are deleted after a day without progress. */
export const MAX_UPLOAD_IDLE_MS = 24 * 60 * 60_000;

const PART_TYPE = 'application/octet-stream';

/** Stores a part. Its key is new, so that two processes that receive the same bytes do not overwrite each other. */
export async function putPart(store: ObjectStore, contentId: string, position: number, bytes: Uint8Array): Promise<Part> {
  const key = `${contentId}/${randomUUID()}`;
  await store.put(key, bytes, PART_TYPE);
  return { position, bytes: bytes.length, sha256: hash('sha256', bytes), key };
}

/** Stores all bytes of a content. */
export async function putParts(store: ObjectStore, contentId: string, bytes: Buffer): Promise<Part[]> {
  const parts: Part[] = [];
  for (let at = 0; at < bytes.length; at += PART_BYTES)
    parts.push(await putPart(store, contentId, at, bytes.subarray(at, at + PART_BYTES)));
  return parts;
}

export async function insertParts(trx: Db, contentId: string, parts: readonly Part[]): Promise<void> {
  const rows = parts.map(({ key, ...part }) => ({ ...part, object_key: key, content_id: contentId }));
  await trx.insertInto('file_parts').values(rows).execute();
}

/** Lists the parts of a content in order; with `start` and `end`, those that have bytes between them. */
export async function listParts(db: Db, contentId: string, start = 0, end = Number.MAX_SAFE_INTEGER): Promise<Part[]> {
  const { rows } = await sql<Omit<Part, 'position'> & { position: string }>`
    select position, bytes, sha256, object_key as key from file_parts
    where content_id = ${contentId}::uuid and position < ${end} and position + bytes > ${start} order by position`.execute(db);
  return rows.map(({ position, ...part }) => ({ ...part, position: Number(position) }));
}

/**
 * Yields the bytes from `start` up to but without `end`. Every part is compared with its size and hash where the store is not local.
 * @throws AppError 503 `file_damaged` for missing parts, and as ObjectStore
 */
export async function* readParts(store: ObjectStore, parts: readonly Part[], start: number, end: number): AsyncGenerator<Buffer> {
  let at = start;
  for (const part of parts) {
    if (at >= end || part.position + part.bytes <= at) continue;
    if (part.position > at) break;
    const found = await store.get(part.key, () => ({ size: part.bytes, sha256: part.sha256 }));
    if (found === undefined) throw damagedFile(new Error(`Missing object ${part.key}`));
    let read = part.position;
    for await (const chunk of found.body) {
      const wanted = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).subarray(
        Math.max(0, at - read),
        Math.max(0, end - read),
      );
      read += chunk.byteLength;
      at += wanted.length;
      if (wanted.length > 0) yield wanted;
      if (at >= end) break;
    }
  }
  if (at < end) throw damagedFile(new Error(`The content ends at byte ${at} instead of ${end}`));
}

export async function hashParts(store: ObjectStore, parts: readonly Part[], bytes: number): Promise<string> {
  const sum = createHash('sha256');
  for await (const chunk of readParts(store, parts, 0, bytes)) sum.update(chunk);
  return sum.digest('hex');
}

/** Key of the first page of a PDF. */
export function previewKey(contentId: string): string {
  return `${contentId}/preview.webp`;
}

const OBJECT_KEY = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/(?:preview\.webp|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Whether this is a valid key of the store of files. */
export function isObjectKey(key: string): boolean {
  return OBJECT_KEY.test(key);
}

export function typeOfObject(key: string): string {
  return key.endsWith('.webp') ? 'image/webp' : PART_TYPE;
}

type StoredObject = { key: string; type: string; isShown: boolean; expect: Expect };

/** Lists the objects of all complete contents. `isShown`: false if its file was deleted or replaced within the last hour. */
export async function listStoredObjects(client: pg.ClientBase | pg.Pool): Promise<StoredObject[]> {
  const { rows } = await client.query<{ key: string; size: number; sha256: string; shown: boolean }>(
    `with complete as (
       select id, preview, exists (select from files where content_id = c.id) as shown from file_contents c where sha256 is not null
     )
     select object_key as key, bytes as size, sha256, shown from file_parts join complete on id = content_id
     union all
     select id || '/preview.webp', (preview ->> 'size')::integer, preview ->> 'sha256', shown from complete where preview is not null
     order by key`,
  );
  return rows.map(({ key, size, sha256, shown }) => ({ key, type: typeOfObject(key), isShown: shown, expect: () => ({ size, sha256 }) }));
}

/** Notes that a file does not have this content any more, and adds the job that deletes it if it is unused. */
export async function releaseContent(trx: Db, contentId: string): Promise<void> {
  await sql`update file_contents set released_at = now() where id = ${contentId}::uuid`.execute(trx);
  await addJob(trx, REMOVE_UNUSED_FILES, {}, { delayMs: RETENTION_MS + 1_000, key: `files:${contentId}` });
}

export function removeUnusedFilesTask(deps: { db: Db; store: ObjectStore }): Task {
  return defineTask({ name: REMOVE_UNUSED_FILES, payload: z.object({}), run: async () => void (await removeUnusedFiles(deps)) });
}

/**
 * Deletes abandoned uploads, contents that neither a file nor an upload has used for an hour, and links that ended 30 days ago. Idempotent.
 * Returns how many there were.
 */
export async function removeUnusedFiles({ db, store }: { db: Db; store: ObjectStore }): Promise<number> {
  let removed = await store.removePartialFiles(RETENTION_MS);
  const { numAffectedRows: uploads } = await sql`
    delete from file_uploads where updated_at < now() - ${MAX_UPLOAD_IDLE_MS} * interval '1 ms'`.execute(db);
  const { numAffectedRows: links } = await sql`
    delete from file_links where least(expires_at, revoked_at) < now() - interval '30 days'`.execute(db);
  removed += Number(uploads ?? 0) + Number(links ?? 0);
  while (await removeOne({ db, store })) removed += 1;
  return removed;
}

/** The row stays locked until its objects are deleted. */
async function removeOne({ db, store }: { db: Db; store: ObjectStore }): Promise<boolean> {
  return transact(db, async (trx) => {
    const { rows } = await sql<{ id: string }>`
      select id from file_contents c
      where released_at < now() - ${RETENTION_MS} * interval '1 ms'
        and not exists (select from files where content_id = c.id) and not exists (select from file_uploads where id = c.id)
      limit 1 for update skip locked`.execute(trx);
    const [unused] = rows;
    if (unused === undefined) return false;
    await store.remove(unused.id);
    await trx.deleteFrom('file_contents').where('id', '=', unused.id).execute();
    return true;
  });
}
