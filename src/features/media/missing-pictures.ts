import type { Db } from '#src/platform/db/db.ts';
import { hashesIn } from './keep-uses.ts';

/**
 * What a tale showed once, without the pictures that have been deleted since: a cover that is gone is blank, an image is taken
 * out. `content` is clean HTML. `isChanged`: there were such.
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
  const kept = {
    cover: isMissing(cover) ? '' : cover,
    content: content.replace(/<img [^>]*>/g, (image) => (isMissing(image) ? '' : image)),
  };
  return { ...kept, isChanged: kept.cover !== cover || kept.content !== content };
}
