/** Updates the tales that contain the address of an image when it is replaced or its focal point changes. */
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { AppError } from '#src/platform/errors.ts';
import type { Picture } from './contract.ts';
import { coverAddressOf } from './picture-files.ts';

/** Saves a new version of a tale. A parameter, because media must not import tales. */
export type UpdateTale = (
  trx: Db,
  id: string,
  version: number,
  input: { cover_image: string; content?: string },
  context: { editor: string },
) => Promise<{ outcome: string }>;

type TaleRow = { id: string; version: number; title: string; content: string; cover_image: string; is_in_bin: boolean };

/**
 * Replaces the image `before` by `now` in all tales that use it, in the caller's transaction. Each gets a new version, except tales in the trash, which cannot be edited. Returns the number of updated tales. @throws AppError 409 `tale_changed` when one cannot be updated
 */
export async function rewriteTales(
  { db: trx, updateTale }: { db: Db; updateTale: UpdateTale },
  editor: { id: string },
  previous: Picture,
  now: Picture,
): Promise<number> {
  const tales = await lockTales(trx, previous.id);
  let written = 0;
  for (const { id, version, title, content, cover_image: cover, is_in_bin: isInBin } of tales) {
    const newContent = rewriteContent(content, previous.address, now);
    const newCover = isSame(cover, previous.address) ? coverAddressOf(now) : cover;
    if (newContent === content && newCover === cover) continue;
    written += 1;
    if (isInBin) {
      const columns = { cover_image: newCover, content: newContent, content_source: '' };
      await trx.updateTable('tales').set(columns).where('id', '=', id).execute();
      continue;
    }
    const input = { cover_image: newCover, ...(newContent !== content && { content: newContent }) };
    const { outcome } = await updateTale(trx, id, version, input, { editor: editor.id });
    if (outcome !== 'saved')
      throw new AppError(409, 'tale_changed', `“${title}” uses this image and cannot be changed at the moment. Please try again.`);
  }
  return written;
}

/** Ordered by id, so that concurrent updates cannot deadlock. */
async function lockTales(trx: Db, pictureId: string): Promise<TaleRow[]> {
  const { rows } = await sql<TaleRow>`
    select t.id, t.version, t.title, t.content, t.cover_image, t.deleted_at is not null as is_in_bin from tales t
    where t.id in (select tale_id from media_uses where media_id = ${pictureId}::uuid) order by t.id for update`.execute(trx);
  return rows;
}

/** Replaces address and size of the image `old` in sanitized HTML. */
export function rewriteContent(
  html: string,
  old: string,
  { address, width, height }: Pick<Picture, 'address' | 'width' | 'height'>,
): string {
  return html.replace(/<img [^>]*>/g, (image) => {
    const shown = /\ssrc="([^"]*)"/.exec(image)?.[1] ?? '';
    if (!isSame(shown, old)) return image;
    return image
      .replace(/\ssrc="[^"]*"/, ` src="${address}"`)
      .replace(/\swidth="[^"]*"/, ` width="${width}"`)
      .replace(/\sheight="[^"]*"/, ` height="${height}"`);
  });
}

/** Whether two addresses refer to the same image in any width, format and crop. */
function isSame(address: string, other: string): boolean {
  return folderIn(address) !== undefined && folderIn(address) === folderIn(other);
}

function folderIn(address: string): string | undefined {
  return /^\/media\/([0-9a-f]{20}-\d+x\d+)\//.exec(address)?.[1];
}
