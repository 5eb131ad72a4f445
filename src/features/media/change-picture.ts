/** Changes, replaces and deletes images. Each action, its effects on tales and its audit log entry are one transaction. */
import { sql } from 'kysely';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import { addJob } from '#src/platform/jobs/add-job.ts';
import type { Picture, PictureChange, PictureUse } from './contract.ts';
import { listUses } from './list-pictures.ts';
import { getPicture, lockPicture } from './picture-rows.ts';
import { REMOVE_UNUSED_PICTURES, RETENTION_MS } from './remove-unused-pictures.ts';
import { rewriteTales } from './rewrite-tales.ts';
import { storeFiles } from './store-files.ts';
import type { MediaDeps, SentFile } from './upload-picture.ts';

type Editor = { id: string };

/** Changes fields of an image. A new focal point updates the covers that use it. @throws AppError 404 `unknown_picture` */
export async function changePicture(
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
export async function replacePicture(
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
export async function removePicture(db: Db, editor: Editor, id: string): Promise<void> {
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
