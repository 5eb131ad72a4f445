/** What editors do to pictures of the library. Each deed, what follows from it in tales, and its entry in the log are one transaction. */
import { sql } from 'kysely';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError } from '#src/platform/errors.ts';
import { addJob } from '#src/platform/jobs/add-job.ts';
import type { Picture, PictureChange, PictureUse } from './contract.ts';
import { keepFiles } from './keep-files.ts';
import { listUses } from './list-pictures.ts';
import { getPicture, lockPicture } from './picture-rows.ts';
import { LEFT_MS, REMOVE_LEFT_PICTURES } from './remove-left-pictures.ts';
import { rewriteTales } from './rewrite-tales.ts';
import type { MediaDeps, SentFile } from './upload-picture.ts';

type Editor = { id: string };

/** Changes what is said of a picture. With another focal point the covers that show it are cropped anew. Throws 404 `unknown_picture`. */
export async function changePicture(db: Db, editor: Editor, id: string, change: PictureChange): Promise<Picture> {
  return transact(db, async (trx) => {
    const before = await lockPicture(trx, id);
    const changed = Object.entries(change).filter(([field, value]) => value !== undefined && value !== before[field as keyof Picture]);
    if (changed.length === 0) return before;
    await trx.updateTable('media').set(Object.fromEntries(changed)).where('id', '=', id).execute();
    const now = await getPicture(trx, id);
    const isMoved = now.focal_x !== before.focal_x || now.focal_y !== before.focal_y;
    const tales = isMoved ? await rewriteTales(trx, editor, before, now) : 0;
    const fields = changed.map(([field]) => field).join(', ');
    await audit(trx, { actor: editor.id, action: 'picture.changed', subject: { kind: 'picture', id }, details: { fields, tales } });
    return now;
  });
}

/**
 * Puts another file in the place of a picture: name, alt text and credit stay, and every tale that shows it shows the new one. Throws 404
 * `unknown_picture`, 409 `already_there` when the new one is another picture of the library, and as OpenPicture and ObjectStore do.
 */
export async function replacePicture({ db, store, openPicture }: MediaDeps, editor: Editor, id: string, file: SentFile): Promise<Picture> {
  const { name } = await getPicture(db, id);
  const cleaned = await openPicture(file.bytes, file.declared);
  return keepFiles({ db, store }, cleaned, { name, bytes: file.bytes.length, editor: editor.id }, async (trx, kept) => {
    const before = await lockPicture(trx, id);
    if (kept.id === id) return before;
    if (kept.isKnown) {
      const other = await getPicture(trx, kept.id);
      throw new AppError(
        409,
        'already_there',
        `That picture is in the library already, as “${other.name}”. Choose it where it shall be shown.`,
      );
    }
    await exchange(trx, id, kept.id);
    const now = await getPicture(trx, id);
    const tales = await rewriteTales(trx, editor, before, now);
    await addJob(trx, REMOVE_LEFT_PICTURES, {}, { delayMs: LEFT_MS + 1_000, key: `media:${kept.id}` });
    await audit(trx, { actor: editor.id, action: 'picture.replaced', subject: { kind: 'picture', id }, details: { tales } });
    return now;
  });
}

/** Takes a picture out of the library; its files go an hour later. Throws 404 `unknown_picture` and 409 `in_use`, naming the tales. */
export async function removePicture(db: Db, editor: Editor, id: string): Promise<void> {
  await transact(db, async (trx) => {
    await lockPicture(trx, id);
    const uses = await listUses(trx, id);
    if (uses.length > 0) throw new AppError(409, 'in_use', inUse(uses));
    await trx.updateTable('media').set({ removed_at: sql<Date>`now()` }).where('id', '=', id).execute();
    await addJob(trx, REMOVE_LEFT_PICTURES, {}, { delayMs: LEFT_MS + 1_000, key: `media:${id}` });
    await audit(trx, { actor: editor.id, action: 'picture.removed', subject: { kind: 'picture', id } });
  });
}

/** The two rows change their files: the new ones stand under the old id, and the old ones wait under the other to be removed. */
async function exchange(trx: Db, id: string, otherId: string): Promise<void> {
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

function inUse(uses: PictureUse[]): string {
  const [first, second, ...more] = uses.map(({ title, is_in_bin }) => `“${title}”${is_in_bin ? ' (in the bin)' : ''}`);
  const named = second === undefined ? first : more.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${more.length} more`;
  return `This picture is shown in ${named}. Take it out there first, or replace it.`;
}
