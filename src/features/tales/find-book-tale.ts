import { sql } from 'kysely';
import type { BookTale } from '#src/features/epub/contract.ts';
import type { Db } from '#src/platform/db/db.ts';
import { cardTables, isPublic } from './cards.ts';

type BookTaleRow = Omit<BookTale, 'cover'> & { address: string; palette: string };

/** A public tale as books need it, its text as it is stored; null for a slug that readers may not see. */
export async function findBookTale(db: Db, slug: string): Promise<BookTale | null> {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) || slug.length > 200) return null;
  const { rows } = await sql<BookTaleRow>`
    select t.id, t.slug, t.title, t.author, t.language, t.excerpt, t.content, c.name as "categoryName", t.words, t.source, t.rights,
      t.retold_from as "retoldFrom", t.updated_at as "updatedAt", t.publish_date as "publishedAt", t.cover_image as address, c.palette
    from ${cardTables} where t.slug = ${slug} and ${isPublic}`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const { address, palette, ...tale } = row;
  return { ...tale, cover: { address, palette } };
}
