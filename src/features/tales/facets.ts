import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { preparedStatement } from '#src/platform/db/prepared-statements.ts';
import type { BrowseQuery } from './browse-query.ts';

/**
 * Facets of tales as stored: c:3 (category or tag), a:12 (author), m:10 (at most 10 minutes), g:6-8 (age), s:yes (nothing
 * scary), f:funny (mood), o:German, l:en; see db/migrations/0002_facets.sql and 0075_mood_and_calm.sql. A filter requires one facet of each of its groups.
 */
const DIMENSIONS = ['c', 'm', 'g', 's', 'f', 'o', 'l', 'a'] as const;
type Dimension = (typeof DIMENSIONS)[number];
export type FacetGroups = Partial<Record<Dimension, string[]>>;
/** Number of tales with exactly these facets. */
type FacetSet = { facets: string[]; tales: number };
export type NamedRow = { id: number; slug: string; name: string };
/** `isHidden`: an additional category without published tales. */
export type NamedCategory = NamedRow & { isHidden: boolean };

/** Counts of each facet by dimension, with the filters of all other dimensions applied. */
export type Counts = Record<Dimension, Map<string, number>>;

/** Ids up to this are the initial categories, whose tabs are always shown. */
const INITIAL_CATEGORIES = 9;
const MINUTE_LIMITS = [5, 10, 15, 20, 30, 99];
/** More than are shown, as authors with only scheduled tales are removed afterwards. */
const AUTHORS_READ = 36;

/** Names of the facets of a query that are stored by id. */
export type FacetNames = { categories: NamedCategory[]; authors: NamedRow[] };

/** Returns all categories in tab order, and the authors of the query. */
export async function readFacetNames(db: Db, { author }: BrowseQuery): Promise<FacetNames> {
  const [categories, authors] = await Promise.all([listCategoryNames(db), findAuthorNames(db, author)]);
  return { categories, authors };
}

/** Converts a query to facets. Null for an unknown category; unknown authors match no tale. */
export function toFacetGroups(query: BrowseQuery, { categories, authors }: FacetNames): FacetGroups | null {
  const category = categories.find((each) => each.slug === query.category);
  if (query.category !== '' && category === undefined) return null;
  const groups: FacetGroups = {};
  if (category) groups.c = [`c:${category.id}`];
  if (query.minutes !== null) groups.m = minuteFacets(query.minutes);
  if (query.age.length > 0) groups.g = query.age.map((age) => `g:${age}`);
  if (query.calm.length > 0) groups.s = [CALM];
  if (query.mood.length > 0) groups.f = query.mood.map((mood) => `f:${mood}`);
  if (query.origin.length > 0) groups.o = query.origin.map((origin) => `o:${origin}`);
  if (query.language.length > 0) groups.l = query.language.map((language) => `l:${language}`);
  if (query.author.length > 0) groups.a = authors.map((author) => `a:${author.id}`);
  return groups;
}

/** The facet of tales without anything scary. */
export const CALM = 's:yes';

export function minuteFacets(minutes: number): string[] {
  return MINUTE_LIMITS.filter((limit) => limit <= minutes).map((limit) => `m:${limit}`);
}

/** Whether the facets match all groups, ignoring the dimension `without`. */
function matches(facets: string[], groups: FacetGroups, without?: Dimension): boolean {
  return DIMENSIONS.every((dimension) => dimension === without || (groups[dimension]?.some((facet) => facets.includes(facet)) ?? true));
}

/** SQL condition on a column of facets. */
export function facetCondition(column: RawBuilder<unknown>, groups: FacetGroups, without?: Dimension): RawBuilder<boolean> {
  const parts = DIMENSIONS.filter((dimension) => dimension !== without && groups[dimension]).map(
    (dimension) => sql`${column} && ${groups[dimension]}::text[]`,
  );
  return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(parts, sql` and `)}`;
}

/** Counts facets and matching tales in memory. */
export function countSets(sets: FacetSet[], groups: FacetGroups): { counts: Counts; total: number } {
  const counts = emptyCounts();
  let total = 0;
  for (const { facets, tales } of sets) {
    if (matches(facets, groups)) total += tales;
    for (const dimension of DIMENSIONS) {
      if (matches(facets, groups, dimension)) addFacets(counts[dimension], facets, dimension, tales);
    }
  }
  return { counts, total };
}

/** `authors`: those in the counts. */
export type CountedTales = { counts: Counts; total: number; withoutCategory: number; everything: number; authors: NamedRow[] };

/**
 * Counts facets and matching tales in the database, each from the smallest suitable table: see db/migrations/0002_facets.sql and
 * 0093_facet_pair_counts.sql. These include scheduled tales, which are subtracted here. `hasAuthors: false` counts no authors.
 */
export async function countTales(db: Db, groups: FacetGroups, { hasAuthors = true } = {}): Promise<CountedTales> {
  const { c: category, ...withoutCategory } = groups;
  const free = DIMENSIONS.filter((dimension) => dimension !== 'a' && !groups[dimension]);
  const chosen = DIMENSIONS.filter((dimension) => dimension !== 'a' && groups[dimension]);
  const isFiltered = Object.keys(groups).length > 0;
  const hasOthers = Object.keys(withoutCategory).length > 0;
  const parts = [
    facetCounts(free, groups),
    ...chosen.map((dimension) => facetCounts([dimension], without(groups, dimension))),
    ...(isFiltered ? [totalCount('total', groups)] : []),
    ...(category && hasOthers ? [totalCount('withoutCategory', withoutCategory)] : []),
    totalCount('everything', {}),
  ];
  const authorParts = hasAuthors ? authorCounts(groups) : [];
  // The best plan for the authors of several filters depends on how common these are, that for a chosen author on who it is.
  const isApart = groups.a === undefined && chosen.length > 1 && authorParts.length > 0;
  const [counted, apart] = await Promise.all([
    readCounts(db, [...parts, ...(isApart ? [] : authorParts), scheduledCounts], groups.a === undefined ? preparedStatement : sql``),
    isApart ? readCounts(db, authorParts) : [],
  ]);
  const rows = [...counted, ...apart];
  const scheduled = rows.flatMap(({ facets, tales }) => (facets === null ? [] : [{ facets, tales }]));
  const ofScheduled = countSets(scheduled, groups);
  const counts = emptyCounts();
  const totals = new Map<string, number>();
  const authors = new Map<string, NamedRow>();
  for (const { facet, tales, slug, name } of rows) {
    if (facet === null) continue;
    if (slug !== null && name !== null) authors.set(facet, { id: Number(facet.slice(2)), slug, name });
    const dimension = DIMENSIONS.find((each) => facet.startsWith(`${each}:`));
    if (dimension === undefined) totals.set(facet, tales);
    else counts[dimension].set(facet, tales - (ofScheduled.counts[dimension].get(facet) ?? 0));
  }
  const everything = (totals.get('everything') ?? 0) - countSets(scheduled, {}).total;
  const total = isFiltered ? (totals.get('total') ?? 0) - ofScheduled.total : everything;
  const ofAllCategories = () =>
    hasOthers ? (totals.get('withoutCategory') ?? 0) - countSets(scheduled, withoutCategory).total : everything;
  return { counts, total, withoutCategory: category ? ofAllCategories() : total, everything, authors: [...authors.values()] };
}

async function readCounts(db: Db, parts: RawBuilder<unknown>[], plan: RawBuilder<unknown> = sql``): Promise<CountRow[]> {
  return (await sql<CountRow>`${sql.join(parts, sql` union all `)} ${plan}`.execute(db)).rows;
}

/** Number of tales that match all groups. */
export async function countMatching(db: Db, groups: FacetGroups): Promise<number> {
  const counting = sql<{ tales: number }>`${totalCount('total', groups)}`.execute(db);
  const [{ rows }, scheduled] = await Promise.all([counting, listScheduled(db)]);
  return (rows[0]?.tales ?? 0) - countSets(scheduled, groups).total;
}

/** A counted facet, with the name of an author; or the facets of scheduled tales. */
type CountRow = { facet: string | null; tales: number; facets: string[] | null; slug: string | null; name: string | null };

/** Only authors are named here. */
const NO_NAME = sql`null::text as slug, null::text as name, null::text[] as facets`;

/** Counts of all facets of these dimensions, except authors. */
function facetCounts(dimensions: Dimension[], groups: FacetGroups): RawBuilder<unknown> {
  // Literals, so that the plan of a prepared statement knows them.
  const prefixes = sql.join(dimensions.map((dimension) => sql.lit(`${dimension}:`)));
  const wanted = sql`left(facet, 2) in (${prefixes})`;
  const { facetGroups, cells, authors } = sources(groups);
  const [only, ...more] = facetGroups;
  if (only === undefined && groups.a === undefined)
    return sql`(select facet, tales, ${NO_NAME} from facet_counts where ${authors} and ${wanted})`;
  if (only === undefined)
    return sql`(select facet, sum(tales)::integer as tales, ${NO_NAME} from facet_counts where ${authors} and ${wanted} group by facet)`;
  // Facets of one dimension exclude each other, so they can be added. A query has one category.
  if (more.length === 0 && groups.a === undefined)
    return sql`(select other_facet as facet, sum(tales)::integer as tales, ${NO_NAME} from facet_pair_counts
      where ${isOneOf(only)} and left(other_facet, 2) in (${prefixes}) group by other_facet)`;
  return sql`(select facet, sum(tales)::integer as tales, ${NO_NAME} from (select unnest(facets) as facet, tales from ${cells}) each_facet
    where ${wanted} group by facet)`;
}

/** Counts only the authors with the most tales and the selected ones, as there are many. */
function authorCounts({ a: chosen, ...groups }: FacetGroups): RawBuilder<unknown>[] {
  const { facetGroups } = sources(groups);
  const [first, ...more] = facetGroups.length === 0 ? [['*']] : facetGroups;
  // A single facet has its authors in order already. Facets of one dimension exclude each other, so they can be added.
  const single = sql`select author_id, tales from facet_counts where author_id > 0 and facet = ${first?.[0]}`;
  const oneDimension = sql`select author_id, sum(tales)::integer as tales from facet_counts where author_id > 0 and facet = any(${first ?? []}::text[]) group by author_id`;
  const several = sql`select author_id, sum(tales)::integer as tales from author_facet_set_counts where ${facetCondition(sql`facets`, groups)} group by author_id`;
  const all = more.length > 0 ? several : first?.length === 1 ? single : oneDimension;
  // “offset 0” looks each up, so that the cost does not grow with the authors.
  const named = (which: RawBuilder<unknown>) => sql`(
    select 'a:' || author_id as facet, tales, a.slug, a.name, null::text[] as facets from (select author_id, tales from (${all}) counted ${which}) counted,
    lateral (select slug, name from authors where id = author_id offset 0) a)`;
  const top = named(sql`order by tales desc, author_id limit ${sql.lit(AUTHORS_READ)}`);
  return chosen === undefined ? [top] : [top, named(sql`where author_id = any(${authorIds(chosen)}::integer[])`)];
}

function totalCount(label: string, groups: FacetGroups): RawBuilder<unknown> {
  const { facetGroups, cells, authors } = sources(groups);
  const from = facetGroups.length > 1 ? cells : sql`facet_counts where ${authors} and ${isOneOf(facetGroups[0] ?? ['*'])}`;
  return sql`(select ${label} as facet, coalesce(sum(tales), 0)::integer as tales, ${NO_NAME} from ${from})`;
}

/** A single facet is compared by itself: planners expect ten of an array. */
function isOneOf(facets: string[]): RawBuilder<unknown> {
  return facets.length === 1 ? sql`facet = ${facets[0]}` : sql`facet = any(${facets}::text[])`;
}

/** The tables to count from: by single facet for at most one group, else by set of facets. */
function sources({ a, ...groups }: FacetGroups): { facetGroups: string[][]; cells: RawBuilder<unknown>; authors: RawBuilder<unknown> } {
  const condition = facetCondition(sql`facets`, groups);
  const authors = a === undefined ? sql`author_id = 0` : sql`author_id = any(${authorIds(a)}::integer[])`;
  const cells = a === undefined ? sql`facet_set_counts where ${condition}` : sql`author_facet_set_counts where ${authors} and ${condition}`;
  return { facetGroups: Object.values(groups), cells: sql`(select facets, tales from ${cells}) cells`, authors };
}

function without(groups: FacetGroups, dimension: Dimension): FacetGroups {
  const { [dimension]: _, ...others } = groups;
  return others;
}

function authorIds(facets: string[]): number[] {
  return facets.map((facet) => Number(facet.slice(2)));
}

/** Scheduled tales by facets: few, found by the index on dates. */
const scheduledTales = sql`select facets, count(*)::integer as tales from tales
  where status = 'published' and deleted_at is null and publish_date > now() group by facets`;

const scheduledCounts = sql`(
  select null::text as facet, tales, null::text as slug, null::text as name, facets from (${scheduledTales}) scheduled)`;

async function listScheduled(db: Db): Promise<FacetSet[]> {
  return (await sql<FacetSet>`${scheduledTales} ${preparedStatement}`.execute(db)).rows;
}

/** In tab order. */
async function listCategoryNames(db: Db): Promise<NamedCategory[]> {
  const { rows } = await sql<NamedCategory>`
    select c.id, c.slug, c.name, c.id > ${INITIAL_CATEGORIES} and not exists (
      select from facet_counts f where f.author_id = 0 and f.facet = 'c:' || c.id) as "isHidden"
    from categories c order by c.tab_position, c.id ${preparedStatement}`.execute(db);
  return rows;
}

async function findAuthorNames(db: Db, slugs: string[]): Promise<NamedRow[]> {
  if (slugs.length === 0) return [];
  return db.selectFrom('authors').select(['id', 'slug', 'name']).where('slug', 'in', slugs).execute();
}

function emptyCounts(): Counts {
  return Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, new Map()])) as Counts;
}

function addFacets(counts: Map<string, number>, facets: string[], dimension: Dimension, tales: number): void {
  for (const facet of facets) {
    if (facet.startsWith(`${dimension}:`)) counts.set(facet, (counts.get(facet) ?? 0) + tales);
  }
}
