import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import type { BrowseQuery } from './browse-query.ts';

/**
 * Filters as the tables know them. A tale's facets are marks such as c:3 (category or tag), a:12 (author), m:10 (at most ten
 * minutes), g:6-8 (age), o:German, l:en; see db/migrations/0002_facets.sql. A filter asks for one mark of each of its groups.
 */
export const DIMENSIONS = ['c', 'm', 'g', 'o', 'l', 'a'] as const;
export type Dimension = (typeof DIMENSIONS)[number];
export type Groups = Partial<Record<Dimension, string[]>>;
/** A set of marks and how many tales have just that set. */
export type FacetSet = { facets: string[]; tales: number };
export type Named = { id: number; slug: string; name: string };

/** How often each mark of a dimension occurs, with all the other groups applied. */
export type Counts = Record<Dimension, Map<string, number>>;

const BANDS = [5, 10, 15, 20, 30, 99];
const AUTHORS_SHOWN = 12;

/** The groups of a query. Null when it names a category that does not exist; unknown authors fit no tale. */
export async function toGroups(db: Db, query: BrowseQuery): Promise<{ groups: Groups; categories: Named[]; authors: Named[] } | null> {
  const [categories, authors] = await Promise.all([listCategoryNames(db), findAuthorNames(db, query.author)]);
  const category = categories.find((each) => each.slug === query.category);
  if (query.category !== '' && category === undefined) return null;
  const groups: Groups = {};
  if (category) groups.c = [`c:${category.id}`];
  if (query.minutes !== null) groups.m = marksUpTo(query.minutes);
  if (query.age.length > 0) groups.g = query.age.map((age) => `g:${age}`);
  if (query.origin.length > 0) groups.o = query.origin.map((origin) => `o:${origin}`);
  if (query.language.length > 0) groups.l = query.language.map((language) => `l:${language}`);
  if (query.author.length > 0) groups.a = authors.map((author) => `a:${author.id}`);
  return { groups, categories, authors };
}

/** The marks of tales that take at most so many minutes. */
export function marksUpTo(minutes: number): string[] {
  return BANDS.filter((band) => band <= minutes).map((band) => `m:${band}`);
}

/** True when a set of marks holds one of each group, `without` left aside. */
export function fits(facets: string[], groups: Groups, without?: Dimension): boolean {
  return DIMENSIONS.every((dimension) => dimension === without || (groups[dimension]?.some((mark) => facets.includes(mark)) ?? true));
}

/** The groups as a condition on a column of marks. */
export function facetCondition(column: RawBuilder<unknown>, groups: Groups, without?: Dimension): RawBuilder<boolean> {
  const parts = DIMENSIONS.filter((dimension) => dimension !== without && groups[dimension]).map(
    (dimension) => sql`${column} && ${groups[dimension]}::text[]`,
  );
  return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(parts, sql` and `)}`;
}

/** Counts by set and how many fit all groups, from sets of marks with their numbers of tales. */
export function countSets(sets: FacetSet[], groups: Groups): { counts: Counts; total: number } {
  const counts = emptyCounts();
  let total = 0;
  for (const { facets, tales } of sets) {
    if (fits(facets, groups)) total += tales;
    for (const dimension of DIMENSIONS) {
      if (fits(facets, groups, dimension)) addMarks(counts[dimension], facets, dimension, tales);
    }
  }
  return { counts, total };
}

/**
 * The same from the tables, for all tales. Without a filter from facet_counts alone; with one, each dimension sums the
 * cells that fit the others. Scheduled tales are counted there too and taken off here.
 */
export async function countTales(db: Db, groups: Groups): Promise<{ counts: Counts; total: number; everything: number }> {
  const parts = DIMENSIONS.map((dimension) => dimensionCounts(dimension, groups));
  const { rows } = await sql<{ facet: string; tales: number }>`
    ${sql.join(parts, sql` union all `)} union all (${totalCount({})})`.execute(db);
  const scheduled = await listScheduled(db);
  const early = countSets(scheduled, groups).counts;
  const counts = emptyCounts();
  let everything = 0;
  for (const { facet, tales } of rows) {
    if (facet === '*') everything = tales;
    else {
      const dimension = facet[0] as Dimension;
      counts[dimension].set(facet, tales - (early[dimension].get(facet) ?? 0));
    }
  }
  return { counts, total: await countFitting(db, groups, scheduled), everything };
}

/** How many tales fit all groups. */
export async function countFitting(db: Db, groups: Groups, scheduled?: FacetSet[]): Promise<number> {
  const { rows } = await totalCount(groups).execute(db);
  return (rows[0]?.tales ?? 0) - countSets(scheduled ?? (await listScheduled(db)), groups).total;
}

/** Authors are many: only those with the most tales are counted out, and those asked for. */
function dimensionCounts(dimension: Dimension, groups: Groups): RawBuilder<unknown> {
  const filtered = DIMENSIONS.some((other) => other !== dimension && groups[other]);
  const marks = sql`${`${dimension}:%`}`;
  const all = filtered
    ? sql`select facet, sum(tales)::integer as tales from facet_cells, unnest(facets) facet
          where ${facetCondition(sql`facets`, groups, dimension)} and facet like ${marks} group by facet`
    : sql`select facet, tales from facet_counts where facet like ${marks} and tales > 0`;
  if (dimension !== 'a') return sql`(${all})`;
  return sql`(select facet, tales from (select *, row_number() over (order by tales desc, facet) as place from (${all}) authors) ranked
    where place <= ${AUTHORS_SHOWN} or facet = any(${groups.a ?? []}::text[]))`;
}

function totalCount(groups: Groups): RawBuilder<{ facet: string; tales: number }> {
  const marks = Object.values(groups);
  if (marks.length === 0) return sql`select '*' as facet, tales from facet_counts where facet = '*'`;
  const single = marks.length === 1 && marks[0]?.length === 1 ? marks[0][0] : undefined;
  if (single !== undefined) return sql`select '*' as facet, tales from facet_counts where facet = ${single}`;
  return sql`select '*' as facet, coalesce(sum(tales), 0)::integer as tales from facet_cells where ${facetCondition(sql`facets`, groups)}`;
}

/** Published tales whose date is still to come: few, found by the index of dates. */
export async function listScheduled(db: Db): Promise<FacetSet[]> {
  const { rows } = await sql<FacetSet>`
    select facets, count(*)::integer as tales from tales
    where status = 'published' and deleted_at is null and publish_date > now() group by facets`.execute(db);
  return rows;
}

export async function listCategoryNames(db: Db): Promise<Named[]> {
  return db.selectFrom('categories').select(['id', 'slug', 'name']).orderBy('position').execute();
}

async function findAuthorNames(db: Db, slugs: string[]): Promise<Named[]> {
  if (slugs.length === 0) return [];
  return db.selectFrom('authors').select(['id', 'slug', 'name']).where('slug', 'in', slugs).execute();
}

function emptyCounts(): Counts {
  return { c: new Map(), m: new Map(), g: new Map(), o: new Map(), l: new Map(), a: new Map() };
}

function addMarks(counts: Map<string, number>, facets: string[], dimension: Dimension, tales: number): void {
  for (const mark of facets) {
    if (mark.startsWith(`${dimension}:`)) counts.set(mark, (counts.get(mark) ?? 0) + tales);
  }
}
