import { type Insertable, sql } from 'kysely';
import { coverAddress } from '#src/features/covers/covers.ts';
import { type AttachedRow, attachedSql, memberFilesSql, toAttached } from '#src/features/files/attachments/attachments.ts';
import { cardsByIds, isPublic } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { preparedStatement } from '#src/platform/db/prepared-statements.ts';
import type { CollectionsTable } from '#src/platform/db/schema.gen.ts';
import { findSlugOwner, type OldAddress } from '#src/platform/db/slugs.ts';
import { transact } from '#src/platform/db/transact.ts';
import type { CollectionCard, CollectionView } from './contract.ts';

const MAX_TALES = 200;

type Cover = { slug: string; title: string; category: string; coverImage: string };
type CollectionRow = {
  id: number;
  slug: string;
  title: string;
  description: string;
  introduction: string;
  count: number;
  minutes: number;
  covers: Cover[];
};

/** Collections with public tales, in order; at most `limit`. */
export async function listCollections(db: Db, limit: number | null = null): Promise<CollectionCard[]> {
  return (await selectCollections(db, null, limit)).map(toCard);
}

/** A collection with its public tales in order, at most 200. Null for an unknown slug. */
export async function findCollection(db: Db, slug: string): Promise<CollectionView | null> {
  const row = (await selectCollections(db, slug))[0];
  if (row === undefined) return null;
  const { rows } = await sql<{ tale_id: string }>`
    select tale_id from collection_tales where collection_id = ${row.id} order by position, tale_id limit ${MAX_TALES}`.execute(db);
  const attached = await sql<{ files: AttachedRow[]; memberFiles: number }>`
    select ${attachedSql('collection', sql`o.id`)} as files, ${memberFilesSql('collection', sql`o.id`)} as "memberFiles"
    from collections o where o.id = ${row.id}`.execute(db);
  const tales = await cardsByIds(
    db,
    rows.map((each) => each.tale_id),
  );
  const { files = [], memberFiles = 0 } = attached.rows[0] ?? {};
  return { ...toCard(row), introduction: row.introduction, tales, files: toAttached(files), memberFiles };
}

/** Resolves a former slug. Collections without public tales have no page. */
export async function findOldCollection(db: Db, slug: string): Promise<OldAddress> {
  const owner = await findSlugOwner(db, 'collection_slugs', slug);
  if (owner === undefined) return { kind: 'unknown' };
  if (owner === null) return { kind: 'gone' };
  const row = await db.selectFrom('collections').select('slug').where('id', '=', owner).where('slug', '<>', slug).executeTakeFirst();
  if (row === undefined || (await selectCollections(db, row.slug)).length === 0) return { kind: 'unknown' };
  return { kind: 'moved', slug: row.slug };
}

async function selectCollections(db: Db, slug: string | null, limit: number | null = null): Promise<CollectionRow[]> {
  const which = slug === null ? sql`` : sql`where o.slug = ${slug}`;
  const most = limit === null ? sql`` : sql`limit ${sql.lit(limit)}`;
  const { rows } = await sql<CollectionRow>`
    select o.id, o.slug, o.title, o.description, o.introduction, s.count, s.minutes, s.covers
    from (select * from collections o ${which} order by o.position, o.title, o.id) o, lateral (
      select count(*)::integer as count, coalesce(sum(t.minutes), 0)::integer as minutes,
        (array_agg(json_build_object('slug', t.slug, 'title', t.title, 'category', c.palette, 'coverImage', t.cover_image)
          order by ct.position, t.id))[1:3] as covers
      from collection_tales ct join tales t on t.id = ct.tale_id join categories c on c.id = t.category_id
      where ct.collection_id = o.id and ${isPublic}) s
    where s.count > 0 order by o.position, o.title, o.id ${most} ${preparedStatement}`.execute(db);
  return rows;
}

function toCard({ slug, title, description, count, minutes, covers }: CollectionRow): CollectionCard {
  return { slug, title, description, count, minutes, covers: covers.map((cover) => coverAddress(cover)) };
}

export type CollectionValues = Omit<Insertable<CollectionsTable>, 'id' | 'created_at' | 'updated_at'>;

/** Inserts a collection or updates the one with the same slug, and replaces its tales. */
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
