/** Which tales show which pictures: written with the tale, so that no picture that is shown can be deleted. */
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';

/** What a tale shows; of what is not given the uses stay as they are. `content` is clean HTML. */
export type Shown = { cover?: string | undefined; content?: string | undefined };

const ADDRESS = /\/media\/([0-9a-f]{20})-\d{1,4}x\d{1,4}\//g;
const IMAGE = /<img [^>]*>/g;

/**
 * Notes in the caller's transaction what the tale shows from now on. A picture that was deleted within the last hour is in the library
 * again; an address of none is passed over.
 */
export async function keepUses(trx: Db, taleId: string, { cover, content }: Shown, hadPictures: boolean): Promise<void> {
  const given: [boolean, string[]][] = [];
  if (cover !== undefined) given.push([true, hashesIn(cover)]);
  if (content !== undefined) given.push([false, (content.match(IMAGE) ?? []).flatMap(hashesIn)]);
  for (const [asCover, hashes] of given) {
    if (hadPictures) await forget(trx, taleId, asCover, hashes);
    if (hashes.length === 0) continue;
    // Locked while it is looked at: who removes it waits, or has removed it.
    await sql`insert into media_uses (media_id, tale_id, as_cover)
      select id, ${taleId}::uuid, ${asCover} from media where hash = any(${hashes}) order by id for key share on conflict do nothing`.execute(
      trx,
    );
    await sql`update media set removed_at = null where hash = any(${hashes}) and removed_at is not null`.execute(trx);
  }
}

async function forget(trx: Db, taleId: string, asCover: boolean, still: string[]): Promise<void> {
  await sql`delete from media_uses where tale_id = ${taleId}::uuid and as_cover = ${asCover}
    and media_id not in (select id from media where hash = any(${still}))`.execute(trx);
}

/** The hashes in the addresses of pictures. */
export function hashesIn(text: string): string[] {
  return Array.from(text.matchAll(ADDRESS), ([, hash = '']) => hash);
}
