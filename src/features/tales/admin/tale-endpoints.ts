import type { Context } from 'hono';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Editor } from '#src/features/accounts/accounts.ts';
import { readSiteSettings } from '#src/features/site-settings/site-settings.ts';
import { type PublishCheck, TaleInput } from '#src/features/tales/tales.ts';
import { type Db, likePattern } from '#src/platform/db/db.ts';
import { type Endpoint, endpoint } from '#src/platform/http/endpoint.ts';
import { SearchText } from '#src/platform/http/list-query.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import {
  changeManagedTale,
  changeManyTales,
  createManagedTale,
  deleteManagedTale,
  duplicateManagedTale,
  moveManagedTale,
} from './change-tale.ts';
import { AuthorOptions, BulkChange, BulkResult, ManagedTale, ManagedTalePage, SaveResult, TaleListQuery, TaleOptions } from './contract.ts';
import { listManagedTales } from './list/list-tales.ts';
import { getManagedTale, readVersion, setVersion } from './managed-tale.ts';

const AuthorOptionsQuery = z.strictObject({ q: SearchText });

type Deps = { db: Db; publishCheck: PublishCheck };

const TaleId = z.strictObject({ id: z.uuid().toLowerCase() });

/** A body that is documented as the fields of a tale, but validated on saving, so that all problems are reported together. */
const fieldsOf = (id: string, description: string, schema: z.ZodObject) => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' });
  return z
    .unknown()
    .refine((value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'Send the fields of a tale.')
    .meta({ ...json, id, description });
};

/** Endpoints that list, read, save, trash and delete tales. */
export function taleEndpoints({ db, publishCheck }: Deps): Endpoint<Editor>[] {
  return [...readingEndpoints(db), ...writingEndpoints({ db, publishCheck }), ...removingEndpoints(db)];
}

function readingEndpoints(db: Db): Endpoint<Editor>[] {
  return [
    endpoint({
      id: 'listManagedTales',
      method: 'GET',
      path: '/tales',
      summary: 'List tales for editors',
      description:
        'All tales, drafts and scheduled ones included, 50 per page. `q` searches title, author and category. Tales in the trash are listed with `state=bin` only.',
      query: TaleListQuery,
      response: ManagedTalePage,
      run: ({ query }) => listManagedTales(db, query),
    }),
    endpoint({
      id: 'getManagedTale',
      method: 'GET',
      path: '/tales/{id}',
      summary: 'Get a tale for editing',
      description: 'One tale with all its fields. Send its `ETag` back as `If-Match` to change it.',
      params: TaleId,
      response: ManagedTale,
      run: async ({ c, params }) => {
        const tale = await getManagedTale(db, params.id);
        setVersion(c, tale.version);
        return tale;
      },
    }),
    endpoint({
      id: 'listTaleOptions',
      method: 'GET',
      path: '/choices',
      summary: 'List options of tale fields',
      description: 'All categories, and the languages, origins and tale types in use. Options for forms and filters.',
      response: TaleOptions,
      run: () => listTaleOptions(db),
    }),
    endpoint({
      id: 'searchAuthorOptions',
      method: 'GET',
      path: '/choices/authors',
      summary: 'Search authors by name',
      description: 'At most 20 authors whose name contains `q`; names that start with `q` come first.',
      query: AuthorOptionsQuery,
      response: AuthorOptions,
      run: ({ query }) => listAuthorOptions(db, query.q),
    }),
  ];
}

function writingEndpoints({ db, publishCheck }: Deps): Endpoint<Editor>[] {
  return [
    endpoint({
      id: 'createTale',
      method: 'POST',
      path: '/tales',
      summary: 'Create a tale',
      description:
        'Creates a tale. Without `slug`, the slug is generated from the title. Unsupported HTML is removed from the text (`tidied`).',
      body: fieldsOf('TaleInput', 'A new tale.', TaleInput),
      response: SaveResult,
      status: 201,
      run: async ({ c, caller, body }) => withLocation(c, await createManagedTale({ db, publishCheck, editor: caller }, body)),
    }),
    endpoint({
      id: 'duplicateTale',
      method: 'POST',
      path: '/tales/{id}/duplicate',
      summary: 'Duplicate a tale',
      description: 'Creates a draft titled “Copy of …” with the fields and files of the tale, except its slug and publish date.',
      params: TaleId,
      response: SaveResult,
      status: 201,
      errors: { 409: 'The tale is in the trash' },
      run: async ({ c, caller, params }) => withLocation(c, await duplicateManagedTale({ db, publishCheck, editor: caller }, params.id)),
    }),
    endpoint({
      id: 'updateTale',
      method: 'PATCH',
      path: '/tales/{id}',
      summary: 'Update a tale',
      description: 'Changes the given fields and leaves the others as they are. Each update adds a version to the history.',
      params: TaleId,
      body: fieldsOf('TaleChange', 'Changed fields of a tale; fields that are left out stay as they are.', TaleInput.partial()),
      response: SaveResult,
      ifMatch: true,
      errors: { 409: 'The tale is in the trash' },
      run: async ({ c, caller, params, body }) =>
        withVersion(c, await changeManagedTale({ db, publishCheck, editor: caller }, { ...params, version: readVersion(c), fields: body })),
    }),
    endpoint({
      id: 'bulkUpdateTales',
      method: 'POST',
      path: '/tales/bulk',
      summary: 'Update many tales',
      description:
        'Applies one action to at most 200 tales. Tales that cannot be changed are reported in `refused`; the others are changed.',
      body: BulkChange,
      response: BulkResult,
      run: ({ caller, body }) => changeManyTales({ db, publishCheck, editor: caller }, body),
    }),
  ];
}

function removingEndpoints(db: Db): Endpoint<Editor>[] {
  return [
    endpoint({
      id: 'deleteTale',
      method: 'DELETE',
      path: '/tales/{id}',
      summary: 'Delete a tale permanently',
      description: 'Deletes a tale for good, whether it is in the trash or not. Its URL answers 410 afterwards.',
      params: TaleId,
      run: async ({ caller, params }) => {
        await deleteManagedTale({ db, editor: caller }, params.id);
        return undefined;
      },
    }),
    endpoint({
      id: 'trashTale',
      method: 'POST',
      path: '/tales/{id}/bin',
      summary: 'Move a tale to the trash',
      description: 'Moves a tale to the trash, from which it can be restored for 30 days.',
      params: TaleId,
      response: SaveResult,
      errors: { 409: 'The tale is already in the trash' },
      run: async ({ c, caller, params }) => withVersion(c, await moveManagedTale({ db, editor: caller }, params.id, 'bin')),
    }),
    endpoint({
      id: 'restoreTale',
      method: 'POST',
      path: '/tales/{id}/restore',
      summary: 'Restore a tale from the trash',
      description: 'Takes a tale out of the trash unchanged.',
      params: TaleId,
      response: SaveResult,
      errors: { 409: 'The tale is not in the trash' },
      run: async ({ c, caller, params }) => withVersion(c, await moveManagedTale({ db, editor: caller }, params.id, 'list')),
    }),
  ];
}

/** Sets the address and the ETag of a created tale. */
function withLocation(c: Context<AppEnv>, saved: SaveResult): SaveResult {
  c.header('Location', `/api/v1/admin/tales/${saved.tale.id}`);
  return withVersion(c, saved);
}

/** Sets the ETag of a saved tale. */
function withVersion(c: Context<AppEnv>, saved: SaveResult): SaveResult {
  setVersion(c, saved.tale.version);
  return saved;
}

const MAX_AUTHORS = 20;
const MAX_VALUES = 500;

/** Returns the options of fields and filters: all categories, and values in use. */
async function listTaleOptions(db: Db): Promise<TaleOptions> {
  const values = (column: string) => listValues(db, sql.ref(column));
  const [categories, languages, origins, tale_types, { publish_requires_source }] = await Promise.all([
    db.selectFrom('categories').select(['slug', 'name']).orderBy('position').execute(),
    values('language'),
    values('origin'),
    values('tale_type'),
    readSiteSettings(db),
  ]);
  return { categories, languages, origins, tale_types, publish_requires_source };
}

/** Returns authors whose name contains `q`, ignoring accents; those that start with it first. */
async function listAuthorOptions(db: Db, q: string): Promise<AuthorOptions> {
  const { rows } = await sql<{ slug: string; name: string }>`
    select slug, name from authors where normalized_name like ${likePattern(q)}
    order by starts_with(normalized_name, normalize_text(${q})) desc, normalized_name collate "C", id limit ${MAX_AUTHORS}`.execute(db);
  return { authors: rows };
}

/** Returns the distinct values of an indexed column, sorted. Each is looked up from the previous one (loose index scan). */
async function listValues(db: Db, column: RawBuilder<unknown>): Promise<string[]> {
  const next = (after: RawBuilder<string>) => sql`(select min(${column}) from tales where deleted_at is null and ${column} > ${after})`;
  const { rows } = await sql<{ value: string }>`
    with recursive found as (
      select ${next(sql`''`)} as value
      union all select ${next(sql`found.value`)} from found where found.value is not null
    ) select value from found where value is not null limit ${MAX_VALUES}`.execute(db);
  return rows.map(({ value }) => value);
}
