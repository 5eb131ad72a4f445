import { type RawBuilder, sql } from 'kysely';
import { type Cursor, readCursor, writeCursor } from '#src/platform/db/cursor.ts';
import type { Db } from '#src/platform/db/db.ts';
import { preparedStatement } from '#src/platform/db/prepared-statements.ts';
import { AGE_BANDS } from '#src/ui/hidden-ages.ts';
import { type BrowseQuery, MINUTES, type MOODS, type Sort } from './browse-query.ts';
import { type CardRow, cardColumns, cardTables, isPublic, toCard } from './cards.ts';
import type { FacetOption, Facets, TaleList, TalePage } from './contract.ts';
import {
  CALM,
  type Counts,
  countTales,
  type FacetGroups,
  type FacetNames,
  facetCondition,
  minuteFacets,
  type NamedCategory,
  type NamedRow,
  readFacetNames,
  toFacetGroups,
} from './facets.ts';
import { taleFields } from './fields.ts';

/** Rarer matches than 1 in this many are collected by the facet index and sorted; others by scanning the list in order. */
const RARE_RATIO = 200;

const ORDERS: Record<Exclude<Sort, 'relevance'>, Order> = {
  newest: { key: sql`t.publish_date`, kind: 'time', isDescending: true },
  title: { key: sql`title_key(t.title) collate "C"`, kind: 'text', isDescending: false },
  shortest: { key: sql`t.words`, kind: 'integer', isDescending: false },
  longest: { key: sql`t.words`, kind: 'integer', isDescending: true },
};

export const BROWSE_PAGE = 12;
const RECENT_PAGE = 24;

/**
 * Lists tales that match a query without search terms, with facet counts. Null for an unknown category.
 * @throws AppError 400 for an invalid cursor
 */
export async function browseTales(db: Db, query: BrowseQuery, size = BROWSE_PAGE * query.pages): Promise<TaleList | null> {
  const page = toPage(query.sort, query.after, size);
  const naming = readFacetNames(db, query);
  const isNamed = query.category !== '' || query.author.length > 0;
  const groups = toFacetGroups(query, isNamed ? await naming : { categories: [], authors: [] });
  if (groups === null) return null;
  const counting = countTales(db, groups);
  const [{ categories, authors: chosen }, { counts, total, withoutCategory, authors }, { tales, next }] = await Promise.all([
    naming,
    counting,
    Object.keys(groups).length === 0 ? listTales(db, page) : counting.then((counted) => listMatching(db, page, groups, counted)),
  ]);
  const facets = facetOptions(counts, { groups, authors: mostTales(counts.a, authors, chosen), categories, withoutCategory });
  return { tales, next, total: { count: total, atLeast: false }, facets, corrected: null, suggestions: null };
}

/** The newest tales, 24 per page. @throws AppError 400 for an invalid cursor */
export async function recentTales(db: Db, after: string, size = RECENT_PAGE): Promise<TalePage> {
  return listTales(db, toPage('newest', after, size));
}

/** A page of the newest tales that match a condition on `tales t`, which needs an index with publish_date. */
export async function newestTales(db: Db, where: RawBuilder<boolean>, after: string, size: number): Promise<TalePage> {
  return listTales(db, toPage('newest', after, size), where);
}

/** A page of the newest tales that match the facets. @throws AppError 400 for an invalid cursor */
export async function newestMatching(
  db: Db,
  groups: FacetGroups,
  after: string,
  counted: TaleCounts,
  size = BROWSE_PAGE,
): Promise<TalePage> {
  return listMatching(db, toPage('newest', after, size), groups, counted);
}

const MAX_AUTHORS = 12;
const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

type Filters = FacetNames & { groups: FacetGroups; withoutCategory: number };

/**
 * Converts counts to filter options. `withoutCategory` is the count of the tab “All”; `authors`: those to list. All ages and categories are listed, except
 * additional categories without tales; only reading times that narrow the list; of other facets those that have tales or are selected.
 */
export function facetOptions(counts: Counts, { groups, authors, categories, withoutCategory }: Filters): Facets {
  return {
    category: [{ value: '', label: 'All', count: withoutCategory }, ...categoryTabs(counts, categories, groups)],
    minutes: minuteOptions(counts.m, groups),
    age: AGE_BANDS.map((band) => ({ value: band, label: ageLabel(band), count: counts.g.get(`g:${band}`) ?? 0 })),
    calm: [{ value: 'yes', label: 'Nothing scary', count: counts.s.get(CALM) ?? 0 }],
    mood: byCount(valuesOf(counts.f, groups.f), moodName),
    origin: byCount(valuesOf(counts.o, groups.o), (origin) => origin),
    language: byCount(valuesOf(counts.l, groups.l), languageName),
    author: byCount(
      authors.map(({ id, slug }) => ({
        value: slug,
        count: counts.a.get(`a:${id}`) ?? 0,
        isChosen: groups.a?.includes(`a:${id}`) ?? false,
      })),
      (slug) => authors.find((author) => author.slug === slug)?.name ?? slug,
    ),
  };
}

/** Omits limits that match as many tales as a shorter one or as no limit, unless selected. */
function minuteOptions(counts: Map<string, number>, { m: chosen }: FacetGroups): FacetOption[] {
  const countOf = (facets: readonly string[]) => facets.reduce((sum, facet) => sum + (counts.get(facet) ?? 0), 0);
  const everything = countOf([...counts.keys()]);
  const options = MINUTES.map((minutes) => {
    const facets = minuteFacets(minutes);
    const isChosen = chosen?.length === facets.length;
    return { option: { value: String(minutes), label: `Up to ${minutes} minutes`, count: countOf(facets) }, isChosen };
  });
  return options.flatMap(({ option, isChosen }, index) => {
    const shorter = options[index - 1]?.option.count ?? 0;
    return isChosen || (option.count > shorter && option.count < everything) ? [option] : [];
  });
}

type Value = { value: string; count: number; isChosen: boolean };

function valuesOf(counts: Map<string, number>, chosen: string[] = []): Value[] {
  const facets = [...new Set([...counts.keys(), ...chosen])];
  return facets.map((facet) => ({ value: facet.slice(2), count: counts.get(facet) ?? 0, isChosen: chosen.includes(facet) }));
}

function byCount(values: Value[], labelOf: (value: string) => string): FacetOption[] {
  return values
    .filter(({ count, isChosen }) => count > 0 || isChosen)
    .map(({ value, count }) => ({ value, label: labelOf(value), count }))
    .sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
}

function moodName(mood: string): string {
  return taleFields.mood.options[mood as (typeof MOODS)[number]];
}

/** Returns invalid codes unchanged. */
function languageName(code: string): string {
  try {
    return languageNames.of(code) ?? code;
  } catch {
    return code;
  }
}

function categoryTabs(counts: Counts, categories: NamedCategory[], groups: FacetGroups): FacetOption[] {
  const shown = categories.filter(({ id, isHidden }) => !isHidden || groups.c?.includes(`c:${id}`));
  return shown.map(({ id, slug, name }) => ({ value: slug, label: name, count: counts.c.get(`c:${id}`) ?? 0 }));
}

function ageLabel(band: string): string {
  return band.endsWith('+') ? `Ages ${band.slice(0, -1)} and up` : `Ages ${band.replace('-', ' to ')}`;
}

/** The authors with the most tales, and the chosen ones. */
function mostTales<Author extends { id: number }>(counts: Map<string, number>, authors: Author[], chosen: Author[]): Author[] {
  const isChosen = ({ id }: Author) => chosen.some((each) => each.id === id);
  const countOf = ({ id }: Author) => counts.get(`a:${id}`) ?? 0;
  const most = authors.toSorted((a, b) => countOf(b) - countOf(a)).slice(0, MAX_AUTHORS);
  return [...chosen, ...most.filter((author) => !isChosen(author))];
}

/** Returns the authors with the highest counts, and the chosen ones. */
export async function nameAuthors(db: Db, { a: counts }: Counts, chosen: NamedRow[]): Promise<NamedRow[]> {
  const counted = [...counts.keys()].map((facet) => ({ id: Number(facet.slice(2)) }));
  const missing = mostTales<{ id: number }>(counts, counted, chosen)
    .slice(chosen.length)
    .map(({ id }) => id);
  if (missing.length === 0) return chosen;
  const { rows } =
    await sql<NamedRow>`select id, slug, name from authors where id = any(${missing}::integer[]) ${preparedStatement}`.execute(db);
  return [...chosen, ...rows];
}

/** Replaces old slugs of the category and authors in a query by the current ones; undefined if there are none. */
export async function findMovedQuery(db: Db, query: BrowseQuery): Promise<BrowseQuery | undefined> {
  if (query.category === '' && query.author.length === 0) return undefined;
  const { rows } = await sql<{ kind: string; old: string; slug: string }>`
    select 'category' as kind, s.slug as old, c.slug from category_slugs s join categories c on c.id = s.owner_id
      where s.slug = ${query.category} and c.slug <> s.slug
    union all select 'author', s.slug, a.slug from author_slugs s join authors a on a.id = s.owner_id
      where s.slug = any(${query.author}::text[]) and a.slug <> s.slug ${preparedStatement}`.execute(db);
  if (rows.length === 0) return undefined;
  const current = (kind: string, slug: string) => rows.find((row) => row.kind === kind && row.old === slug)?.slug ?? slug;
  const author = [...new Set(query.author.map((slug) => current('author', slug)))];
  return { ...query, category: current('category', query.category), author };
}

/** Keyset pagination of tales on (sort key, id). */
type Order = { key: RawBuilder<unknown>; kind: 'time' | 'text' | 'integer'; isDescending: boolean };

type Page = { order: Order; after: Cursor | null; size: number };

/** Matching and all tales. */
type TaleCounts = { total: number; everything: number };

/** Without a search, relevance means newest. @throws AppError 400 for an invalid cursor */
function toPage(sort: Sort, after: string, size: number): Page {
  const order = ORDERS[sort === 'relevance' ? 'newest' : sort];
  return { order, after: after === '' ? null : readCursor(after, order.kind), size };
}

/** A page of public tales; `where`: a condition on `tales t`, which needs an index with the sort key. */
async function listTales(db: Db, page: Page, where?: RawBuilder<boolean>): Promise<TalePage> {
  const tales = sql`select t.id, ${page.order.key} as key from tales t where ${isPublic}`;
  return where === undefined ? readPage(db, page, tales, preparedStatement) : readPage(db, page, sql`${tales} and ${where}`);
}

/**
 * A page of public tales that match the facets. A scan stops after twice the rows that evenly distributed matches need, as all matches may
 * lie at the other end of the list; they are then collected by index.
 */
async function listMatching(db: Db, page: Page, groups: FacetGroups, { total, everything }: TaleCounts): Promise<TalePage> {
  if (Object.keys(groups).length === 0) return listTales(db, page);
  if (total * RARE_RATIO < everything) return readPage(db, page, collectByIndex(page, groups));
  const maxRows = 2 * RARE_RATIO * (page.size + 1);
  const found = await readPage(db, page, scanInOrder(page, groups, maxRows), preparedStatement);
  if (found.next !== null || everything <= maxRows || !(await hasMoreThan(db, page, maxRows))) return found;
  return readPage(db, page, collectByIndex(page, groups));
}

function collectByIndex({ order }: Page, groups: FacetGroups): RawBuilder<unknown> {
  return sql`with matching as materialized (
      select t.id, ${order.key} as key from tales t where ${isPublic} and ${facetCondition(sql`t.facets`, groups)}
    ) select * from matching`;
}

/** “case” hides from the planner how common the facets are: the plan is the same, and is prepared once. */
function scanInOrder(page: Page, groups: FacetGroups, maxRows: number): RawBuilder<unknown> {
  const { key } = page.order;
  return sql`select * from (
      select t.id, ${key} as key, t.facets from tales t where ${isPublic} ${afterCursor(page, key)} ${orderBy(page, key)} limit ${sql.lit(maxRows)}
    ) scanned where case when ${facetCondition(sql`facets`, groups)} then true end`;
}

/** Whether more than `maxRows` tales follow the cursor. */
async function hasMoreThan(db: Db, page: Page, maxRows: number): Promise<boolean> {
  const { key } = page.order;
  const { rows } =
    await sql`select from tales t where ${isPublic} ${afterCursor(page, key)} ${orderBy(page, key)} offset ${sql.lit(maxRows)} limit 1 ${preparedStatement}`.execute(
      db,
    );
  return rows.length > 0;
}

/** Finds the ids by index first, then reads the rows of the page. `source` has the columns id and key; `plan`: see prepared-statements.ts. */
async function readPage(db: Db, page: Page, source: RawBuilder<unknown>, plan: RawBuilder<unknown> = sql``): Promise<TalePage> {
  const { order, size } = page;
  const key = sql`t.key`;
  const { rows } = await sql<CardRow & { sort_key: string | number }>`
    select ${cardColumns}, ${sortKey(order)} as sort_key
    from (select t.id from (${source}) t where true ${afterCursor(page, key)} ${orderBy(page, key)} limit ${sql.lit(size + 1)}) page
    join ${cardTables} on t.id = page.id ${orderBy(page, order.key)} ${plan}`.execute(db);
  const last = rows[size - 1];
  return {
    tales: rows.slice(0, size).map(toCard),
    next: rows.length > size && last ? writeCursor({ key: last.sort_key, id: last.id }) : null,
  };
}

function orderBy({ order }: Page, key: RawBuilder<unknown>): RawBuilder<unknown> {
  const direction = order.isDescending ? sql`desc` : sql`asc`;
  return sql`order by ${key} ${direction}, t.id ${direction}`;
}

function afterCursor({ order, after }: Page, key: RawBuilder<unknown>): RawBuilder<unknown> {
  if (after === null) return sql``;
  return sql`and (${key}, t.id) ${order.isDescending ? sql`<` : sql`>`} (${cursorKey(order, after)}, ${after.id}::uuid)`;
}

/** Cursors hold times in microseconds, as stored: rounding would skip or repeat tales. */
function sortKey(order: Order): RawBuilder<unknown> {
  return order.kind === 'time' ? sql`to_char(${order.key} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')` : order.key;
}

function cursorKey(order: Order, { key }: Cursor): RawBuilder<unknown> {
  if (order.kind === 'time') return sql`${key}::timestamptz`;
  return order.kind === 'text' ? sql`${key}::text collate "C"` : sql`${key}::integer`;
}
