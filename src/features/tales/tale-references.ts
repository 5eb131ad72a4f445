/** The authors and categories of tales. */
import { sql, type Transaction } from 'kysely';
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
    const id = rows[0]?.id ?? (await findNames(trx, { author: name, categories: [] })).author;
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

/** `author`: id by current or former name, ignoring case. `categories`: ids by current or former slug. */
export type Names = { author: number | undefined; categories: ReadonlyMap<string, number> };

/** Resolves the author and categories of a tale. Locks the author against removal until the tale is saved. */
export async function findNames(trx: Trx, { author, categories }: { author: string | undefined; categories: string[] }): Promise<Names> {
  if (author === undefined && categories.length === 0) return { author: undefined, categories: new Map() };
  type Row = { author: number | null; categories: Record<string, number> };
  const { rows } = await sql<Row>`
    select (select a.id from author_names n join authors a on a.id = n.author_id where key = name_key(${author ?? null})
        for key share of a) as author,
      (select coalesce(json_object_agg(slug, owner_id), '{}') from category_slugs
        where slug = any(${categories}::text[]) and owner_id is not null) as categories ${preparedStatement}`.execute(trx);
  return { author: rows[0]?.author ?? undefined, categories: new Map(Object.entries(rows[0]?.categories ?? {})) };
}

/** Returns ids by author name, without unknown names. Locks the authors against removal. */
export async function findAuthorIds(trx: Trx, names: string[]): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<{ name: string; id: number }>`
    select wanted.name, a.id from unnest(${names}::text[]) wanted (name)
      join author_names n on n.key = name_key(wanted.name) join authors a on a.id = n.author_id
    for key share of a`.execute(trx);
  return new Map(rows.map(({ name, id }) => [name, id]));
}

/** Tales per statement: each is reindexed for search, which takes milliseconds, and must stay below the statement timeout. */
const BATCH_SIZE = 40;

/** All tales of an author, or all tales with a category or tag; including drafts and trash. */
type TalesOf = { author: number } | { category: number };

/**
 * Locks the tales in order of id and returns the ids. Lock order everywhere: tales, then authors and categories, then counts.
 */
export async function lockTalesOf(trx: Db, of: TalesOf): Promise<string[]> {
  const condition =
    'author' in of
      ? sql`author_id = ${of.author}`
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
