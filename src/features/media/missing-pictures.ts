import type { Db } from '#src/platform/db/db.ts';
import { hashesIn } from './record-uses.ts';

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
