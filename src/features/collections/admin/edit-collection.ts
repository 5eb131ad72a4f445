/** Creates, updates, reorders and deletes collections. Each action and its audit log entry are one transaction. */

import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { isPublic, taleOptionsByIds } from '#src/features/tales/tales.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { findFreeSlug, findSlugOwner, listOldSlugs, transferSlugs } from '#src/platform/db/slugs.ts';
import { transact } from '#src/platform/db/transact.ts';
import { notFound } from '#src/platform/errors.ts';
import { lineField, paragraphField, required, slug } from '#src/platform/fields.ts';
import { assertIfMatch, listEtag } from '#src/platform/http/if-match.ts';
import { invalid } from '#src/platform/http/read-body.ts';
import { toSlug } from '#src/platform/slug.ts';
import { urls } from '#src/urls.ts';
import type { CollectionRow, ManagedCollection } from '../contract.ts';

const MAX_TALES = 200;
/** Slugs of other pages below /collections/. */
const RESERVED_SLUGS = [urls.myCollection()].map((path) => path.slice(path.lastIndexOf('/') + 1));

export const NewCollection = z
  .strictObject({
    title: required('Title is required', 200),
    description: lineField(500).optional(),
    introduction: paragraphField(10_000).optional(),
    slug: slug(120)
      .refine((value) => !RESERVED_SLUGS.includes(value), 'This address is reserved')
      .optional(),
    tales: z
      .array(z.uuid('Unknown tale'))
      .max(MAX_TALES, `At most ${MAX_TALES} tales`)
      .refine((ids) => new Set(ids).size === ids.length, 'Each tale may be listed once')
      .optional(),
  })
  .meta({ id: 'CollectionInput', description: 'A new collection. `tales` are ids, in order.' });
export type NewCollection = z.infer<typeof NewCollection>;

export const CollectionChange = NewCollection.partial().meta({
  id: 'CollectionChange',
  description: 'Changed fields of a collection; omitted fields stay unchanged.',
});
export type CollectionChange = z.infer<typeof CollectionChange>;

/** Adds a collection at the end. @throws AppError 422 `invalid` for a taken slug or unknown tales */
export async function createCollection(db: Db, actor: string, { tales = [], ...input }: NewCollection): Promise<ManagedCollection> {
  return transact(db, async (trx) => {
    await lockOrder(trx);
    await assertSlugFree(trx, input.slug);
    const slug = input.slug ?? (await findFreeSlug(trx, 'collection_slugs', toSlug(input.title, 'collection'), RESERVED_SLUGS));
    const { id } = await trx
      .insertInto('collections')
      .values({ ...input, slug, position: sql<number>`(select coalesce(max(position), 0) + 1 from collections)` })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeTales(trx, id, tales);
    await audit(trx, {
      actor,
      action: 'collection.created',
      subject: { kind: 'collection', id: String(id) },
      details: { name: input.title },
    });
    return getManagedCollection(trx, id);
  });
}

/**
 * Updates a collection, and its tales if given. The old slug keeps leading to it.
 * @throws AppError 404 `unknown_collection`, 412 `changed_since`, 422 `invalid`
 */
export async function updateCollection(
  db: Db,
  actor: string,
  id: number,
  version: string,
  { tales, ...change }: CollectionChange,
): Promise<ManagedCollection> {
  return transact(db, async (trx) => {
    const collection = await lockCollection(trx, id);
    assertIfMatch(version, collection.version);
    await assertSlugFree(trx, change.slug, id);
    await trx
      .updateTable('collections')
      .set({ ...change, version: collection.version + 1, updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute();
    if (tales !== undefined) await writeTales(trx, id, tales);
    const details = { name: change.title ?? collection.title, fields: Object.keys({ ...change, ...(tales && { tales }) }).join(' ') };
    await audit(trx, { actor, action: 'collection.changed', subject: { kind: 'collection', id: String(id) }, details });
    return getManagedCollection(trx, id);
  });
}

/** `etag` is that of the order the change is based on. @throws AppError 412 `changed_since`, 422 `invalid` */
export async function orderCollections(db: Db, actor: string, etag: string, ids: number[]): Promise<CollectionRow[]> {
  return transact(db, async (trx) => {
    await lockOrder(trx);
    const current = (await listManagedCollections(trx)).map((row) => row.id);
    assertIfMatch(etag, listEtag(current));
    if ([...ids].sort().join() !== [...current].sort().join()) throw invalid({ ids: ['Must list each collection once'] });
    await sql`update collections set position = place
      from unnest(${ids}::integer[]) with ordinality as wanted (collection, place) where id = collection`.execute(trx);
    await audit(trx, { actor, action: 'collection.ordered', subject: { kind: 'collection', id: 'all' } });
    return listManagedCollections(trx);
  });
}

/**
 * Deletes a collection, not its tales. Its URLs redirect to the collection `to`, or return 410 without one.
 * @throws AppError 404 `unknown_collection`, 412 `changed_since`, 422 `invalid` if `to` does not exist or is the same
 */
export async function deleteCollection(db: Db, actor: string, id: number, version: string, to: number | undefined): Promise<void> {
  await transact(db, async (trx) => {
    const ids = to === undefined ? [id] : [id, to];
    const locked = await trx.selectFrom('collections').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
    const collection = await lockCollection(trx, id);
    assertIfMatch(version, collection.version);
    if (to === id || locked.length < ids.length) throw invalid({ to: ['Choose another existing collection'] });
    if (to !== undefined) await transferSlugs(trx, 'collection_slugs', id, to);
    await trx.deleteFrom('collections').where('id', '=', id).execute();
    const details = { name: collection.title, ...(to !== undefined && { to: (await lockCollection(trx, to)).title }) };
    await audit(trx, { actor, action: 'collection.retired', subject: { kind: 'collection', id: String(id) }, details });
  });
}

/** Locks the list against additions and reordering. */
async function lockOrder(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(7412012)`.execute(trx);
}

async function lockCollection(trx: Db, id: number): Promise<{ title: string; version: number }> {
  const collection = await trx.selectFrom('collections').select(['title', 'version']).where('id', '=', id).forUpdate().executeTakeFirst();
  if (collection === undefined) throw unknownCollection();
  return collection;
}

/** Tales in the trash keep their places, for when they are restored. */
async function writeTales(trx: Db, id: number, ids: string[]): Promise<void> {
  const existing = await sql<{ id: string }>`
    select id from tales where id = any(${ids}::uuid[]) and deleted_at is null order by id for key share`.execute(trx);
  if (existing.rows.length < ids.length) throw invalid({ tales: ['One of these tales has been deleted'] });
  await sql`delete from collection_tales ct using tales t
    where t.id = ct.tale_id and ct.collection_id = ${id} and t.deleted_at is null`.execute(trx);
  await sql`insert into collection_tales (collection_id, tale_id, position)
    select ${id}::integer, tale, place from unnest(${ids}::uuid[]) with ordinality as wanted (tale, place)`.execute(trx);
}

async function assertSlugFree(trx: Db, slug: string | undefined, id?: number): Promise<void> {
  const owner = slug === undefined ? undefined : await findSlugOwner(trx, 'collection_slugs', slug);
  if (owner !== undefined && owner !== id) throw invalid({ slug: ['Another collection has or had this address'] });
}

export async function listManagedCollections(db: Db): Promise<CollectionRow[]> {
  return (await selectRows(db, sql<boolean>`true`)).map(({ introduction: _, ...row }) => row);
}

/** Returns a collection with its tales in order, without the trash. @throws AppError 404 `unknown_collection` */
export async function getManagedCollection(db: Db, id: number): Promise<ManagedCollection> {
  const [row] = await selectRows(db, sql<boolean>`o.id = ${id}`);
  if (row === undefined) throw unknownCollection();
  const { rows } = await sql<{ tale_id: string }>`
    select ct.tale_id from collection_tales ct join tales t on t.id = ct.tale_id
    where ct.collection_id = ${id} and t.deleted_at is null order by ct.position, ct.tale_id`.execute(db);
  const [tales, old_slugs] = await Promise.all([
    taleOptionsByIds(
      db,
      rows.map((each) => each.tale_id),
    ),
    listOldSlugs(db, 'collection_slugs', id, row.slug),
  ]);
  return { ...row, tales, old_slugs };
}

function unknownCollection() {
  return notFound('This collection does not exist.', 'unknown_collection');
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
