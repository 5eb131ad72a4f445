/** Public server API of the media feature, and the record of which tales use which images. */

import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';

export {
  factsOf,
  hasStoredPictures,
  isCompletePicture,
  isFileKey,
  listStoredFiles,
  type StoredFile,
  typeOfStoredFile,
} from './stored-files.ts';

const ADDRESS = /\/media\/([0-9a-f]{20})-\d{1,4}x\d{1,4}\//g;
const IMAGE = /<img [^>]*>/g;

/** Parts of a tale that may contain images; omitted parts stay unchanged. `content` is sanitized HTML. */
type TaleImages = { cover?: string | undefined; content?: string | undefined };

/**
 * Records the images of a tale in the transaction that saves it, so that no used image can be deleted. Restores images deleted within the last hour; ignores unknown addresses.
 */
export async function recordUses(trx: Db, taleId: string, { cover, content }: TaleImages, hadPictures: boolean): Promise<void> {
  const given: [boolean, string[]][] = [];
  if (cover !== undefined) given.push([true, hashesIn(cover)]);
  if (content !== undefined) given.push([false, (content.match(IMAGE) ?? []).flatMap(hashesIn)]);
  for (const [asCover, hashes] of given) {
    if (hadPictures) await deleteUses(trx, taleId, asCover, hashes);
    if (hashes.length === 0) continue;
    // Locks the images against concurrent deletion.
    await sql`insert into media_uses (media_id, tale_id, as_cover)
      select id, ${taleId}::uuid, ${asCover} from media where hash = any(${hashes}) order by id for key share on conflict do nothing`.execute(
      trx,
    );
    await sql`update media set removed_at = null where hash = any(${hashes}) and removed_at is not null`.execute(trx);
  }
}

async function deleteUses(trx: Db, taleId: string, asCover: boolean, hashes: string[]): Promise<void> {
  await sql`delete from media_uses where tale_id = ${taleId}::uuid and as_cover = ${asCover}
    and media_id not in (select id from media where hash = any(${hashes}))`.execute(trx);
}

/** Returns the hashes in addresses of images. */
function hashesIn(text: string): string[] {
  return Array.from(text.matchAll(ADDRESS), ([, hash = '']) => hash);
}

/**
 * Removes deleted images from an older version of a tale. `content` is sanitized HTML. `isChanged`: there were any.
 */
export async function withoutMissingPictures(
  db: Db,
  { cover, content }: { cover: string; content: string },
): Promise<{ cover: string; content: string; isChanged: boolean }> {
  const hashes = hashesIn(cover + content);
  if (hashes.length === 0) return { cover, content, isChanged: false };
  const rows = await db.selectFrom('media').select('hash').where('hash', 'in', hashes).where('ready_at', 'is not', null).execute();
  const known = new Set(rows.map(({ hash }) => hash));
  const isMissing = (text: string) => hashesIn(text).some((hash) => !known.has(hash));
  const cleaned = {
    cover: isMissing(cover) ? '' : cover,
    content: content.replace(/<img [^>]*>/g, (image) => (isMissing(image) ? '' : image)),
  };
  return { ...cleaned, isChanged: cleaned.cover !== cover || cleaned.content !== content };
}
