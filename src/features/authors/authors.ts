import { type Insertable, sql } from 'kysely';
import { BROWSE_PAGE, isPublic, newestTales } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import type { AuthorsTable } from '#src/platform/db/schema.gen.ts';
import { findSlugOwner, type OldAddress } from '#src/platform/db/slugs.ts';
import type { AuthorCard, AuthorView } from './contract.ts';

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

/** Counts are maintained by triggers and include scheduled tales, which are subtracted here. */
const columns = sql`a.id, a.slug, a.name, a.sort_name, a.kind, a.dates, a.place,
  f.tales - (select count(*) from tales s where s.author_id = a.id and s.status = 'published' and s.deleted_at is null and s.publish_date > now())::integer as count,
  array(select t.title from tales t where t.author_id = a.id and ${isPublic} order by t.publish_date desc, t.id desc limit 3) as works`;
const tables = sql`authors a join facet_counts f on f.facet = '*' and f.author_id = a.id`;

/** Authors and traditions with public tales, by sort name. */
export async function listAuthors(db: Db): Promise<AuthorCard[]> {
  const { rows } = await sql<AuthorRow>`select ${columns} from ${tables} order by normalize_text(a.sort_name) collate "C", a.id`.execute(
    db,
  );
  return rows.filter((row) => row.count > 0).map(toCard);
}

/**
 * The authors read most in the last 90 days, then those with the most public tales. Considers a few more candidates, as subtracting scheduled
 * tales may change the order.
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
    where count > 0 order by reads desc, count desc, normalize_text(sort_name) collate "C", id limit ${limit}`.execute(db);
  return rows.map(toCard);
}

/** An author with a page of tales, newest first. Null for an unknown slug. @throws AppError 400 for an invalid cursor */
export async function findAuthor(db: Db, slug: string, after: string, size = BROWSE_PAGE): Promise<AuthorView | null> {
  const { rows } = await sql<AuthorRow & { born_year: number | null; died_year: number | null; origin: string; biography: string }>`
    select ${columns}, a.born_year, a.died_year, a.origin, a.biography from ${tables} where a.slug = ${slug}`.execute(db);
  const row = rows[0];
  if (row === undefined || row.count <= 0) return null;
  const page = await newestTales(db, sql<boolean>`t.author_id = ${row.id}`, after, size);
  return { ...toCard(row), bornYear: row.born_year, diedYear: row.died_year, origin: row.origin, biography: row.biography, ...page };
}

/** Resolves a former slug. Authors without public tales have no page. */
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

export type AuthorValues = Omit<Insertable<AuthorsTable>, 'id' | 'created_at' | 'updated_at'>;

/** Inserts an author or updates the one with the same slug. Throws if another author has the name. */
export async function saveAuthor(db: Db, author: AuthorValues): Promise<void> {
  await db
    .insertInto('authors')
    .values(author)
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ ...author, updated_at: sql<Date>`now()` }))
    .execute();
}
