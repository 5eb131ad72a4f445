import type { Context } from 'hono';
import { z } from 'zod';
import type { Editor } from '#src/features/accounts/accounts.ts';
import { type CollectionRow, CollectionRows, ManagedCollection } from '#src/features/collections/contract.ts';
import type { Db } from '#src/platform/db/db.ts';
import { created, type Endpoint, endpoint, Id, OptionalId, WithId, withVersion } from '#src/platform/http/endpoint.ts';
import { etagOf, listEtag, readIfMatch } from '#src/platform/http/if-match.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { urls } from '#src/urls.ts';
import {
  CollectionChange,
  createCollection,
  deleteCollection,
  getManagedCollection,
  listManagedCollections,
  NewCollection,
  orderCollections,
  updateCollection,
} from './edit-collection.ts';

export function collectionEndpoints({ db }: { db: Db }): Endpoint<Editor>[] {
  return [
    endpoint({
      ...{
        id: 'listManagedCollections',
        method: 'GET',
        path: '/collections',
        summary: 'List collections for editors',
        description: 'All collections in their order. The `ETag` is that of the order.',
      },
      response: CollectionRows,
      run: async ({ c }) => toOrderedList(c, await listManagedCollections(db)),
    }),
    endpoint({
      ...{
        id: 'reorderCollections',
        method: 'PUT',
        path: '/collections/order',
        summary: 'Reorder collections',
        description: 'Puts all collections into the given order. `ids` must name every collection once.',
      },
      ...{ body: z.strictObject({ ids: z.array(Id).max(5000) }), response: CollectionRows, ifMatch: true },
      run: async ({ c, caller, body }) => toOrderedList(c, await orderCollections(db, caller.id, readIfMatch(c), body.ids)),
    }),
    endpoint({
      ...{
        id: 'createCollection',
        method: 'POST',
        path: '/collections',
        summary: 'Create a collection',
        description: 'Creates a collection. Only the title is required.',
        body: NewCollection,
        response: ManagedCollection,
      },
      ...{ status: 201 },
      run: async ({ c, caller, body }) => created(c, urls.api('/admin/collections'), await createCollection(db, caller.id, body)),
    }),
    endpoint({
      ...{
        id: 'getManagedCollection',
        method: 'GET',
        path: '/collections/{id}',
        summary: 'Get a collection for editing',
        description: 'One collection with its tales. Send its `ETag` back as `If-Match` to change it.',
      },
      ...{ params: WithId, response: ManagedCollection },
      run: async ({ c, params }) => withVersion(c, await getManagedCollection(db, params.id)),
    }),
    endpoint({
      ...{
        id: 'updateCollection',
        method: 'PATCH',
        path: '/collections/{id}',
        summary: 'Update a collection',
        description:
          'Changes the given fields; `tales` replaces the whole list. After a change of slug the old URL redirects to the new one.',
      },
      ...{ params: WithId, body: CollectionChange, response: ManagedCollection, ifMatch: true },
      run: async ({ c, caller, params, body }) => withVersion(c, await updateCollection(db, caller.id, params.id, readIfMatch(c), body)),
    }),
    endpoint({
      ...{
        id: 'deleteCollection',
        method: 'DELETE',
        path: '/collections/{id}',
        summary: 'Delete a collection',
        description: 'Deletes a collection. Its URL redirects to the collection `to`, or answers 410. The tales stay.',
      },
      ...{
        params: WithId,
        query: z.strictObject({ to: OptionalId }),
        ifMatch: true,
        errors: { 422: 'The collection `to` does not exist' },
      },
      run: async ({ c, caller, params, query }) => {
        await deleteCollection(db, caller.id, params.id, readIfMatch(c), query.to);
        return undefined;
      },
    }),
  ];
}

function toOrderedList(c: Context<AppEnv>, collections: CollectionRow[]): CollectionRows {
  const tag = listEtag(collections.map(({ id }) => id));
  c.header('ETag', etagOf(tag));
  return { collections, tag };
}
