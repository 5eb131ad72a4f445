import type { Context } from 'hono';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Editor } from '#src/features/accounts/accounts.ts';
import { MOTIF_NAMES, PALETTE_NAMES } from '#src/features/covers/covers.ts';
import { lockTalesOf, rewriteTales } from '#src/features/tales/tales.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transferSlugs } from '#src/platform/db/slugs.ts';
import { transact } from '#src/platform/db/transact.ts';
import { created, type Endpoint, endpoint, INVALID, SmallId, WithSmallId, withVersion } from '#src/platform/http/endpoint.ts';
import { assertIfMatch, etagOf, listEtag, readIfMatch } from '#src/platform/http/if-match.ts';
import { invalid } from '#src/platform/http/read-body.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { urls } from '#src/urls.ts';
import { ManagedCategories, ManagedCategory } from '../contract.ts';
import {
  CategoryChange,
  createCategory,
  deleteCategory,
  getManagedCategory,
  listManagedCategories,
  lockCategories,
  lockCategory,
  NewCategory,
  updateCategory,
} from './edit-category.ts';

export function categoryEndpoints({ db }: { db: Db }): Endpoint<Editor>[] {
  return [
    endpoint({
      ...{
        id: 'listManagedCategories',
        method: 'GET',
        path: '/categories',
        summary: 'List categories for editors',
        description: 'All categories in their order, and the palettes and motifs to choose from. The `ETag` is that of the order.',
      },
      response: ManagedCategories,
      run: async ({ c }) => toOrderedList(c, await listManagedCategories(db)),
    }),
    endpoint({
      ...{
        id: 'reorderCategories',
        method: 'PUT',
        path: '/categories/order',
        summary: 'Reorder categories',
        description: 'Puts all categories into the given order. `ids` must name every category once.',
      },
      ...{ body: z.strictObject({ ids: z.array(SmallId).max(1000) }), response: ManagedCategories, ifMatch: true },
      run: async ({ c, caller, body }) => toOrderedList(c, await orderCategories(db, caller.id, readIfMatch(c), body.ids)),
    }),
    endpoint({
      ...{
        id: 'createCategory',
        method: 'POST',
        path: '/categories',
        summary: 'Create a category',
        description: 'Creates a category. Only the name is required; slug, colour, palette and motif are generated.',
        body: NewCategory,
        response: ManagedCategory,
      },
      ...{ status: 201 },
      run: async ({ c, caller, body }) => created(c, urls.api('/admin/categories'), await createCategory(db, caller.id, body)),
    }),
    endpoint({
      ...{
        id: 'getManagedCategory',
        method: 'GET',
        path: '/categories/{id}',
        summary: 'Get a category for editing',
        description: 'One category. Send its `ETag` back as `If-Match` to change it.',
        params: WithSmallId,
        response: ManagedCategory,
      },
      run: async ({ c, params }) => withVersion(c, await getManagedCategory(db, params.id)),
    }),
    endpoint({
      ...{
        id: 'updateCategory',
        method: 'PATCH',
        path: '/categories/{id}',
        summary: 'Update a category',
        description: 'Changes the given fields. After a change of slug the old URL redirects to the new one.',
      },
      ...{ params: WithSmallId, body: CategoryChange, response: ManagedCategory, ifMatch: true },
      run: async ({ c, caller, params, body }) => withVersion(c, await updateCategory(db, caller.id, params.id, readIfMatch(c), body)),
    }),
    endpoint({
      ...{
        id: 'mergeCategory',
        method: 'POST',
        path: '/categories/{id}/merge',
        summary: 'Merge a category into another',
        description:
          'Moves all tales and tags to the category `into`, redirects the old URL to it, and returns it. The merged category is deleted.',
      },
      ...{ params: WithSmallId, body: z.strictObject({ into: SmallId }), response: ManagedCategory, ifMatch: true },
      run: async ({ c, caller, params, body }) =>
        withVersion(c, await mergeCategories(db, caller.id, params.id, readIfMatch(c), body.into)),
    }),
    endpoint({
      ...{
        id: 'deleteCategory',
        method: 'DELETE',
        path: '/categories/{id}',
        summary: 'Delete a category',
        description: 'Deletes a category without tales. Its URL answers 410 afterwards.',
      },
      ...{
        params: WithSmallId,
        ifMatch: true,
        errors: { 409: 'The category has tales, possibly drafts or tales in the trash, or is required by the site', 422: INVALID },
      },
      run: async ({ c, caller, params }) => {
        await deleteCategory(db, caller.id, params.id, readIfMatch(c));
        return undefined;
      },
    }),
  ];
}

function toOrderedList(c: Context<AppEnv>, categories: ManagedCategory[]): ManagedCategories {
  const tag = listEtag(categories.map(({ id }) => id));
  c.header('ETag', etagOf(tag));
  return { categories, palettes: PALETTE_NAMES, motifs: MOTIF_NAMES, tag };
}

/**
 * Moves all tales, tags and slugs of a category to the category `into`, deletes the first, and returns the other. Locks like mergeAuthors.
 * @throws AppError 404 `unknown_category`, 412 `changed_since`, 422 `invalid` if `into` does not exist or is the same
 */
async function mergeCategories(db: Db, actor: string, id: number, version: string, into: number): Promise<ManagedCategory> {
  if (into === id) throw invalid({ into: ['Choose another category'] });
  return transact(db, async (trx) => {
    await lockTalesOf(trx, { category: id });
    const locked = await trx.selectFrom('categories').select('id').where('id', 'in', [id, into]).orderBy('id').forUpdate().execute();
    const category = await lockCategory(trx, id);
    assertIfMatch(version, category.version);
    if (locked.length < 2) throw invalid({ into: ['This category no longer exists'] });
    const tales = await lockTalesOf(trx, { category: id });
    await moveTales(trx, id, into);
    await transferSlugs(trx, 'category_slugs', id, into);
    await trx.deleteFrom('categories').where('id', '=', id).execute();
    await sql`update categories set version = version + 1 where id = ${into}`.execute(trx);
    const merged = await getManagedCategory(trx, into);
    const details = { name: category.name, into: merged.name, tales: tales.length };
    await audit(trx, { actor, action: 'category.merged', subject: { kind: 'category', id: String(id) }, details });
    return merged;
  });
}

/** Moves tags first, so that no tale has a tag twice or is tagged with its own category. */
async function moveTales(trx: Db, from: number, to: number): Promise<void> {
  const own = await trx.selectFrom('tales').select('id').where('category_id', '=', from).orderBy('id').execute();
  const tagged = await sql<{ tale_id: string }>`
    select tale_id from tale_categories where category_id in (${from}, ${to})
      and (category_id = ${from} or tale_id in (select id from tales where category_id = ${from})) order by tale_id`.execute(trx);
  for (const batch of batchesOf([...new Set(tagged.rows.map((row) => row.tale_id))])) {
    await sql`insert into tale_categories (tale_id, category_id)
      select tc.tale_id, ${to}::smallint from tale_categories tc join tales t on t.id = tc.tale_id
      where tc.category_id = ${from} and tc.tale_id = any(${batch}::uuid[]) and t.category_id not in (${from}, ${to})
      on conflict do nothing`.execute(trx);
    await sql`delete from tale_categories tc using tales t where t.id = tc.tale_id and tc.tale_id = any(${batch}::uuid[])
      and (tc.category_id = ${from} or (tc.category_id = ${to} and t.category_id = ${from}))`.execute(trx);
  }
  await rewriteTales(
    trx,
    own.map((row) => row.id),
    { category: to },
  );
}

function batchesOf(ids: string[], size = 40): string[][] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, n) => ids.slice(n * size, (n + 1) * size));
}

/**
 * Reorders all categories, also on tabs and the home page. `etag` is that of the order the change is based on.
 * @throws AppError 412 `changed_since`, 422 `invalid` unless each category is listed once
 */
async function orderCategories(db: Db, actor: string, etag: string, ids: number[]): Promise<ManagedCategory[]> {
  return transact(db, async (trx) => {
    const current = await lockCategories(trx);
    assertIfMatch(etag, listEtag(current));
    if ([...ids].sort().join() !== [...current].sort().join()) throw invalid({ ids: ['Must list each category once'] });
    await sql`update categories set position = place, tab_position = place, home_position = case when home_position is not null then place end
      from unnest(${ids}::integer[]) with ordinality as wanted (category, place) where id = category`.execute(trx);
    await audit(trx, { actor, action: 'category.ordered', subject: { kind: 'category', id: 'all' } });
    return listManagedCategories(trx);
  });
}
