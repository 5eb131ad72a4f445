import type { Context } from 'hono';
import { z } from 'zod';
import type { Editor } from '#src/features/accounts/accounts.ts';
import {
  CategoryChange,
  createCategory,
  getManagedCategory,
  listManagedCategories,
  mergeCategories,
  NewCategory,
  orderCategories,
  retireCategory,
  updateCategory,
} from '#src/features/categories/categories.ts';
import { ManagedCategories, ManagedCategory } from '#src/features/categories/contract.ts';
import { MOTIF_NAMES, PALETTE_NAMES } from '#src/features/covers/covers.ts';
import type { Db } from '#src/platform/db/db.ts';
import { orderTag } from '#src/platform/db/order-tag.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { etagOf, readIfMatch } from '#src/platform/http/if-match.ts';
import { CHANGED, MATCH, madeAt, SmallId, WithSmallId, withVersion } from './asked.ts';

export function categoryEndpoints({ db }: { db: Db }): Endpoint<Editor>[] {
  return [
    endpoint({
      ...{ method: 'GET', path: '/categories', summary: 'All categories in their order; the ETag is that of the order' },
      answer: ManagedCategories,
      run: async ({ c }) => inOrder(c, await listManagedCategories(db)),
    }),
    endpoint({
      ...{ method: 'PUT', path: '/categories/order', summary: 'Puts all categories in an order' },
      ...{ body: z.strictObject({ ids: z.array(SmallId).max(1000) }), answer: ManagedCategories, headers: MATCH, refusals: CHANGED },
      run: async ({ c, asker, body }) => inOrder(c, await orderCategories(db, asker.id, readIfMatch(c), body.ids)),
    }),
    endpoint({
      ...{ method: 'POST', path: '/categories', summary: 'Adds a category; a name is enough', body: NewCategory, answer: ManagedCategory },
      ...{ status: 201, refusals: { 422: CHANGED[422] } },
      run: async ({ c, asker, body }) => madeAt(c, '/categories', await createCategory(db, asker.id, body)),
    }),
    endpoint({
      ...{ method: 'GET', path: '/categories/{id}', summary: 'One category, with an ETag', params: WithSmallId, answer: ManagedCategory },
      run: async ({ c, params }) => withVersion(c, await getManagedCategory(db, params.id)),
    }),
    endpoint({
      ...{ method: 'PATCH', path: '/categories/{id}', summary: 'Changes a category; the old address leads here for ever' },
      ...{ params: WithSmallId, body: CategoryChange, answer: ManagedCategory, headers: MATCH, refusals: CHANGED },
      run: async ({ c, asker, params, body }) => withVersion(c, await updateCategory(db, asker.id, params.id, readIfMatch(c), body)),
    }),
    endpoint({
      ...{
        method: 'POST',
        path: '/categories/{id}/merge',
        summary: 'All tales, tags and addresses go to another category, which is answered',
      },
      ...{ params: WithSmallId, body: z.strictObject({ into: SmallId }), answer: ManagedCategory, headers: MATCH, refusals: CHANGED },
      run: async ({ c, asker, params, body }) => withVersion(c, await mergeCategories(db, asker.id, params.id, readIfMatch(c), body.into)),
    }),
    endpoint({
      ...{ method: 'DELETE', path: '/categories/{id}', summary: 'Takes out a category without tales; the address answers 410' },
      ...{
        params: WithSmallId,
        headers: MATCH,
        refusals: { ...CHANGED, 409: 'There are tales, perhaps drafts; or every page leads there' },
      },
      run: async ({ c, asker, params }) => {
        await retireCategory(db, asker.id, params.id, readIfMatch(c));
        return undefined;
      },
    }),
  ];
}

function inOrder(c: Context<AppEnv>, categories: ManagedCategory[]): ManagedCategories {
  const tag = orderTag(categories.map(({ id }) => id));
  c.header('ETag', etagOf(tag));
  return { categories, palettes: PALETTE_NAMES, motifs: MOTIF_NAMES, tag };
}
