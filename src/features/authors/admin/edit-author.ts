/** Creates, updates and deletes authors. Each action and its audit log entry are one transaction. */

import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { ORIGIN } from '#src/features/tales/browse-query.ts';
import { isPublic, lockTalesOf, rewriteTales } from '#src/features/tales/tales.ts';
import { audit } from '#src/platform/audit/audit.ts';
import { readCursor, writeCursor } from '#src/platform/db/cursor.ts';
import type { Db } from '#src/platform/db/db.ts';
import { findFreeSlug, findSlugOwner, listOldSlugs } from '#src/platform/db/slugs.ts';
import { transact } from '#src/platform/db/transact.ts';
import { AppError, notFound } from '#src/platform/errors.ts';
import { lineField, paragraphField, required, slug } from '#src/platform/fields.ts';
import { assertIfMatch } from '#src/platform/http/if-match.ts';
import { invalid } from '#src/platform/http/read-body.ts';
import { toSlug } from '#src/platform/slug.ts';
import { formatTaleCount } from '#src/ui/format.ts';
import type { AuthorRow, AuthorRows, ManagedAuthor } from '../contract.ts';

const YEAR = 'Must be a year from -3000 to 2200';
const year = z.int(YEAR).min(-3000, YEAR).max(2200, YEAR).nullable();

const AuthorInput = z.strictObject({
  name: required('Name is required', 200),
  sort_name: lineField(200).optional(),
  kind: z.enum(['person', 'tradition'], "Must be 'person' or 'tradition'").optional(),
  dates: lineField(200).optional(),
  born_year: year.optional(),
  died_year: year.optional(),
  place: lineField(200).optional(),
  origin: lineField(60)
    .refine((text) => text === '' || ORIGIN.test(text), 'Use letters, spaces and hyphens only, such as German')
    .optional(),
  biography: paragraphField(10_000).optional(),
  slug: slug(120).optional(),
  other_names: z.array(required('Name is required', 200)).max(50, 'At most 50 names').optional(),
});

const isLifespanValid = ({ born_year, died_year }: { born_year?: number | null | undefined; died_year?: number | null | undefined }) =>
  typeof born_year !== 'number' || typeof died_year !== 'number' || born_year <= died_year;
const LIFESPAN_ERROR = { error: 'Must not be before the year of birth', path: ['died_year'] };

export const NewAuthor = AuthorInput.refine(isLifespanValid, LIFESPAN_ERROR).meta({
  id: 'AuthorInput',
  description: 'A new author. Without `slug` or `sort_name` they are generated from the name.',
});
export type NewAuthor = z.infer<typeof NewAuthor>;

export const AuthorChange = AuthorInput.partial()
  .refine(isLifespanValid, LIFESPAN_ERROR)
  .meta({ id: 'AuthorChange', description: 'Changed fields of an author; omitted fields stay unchanged.' });
export type AuthorChange = z.infer<typeof AuthorChange>;

type Locked = { id: number; slug: string; name: string; version: number; born_year: number | null; died_year: number | null };

/** @throws AppError 422 `invalid` if another author has the name or slug */
export async function createAuthor(db: Db, actor: string, input: NewAuthor): Promise<ManagedAuthor> {
  return transact(db, async (trx) => {
    await assertNamesFree(trx, input);
    const { other_names = [], slug, sort_name = '', ...columns } = input;
    const { id } = await trx
      .insertInto('authors')
      .values({
        ...columns,
        slug: slug ?? (await findFreeSlug(trx, 'author_slugs', toSlug(input.name, 'author'))),
        sort_name: sort_name || defaultSortName(input),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await insertNames(trx, id, other_names);
    await audit(trx, { actor, action: 'author.created', subject: { kind: 'author', id: String(id) }, details: { name: input.name } });
    return getManagedAuthor(trx, id);
  });
}

/**
 * Updates an author. The old name and slug keep leading to it.
 * @throws AppError 404 `unknown_author`, 412 `changed_since`, 422 `invalid`
 */
export async function updateAuthor(db: Db, actor: string, id: number, version: string, change: AuthorChange): Promise<ManagedAuthor> {
  return transact(db, async (trx) => {
    // A new name updates all tales. They are locked before the author, as when saving a tale.
    if (change.name !== undefined) await lockTalesOf(trx, { author: id });
    const author = await lockAuthor(trx, id);
    assertIfMatch(version, author.version);
    await assertNamesFree(trx, change, id);
    const { other_names, sort_name, ...columns } = change;
    const { born_year = author.born_year, died_year = author.died_year } = columns;
    if (born_year !== null && died_year !== null && died_year < born_year) {
      throw invalid({ died_year: ['Must not be before the year of birth'] });
    }
    const isRenamed = columns.name !== undefined && columns.name !== author.name;
    // Disables the trigger, which would update all tales in one statement.
    if (isRenamed) await sql`select set_config('talewood.rewrites_tales', 'on', true)`.execute(trx);
    await trx
      .updateTable('authors')
      .set({ ...columns, ...(sort_name && { sort_name }), version: author.version + 1, updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute();
    if (isRenamed) await rewriteTales(trx, await lockTalesOf(trx, { author: id }));
    if (other_names !== undefined) {
      await deleteNames(trx, id, [author.name, ...other_names]);
      await insertNames(trx, id, other_names);
    }
    const details = { name: columns.name ?? author.name, fields: Object.keys(change).join(' ') };
    await audit(trx, { actor, action: 'author.changed', subject: { kind: 'author', id: String(id) }, details });
    return getManagedAuthor(trx, id);
  });
}

/**
 * Deletes an author without tales and credits. Its URLs return 410.
 * @throws AppError 404 `unknown_author`, 412 `changed_since`, 409 `has_tales`, counting credits, drafts and the trash
 */
export async function deleteAuthor(db: Db, actor: string, id: number, version: string): Promise<void> {
  await transact(db, async (trx) => {
    const author = await lockAuthor(trx, id);
    assertIfMatch(version, author.version);
    await assertNoTales(trx, id);
    await trx.deleteFrom('authors').where('id', '=', id).execute();
    await audit(trx, { actor, action: 'author.retired', subject: { kind: 'author', id: String(id) }, details: { name: author.name } });
  });
}

/** Locks the author against changes and new tales. @throws AppError 404 `unknown_author` */
export async function lockAuthor(trx: Db, id: number): Promise<Locked> {
  const columns = ['id', 'slug', 'name', 'version', 'born_year', 'died_year'] as const;
  const author = await trx.selectFrom('authors').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();
  if (author === undefined) throw unknownAuthor();
  return author;
}

async function assertNoTales(trx: Db, id: number): Promise<void> {
  const { tales, credited } = await getManagedAuthor(trx, id);
  if (tales + credited === 0) return;
  const has = [tales > 0 && `has ${formatTaleCount(tales)}`, credited > 0 && `is credited on ${formatTaleCount(credited)}`];
  const message = `This author ${has.filter(Boolean).join(' and ')}, including drafts and the trash. Merge the author into another one instead.`;
  throw new AppError(409, 'has_tales', message);
}

/** @throws AppError 422 `invalid` for names and slugs of other authors */
async function assertNamesFree(trx: Db, { name, slug, other_names = [] }: AuthorChange, id?: number): Promise<void> {
  const problems: Record<string, string[]> = {};
  const add = (field: string, message: string) => {
    problems[field] = [...(problems[field] ?? []), message];
  };
  for (const [field, each] of [['name', name], ...other_names.map((other) => ['other_names', other])] as [string, string | undefined][]) {
    const owner = each === undefined ? undefined : await findNameOwner(trx, each);
    if (owner !== undefined && owner.id !== id) add(field, nameTakenError(each ?? '', owner.name));
  }
  if (slug !== undefined) {
    const owner = await findSlugOwner(trx, 'author_slugs', slug);
    if (owner !== undefined && owner !== id) add('slug', 'Another author has or had this address');
  }
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

function nameTakenError(name: string, owner: string): string {
  return name.toLowerCase() === owner.toLowerCase() ? 'An author with this name already exists' : `“${name}” is another name of ${owner}`;
}

async function findNameOwner(trx: Db, name: string): Promise<{ id: number; name: string } | undefined> {
  const { rows } = await sql<{ id: number; name: string }>`
    select a.id, a.name from author_names n join authors a on a.id = n.author_id where n.key = name_key(${name})`.execute(trx);
  return rows[0];
}

async function insertNames(trx: Db, id: number, names: string[]): Promise<void> {
  for (const name of names) {
    await sql`insert into author_names (key, name, author_id) values (name_key(${name}), ${name}, ${id})
      on conflict (key) do nothing`.execute(trx);
  }
}

async function deleteNames(trx: Db, id: number, except: string[]): Promise<void> {
  await sql`delete from author_names n using authors a where a.id = n.author_id and a.id = ${id} and n.key <> name_key(a.name)
    and not exists (select from unnest(${except}::text[]) name where name_key(name) = n.key)`.execute(trx);
}

/** “Last name, first name” for people; traditions without their article. */
function defaultSortName({ name, kind = 'person' }: NewAuthor): string {
  if (kind === 'tradition') return name.replace(/^(the|an?) (?=.)/i, '');
  const [, first, last] = /^(.+)\s+(\S+)$/u.exec(name) ?? [];
  return first !== undefined && last !== undefined && first.length + last.length < 198 ? `${last}, ${first}` : name;
}

const PAGE_SIZE = 50;

const counts = sql`(select count(*)::integer from tales t where t.author_id = a.id) as tales,
  (select count(*)::integer from tales t where t.author_id = a.id and ${isPublic}) as public_tales,
  (select count(distinct tale_id)::integer from tale_credits where author_id = a.id) as credited`;
const columns = sql`a.id, a.slug, a.name, a.sort_name, a.kind, a.dates, a.version, ${counts}`;

/** Searches authors by all their names, by sort name, 50 per page. @throws AppError 400 for an invalid cursor */
export async function listManagedAuthors(db: Db, { q, after }: { q: string; after: string }): Promise<AuthorRows> {
  const { rows } = await sql<AuthorRow & { key: string }>`
    select ${columns}, a.key from (
      select *, normalize_text(sort_name) collate "C" as key from authors where ${matches(q)} and ${afterCursor(after)}
      order by normalize_text(sort_name) collate "C", id limit ${PAGE_SIZE + 1}
    ) a order by a.key, a.id`.execute(db);
  const last = rows[PAGE_SIZE - 1];
  return {
    authors: rows.slice(0, PAGE_SIZE).map(({ key: _, ...author }) => author),
    next: rows.length > PAGE_SIZE && last ? writeCursor({ key: last.key, id: cursorId(last.id) }) : null,
  };
}

/** @throws AppError 404 `unknown_author` */
export async function getManagedAuthor(db: Db, id: number): Promise<ManagedAuthor> {
  const { rows } = await sql<Omit<ManagedAuthor, 'old_slugs'>>`
    select ${columns}, a.born_year, a.died_year, a.place, a.origin, a.biography,
      array(select n.name from author_names n where n.author_id = a.id and n.key <> name_key(a.name) order by n.created_at, n.name) as other_names
    from authors a where a.id = ${id}`.execute(db);
  const author = rows[0];
  if (author === undefined) throw unknownAuthor();
  return { ...author, old_slugs: await listOldSlugs(db, 'author_slugs', id, author.slug) };
}

function unknownAuthor() {
  return notFound('This author does not exist.', 'unknown_author');
}

function matches(q: string): RawBuilder<boolean> {
  if (q === '') return sql`true`;
  return sql`(strpos(normalized_name, normalize_text(${q})) > 0 or strpos(normalize_text(sort_name), normalize_text(${q})) > 0
    or id in (select author_id from author_names where strpos(normalize_text(name), normalize_text(${q})) > 0))`;
}

function afterCursor(after: string): RawBuilder<boolean> {
  if (after === '') return sql`true`;
  const { key, id } = readCursor(after, 'text');
  return sql`(normalize_text(sort_name) collate "C", id) > (${key}::text collate "C", ${Number.parseInt(id.slice(-8), 16) | 0}::integer)`;
}

/** Cursors require ids in UUID format. */
function cursorId(id: number): string {
  return `00000000-0000-0000-0000-${id.toString(16).padStart(12, '0')}`;
}
