/** Tales keep the addresses of their pictures in their text: when a picture is replaced, or its focal point moved, they are written anew. */
import { sql } from 'kysely';
import { updateTale } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { AppError } from '#src/platform/errors.ts';
import type { Picture } from './contract.ts';
import { coverAddressOf } from './picture-files.ts';

type TaleRow = { id: string; version: number; title: string; content: string; cover_image: string; is_in_bin: boolean };

/**
 * Puts `now` in the place of the picture `before` in all tales that show it: as a new version of each, as an editor's change is, in
 * the caller's transaction; those in the bin cannot be edited and keep their version. Returns how many tales were written. Throws 409
 * `tale_changed` when one cannot be written.
 */
export async function rewriteTales(trx: Db, editor: { id: string }, before: Picture, now: Picture): Promise<number> {
  const tales = await lockTales(trx, before.id);
  let written = 0;
  for (const { id, version, title, content, cover_image: cover, is_in_bin: isInBin } of tales) {
    const newContent = rewriteContent(content, before.address, now);
    const newCover = isSame(cover, before.address) ? coverAddressOf(now) : cover;
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
      throw new AppError(409, 'tale_changed', `“${title}” shows this picture and cannot be changed just now. Please try again.`);
  }
  return written;
}

/** In the order of their ids, so that two that write the same tales wait for each other and do not meet crosswise. */
async function lockTales(trx: Db, pictureId: string): Promise<TaleRow[]> {
  const { rows } = await sql<TaleRow>`
    select t.id, t.version, t.title, t.content, t.cover_image, t.deleted_at is not null as is_in_bin from tales t
    where t.id in (select tale_id from media_uses where media_id = ${pictureId}::uuid) order by t.id for update`.execute(trx);
  return rows;
}

/** The images of clean HTML that show the picture at `old`, with the address and the size of the new one. */
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

/** Whether two addresses are of one picture, in whatever width, format and crop. */
function isSame(address: string, other: string): boolean {
  return folderIn(address) !== undefined && folderIn(address) === folderIn(other);
}

function folderIn(address: string): string | undefined {
  return /^\/media\/([0-9a-f]{20}-\d+x\d+)\//.exec(address)?.[1];
}
