/** Records which tales use which images, in the transaction that saves the tale, so that no used image can be deleted. */
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';

/** Parts of a tale that may contain images; omitted parts stay unchanged. `content` is sanitized HTML. */
export type TaleImages = { cover?: string | undefined; content?: string | undefined };

const ADDRESS = /\/media\/([0-9a-f]{20})-\d{1,4}x\d{1,4}\//g;
const IMAGE = /<img [^>]*>/g;

/**
 * Records the images of a tale in the caller's transaction. Restores images deleted within the last hour; ignores unknown addresses.
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
export function hashesIn(text: string): string[] {
  return Array.from(text.matchAll(ADDRESS), ([, hash = '']) => hash);
}
