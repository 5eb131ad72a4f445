import { sql, type Transaction } from 'kysely';
import type { Database } from '#src/platform/db/schema.gen.ts';

/**
 * Deletes tales as if they had never been: unlike those of a deleted tale, their addresses are free again. With them go their authors who
 * were made since then, have no other tale, and of whom nobody wrote anything. In the caller's transaction.
 */
export async function withdrawTales(trx: Transaction<Database>, ids: string[], since: Date): Promise<void> {
  if (ids.length === 0) return;
  const slugs = await trx.selectFrom('tale_slugs').select('slug').where('tale_id', 'in', ids).execute();
  const authors = await trx.selectFrom('tales').select('author_id').distinct().where('id', 'in', ids).execute();
  await sql`delete from tales where id = any(${ids}::uuid[])`.execute(trx);
  await sql`delete from tale_slugs where slug = any(${slugs.map(({ slug }) => slug)})`.execute(trx);
  await removeUnusedAuthors(
    trx,
    authors.map(({ author_id }) => author_id),
    since,
  );
}

/**
 * Removes those of the authors who have no tale and were only ever a name typed into a tale or found in a book, `since` a moment where one is
 * given: nobody has created them on purpose or written anything about them. Whoever saves a tale of one of them right now keeps that author.
 */
export async function removeUnusedAuthors(trx: Transaction<Database>, ids: readonly number[], since = new Date(0)): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select id from authors a where id = any(${ids}::integer[]) and created_at >= ${since} and version = 1 and sort_name = name and kind = 'person'
      and dates = '' and place = '' and origin = '' and biography = '' and born_year is null and died_year is null
      and not exists (select from author_names n where n.author_id = a.id and n.key <> name_key(a.name))
      and not exists (select from audit_log where action = 'author.created' and subject_kind = 'author' and subject_id = a.id::text)
      and not exists (select from tales where author_id = a.id)
    for update skip locked`.execute(trx);
  if (rows.length === 0) return;
  const untouched = rows.map(({ id }) => id);
  const gone = await sql<{ slug: string }>`
    delete from authors a where id = any(${untouched}::integer[]) and not exists (select from tales where author_id = a.id)
    returning slug`.execute(trx);
  await sql`delete from author_slugs where owner_id is null and slug = any(${gone.rows.map(({ slug }) => slug)})`.execute(trx);
}
