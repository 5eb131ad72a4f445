/** Collections as editors see them: all of them, whatever is in them. */
import { type RawBuilder, sql } from 'kysely';
import { isPublic, talePicksByIds } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { listOldSlugs } from '#src/platform/db/slugs.ts';
import { notFound } from '#src/platform/errors.ts';
import type { CollectionRow, ManagedCollection } from './contract.ts';

/** In the editors' order. */
export async function listManagedCollections(db: Db): Promise<CollectionRow[]> {
  return (await selectRows(db, sql<boolean>`true`)).map(({ introduction: _, ...row }) => row);
}

/** With its tales in their order; those in the bin are not among them. Throws 404 `unknown_collection`. */
export async function getManagedCollection(db: Db, id: number): Promise<ManagedCollection> {
  const [row] = await selectRows(db, sql<boolean>`o.id = ${id}`);
  if (row === undefined) throw unknownCollection();
  const { rows } = await sql<{ tale_id: string }>`
    select ct.tale_id from collection_tales ct join tales t on t.id = ct.tale_id
    where ct.collection_id = ${id} and t.deleted_at is null order by ct.position, ct.tale_id`.execute(db);
  const [tales, old_slugs] = await Promise.all([
    talePicksByIds(
      db,
      rows.map((each) => each.tale_id),
    ),
    listOldSlugs(db, 'collection_slugs', id, row.slug),
  ]);
  return { ...row, tales, old_slugs };
}

export function unknownCollection() {
  return notFound('There is no such collection.', 'unknown_collection');
}

async function selectRows(db: Db, where: RawBuilder<boolean>): Promise<(CollectionRow & { introduction: string })[]> {
  const { rows } = await sql<CollectionRow & { introduction: string }>`
    select o.id, o.slug, o.title, o.description, o.introduction, o.version, count(t.id)::integer as tales,
      (count(t.id) filter (where ${isPublic}))::integer as public_tales
    from collections o left join collection_tales ct on ct.collection_id = o.id
      left join tales t on t.id = ct.tale_id and t.deleted_at is null
    where ${where} group by o.id order by o.position, o.title, o.id`.execute(db);
  return rows;
}
