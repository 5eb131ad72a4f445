import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import type { BrowseQuery } from './browse-query.ts';

/**
 * Filters as the tables know them. A tale's facets are marks such as c:3 (category or tag), a:12 (author), m:10 (at most ten
 * minutes), g:6-8 (age), o:German, l:en; see db/migrations/0002_facets.sql. A filter asks for one mark of each of its groups.
 */
const DIMENSIONS = ['c', 'm', 'g', 'o', 'l', 'a'] as const;
export type Dimension = (typeof DIMENSIONS)[number];
export type Groups = Partial<Record<Dimension, string[]>>;
/** A set of marks and how many tales have just that set. */
export type FacetSet = { facets: string[]; tales: number };
export type Named = { id: number; slug: string; name: string };
/** `isHidden`: one of the editors' own, as long as no published tale has it. */
export type NamedCategory = Named & { isHidden: boolean };

/** How often each mark of a dimension occurs, with all the other groups applied. */
export type Counts = Record<Dimension, Map<string, number>>;

/** The categories of the beginning always have their tab. */
const NINE = 9;
const BANDS = [5, 10, 15, 20, 30, 99];
/** More than are shown: some may have only tales that are still to come, which are taken off afterwards. */
const AUTHORS_READ = 36;

/** The groups of a query. Null when it names a category that does not exist; unknown authors fit no tale. */
export async function toGroups(
  db: Db,
  query: BrowseQuery,
): Promise<{ groups: Groups; categories: NamedCategory[]; authors: Named[] } | null> {
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
function fits(facets: string[], groups: Groups, without?: Dimension): boolean {
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
 * The same from the tables, for all tales, in one round trip. Each count comes from the smallest table that knows it: see
 * db/migrations/0002_facets.sql. Scheduled tales are counted there too and taken off here.
 */
export async function countTales(
  db: Db,
  groups: Groups,
): Promise<{ counts: Counts; total: number; withoutCategory: number; everything: number }> {
  const { c: _category, ...withoutCategory } = groups;
  const free = DIMENSIONS.filter((dimension) => dimension !== 'a' && !groups[dimension]);
  const chosen = DIMENSIONS.filter((dimension) => dimension !== 'a' && groups[dimension]);
  const parts = [
    markCounts(free, groups),
    ...chosen.map((dimension) => markCounts([dimension], without(groups, dimension))),
    ...authorCounts(groups),
    totalCount('total', groups),
    totalCount('withoutCategory', withoutCategory),
    totalCount('everything', {}),
  ];
  const [{ rows }, scheduled] = await Promise.all([
    sql<{ facet: string; tales: number }>`${sql.join(parts, sql` union all `)}`.execute(db),
    listScheduled(db),
  ]);
  const early = countSets(scheduled, groups);
  const counts = emptyCounts();
  const totals = new Map<string, number>();
  for (const { facet, tales } of rows) {
    const dimension = DIMENSIONS.find((each) => facet.startsWith(`${each}:`));
    if (dimension === undefined) totals.set(facet, tales);
    else counts[dimension].set(facet, tales - (early.counts[dimension].get(facet) ?? 0));
  }
  return {
    counts,
    total: (totals.get('total') ?? 0) - early.total,
    withoutCategory: (totals.get('withoutCategory') ?? 0) - countSets(scheduled, withoutCategory).total,
    everything: (totals.get('everything') ?? 0) - countSets(scheduled, {}).total,
  };
}

/** How many tales fit all groups. */
export async function countFitting(db: Db, groups: Groups): Promise<number> {
  const [{ rows }, scheduled] = await Promise.all([totalCount('total', groups).execute(db), listScheduled(db)]);
  return (rows[0]?.tales ?? 0) - countSets(scheduled, groups).total;
}

type CountRow = { facet: string; tales: number };

/** Counts of all marks of some dimensions (not the authors'). */
function markCounts(dimensions: Dimension[], groups: Groups): RawBuilder<CountRow> {
  const wanted = sql`left(facet, 2) = any(${dimensions.map((dimension) => `${dimension}:`)}::text[])`;
  const { marks, cells, authors } = sources(groups);
  if (marks.length === 0)
    return sql`(select facet, sum(tales)::integer as tales from facet_counts where ${authors} and ${wanted} group by facet)`;
  return sql`(select facet, sum(tales)::integer as tales from ${cells}, unnest(facets) facet where ${wanted} group by facet)`;
}

/** Authors are many: only those with the most tales are counted out, and those asked for. */
function authorCounts({ a: chosen, ...groups }: Groups): RawBuilder<CountRow>[] {
  const { marks } = sources(groups);
  const [first, ...more] = marks.length === 0 ? [['*']] : marks;
  // A single mark has its authors in order already. Marks of one dimension exclude each other, so that their sum is true.
  const single = sql`select author_id, tales from facet_counts where author_id > 0 and facet = ${first?.[0]}`;
  const oneDimension = sql`select author_id, sum(tales)::integer as tales from facet_counts where author_id > 0 and facet = any(${first ?? []}::text[]) group by author_id`;
  const several = sql`select author_id, sum(tales)::integer as tales from author_cells where ${facetCondition(sql`facets`, groups)} group by author_id`;
  const all = more.length > 0 ? several : first?.length === 1 ? single : oneDimension;
  const named = sql`select 'a:' || author_id as facet, tales from (${all}) authors`;
  const top = sql<CountRow>`(${named} order by tales desc, author_id limit ${AUTHORS_READ})`;
  return chosen === undefined ? [top] : [top, sql`(${named} where author_id = any(${authorIds(chosen)}::integer[]))`];
}

function totalCount(label: string, groups: Groups): RawBuilder<CountRow> {
  const { marks, cells, authors } = sources(groups);
  const from = marks.length > 1 ? cells : sql`facet_counts where ${authors} and facet = any(${marks[0] ?? ['*']}::text[])`;
  return sql`(select ${label} as facet, coalesce(sum(tales), 0)::integer as tales from ${from})`;
}

/** Where to count tales of these groups: by single marks while there is at most one group of them, else by sets. */
function sources({ a, ...groups }: Groups): { marks: string[][]; cells: RawBuilder<unknown>; authors: RawBuilder<unknown> } {
  const fitting = facetCondition(sql`facets`, groups);
  const authors = a === undefined ? sql`author_id = 0` : sql`author_id = any(${authorIds(a)}::integer[])`;
  const cells = a === undefined ? sql`facet_cells where ${fitting}` : sql`author_cells where ${authors} and ${fitting}`;
  return { marks: Object.values(groups), cells: sql`(select facets, tales from ${cells}) cells`, authors };
}

function without(groups: Groups, dimension: Dimension): Groups {
  const { [dimension]: _, ...others } = groups;
  return others;
}

function authorIds(marks: string[]): number[] {
  return marks.map((mark) => Number(mark.slice(2)));
}

/** Published tales whose date is still to come: few, found by the index of dates. */
async function listScheduled(db: Db): Promise<FacetSet[]> {
  const { rows } = await sql<FacetSet>`
    select facets, count(*)::integer as tales from tales
    where status = 'published' and deleted_at is null and publish_date > now() group by facets`.execute(db);
  return rows;
}

/** In the order of the tabs. */
async function listCategoryNames(db: Db): Promise<NamedCategory[]> {
  const { rows } = await sql<NamedCategory>`
    select c.id, c.slug, c.name, c.id > ${NINE} and not exists (
      select from facet_counts f where f.author_id = 0 and f.facet = 'c:' || c.id) as "isHidden"
    from categories c order by c.tab_position, c.id`.execute(db);
  return rows;
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
