import { z } from 'zod';
import type { Editor } from '#src/features/accounts/accounts.ts';
import {
  AuthorChange,
  createAuthor,
  getManagedAuthor,
  listManagedAuthors,
  mergeAuthors,
  NewAuthor,
  retireAuthor,
  updateAuthor,
} from '#src/features/authors/authors.ts';
import { AuthorRows, ManagedAuthor } from '#src/features/authors/contract.ts';
import { After, Words } from '#src/features/staff/contract.ts';
import type { Db } from '#src/platform/db/db.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { readIfMatch } from '#src/platform/http/if-match.ts';
import { CHANGED, Id, MATCH, madeAt, WithId, withVersion } from './asked.ts';

export function authorEndpoints({ db }: { db: Db }): Endpoint<Editor>[] {
  return [
    endpoint({
      ...{ method: 'GET', path: '/authors', summary: 'Authors and traditions, by the name they are filed under, 50 a page' },
      query: z.strictObject({ q: Words, after: After }),
      answer: AuthorRows,
      run: ({ query }) => listManagedAuthors(db, query),
    }),
    endpoint({
      ...{ method: 'POST', path: '/authors', summary: 'Adds an author', body: NewAuthor, answer: ManagedAuthor, status: 201 },
      refusals: { 422: CHANGED[422] },
      run: async ({ c, asker, body }) => madeAt(c, '/authors', await createAuthor(db, asker.id, body)),
    }),
    endpoint({
      ...{ method: 'GET', path: '/authors/{id}', summary: 'One author, with an ETag', params: WithId, answer: ManagedAuthor },
      run: async ({ c, params }) => withVersion(c, await getManagedAuthor(db, params.id)),
    }),
    endpoint({
      ...{ method: 'PATCH', path: '/authors/{id}', summary: 'Changes an author; the old name and address lead here for ever' },
      ...{ params: WithId, body: AuthorChange, answer: ManagedAuthor, headers: MATCH, refusals: CHANGED },
      run: async ({ c, asker, params, body }) => withVersion(c, await updateAuthor(db, asker.id, params.id, readIfMatch(c), body)),
    }),
    endpoint({
      ...{ method: 'POST', path: '/authors/{id}/merge', summary: 'All tales, names and addresses go to another author, who is answered' },
      ...{ params: WithId, body: z.strictObject({ into: Id }), answer: ManagedAuthor, headers: MATCH, refusals: CHANGED },
      run: async ({ c, asker, params, body }) => withVersion(c, await mergeAuthors(db, asker.id, params.id, readIfMatch(c), body.into)),
    }),
    endpoint({
      ...{ method: 'DELETE', path: '/authors/{id}', summary: 'Takes out an author without tales; the address answers 410', params: WithId },
      ...{ headers: MATCH, refusals: { ...CHANGED, 409: 'There are tales, perhaps drafts' } },
      run: async ({ c, asker, params }) => {
        await retireAuthor(db, asker.id, params.id, readIfMatch(c));
        return undefined;
      },
    }),
  ];
}
