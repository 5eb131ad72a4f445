import type { Context } from 'hono';
import { z } from 'zod';
import type { Editor } from '#src/features/accounts/accounts.ts';
import { type Judge, TaleInput } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import type { AppEnv } from '#src/platform/http/exchange.ts';
import { changeManyTales } from './change-many.ts';
import { changeManagedTale, createManagedTale, deleteManagedTale, moveManagedTale } from './change-tale.ts';
import { listAuthorChoices, listChoices } from './choices.ts';
import {
  AuthorChoices,
  AuthorChoicesQuery,
  BulkAnswer,
  BulkChange,
  Choices,
  ManagedTale,
  SavedAnswer,
  TaleListPage,
  TaleListQuery,
} from './contract.ts';
import { readVersion, setVersion } from './etag.ts';
import { getManagedTale } from './get-tale.ts';
import { listManagedTales } from './list-tales.ts';

type Deps = { db: Db; judge: Judge };

const Id = z.strictObject({ id: z.uuid().toLowerCase() });

/** Described as the fields of a tale, and checked where the tale is written: there all that is wrong is found together. */
const fieldsOf = (schema: z.ZodObject) =>
  z
    .unknown()
    .refine((value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'Send the fields of a tale.')
    .meta(z.toJSONSchema(schema, { io: 'input' }));

const GONE = { 404: 'There is no such tale' };

/** Tales: listed, read, written, binned and deleted. */
export function taleEndpoints({ db, judge }: Deps): Endpoint<Editor>[] {
  return [...readingEndpoints(db), ...writingEndpoints({ db, judge }), ...removingEndpoints(db)];
}

function readingEndpoints(db: Db): Endpoint<Editor>[] {
  return [
    endpoint({
      method: 'GET',
      path: '/tales',
      summary: 'Tales, drafts too, 50 a page: those whose title, author or category contains `q`, filtered and sorted',
      query: TaleListQuery,
      answer: TaleListPage,
      run: ({ query }) => listManagedTales(db, query),
    }),
    endpoint({
      method: 'GET',
      path: '/tales/{id}',
      summary: 'A tale with all its fields; its ETag is the version that a change must name',
      params: Id,
      answer: ManagedTale,
      refusals: GONE,
      run: async ({ c, params }) => {
        const tale = await getManagedTale(db, params.id);
        setVersion(c, tale.version);
        return tale;
      },
    }),
    endpoint({
      method: 'GET',
      path: '/choices',
      summary: 'All categories, and the languages, origins and tale types that tales have by now',
      answer: Choices,
      run: () => listChoices(db),
    }),
    endpoint({
      method: 'GET',
      path: '/choices/authors',
      summary: 'At most 20 authors whose name contains `q`',
      query: AuthorChoicesQuery,
      answer: AuthorChoices,
      run: ({ query }) => listAuthorChoices(db, query.q),
    }),
  ];
}

function writingEndpoints({ db, judge }: Deps): Endpoint<Editor>[] {
  return [
    endpoint({
      method: 'POST',
      path: '/tales',
      summary: 'Writes a new tale; without a slug its address is made from the title',
      body: fieldsOf(TaleInput),
      answer: SavedAnswer,
      status: 201,
      refusals: { 422: 'What is wrong, by field' },
      run: async ({ c, asker, body }) => {
        const saved = await createManagedTale({ db, judge, editor: asker }, body);
        c.header('Location', `/api/v1/admin/tales/${saved.tale.id}`);
        return answerSaved(c, saved);
      },
    }),
    endpoint({
      method: 'PATCH',
      path: '/tales/{id}',
      summary: 'Writes the given fields of a tale, and leaves the others',
      params: Id,
      body: fieldsOf(TaleInput.partial()),
      answer: SavedAnswer,
      headers: { 'If-Match': 'The ETag of the version that was changed, as in "7"' },
      refusals: {
        ...GONE,
        409: 'The tale is in the bin',
        412: 'Somebody has changed the tale since',
        422: 'What is wrong, by field',
        428: 'If-Match is missing',
      },
      run: async ({ c, asker, params, body }) =>
        answerSaved(c, await changeManagedTale({ db, judge, editor: asker }, { ...params, version: readVersion(c), fields: body })),
    }),
    endpoint({
      method: 'POST',
      path: '/tales/bulk',
      summary:
        'Publishes, unpublishes, categorises, bins, restores or deletes at most 200 tales; one that is refused keeps none of the others',
      body: BulkChange,
      answer: BulkAnswer,
      run: ({ asker, body }) => changeManyTales({ db, judge, editor: asker }, body),
    }),
  ];
}

function removingEndpoints(db: Db): Endpoint<Editor>[] {
  return [
    endpoint({
      method: 'DELETE',
      path: '/tales/{id}',
      summary: 'Deletes a tale for good, from the list or the bin',
      params: Id,
      refusals: GONE,
      run: async ({ asker, params }) => {
        await deleteManagedTale({ db, editor: asker }, params.id);
        return undefined;
      },
    }),
    endpoint({
      method: 'POST',
      path: '/tales/{id}/bin',
      summary: 'Moves a tale into the bin, where it is kept for 30 days',
      params: Id,
      answer: SavedAnswer,
      refusals: { ...GONE, 409: 'It is in the bin already' },
      run: async ({ c, asker, params }) => answerSaved(c, await moveManagedTale({ db, editor: asker }, params.id, 'bin')),
    }),
    endpoint({
      method: 'POST',
      path: '/tales/{id}/restore',
      summary: 'Takes a tale out of the bin, as it was',
      params: Id,
      answer: SavedAnswer,
      refusals: { ...GONE, 409: 'It is not in the bin' },
      run: async ({ c, asker, params }) => answerSaved(c, await moveManagedTale({ db, editor: asker }, params.id, 'list')),
    }),
  ];
}

function answerSaved(c: Context<AppEnv>, saved: SavedAnswer): SavedAnswer {
  setVersion(c, saved.tale.version);
  return saved;
}
