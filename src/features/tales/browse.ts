import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';
import { preparedStatement } from '#src/platform/db/prepared-statements.ts';
import { AGE_BANDS } from '#src/ui/hidden-ages.ts';
import { type BrowseQuery, MINUTES } from './browse-query.ts';
import { listFeaturedIds, toCards } from './cards.ts';
import type { FacetOption, Facets, TaleList, TalePage } from './contract.ts';
import { type Counts, countTales, type FacetGroups, minuteFacets, type NamedCategory, type NamedRow, toFacetGroups } from './facets.ts';
import { listMatching, listTales, type TaleCounts, type TaleRows, toPage } from './list-tales.ts';

export const BROWSE_PAGE = 12;
const RECENT_PAGE = 24;

/**
 * Lists tales that match a query without search terms, with facet counts. Null for an unknown category.
 * @throws AppError 400 for an invalid cursor
 */
export async function browseTales(db: Db, query: BrowseQuery, size = BROWSE_PAGE * query.pages): Promise<TaleList | null> {
  const page = toPage(query.sort, query.after, size);
  const found = await toFacetGroups(db, query);
  if (found === null) return null;
  const { groups, categories, authors } = found;
  const counting = countTales(db, groups);
  const [{ counts, total, withoutCategory }, { rows, next }, featured] = await Promise.all([
    counting,
    Object.keys(groups).length === 0 ? listTales(db, page) : counting.then((counted) => listMatching(db, page, groups, counted)),
    listFeaturedIds(db),
  ]);
  const facets = await facetOptions(db, counts, { groups, authors, categories, withoutCategory });
  return { tales: toCards(rows, featured), next, total: { count: total, atLeast: false }, facets, corrected: null, suggestions: null };
}

/** The newest tales, 24 per page. @throws AppError 400 for an invalid cursor */
export async function recentTales(db: Db, after: string, size = RECENT_PAGE): Promise<TalePage> {
  return newestTales(db, sql<boolean>`true`, after, size);
}

/** A page of the newest tales that match a condition on `tales t`, which needs an index with publish_date. */
export async function newestTales(db: Db, where: RawBuilder<boolean>, after: string, size: number): Promise<TalePage> {
  return withFeatured(db, listTales(db, toPage('newest', after, size), where));
}

/** A page of the newest tales that match the facets. @throws AppError 400 for an invalid cursor */
export async function newestMatching(
  db: Db,
  groups: FacetGroups,
  after: string,
  counted: TaleCounts,
  size = BROWSE_PAGE,
): Promise<TalePage> {
  return withFeatured(db, listMatching(db, toPage('newest', after, size), groups, counted));
}

async function withFeatured(db: Db, listing: Promise<TaleRows>): Promise<TalePage> {
  const [{ rows, next }, featured] = await Promise.all([listing, listFeaturedIds(db)]);
  return { tales: toCards(rows, featured), next };
}

const MAX_AUTHORS = 12;
const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

type Chosen = { groups: FacetGroups; authors: NamedRow[]; categories: NamedCategory[]; withoutCategory: number };

/**
 * Converts counts to filter options. `withoutCategory` is the count of the tab “All”. All ages and categories are listed, except
 * additional categories without tales; only reading times that narrow the list; of other facets those that have tales or are selected.
 */
export async function facetOptions(db: Db, counts: Counts, { groups, authors, categories, withoutCategory }: Chosen): Promise<Facets> {
  const names = await nameAuthors(db, counts.a, authors);
  return {
    category: [{ value: '', label: 'All', count: withoutCategory }, ...categoryTabs(counts, categories, groups)],
    minutes: minuteOptions(counts.m, groups),
    age: AGE_BANDS.map((band) => ({ value: band, label: ageLabel(band), count: counts.g.get(`g:${band}`) ?? 0 })),
    origin: byCount(valuesOf(counts.o, groups.o), (origin) => origin),
    language: byCount(valuesOf(counts.l, groups.l), languageName),
    author: byCount(
      names.map(({ id, slug }) => ({ value: slug, count: counts.a.get(`a:${id}`) ?? 0, isChosen: groups.a?.includes(`a:${id}`) ?? false })),
      (slug) => names.find((author) => author.slug === slug)?.name ?? slug,
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

async function nameAuthors(db: Db, counts: Map<string, number>, chosen: NamedRow[]): Promise<NamedRow[]> {
  const top = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_AUTHORS)
    .map(([facet]) => Number(facet.slice(2)));
  const missing = top.filter((id) => !chosen.some((author) => author.id === id));
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
      where s.slug = any(${query.author}::text[]) and a.slug <> s.slug`.execute(db);
  if (rows.length === 0) return undefined;
  const current = (kind: string, slug: string) => rows.find((row) => row.kind === kind && row.old === slug)?.slug ?? slug;
  const author = [...new Set(query.author.map((slug) => current('author', slug)))];
  return { ...query, category: current('category', query.category), author };
}
