/** The bin: tales that are out of sight, and can be restored for 30 days. */
import { sql, type Transaction } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import type { Database } from '#src/platform/db/schema.gen.ts';
import { transact } from '#src/platform/db/transact.ts';
import { removeUnusedAuthors } from './withdraw-tales.ts';

const DAYS_IN_BIN = 30;
/** Others who save wait for a deletion: so not too many at a time. */
const AT_ONCE = 200;

/** Moves a tale into the bin or out of it. False when it is not there, or not where it is to be taken from. */
export async function moveTale(db: Db, id: string, to: 'bin' | 'list', editor: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tales')
    .set({
      deleted_at: to === 'bin' ? sql<Date>`now()` : null,
      edited_by: editor,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('deleted_at', to === 'bin' ? 'is' : 'is not', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Deletes for good what has been in the bin for 30 days; for a job. Returns how many there were. */
export async function removeOldBinned(db: Db): Promise<number> {
  for (let removed = 0; ; ) {
    const rows = await transact(db, deleteOldBinned);
    removed += rows.length;
    if (rows.length < AT_ONCE) return removed;
  }
}

async function deleteOldBinned(trx: Transaction<Database>): Promise<{ author_id: number }[]> {
  const { rows } = await sql<{ author_id: number }>`
    delete from tales where id in (
      select id from tales where deleted_at < now() - ${DAYS_IN_BIN} * interval '1 day' order by deleted_at limit ${AT_ONCE})
    returning author_id`.execute(trx);
  await removeUnusedAuthors(trx, [...new Set(rows.map(({ author_id }) => author_id))]);
  return rows;
}
