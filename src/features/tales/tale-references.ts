/** The people and categories of tales. */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { preparedStatement } from '#src/platform/db/prepared-statements.ts';
import type { Database } from '#src/platform/db/schema.gen.ts';
import { findFreeSlug } from '#src/platform/db/slugs.ts';
import { toSlug } from '#src/platform/slug.ts';

type Trx = Transaction<Database>;

/**
 * Creates an author with a new name and returns the id; that of the existing author if another process was faster. Former names lead to the
 * current author, so that a form that was open for long still works.
 */
export async function addAuthor(trx: Trx, name: string): Promise<number> {
  for (;;) {
    const slug = await findFreeSlug(trx, 'author_slugs', toSlug(name, 'author'));
    // The conflict may be on the slug or on the name.
    const { rows } = await sql<{ id: number }>`
      insert into authors (slug, name, sort_name) values (${slug}, ${name}, ${name}) on conflict do nothing returning id`.execute(trx);
    const id = rows[0]?.id ?? (await findAuthorIds(trx, [name])).get(name);
    if (id !== undefined) return id;
  }
}

/**
 * Creates many authors and returns the ids by name. Names are inserted in sorted order, to avoid deadlocks; the few whose slug is taken are
 * inserted one by one.
 */
export async function addAuthors(trx: Trx, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map();
  const wanted = JSON.stringify(names.map((name) => ({ name, slug: toSlug(name, 'author') })));
  await sql`
    insert into authors (slug, name, sort_name)
    select slug, name, name from json_to_recordset(${wanted}) wanted (slug text, name text)
    where not exists (select from author_slugs where author_slugs.slug = wanted.slug)
      and not exists (select from author_names where key = name_key(wanted.name))
    order by name collate "C" on conflict do nothing`.execute(trx);
  const ids = new Map(await findAuthorIds(trx, [...names]));
  for (const name of names.toSorted()) {
    if (ids.has(name)) continue;
    // Spellings that differ in case are one author, which may have just been created.
    const [known] = (await findAuthorIds(trx, [name])).values();
    ids.set(name, known ?? (await addAuthor(trx, name)));
  }
  return ids;
}

/** Returns ids by name, as they are known; creates the people who are not. */
export async function addUnknown(
  trx: Trx,
  names: readonly string[],
  known: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const unknown = [...new Set(names.filter((name) => !known.has(name)))];
  const [only] = unknown;
  if (only === undefined) return known;
  const added = unknown.length === 1 ? new Map([[only, await addAuthor(trx, only)]]) : await addAuthors(trx, unknown);
  return new Map([...known, ...added]);
}

/** `people`: ids by current or former name, ignoring case. `categories`: ids by current or former slug. Both without unknown ones. */
export type Names = { people: ReadonlyMap<string, number>; categories: ReadonlyMap<string, number> };

/** Resolves the people and categories of a tale. Locks the people against removal until the tale is saved. */
export async function findNames(trx: Trx, { people, categories }: { people: string[]; categories: string[] }): Promise<Names> {
  if (people.length === 0 && categories.length === 0) return { people: new Map(), categories: new Map() };
  type Row = { [Kind in keyof Names]: Record<string, number> };
  const { rows } = await sql<Row>`
    with people as (${authorIds(people)})
    select (select coalesce(json_object_agg(name, id), '{}') from people) as people,
      (select coalesce(json_object_agg(slug, owner_id), '{}') from category_slugs
        where slug = any(${categories}::text[]) and owner_id is not null) as categories ${preparedStatement}`.execute(trx);
  const { people: ids, categories: owners } = rows[0] as Row;
  return { people: new Map(Object.entries(ids)), categories: new Map(Object.entries(owners)) };
}

/** Returns ids by author name, without unknown names. Locks the authors against removal. */
export async function findAuthorIds(trx: Trx, names: string[]): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map();
  const { rows } = await authorIds(names).execute(trx);
  return new Map(rows.map(({ name, id }) => [name, id]));
}

/** Locks in order of id, as merging authors does. */
function authorIds(names: readonly string[]): RawBuilder<{ name: string; id: number }> {
  return sql`
    select wanted.name, a.id from unnest(${names}::text[]) wanted (name)
      join author_names n on n.key = name_key(wanted.name) join authors a on a.id = n.author_id
    order by a.id for key share of a`;
}

/** Tales per statement: each is reindexed for search, which takes milliseconds, and must stay below the statement timeout. */
const BATCH_SIZE = 40;

/** All tales by an author or with a credit of the person, or all tales with a category or tag; including drafts and trash. */
type TalesOf = { author: number } | { category: number };

/**
 * Locks the tales in order of id and returns the ids. Lock order everywhere: tales, then authors and categories, then counts.
 */
export async function lockTalesOf(trx: Db, of: TalesOf): Promise<string[]> {
  const condition =
    'author' in of
      ? sql`id in (select id from tales where author_id = ${of.author} union select tale_id from tale_credits where author_id = ${of.author})`
      : sql`(category_id = ${of.category} or id in (select tale_id from tale_categories where category_id = ${of.category}))`;
  const { rows } = await sql<{ id: string }>`select id from tales where ${condition} order by id for update`.execute(trx);
  return rows.map((row) => row.id);
}

/** Moves tales to another author or category; without either, only updates derived columns such as the author's name. */
export async function rewriteTales(
  trx: Db,
  ids: string[],
  { author, category }: { author?: number; category?: number } = {},
): Promise<void> {
  for (let from = 0; from < ids.length; from += BATCH_SIZE) {
    await trx
      .updateTable('tales')
      .set({
        ...(author !== undefined && { author_id: author }),
        ...(category !== undefined && { category_id: category }),
        updated_at: sql<Date>`now()`,
      })
      .where('id', 'in', ids.slice(from, from + BATCH_SIZE))
      .execute();
  }
}
