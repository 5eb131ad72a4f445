import { sql, type Transaction } from 'kysely';
import { keptPlan } from '#src/platform/db/kept-plans.ts';
import type { Database } from '#src/platform/db/schema.gen.ts';
import { findFreeSlug } from '#src/platform/db/slugs.ts';
import { toSlug } from '#src/platform/slug.ts';

type Trx = Transaction<Database>;

/**
 * Makes an author of a name that nobody ever had; returns the id of the one who has it by now when another process was first. Old
 * names lead to the author of today, so that a form that has been open for long strands no tale.
 */
export async function addAuthor(trx: Trx, name: string): Promise<number> {
  for (;;) {
    const slug = await findFreeSlug(trx, 'author_slugs', toSlug(name, 'author'));
    // In conflict is the slug, which may be an old one, or the name, which another process may have brought in meanwhile.
    const { rows } = await sql<{ id: number }>`
      insert into authors (slug, name, sort_name) values (${slug}, ${name}, ${name}) on conflict do nothing returning id`.execute(trx);
    const id = rows[0]?.id ?? (await findNames(trx, { author: name, categories: [] })).author;
    if (id !== undefined) return id;
  }
}

/**
 * The same of many names at once; returns the id for each, as it is written. Two writers make the same names in one order, so that they
 * never wait for each other. The few whose address is another's already are made one by one.
 */
export async function addAuthors(trx: Trx, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map();
  const asked = JSON.stringify(names.map((name) => ({ name, slug: toSlug(name, 'author') })));
  await sql`
    insert into authors (slug, name, sort_name)
    select slug, name, name from json_to_recordset(${asked}) asked (slug text, name text)
    where not exists (select from author_slugs where author_slugs.slug = asked.slug)
      and not exists (select from author_names where key = name_key(asked.name))
    order by name collate "C" on conflict do nothing`.execute(trx);
  const ids = new Map(await findAuthorIds(trx, [...names]));
  for (const name of names.toSorted()) {
    if (ids.has(name)) continue;
    // Two spellings that differ in case are one author, and the other may have just been made.
    const [known] = (await findAuthorIds(trx, [name])).values();
    ids.set(name, known ?? (await addAuthor(trx, name)));
  }
  return ids;
}

/** `author`: the id of the one who has or had that name, whatever its case. `categories`: the ids, by every slug they ever had. */
export type Names = { author: number | undefined; categories: ReadonlyMap<string, number> };

/** Looks up what a tale names: an author, categories by their slugs. The author is locked, so that it is not removed before the tale is saved. */
export async function findNames(trx: Trx, { author, categories }: { author: string | undefined; categories: string[] }): Promise<Names> {
  if (author === undefined && categories.length === 0) return { author: undefined, categories: new Map() };
  type Row = { author: number | null; categories: Record<string, number> };
  const { rows } = await sql<Row>`
    select (select a.id from author_names n join authors a on a.id = n.author_id where key = name_key(${author ?? null})
        for key share of a) as author,
      (select coalesce(json_object_agg(slug, owner_id), '{}') from category_slugs
        where slug = any(${categories}::text[]) and owner_id is not null) as categories ${keptPlan}`.execute(trx);
  return { author: rows[0]?.author ?? undefined, categories: new Map(Object.entries(rows[0]?.categories ?? {})) };
}

/** The ids of authors by their names, as they are written; names that nobody has or had are not in it. The authors are locked against removal. */
export async function findAuthorIds(trx: Trx, names: string[]): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<{ name: string; id: number }>`
    select asked.name, a.id from unnest(${names}::text[]) asked (name)
      join author_names n on n.key = name_key(asked.name) join authors a on a.id = n.author_id
    for key share of a`.execute(trx);
  return new Map(rows.map(({ name, id }) => [name, id]));
}
