/** The API of the image library, below /api/v1/admin. */

import type { Context } from 'hono';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Editor } from '#src/features/accounts/accounts.ts';
import { audit } from '#src/platform/audit/audit.ts';
import { readCursor, writeCursor } from '#src/platform/db/cursor.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { ListCursor, SearchText } from '#src/platform/http/list-query.ts';
import { readBytes } from '#src/platform/http/read-body.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import type { FileTypes } from '#src/platform/http/same-origin.ts';
import { addJob } from '#src/platform/jobs/add-job.ts';
import type { ObjectStore } from '#src/platform/objects/object-store.ts';
import { Picture, PictureChange, PicturePage, type PictureUse, PictureWithUses } from './contract.ts';
import { createOpenPicture, type OpenPicture } from './open-picture.ts';
import { KINDS, nameOfFile, SUPPORTED_TYPES } from './picture-files.ts';
import { getPicture, isInLibrary, lockPicture, type PictureRow, pictureColumns, toPicture } from './picture-rows.ts';
import { REMOVE_UNUSED_PICTURES, RETENTION_MS } from './remove-unused-pictures.ts';
import { rewriteTales, type UpdateTale } from './rewrite-tales.ts';
import { storeFiles } from './store-files.ts';

type MediaDeps = { db: Db; store: ObjectStore; openPicture: OpenPicture; updateTale: UpdateTale };

/** An uploaded file with its Content-Type and name. */
type SentFile = { bytes: Buffer; declared: string; name: string };

const PictureQuery = z.strictObject({ q: SearchText, after: ListCursor });
type PictureQuery = z.infer<typeof PictureQuery>;

const PAGE = 48;
const MAX_USES = 100;

const Id = z.strictObject({ id: z.uuid() });
const FileName = z.strictObject({ name: z.string().max(500).default('') });
const PICTURE_TYPES = Object.keys(KINDS);
const UPLOAD_ERRORS = {
  413: 'Larger than 8 MB',
  415: 'Not a JPEG, PNG, WebP or AVIF image, or its Content-Type is wrong',
  422: 'Animated, damaged, or more than 40 million pixels',
  503: 'Too many uploads at once, or the object store is unavailable',
  507: 'The object store is full; nothing was saved',
};

/** Types of files accepted at this path, for the guard of the whole API. */
export function takesPictures(path: string): FileTypes | undefined {
  if (!/^\/api\/v1\/admin\/media(?:\/[^/]+\/file)?$/.test(path)) return undefined;
  return { begin: 'image/', refusal: `This file is not an image. ${SUPPORTED_TYPES}` };
}

/** `openPicture`: for tests. */
export function mediaEndpoints({
  db,
  store,
  updateTale,
  openPicture = createOpenPicture(),
}: Omit<MediaDeps, 'openPicture'> & { openPicture?: OpenPicture }): Endpoint<Editor>[] {
  const deps = { db, store, openPicture, updateTale };
  return [
    endpoint({
      id: 'listMedia',
      method: 'GET',
      path: '/media',
      summary: 'List images',
      description: 'Images of the media library, newest first. `q` searches name, alt text and credit.',
      query: PictureQuery,
      response: PicturePage,
      run: ({ query }) => listPictures(db, query),
    }),
    endpoint<Editor, typeof Empty, typeof FileName, z.ZodUndefined, typeof Picture>({
      id: 'uploadMedia',
      method: 'POST',
      path: '/media',
      summary: 'Upload an image',
      description:
        'The body is the file itself, at most 8 MB and 40 million pixels. 201 for a new image, 200 if the library already has it.',
      query: FileName,
      requestTypes: PICTURE_TYPES,
      response: Picture,
      status: 201,
      errors: UPLOAD_ERRORS,
      run: async ({ c, caller, query }) => {
        const { picture, isKnown } = await uploadPicture(deps, caller, await sentFile(c, query.name));
        return isKnown ? c.json(picture, 200) : picture;
      },
    }),
    endpoint({
      id: 'getMedia',
      method: 'GET',
      path: '/media/{id}',
      summary: 'Get an image',
      description: 'One image and the tales that use it (at most 100).',
      params: Id,
      response: PictureWithUses,
      run: ({ params }) => getPictureWithUses(db, params.id),
    }),
    endpoint({
      id: 'updateMedia',
      method: 'PATCH',
      path: '/media/{id}',
      summary: 'Update an image',
      description: 'Changes name, alt text, credit or focal point. Covers that show the image follow its focal point.',
      params: Id,
      body: PictureChange,
      response: Picture,
      errors: { 409: 'A tale that uses it is being changed; try again' },
      run: ({ caller, params, body }) => changePicture(deps, caller, params.id, body),
    }),
    endpoint({
      id: 'deleteMedia',
      method: 'DELETE',
      path: '/media/{id}',
      summary: 'Delete an image',
      description: 'Deletes an image that no tale uses.',
      params: Id,
      errors: { 409: 'Tales use it; `detail` names them' },
      run: async ({ caller, params }) => {
        await removePicture(db, caller, params.id);
        return undefined;
      },
    }),
    endpoint<Editor, typeof Id, typeof FileName, z.ZodUndefined, typeof Picture>({
      id: 'replaceMediaFile',
      method: 'PUT',
      path: '/media/{id}/file',
      summary: 'Replace the file of an image',
      description: 'Replaces the file wherever the image is used. The body is the file itself.',
      params: Id,
      query: FileName,
      requestTypes: PICTURE_TYPES,
      response: Picture,
      errors: { ...UPLOAD_ERRORS, 409: 'The library already has this file as another image' },
      run: async ({ c, caller, params, query }) => replacePicture(deps, caller, params.id, await sentFile(c, query.name)),
    }),
  ];
}

const Empty = z.strictObject({});

async function sentFile(c: Context<AppEnv>, name: string): Promise<SentFile> {
  return { bytes: await readBytes(c), declared: c.req.header('content-type') ?? '', name: nameOfFile(name) };
}

/* Each change of an image, its effects on tales and its audit log entry are one transaction. */

/** Changes fields of an image. A new focal point updates the covers that use it. @throws AppError 404 `unknown_picture` */
async function changePicture(
  { db, updateTale }: Pick<MediaDeps, 'db' | 'updateTale'>,
  editor: Editor,
  id: string,
  change: PictureChange,
): Promise<Picture> {
  return transact(db, async (trx) => {
    const before = await lockPicture(trx, id);
    const changed = Object.entries(change).filter(([field, value]) => value !== undefined && value !== before[field as keyof Picture]);
    if (changed.length === 0) return before;
    await trx.updateTable('media').set(Object.fromEntries(changed)).where('id', '=', id).execute();
    const now = await getPicture(trx, id);
    const isMoved = now.focal_x !== before.focal_x || now.focal_y !== before.focal_y;
    const tales = isMoved ? await rewriteTales({ db: trx, updateTale }, editor, before, now) : 0;
    const fields = changed.map(([field]) => field).join(', ');
    await audit(trx, { actor: editor.id, action: 'picture.changed', subject: { kind: 'picture', id }, details: { fields, tales } });
    return now;
  });
}

/**
 * Replaces the file of an image in the library and in all tales; name, alt text and credit stay. @throws AppError 404 `unknown_picture`, 409 `already_there` when the file is another image of the library, and as OpenPicture and ObjectStore
 */
async function replacePicture(
  { db, store, openPicture, updateTale }: MediaDeps,
  editor: Editor,
  id: string,
  file: SentFile,
): Promise<Picture> {
  const { name } = await getPicture(db, id);
  const cleaned = await openPicture(file.bytes, file.declared);
  return storeFiles({ db, store }, cleaned, { name, bytes: file.bytes.length, editor: editor.id }, async (trx, stored) => {
    const before = await lockPicture(trx, id);
    if (stored.id === id) return before;
    if (stored.isKnown) {
      const other = await getPicture(trx, stored.id);
      throw new AppError(409, 'already_there', `The library already has this image as “${other.name}”. Use that one instead.`);
    }
    await swapFiles(trx, id, stored.id);
    const now = await getPicture(trx, id);
    const tales = await rewriteTales({ db: trx, updateTale }, editor, before, now);
    await addJob(trx, REMOVE_UNUSED_PICTURES, {}, { delayMs: RETENTION_MS + 1_000, key: `media:${stored.id}` });
    await audit(trx, { actor: editor.id, action: 'picture.replaced', subject: { kind: 'picture', id }, details: { tales } });
    return now;
  });
}

/** Deletes an image; its files are deleted an hour later. @throws AppError 404 `unknown_picture`, 409 `in_use` with the names of the tales */
async function removePicture(db: Db, editor: Editor, id: string): Promise<void> {
  await transact(db, async (trx) => {
    await lockPicture(trx, id);
    const uses = await listUses(trx, id);
    if (uses.length > 0) throw new AppError(409, 'in_use', usesMessage(uses));
    await trx.updateTable('media').set({ removed_at: sql<Date>`now()` }).where('id', '=', id).execute();
    await addJob(trx, REMOVE_UNUSED_PICTURES, {}, { delayMs: RETENTION_MS + 1_000, key: `media:${id}` });
    await audit(trx, { actor: editor.id, action: 'picture.removed', subject: { kind: 'picture', id } });
  });
}

/** Swaps the files of two rows: the new files get the old id, and the old ones are deleted later under the other id. */
async function swapFiles(trx: Db, id: string, otherId: string): Promise<void> {
  const select = trx.selectFrom('media').select(['hash', 'width', 'height', 'bytes', 'stored_files']);
  const old = await select.where('id', '=', id).executeTakeFirstOrThrow();
  const fresh = await select.where('id', '=', otherId).executeTakeFirstOrThrow();
  await trx.deleteFrom('media').where('id', '=', otherId).execute();
  await trx
    .updateTable('media')
    .set({ ...withFiles(fresh), focal_x: 50, focal_y: 50 })
    .where('id', '=', id)
    .execute();
  await trx
    .insertInto('media')
    .values({ ...withFiles(old), id: otherId, name: 'Replaced', removed_at: sql<Date>`now()` })
    .execute();
}

function withFiles<Row extends { stored_files: unknown }>({ stored_files: files, ...row }: Row) {
  return { ...row, stored_files: files === null ? null : JSON.stringify(files) };
}

function usesMessage(uses: PictureUse[]): string {
  const [first, second, ...more] = uses.map(({ title, is_in_bin }) => `“${title}”${is_in_bin ? ' (in the trash)' : ''}`);
  const named = second === undefined ? first : more.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${more.length} more`;
  return `This image is used in ${named}. Remove it there first, or replace it.`;
}

/** Lists images whose name, alt text or credit contains `q`, newest first, 48 per page. Ids are ordered by time. */
async function listPictures(db: Db, { q, after }: PictureQuery): Promise<PicturePage> {
  const words = sql`'%' || regexp_replace(normalize_text(${q}), '([%_\\\\])', '\\\\\\1', 'g') || '%'`;
  const fits = q === '' ? sql`true` : sql`m.search_text like ${words}`;
  const beyond = after === '' ? sql`true` : sql`m.id < ${readCursor(after, 'text').id}::uuid`;
  const { rows } = await sql<PictureRow>`
    select ${pictureColumns} from media m where ${isInLibrary} and ${fits} and ${beyond} order by m.id desc limit ${PAGE + 1}`.execute(db);
  const last = rows[PAGE - 1];
  return { pictures: rows.slice(0, PAGE).map(toPicture), next: rows.length > PAGE && last ? writeCursor({ key: '', id: last.id }) : null };
}

/** Returns an image with the tales that use it. @throws AppError 404 `unknown_picture` */
async function getPictureWithUses(db: Db, id: string): Promise<PictureWithUses> {
  const picture = await getPicture(db, id);
  return { ...picture, used_in: await listUses(db, id) };
}

/** Lists the first 100 tales that use an image, by title, including the trash. */
async function listUses(db: Db, id: string): Promise<PictureUse[]> {
  const { rows } = await sql<PictureUse>`
    select t.id as tale_id, t.title, t.slug, t.deleted_at is not null as is_in_bin,
      t.status = 'published' and t.deleted_at is null and t.publish_date <= now() as is_public,
      bool_or(u.as_cover) as as_cover, bool_or(not u.as_cover) as in_text
    from media_uses u join tales t on t.id = u.tale_id where u.media_id = ${id}::uuid
    group by t.id order by t.title, t.id limit ${MAX_USES}`.execute(db);
  return rows;
}

/** Adds an image to the library. `isKnown`: it was there before. Throws like OpenPicture and ObjectStore. */
async function uploadPicture(
  { db, store, openPicture }: Pick<MediaDeps, 'db' | 'store' | 'openPicture'>,
  editor: { id: string },
  { bytes, declared, name }: SentFile,
): Promise<{ picture: Picture; isKnown: boolean }> {
  const cleaned = await openPicture(bytes, declared);
  const about = { name, bytes: bytes.length, editor: editor.id };
  return storeFiles({ db, store }, cleaned, about, async (trx, { id, isKnown }) => {
    if (!isKnown) await audit(trx, { actor: editor.id, action: 'picture.added', subject: { kind: 'picture', id } });
    return { picture: await getPicture(trx, id), isKnown };
  });
}
