import { sql } from 'kysely';
import { z } from 'zod';
import type { Editor } from '#src/features/accounts/accounts.ts';
import { lockTalesOf, rewriteTales } from '#src/features/tales/tales.ts';
import { audit } from '#src/platform/audit/audit.ts';
import type { Db } from '#src/platform/db/db.ts';
import { transferSlugs } from '#src/platform/db/slugs.ts';
import { transact } from '#src/platform/db/transact.ts';
import { created, type Endpoint, endpoint, Id, INVALID, WithId, withVersion } from '#src/platform/http/endpoint.ts';
import { assertIfMatch, readIfMatch } from '#src/platform/http/if-match.ts';
import { ListCursor, SearchText } from '#src/platform/http/list-query.ts';
import { invalid } from '#src/platform/http/read-body.ts';
import { urls } from '#src/urls.ts';
import { AuthorRows, ManagedAuthor } from '../contract.ts';
import {
  AuthorChange,
  createAuthor,
  deleteAuthor,
  getManagedAuthor,
  listManagedAuthors,
  lockAuthor,
  NewAuthor,
  updateAuthor,
} from './edit-author.ts';

export function authorEndpoints({ db }: { db: Db }): Endpoint<Editor>[] {
  return [
    endpoint({
      ...{
        id: 'listManagedAuthors',
        method: 'GET',
        path: '/authors',
        summary: 'List authors for editors',
        description: 'Authors and traditions by sort name, 50 per page. `q` searches all their names.',
      },
      query: z.strictObject({ q: SearchText, after: ListCursor }),
      response: AuthorRows,
      run: ({ query }) => listManagedAuthors(db, query),
    }),
    endpoint({
      ...{
        id: 'createAuthor',
        method: 'POST',
        path: '/authors',
        summary: 'Create an author',
        description: 'Creates an author or a tradition. Only the name is required.',
        body: NewAuthor,
        response: ManagedAuthor,
        status: 201,
      },
      run: async ({ c, caller, body }) => created(c, urls.api('/admin/authors'), await createAuthor(db, caller.id, body)),
    }),
    endpoint({
      ...{
        id: 'getManagedAuthor',
        method: 'GET',
        path: '/authors/{id}',
        summary: 'Get an author for editing',
        description: 'One author. Send its `ETag` back as `If-Match` to change it.',
        params: WithId,
        response: ManagedAuthor,
      },
      run: async ({ c, params }) => withVersion(c, await getManagedAuthor(db, params.id)),
    }),
    endpoint({
      ...{
        id: 'updateAuthor',
        method: 'PATCH',
        path: '/authors/{id}',
        summary: 'Update an author',
        description:
          'Changes the given fields. The old name still finds the author, and after a change of slug the old URL redirects to the new one.',
      },
      ...{ params: WithId, body: AuthorChange, response: ManagedAuthor, ifMatch: true },
      run: async ({ c, caller, params, body }) => withVersion(c, await updateAuthor(db, caller.id, params.id, readIfMatch(c), body)),
    }),
    endpoint({
      ...{
        id: 'mergeAuthor',
        method: 'POST',
        path: '/authors/{id}/merge',
        summary: 'Merge an author into another',
        description:
          'Moves all tales, credits and names to the author `into`, redirects the old URL, and returns that author. The merged author is deleted.',
      },
      ...{ params: WithId, body: z.strictObject({ into: Id }), response: ManagedAuthor, ifMatch: true },
      run: async ({ c, caller, params, body }) => withVersion(c, await mergeAuthors(db, caller.id, params.id, readIfMatch(c), body.into)),
    }),
    endpoint({
      ...{
        id: 'deleteAuthor',
        method: 'DELETE',
        path: '/authors/{id}',
        summary: 'Delete an author',
        description: 'Deletes an author without tales and credits. The URL answers 410 afterwards.',
        params: WithId,
      },
      ...{ ifMatch: true, errors: { 409: 'The author has tales or credits, possibly on drafts or tales in the trash', 422: INVALID } },
      run: async ({ c, caller, params }) => {
        await deleteAuthor(db, caller.id, params.id, readIfMatch(c));
        return undefined;
      },
    }),
  ];
}

/**
 * Moves all tales, credits, slugs and names of an author to the author `into`, deletes the first, and returns the other.
 * @throws AppError 404 `unknown_author`, 412 `changed_since`, 422 `invalid` if `into` does not exist or is the same
 *
 * Lock order: tales, authors, counts, as when saving a tale. A tale saved concurrently with the old name is either committed before the
 * author is locked, and moved, or its transaction restarts and finds the other author.
 */
async function mergeAuthors(db: Db, actor: string, id: number, version: string, into: number): Promise<ManagedAuthor> {
  if (into === id) throw invalid({ into: ['Choose another author'] });
  return transact(db, async (trx) => {
    await lockTalesOf(trx, { author: id });
    const locked = await trx.selectFrom('authors').select('id').where('id', 'in', [id, into]).orderBy('id').forUpdate().execute();
    const author = await lockAuthor(trx, id);
    assertIfMatch(version, author.version);
    if (locked.length < 2) throw invalid({ into: ['This author no longer exists'] });
    // Again: more may have been saved between the two locks.
    const tales = await lockTalesOf(trx, { author: id });
    const written = await trx.selectFrom('tales').select('id').where('author_id', '=', id).execute();
    const isWritten = new Set(written.map((tale) => tale.id));
    const { own = [], credited = [] } = Object.groupBy(tales, (tale) => (isWritten.has(tale) ? 'own' : 'credited'));
    await moveCredits(trx, id, into);
    await rewriteTales(trx, own, { author: into });
    await rewriteTales(trx, credited);
    await transferSlugs(trx, 'author_slugs', id, into);
    await trx.updateTable('author_names').set({ author_id: into }).where('author_id', '=', id).execute();
    await trx.deleteFrom('authors').where('id', '=', id).execute();
    await trx
      .updateTable('authors')
      .set({ version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
      .where('id', '=', into)
      .execute();
    const merged = await getManagedAuthor(trx, into);
    const details = { name: author.name, into: merged.name, tales: tales.length };
    await audit(trx, { actor, action: 'author.merged', subject: { kind: 'author', id: String(id) }, details });
    return merged;
  });
}

/** A tale that credits both in one role credits `into` once. */
async function moveCredits(trx: Db, id: number, into: number): Promise<void> {
  await sql`
    delete from tale_credits k where author_id = ${id}
      and exists (select from tale_credits o where o.tale_id = k.tale_id and o.role = k.role and o.author_id = ${into})`.execute(trx);
  await trx.updateTable('tale_credits').set({ author_id: into }).where('author_id', '=', id).execute();
}
