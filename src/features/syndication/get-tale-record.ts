import { findTale, type TaleRecord, taleRecordsBySlugs } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { AppError, notFound } from '#src/platform/errors.ts';

/** The tale at a slug of today or of before, without its text. Throws 410 for one that is gone, 404 for one that readers may not see. */
export async function getTaleRecord(db: Db, slug: string): Promise<TaleRecord> {
  const [record] = await taleRecordsBySlugs(db, [slug]);
  if (record !== undefined) return record;
  const found = await findTale(db, slug);
  if (found.kind === 'gone') throw new AppError(410, 'gone', 'This tale is gone.');
  const [moved] = found.kind === 'moved' ? await taleRecordsBySlugs(db, [found.slug]) : [];
  if (moved === undefined) throw notFound();
  return moved;
}
