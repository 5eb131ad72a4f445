import type { Context } from 'hono';
import { z } from 'zod';
import type { Editor } from '#src/features/accounts/accounts.ts';
import {
  CollectionChange,
  createCollection,
  getManagedCollection,
  listManagedCollections,
  NewCollection,
  orderCollections,
  retireCollection,
  updateCollection,
} from '#src/features/collections/collections.ts';
import { type CollectionRow, CollectionRows, ManagedCollection } from '#src/features/collections/contract.ts';
import type { Db } from '#src/platform/db/db.ts';
import { orderTag } from '#src/platform/db/order-tag.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { etagOf, readIfMatch } from '#src/platform/http/if-match.ts';
import { CHANGED, Id, MATCH, madeAt, OptionalId, WithId, withVersion } from './asked.ts';

export function collectionEndpoints({ db }: { db: Db }): Endpoint<Editor>[] {
  return [
    endpoint({
      ...{ method: 'GET', path: '/collections', summary: 'All collections in their order; the ETag is that of the order' },
      answer: CollectionRows,
      run: async ({ c }) => inOrder(c, await listManagedCollections(db)),
    }),
    endpoint({
      ...{ method: 'PUT', path: '/collections/order', summary: 'Puts all collections in an order' },
      ...{ body: z.strictObject({ ids: z.array(Id).max(5000) }), answer: CollectionRows, headers: MATCH, refusals: CHANGED },
      run: async ({ c, asker, body }) => inOrder(c, await orderCollections(db, asker.id, readIfMatch(c), body.ids)),
    }),
    endpoint({
      ...{ method: 'POST', path: '/collections', summary: 'Adds a collection', body: NewCollection, answer: ManagedCollection },
      ...{ status: 201, refusals: { 422: CHANGED[422] } },
      run: async ({ c, asker, body }) => madeAt(c, '/collections', await createCollection(db, asker.id, body)),
    }),
    endpoint({
      ...{ method: 'GET', path: '/collections/{id}', summary: 'One collection with its tales, with an ETag' },
      ...{ params: WithId, answer: ManagedCollection },
      run: async ({ c, params }) => withVersion(c, await getManagedCollection(db, params.id)),
    }),
    endpoint({
      ...{ method: 'PATCH', path: '/collections/{id}', summary: 'Changes a collection or its tales; the old address leads here for ever' },
      ...{ params: WithId, body: CollectionChange, answer: ManagedCollection, headers: MATCH, refusals: CHANGED },
      run: async ({ c, asker, params, body }) => withVersion(c, await updateCollection(db, asker.id, params.id, readIfMatch(c), body)),
    }),
    endpoint({
      ...{
        method: 'DELETE',
        path: '/collections/{id}',
        summary: 'Takes out a collection; its address leads to the one named, or answers 410',
      },
      ...{ params: WithId, query: z.strictObject({ to: OptionalId }), headers: MATCH, refusals: CHANGED },
      run: async ({ c, asker, params, query }) => {
        await retireCollection(db, asker.id, params.id, readIfMatch(c), query.to);
        return undefined;
      },
    }),
  ];
}

function inOrder(c: Context<AppEnv>, collections: CollectionRow[]): CollectionRows {
  const tag = orderTag(collections.map(({ id }) => id));
  c.header('ETag', etagOf(tag));
  return { collections, tag };
}
