/** What editors do to collections. Each deed and its entry in the audit log are one transaction. */
import { sql } from 'kysely';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { orderTag } from '#src/platform/db/order-tag.ts';
import { findFreeSlug, findSlugOwner, handOnSlugs } from '#src/platform/db/slugs.ts';
import { transact } from '#src/platform/db/transact.ts';
import { refuseOld } from '#src/platform/http/if-match.ts';
import { invalid } from '#src/platform/http/read-body.ts';
import { toSlug } from '#src/platform/slug.ts';
import { type CollectionChange, type NewCollection, RESERVED } from './collection-input.ts';
import type { CollectionRow, ManagedCollection } from './contract.ts';
import { getManagedCollection, listManagedCollections, unknownCollection } from './managed-collections.ts';

/** Adds a collection, at the end of the order. Throws 422 `invalid` for an address that leads elsewhere or tales that are not there. */
export async function createCollection(db: Db, actor: string, { tales = [], ...input }: NewCollection): Promise<ManagedCollection> {
  return transact(db, async (trx) => {
    await lockOrder(trx);
    await refuseTaken(trx, input.slug);
    const slug = input.slug ?? (await findFreeSlug(trx, 'collection_slugs', toSlug(input.title, 'collection'), RESERVED));
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
 * Writes a collection anew, and its tales when they are given; an old address leads here for ever. Throws 404
 * `unknown_collection`, 412 `changed_since`, 422 `invalid`.
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
    refuseOld(version, collection.version);
    await refuseTaken(trx, change.slug, id);
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

/** Puts all collections in an order; `read` is the tag of the one it was made from. Throws 412 `changed_since`, 422 `invalid`. */
export async function orderCollections(db: Db, actor: string, read: string, ids: number[]): Promise<CollectionRow[]> {
  return transact(db, async (trx) => {
    await lockOrder(trx);
    const now = (await listManagedCollections(trx)).map((row) => row.id);
    refuseOld(read, orderTag(now));
    if ([...ids].sort().join() !== [...now].sort().join()) throw invalid({ ids: ['Name each collection once'] });
    await sql`update collections set position = place
      from unnest(${ids}::integer[]) with ordinality as wanted (collection, place) where id = collection`.execute(trx);
    await audit(trx, { actor, action: 'collection.ordered', subject: { kind: 'collection', id: 'all' } });
    return listManagedCollections(trx);
  });
}

/**
 * Takes out a collection; its tales stay. Its addresses lead to the collection `to` from now on, or without one answer 410. Throws
 * 404 `unknown_collection`, 412 `changed_since`, 422 `invalid` when the other one is not there or the same.
 */
export async function retireCollection(db: Db, actor: string, id: number, version: string, to: number | undefined): Promise<void> {
  await transact(db, async (trx) => {
    const ids = to === undefined ? [id] : [id, to];
    const locked = await trx.selectFrom('collections').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
    const collection = await lockCollection(trx, id);
    refuseOld(version, collection.version);
    if (to === id || locked.length < ids.length) throw invalid({ to: ['Choose another collection that is there'] });
    if (to !== undefined) await handOnSlugs(trx, 'collection_slugs', id, to);
    await trx.deleteFrom('collections').where('id', '=', id).execute();
    const details = { name: collection.title, ...(to !== undefined && { to: (await lockCollection(trx, to)).title }) };
    await audit(trx, { actor, action: 'collection.retired', subject: { kind: 'collection', id: String(id) }, details });
  });
}

/** Nobody else adds one or changes the order until the end of the transaction. */
async function lockOrder(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(7412012)`.execute(trx);
}

async function lockCollection(trx: Db, id: number): Promise<{ title: string; version: number }> {
  const collection = await trx.selectFrom('collections').select(['title', 'version']).where('id', '=', id).forUpdate().executeTakeFirst();
  if (collection === undefined) throw unknownCollection();
  return collection;
}

/** Tales in the bin stay where they are, so that they come back when they are restored. */
async function writeTales(trx: Db, id: number, ids: string[]): Promise<void> {
  const there = await sql<{ id: string }>`
    select id from tales where id = any(${ids}::uuid[]) and deleted_at is null order by id for key share`.execute(trx);
  if (there.rows.length < ids.length) throw invalid({ tales: ['One of these tales has been deleted meanwhile'] });
  await sql`delete from collection_tales ct using tales t
    where t.id = ct.tale_id and ct.collection_id = ${id} and t.deleted_at is null`.execute(trx);
  await sql`insert into collection_tales (collection_id, tale_id, position)
    select ${id}::integer, tale, place from unnest(${ids}::uuid[]) with ordinality as wanted (tale, place)`.execute(trx);
}

async function refuseTaken(trx: Db, slug: string | undefined, id?: number): Promise<void> {
  const owner = slug === undefined ? undefined : await findSlugOwner(trx, 'collection_slugs', slug);
  if (owner !== undefined && owner !== id) throw invalid({ slug: ['This address is or was that of another collection'] });
}
