import { sql } from 'kysely';
import { BROWSE_PAGE, isPublic, newestTales } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { findSlugOwner, type OldAddress } from '#src/platform/db/slugs.ts';
import type { AuthorCard, AuthorView } from './contract.ts';

export { AuthorChange, NewAuthor } from './author-input.ts';
export { createAuthor, retireAuthor, updateAuthor } from './edit-author.ts';
export { getManagedAuthor, listManagedAuthors } from './managed-authors.ts';
export { mergeAuthors } from './merge-authors.ts';
export { type AuthorValues, saveAuthor } from './save-author.ts';

type AuthorRow = {
  id: number;
  slug: string;
  name: string;
  sort_name: string;
  kind: 'person' | 'tradition';
  dates: string;
  place: string;
  count: number;
  works: string[];
};

/** Their counts come from the triggers' table, less the few tales scheduled for later. */
const columns = sql`a.id, a.slug, a.name, a.sort_name, a.kind, a.dates, a.place,
  f.tales - (select count(*) from tales s where s.author_id = a.id and s.status = 'published' and s.deleted_at is null and s.publish_date > now())::integer as count,
  array(select t.title from tales t where t.author_id = a.id and ${isPublic} order by t.publish_date desc, t.id desc limit 3) as works`;
const tables = sql`authors a join facet_counts f on f.facet = '*' and f.author_id = a.id`;

/** All authors and traditions that have public tales, by the name they are filed under. */
export async function listAuthors(db: Db): Promise<AuthorCard[]> {
  const { rows } = await sql<AuthorRow>`select ${columns} from ${tables} order by plain(a.sort_name) collate "C", a.id`.execute(db);
  return rows.filter((row) => row.count > 0).map(toCard);
}

/**
 * The authors read most in the last 90 days, then those with the most public tales. Those with tales scheduled for later may fall behind others,
 * hence a few more are looked at.
 */
export async function popularAuthors(db: Db, limit: number): Promise<AuthorCard[]> {
  const { rows } = await sql<AuthorRow>`
    with early as (
      select distinct author_id from tales where status = 'published' and deleted_at is null and publish_date > now()
    ), read as (
      select author_id, sum(count) as reads from daily_author_reads
      where day > (now() at time zone 'UTC')::date - 90 group by author_id
      order by reads desc, author_id limit ${limit} + (select count(*) from early)
    ), most as (
      select author_id from facet_counts where facet = '*' and author_id > 0
      order by tales desc, author_id limit ${limit} + (select count(*) from early)
    )
    select * from (
      select ${columns}, coalesce(r.reads, 0) as reads from ${tables} left join read r on r.author_id = a.id
      where a.id in (select author_id from read union select author_id from most)
    ) counted
    where count > 0 order by reads desc, count desc, plain(sort_name) collate "C", id limit ${limit}`.execute(db);
  return rows.map(toCard);
}

/** An author with a page of the tales, newest first. Null when there is none of that slug. Throws a bad request for a foreign cursor. */
export async function findAuthor(db: Db, slug: string, after: string, size = BROWSE_PAGE): Promise<AuthorView | null> {
  const { rows } = await sql<AuthorRow & { born_year: number | null; died_year: number | null; origin: string; biography: string }>`
    select ${columns}, a.born_year, a.died_year, a.origin, a.biography from ${tables} where a.slug = ${slug}`.execute(db);
  const row = rows[0];
  if (row === undefined || row.count <= 0) return null;
  const page = await newestTales(db, sql<boolean>`t.author_id = ${row.id}`, after, size);
  return { ...toCard(row), bornYear: row.born_year, diedYear: row.died_year, origin: row.origin, biography: row.biography, ...page };
}

/** What stands at an address that no author has now. One without public tales has no page, and is not led to. */
export async function findOldAuthor(db: Db, slug: string): Promise<OldAddress> {
  const owner = await findSlugOwner(db, 'author_slugs', slug);
  if (owner === undefined) return { kind: 'unknown' };
  if (owner === null) return { kind: 'gone' };
  const { rows } = await sql<{ slug: string }>`
    select a.slug from authors a where a.id = ${owner} and a.slug <> ${slug}
      and exists (select from tales t where t.author_id = a.id and ${isPublic})`.execute(db);
  return rows[0] ? { kind: 'moved', slug: rows[0].slug } : { kind: 'unknown' };
}

function toCard(row: AuthorRow): AuthorCard {
  const { slug, name, kind, dates, place, count, works } = row;
  return { slug, name, sortName: row.sort_name, kind, dates, place, count, works };
}
