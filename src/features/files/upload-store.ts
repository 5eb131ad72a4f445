/**
 * Resumable uploads by tus 1.0. Every part is in the object store and the database before its offset is acknowledged, so an upload goes on
 * after a crash of the site, in any process. The file is created in the transaction that records the last part.
 */
import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Upload } from '@tus/server';
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import { insertParts, listParts, PART_BYTES, type Part, putPart, releaseContent } from './contents.ts';
import type { FileUpload } from './contract.ts';
import { checkHead, HEAD_BYTES } from './file-types.ts';
import { MAX_FILE_BYTES } from './limits.ts';
import { assertAccepts, completeContent, createContent, type FileDeps, inspectContent, type Target } from './store-content.ts';

/** Of one user. */
const MAX_OPEN_UPLOADS = 20;
const MAX_OPEN_BYTES = 4 * MAX_FILE_BYTES;
/** An interrupted request leaves a smaller part; this many allow an interruption for each 250 KB of the largest file. */
const MAX_PARTS = 2_000;

type UploadRow = Omit<FileUpload, 'bytes' | 'received' | 'last_modified'> & {
  bytes: string;
  received: string;
  last_modified: string;
  parts: number;
  user_id: string;
  replaces_version: number | null;
  file_id: string | null;
};

const columns = sql`u.id, u.user_id, u.folder_id, u.name, u.replaces_id, u.replaces_version, u.received, u.parts, u.last_modified, u.file_id, c.bytes`;
const source = sql`file_uploads u join file_contents c on c.id = u.id`;

/** Lists the unfinished uploads of a user, newest first. */
export async function listUploads(db: Db, userId: string): Promise<FileUpload[]> {
  const { rows } = await sql<UploadRow>`
    select ${columns} from ${source} where u.user_id = ${userId}::uuid and u.file_id is null order by u.created_at desc`.execute(db);
  return rows.map(toUpload);
}

/** Returns an upload of a user, finished or not. @throws AppError 404 `unknown_upload` */
export async function getUpload(db: Db, userId: string, id: string): Promise<FileUpload & { file_id: string | null }> {
  const row = await findUpload(db, id);
  if (row?.user_id !== userId) throw notFound('This upload does not exist. It may have expired.', 'unknown_upload');
  return { ...toUpload(row), file_id: row.file_id };
}

/**
 * Creates an upload. Returns its id.
 * @throws as assertAccepts, and AppError 429 `too_many_uploads` beyond the quota of open uploads
 */
export async function createUpload(db: Db, userId: string, target: Target, bytes: number, lastModified: number): Promise<string> {
  if (bytes === 0) throw new AppError(422, 'empty', 'This file is empty. Choose another file.');
  await assertAccepts(db, target, bytes);
  return transact(db, async (trx) => {
    await sql`select from users where id = ${userId}::uuid for update`.execute(trx);
    const { rows } = await sql<{ count: number; bytes: string }>`
      select count(*)::integer as count, coalesce(sum(c.bytes), 0) as bytes from ${source}
      where u.user_id = ${userId}::uuid and u.file_id is null`.execute(trx);
    const open = rows[0] ?? { count: 0, bytes: '0' };
    if (open.count >= MAX_OPEN_UPLOADS || Number(open.bytes) + bytes > MAX_OPEN_BYTES)
      throw new AppError(429, 'too_many_uploads', 'You have too many unfinished uploads. Continue or cancel them, and try again.');
    const id = await createContent(trx, bytes);
    const replaced = { replaces_id: target.replaces?.id ?? null, replaces_version: target.replaces && Number(target.replaces.version) };
    const values = { id, user_id: userId, folder_id: target.folderId, name: target.name, last_modified: lastModified, ...replaced };
    await trx.insertInto('file_uploads').values(values).execute();
    return id;
  });
}

export class UploadStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'termination'];
  readonly #deps: FileDeps;

  constructor(deps: FileDeps) {
    super();
    this.#deps = deps;
  }

  /** The row was created by createUpload, whose id names the upload. */
  override async create(upload: Upload): Promise<Upload> {
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#find(id);
    return new Upload({
      id,
      size: Number(row.bytes),
      offset: Number(row.received),
      metadata: { filename: row.name, folder: row.folder_id },
    });
  }

  override async remove(id: string): Promise<void> {
    await transact(this.#deps.db, async (trx) => {
      const { rows } = await sql`delete from file_uploads where id = ${id}::uuid returning id`.execute(trx);
      if (rows.length > 0) await releaseContent(trx, id);
    });
  }

  /** What was received before an interruption is stored, too. Returns the new offset. */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const row = await this.#find(id);
    const total = Number(row.bytes);
    let [at, size, chunks]: [number, number, Buffer[]] = [offset, 0, []];
    const flush = async () => {
      const bytes = Buffer.concat(chunks, size);
      [size, chunks] = [0, []];
      if (bytes.length > 0) await this.#add(row, at, bytes);
      at += bytes.length;
    };
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        for (let rest = chunk; rest.length > 0; ) {
          const taken = rest.subarray(0, PART_BYTES - size);
          chunks.push(taken);
          size += taken.length;
          rest = rest.subarray(taken.length);
          if (size === PART_BYTES && at + size < total) await flush();
        }
      }
    } catch (error) {
      if (error instanceof AppError) throw error;
      await flush();
      throw error;
    }
    await flush();
    return at;
  }

  async #add(row: UploadRow, position: number, bytes: Buffer): Promise<void> {
    const { db, fileStore } = this.#deps;
    if (row.parts >= MAX_PARTS) throw new AppError(409, 'too_many_parts', 'This upload was interrupted too often. Upload the file again.');
    row.parts += 1;
    try {
      if (position === 0) checkHead(row.name, bytes.subarray(0, HEAD_BYTES));
      const part = await putPart(fileStore, row.id, position, bytes);
      if (position + bytes.length === Number(row.bytes)) await this.#finish(row, part);
      else await transact(db, (trx) => record(trx, row.id, part));
    } catch (error) {
      // Refused for what it is: it cannot be continued.
      if (error instanceof AppError && [404, 412, 413, 415, 422].includes(error.status)) await this.remove(row.id);
      throw error;
    }
  }

  async #finish(row: UploadRow, last: Part): Promise<void> {
    const { db, fileStore } = this.#deps;
    const facts = await inspectContent(fileStore, row.id, row.name, [...(await listParts(db, row.id)), last]);
    const replaces = row.replaces_id === null ? null : { id: row.replaces_id, version: String(row.replaces_version) };
    await transact(db, async (trx) => {
      await record(trx, row.id, last);
      const { id } = await completeContent(trx, row.user_id, { folderId: row.folder_id, name: row.name, replaces }, row.id, facts);
      await sql`update file_uploads set file_id = ${id}::uuid where id = ${row.id}::uuid`.execute(trx);
    });
  }

  async #find(id: string): Promise<UploadRow> {
    const row = await findUpload(this.#deps.db, id);
    if (row === undefined) throw ERRORS.FILE_NOT_FOUND;
    return row;
  }
}

/** Records a part, unless another request has recorded one at the same position: then 409, and the client asks for the offset. */
async function record(trx: Db, id: string, part: Part): Promise<void> {
  const { rows } = await sql`
    update file_uploads set received = received + ${part.bytes}, parts = parts + 1, updated_at = now()
    where id = ${id}::uuid and received = ${part.position} returning id`.execute(trx);
  if (rows.length === 0) throw ERRORS.INVALID_OFFSET;
  await insertParts(trx, id, [part]);
}

async function findUpload(db: Db, id: string): Promise<UploadRow | undefined> {
  const { rows } = await sql<UploadRow>`select ${columns} from ${source} where u.id = ${id}::uuid`.execute(db);
  return rows[0];
}

function toUpload({ id, folder_id, name, replaces_id, bytes, received, last_modified }: UploadRow): FileUpload {
  return { id, folder_id, name, replaces_id, bytes: Number(bytes), received: Number(received), last_modified: Number(last_modified) };
}
