/** Many tales written anew at once, when an author or a category changes under them. */
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';

/** Each tale is made ready for search again, which takes milliseconds: so many stay well below the time a statement may take. */
const PART = 40;

/** The tales of an author, drafts and the bin too, or of a category, its own and those that carry it as a tag. */
export type TalesOf = { author: number } | { category: number };

/**
 * Locks the tales, in one order, and returns their ids. Whoever saves a tale locks the tale, then its author and category, then
 * the counts: so must whoever changes one of these under its tales.
 */
export async function lockTalesOf(trx: Db, of: TalesOf): Promise<string[]> {
  const fits =
    'author' in of
      ? sql`author_id = ${of.author}`
      : sql`(category_id = ${of.category} or id in (select tale_id from tale_categories where category_id = ${of.category}))`;
  const { rows } = await sql<{ id: string }>`select id from tales where ${fits} order by id for update`.execute(trx);
  return rows.map((row) => row.id);
}

/** Puts the tales under another author or category, or only writes them anew with what their author is called now. */
export async function rewriteTales(
  trx: Db,
  ids: string[],
  { author, category }: { author?: number; category?: number } = {},
): Promise<void> {
  for (let from = 0; from < ids.length; from += PART) {
    await trx
      .updateTable('tales')
      .set({
        ...(author !== undefined && { author_id: author }),
        ...(category !== undefined && { category_id: category }),
        updated_at: sql<Date>`now()`,
      })
      .where('id', 'in', ids.slice(from, from + PART))
      .execute();
  }
}
