import { type Insertable, type RawBuilder, sql } from 'kysely';
import { BadQuery, parseListRange, writeListRange } from '#src/features/tales/browse-query.ts';
import { CREDIT_ROLES } from '#src/features/tales/field-values.ts';
import { BROWSE_PAGE, isPublic, newestTales } from '#src/features/tales/tales.ts';
import type { Db } from '#src/platform/db/db.ts';
import { preparedStatement } from '#src/platform/db/prepared-statements.ts';
import type { AuthorsTable } from '#src/platform/db/schema.gen.ts';
import { findSlugOwner, type OldAddress } from '#src/platform/db/slugs.ts';
import { type AuthorCard, type AuthorList, AuthorRole, type AuthorView } from './contract.ts';

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
  coalesce(f.tales, 0) - (select count(*) from tales s where s.author_id = a.id and s.status = 'published' and s.deleted_at is null and s.publish_date > now())::integer as count,
  array(select t.title from tales t where t.author_id = a.id and ${isPublic} order by t.publish_date desc, t.id desc limit 3) as works`;
const tables = sql`authors a join facet_counts f on f.facet = '*' and f.author_id = a.id`;
/** With people who are only credited. */
const allTables = sql`authors a left join facet_counts f on f.facet = '*' and f.author_id = a.id`;

/** Authors and traditions with public tales, by sort name. */
export async function listAuthors(db: Db): Promise<AuthorCard[]> {
  const { rows } = await sql<AuthorRow>`select ${columns} from ${tables} order by normalize_text(a.sort_name) collate "C", a.id`.execute(
    db,
  );
  return rows.filter((row) => row.count > 0).map(toCard);
}

/**
 * The authors read most in the last 90 days, then those with the most public tales. Considers a few more candidates, as subtracting scheduled
 * tales may change the order. “offset 0” looks each up, so that the cost does not grow with the authors.
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
      select ${columns}, coalesce(r.reads, 0) as reads from (select author_id from read union select author_id from most) candidate
      cross join lateral (select * from authors where id = candidate.author_id offset 0) a
      cross join lateral (select tales from facet_counts where author_id = candidate.author_id and facet = '*' offset 0) f
      left join read r on r.author_id = a.id offset 0
    ) counted
    where count > 0 order by reads desc, count desc, normalize_text(sort_name) collate "C", id limit ${limit} ${preparedStatement}`.execute(
    db,
  );
  return rows.map(toCard);
}

/** `role`: which of the person's tales to list; by default those they wrote, else those of their first credit. */
type ListOptions = { size?: number; role?: string };

/**
 * A person with a page of tales, newest first. Null for an unknown slug and a role without public tales.
 * @throws AppError 400 for an invalid cursor, BadQuery for an invalid role
 */
export async function findAuthor(
  db: Db,
  slug: string,
  after: string,
  { size = BROWSE_PAGE, role: wanted = '' }: ListOptions = {},
): Promise<AuthorView | null> {
  const asked = parseRole(wanted);
  const { rows } = await sql<AuthorRow & { born_year: number | null; died_year: number | null; origin: string; biography: string }>`
    select ${columns}, a.born_year, a.died_year, a.origin, a.biography from ${allTables} where a.slug = ${slug}`.execute(db);
  const row = rows[0];
  if (row === undefined) return null;
  const totals = await countByRole(db, row);
  const role = asked ?? totals[0]?.role;
  if (role === undefined || !totals.some((total) => total.role === role)) return null;
  const listOf = (of: AuthorRole, from: string, most: number) => newestTales(db, isOfPerson(row.id, of), from, most);
  const [page, ...lists] = await Promise.all([
    listOf(role, after, size),
    ...totals.map(async (total) => ({ ...total, tales: total.role === role ? [] : (await listOf(total.role, '', OTHER_TALES)).tales })),
  ]);
  const { born_year: bornYear, died_year: diedYear, origin, biography } = row;
  return { ...toCard(row), bornYear, diedYear, origin, biography, role, ...page, lists };
}

/** Returns the canonical query string of a list of a person's tales. @throws BadQuery */
export function authorListQuery(params: URLSearchParams): string {
  const role = parseRole(params.get('role') ?? '');
  return [writeListRange(parseListRange(params)), role && `role=${role}`].filter(Boolean).join('&');
}

/** Undefined for ''. @throws BadQuery */
function parseRole(text: string): AuthorRole | undefined {
  const role = AuthorRole.optional().safeParse(text || undefined);
  if (!role.success) throw new BadQuery('role', 'Invalid value for role.');
  return role.data;
}

/** Tales shown of roles that the page is not about. */
const OTHER_TALES = 4;
/** Credits are counted on request, so only up to here. */
const MAX_COUNTED = 1_000;

/** Counts public tales by role, without roles that have none. */
async function countByRole(db: Db, { id, count }: AuthorRow): Promise<Omit<AuthorList, 'tales'>[]> {
  const { rows } = await sql<{ role: AuthorRole; count: number }>`
    select role, (select count(*) from (
      select from tales t where ${isPublic} and t.id = any(array(select tale_id from tale_credits where author_id = ${id} and role = wanted.role))
      limit ${MAX_COUNTED + 1}) found)::integer as count
    from unnest(${CREDIT_ROLES}::text[]) with ordinality wanted (role, place) order by place`.execute(db);
  return [{ role: 'author' as const, count }, ...rows]
    .filter((row) => row.count > 0)
    .map(({ role, count: tales }) => {
      const atLeast = role !== 'author' && tales > MAX_COUNTED;
      return { role, total: { count: atLeast ? MAX_COUNTED : tales, atLeast } };
    });
}

function isOfPerson(id: number, role: AuthorRole): RawBuilder<boolean> {
  if (role === 'author') return sql<boolean>`t.author_id = ${id}`;
  // An array, so that few tales are looked up by id instead of searched in all by date.
  return sql<boolean>`t.id = any(array(select tale_id from tale_credits where author_id = ${id} and role = ${role}))`;
}

/** Resolves a former slug. People without public tales have no page. */
export async function findOldAuthor(db: Db, slug: string): Promise<OldAddress> {
  const owner = await findSlugOwner(db, 'author_slugs', slug);
  if (owner === undefined) return { kind: 'unknown' };
  if (owner === null) return { kind: 'gone' };
  const { rows } = await sql<{ slug: string }>`
    select a.slug from authors a where a.id = ${owner} and a.slug <> ${slug}
      and (${hasPublicTales})`.execute(db);
  return rows[0] ? { kind: 'moved', slug: rows[0].slug } : { kind: 'unknown' };
}

/** SQL condition on `authors a`: the person wrote a public tale or is credited on one. “offset 0” prevents reading the credits of everyone. */
export const hasPublicTales = sql<boolean>`exists (select from tales t where t.author_id = a.id and ${isPublic})
  or exists (select from tale_credits k join tales t on t.id = k.tale_id where k.author_id = a.id and ${isPublic} offset 0)`;

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
