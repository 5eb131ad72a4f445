import { type Insertable, sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import type { CollectionsTable } from '#src/platform/db/schema.gen.ts';
import { transact } from '#src/platform/db/transact.ts';

export type CollectionValues = Omit<Insertable<CollectionsTable>, 'id' | 'created_at' | 'updated_at'>;

/** Writes a collection, or anew the one of the same slug, with these tales in this order. */
export async function saveCollection(db: Db, collection: CollectionValues, taleIds: string[]): Promise<void> {
  await transact(db, async (trx) => {
    const { id } = await trx
      .insertInto('collections')
      .values(collection)
      .onConflict((conflict) => conflict.column('slug').doUpdateSet({ ...collection, updated_at: sql<Date>`now()` }))
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx.deleteFrom('collection_tales').where('collection_id', '=', id).execute();
    const rows = taleIds.map((tale_id, index) => ({ collection_id: id, tale_id, position: index + 1 }));
    if (rows.length > 0) await trx.insertInto('collection_tales').values(rows).execute();
  });
}
