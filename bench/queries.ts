import { sql } from 'kysely';
import { findAuthor } from '#src/features/authors/authors.ts';
import { allCategories, findCategory } from '#src/features/categories/categories.ts';
import { composeIssue } from '#src/features/newsletter/issues/compose-issue.ts';
import { searchTales } from '#src/features/search/search.ts';
import { suggest } from '#src/features/search/suggest.ts';
import { talesSitemap } from '#src/features/syndication/sitemap.ts';
import { parseFinderQuery, type TaleFinderQuery } from '#src/features/tale-finder/finder-query.ts';
import { findFittingTales } from '#src/features/tale-finder/tale-finder.ts';
import { chooseTale } from '#src/features/tale-of-the-day/choose-tale.ts';
import { getTaleOfTheDay } from '#src/features/tale-of-the-day/tale-of-the-day.ts';
import { findTaleType } from '#src/features/tale-types/tale-types.ts';
import { type BrowseQuery, parseBrowseQuery } from '#src/features/tales/browse-query.ts';
import type { TaleView } from '#src/features/tales/contract.ts';
import { browseTales, findTale, randomTale, recentTales, relatedTales } from '#src/features/tales/tales.ts';
import { writeCursor } from '#src/platform/db/cursor.ts';
import { type Db, openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { getHomeView } from '#src/server/home-view.ts';
import { silent } from '#test/database.ts';
import { openBenchDatabase } from './database.ts';
import type { BenchOptions, Figure, SectionResult } from './figures.ts';
import { COMMON_WORD, RARE_AUTHOR, RARE_WORD, TENTH_WORD } from './generate.ts';
import { median, percentile, timeRuns } from './stats.ts';
import { word } from './vocabulary.ts';

type Query = { name: string; ask: (db: Db, run: number) => Promise<unknown> };

/** Database queries of the site for growing numbers of tales, on one connection with the role of the site, without page cache. */
export async function benchQueries({ sizes, quick, keep, say }: BenchOptions): Promise<SectionResult> {
  const figures: Figure[] = [];
  for (const size of sizes) {
    const database = await openBenchDatabase(size, keep, say);
    const pool = openPool(database.appUrl, { log: silent, max: 1, statementTimeoutMs: 60_000 });
    try {
      figures.push(...(await measureAll(openDb(pool), size, quick, say)));
    } finally {
      await pool.end();
      await database.close();
    }
  }
  return { figures: [...figures, ...growth(figures)] };
}

async function measureAll(db: Db, size: number, quick: boolean, say: (line: string) => void): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, ask } of await listQueries(db, size)) {
    const times = await timeRuns((run) => ask(db, run), quick ? { runs: 15, warmUp: 5 } : { runs: 200, warmUp: 20 });
    const limit = LIMITS[`${name} ${size}`];
    const figure = { name, unit: 'ms', size, value: median(times), p95: percentile(times, 0.95), ...(limit && { limit }) };
    say(`${size} tales, ${name}: ${figure.value.toFixed(2)} ms, 95 % within ${figure.p95.toFixed(2)} ms`);
    figures.push(figure);
  }
  return figures;
}

const LIMITS: Record<string, { most: number }> = {
  'search, a word in twenty tales 100000': { most: 20 },
  'search, a word in every tale 100000': { most: 150 },
};

/** Queries whose time at the largest number of tales may be at most 1.5 times that at the smallest. */
const FLAT = [
  ...['tale', 'home', 'recent', 'tale type', 'category counts', "tonight's tale"],
  ...[
    'list, first page',
    'list, page 1,000',
    'list, category',
    'list, category, second page',
    'list, origin',
    'list, author of three tales',
  ],
  ...['list, prolific author', 'list by title, category', 'list by length, age', 'category page', 'author page'],
  ...['search, a word in twenty tales', 'search, misspelt', 'search, found nowhere'],
  ...['suggestion, 2 letters', 'suggestion, 4 letters', 'suggestion, 6 letters', 'suggestion, two words'],
];
/**
 * Those that read a bounded number of rows: more than 1,000 tales have, or from all over a library that no longer fits in memory. The limits
 * are for 1,000 against a million tales.
 */
const BOUNDED: Record<string, number> = {
  'what is like a tale': 2,
  random: 4,
  'random, filtered': 15,
  'search, a word in every tale': 2,
  'search, filtered': 6,
};

function growth(figures: Figure[]): Figure[] {
  const limits = { ...Object.fromEntries(FLAT.map((name) => [name, 1.5])), ...BOUNDED };
  return Object.entries(limits).flatMap(([name, most]) => {
    const own = figures.filter((figure) => figure.name === name);
    const first = own.at(0);
    const last = own.at(-1);
    if (first === undefined || last === undefined || own.length < 2) return [];
    return {
      name: `${name}: ${last.size} against ${first.size} tales`,
      unit: 'times',
      value: last.value / first.value,
      limit: { most },
    };
  });
}

async function listQueries(db: Db, size: number): Promise<Query[]> {
  const views = new Map<string, TaleView>();
  const slugs = Array.from({ length: 100 }, (_, n) => `tale-${10 + Math.floor(((size - 20) * n) / 100)}`);
  const deep = await cursorAt(db, Math.min(12 * 999, Math.floor(size / 2)));
  const list = (query: string) => (each: Db) => browseTales(each, browse(query));
  const second = (await browseTales(db, browse('category=dark')))?.next ?? '';
  const search = (q: string) => (each: Db) => searchTales(each, browse(`q=${encodeURIComponent(q)}`));
  const [title] = (await sql<{ title: string }>`select title from tales where slug = 'tale-50'`.execute(db)).rows;
  const typed = title?.title.split(' ')[1] ?? '';
  return [
    { name: 'tale', ask: (each, run) => findTale(each, slugs[run % slugs.length] ?? '') },
    { name: 'list, first page', ask: list('') },
    { name: 'list, page 1,000', ask: list(`after=${deep}`) },
    { name: 'recent', ask: (each) => recentTales(each, '') },
    { name: 'tale type', ask: (each) => findTaleType(each, '510', { after: '', comparison: null }) },
    {
      name: 'tale type, compared',
      ask: (each) => findTaleType(each, '510', { after: '', comparison: { first: 'none', second: '', third: '' } }),
    },
    {
      name: 'newsletter issue composed',
      ask: (each, run) => composeIssue(each, `2026-11-${String(1 + (run % 30)).padStart(2, '0')}`, new Date()),
    },
    { name: 'list, category', ask: list('category=dark') },
    { name: 'list, category, second page', ask: list(`category=dark&after=${second}`) },
    { name: 'list, category, age and minutes', ask: list('category=dark&age=6-8&minutes=10') },
    { name: 'list, origin', ask: list('origin=German') },
    { name: 'list, author of three tales', ask: list(`author=${RARE_AUTHOR}`) },
    { name: 'list, prolific author', ask: list('author=teller-1') },
    { name: 'list by title, category', ask: list('category=dark&sort=title') },
    { name: 'list by length, age', ask: list('age=3-5&sort=shortest') },
    { name: 'category page', ask: (each) => findCategory(each, 'dark', '') },
    { name: 'author page', ask: (each) => findAuthor(each, 'teller-1', '') },
    { name: 'category counts', ask: allCategories },
    { name: 'search, a word in twenty tales', ask: search(RARE_WORD) },
    { name: 'search, a word in a hundredth', ask: search(word(1_000)) },
    { name: 'search, a word in a tenth', ask: search(TENTH_WORD) },
    { name: 'search, a word in every tale', ask: search(COMMON_WORD) },
    { name: 'search, two words', ask: search(`${COMMON_WORD} ${TENTH_WORD}`) },
    { name: 'search, three words', ask: search(`${COMMON_WORD} ${TENTH_WORD} ${typed}`) },
    { name: 'search, filtered', ask: (each) => searchTales(each, browse(`q=${COMMON_WORD}&category=dark&age=6-8`)) },
    { name: 'search, misspelt', ask: search('zanzibra') },
    { name: 'search, part of a title', ask: search(typed.slice(1, 5)) },
    { name: 'search, part of every title', ask: search('the') },
    { name: 'search, part of every author', ask: search('eller') },
    { name: 'search, found nowhere', ask: search('qqqqqqxyz') },
    ...[2, 4, 6].map((letters) => ({ name: `suggestion, ${letters} letters`, ask: (each: Db) => suggest(each, typed.slice(0, letters)) })),
    { name: 'suggestion, two words', ask: (each) => suggest(each, `the ${typed.slice(0, 2)}`) },
    { name: 'suggestion, an author', ask: (each) => suggest(each, 'teller 7') },
    { name: 'random', ask: (each) => randomTale(each, browse(''), []) },
    { name: 'random, filtered', ask: (each) => randomTale(each, browse('category=dark&age=6-8&minutes=10'), []) },
    { name: 'what is like a tale', ask: (each, run) => relatedOf(each, slugs[run % slugs.length] ?? '', views) },
    { name: 'how long, one tale', ask: (each, run) => findFittingTales(each, howLong(`minutes=15&choice=${1 + (run % 20)}`)) },
    {
      name: 'how long, a set of an age',
      ask: (each, run) => findFittingTales(each, howLong(`minutes=30&what=set&age=6-8&choice=${1 + (run % 20)}`)),
    },
    { name: 'a tale for a night', ask: (each, run) => chooseTale(each, `2026-11-${String(1 + (run % 30)).padStart(2, '0')}`) },
    { name: "tonight's tale", ask: (each) => getTaleOfTheDay(each) },
    { name: 'sitemap part', ask: (each) => talesSitemap(each, 'https://tales.example', 'tale-5') },
    { name: 'home', ask: getHomeView },
  ];
}

function howLong(query: string): TaleFinderQuery {
  return parseFinderQuery(new URLSearchParams(query));
}

/** Measures without the query of the tale itself, which is measured separately and cached in `views`. */
async function relatedOf(db: Db, slug: string, views: Map<string, TaleView>): Promise<unknown> {
  const cached = views.get(slug);
  if (cached !== undefined) return relatedTales(db, cached);
  const found = await findTale(db, slug);
  if (found.kind !== 'found') throw new Error(`There is no tale at ${slug}.`);
  views.set(slug, found.tale);
  return relatedTales(db, found.tale);
}

function browse(query: string): BrowseQuery {
  return parseBrowseQuery(new URLSearchParams(query));
}

async function cursorAt(db: Db, place: number): Promise<string> {
  const { rows } = await sql<{ key: string; id: string }>`
    select to_char(publish_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as key, id from tales
    where publish_date <= now() order by publish_date desc, id desc offset ${place} limit 1`.execute(db);
  if (rows[0] === undefined) throw new Error(`There is no tale at place ${place}.`);
  return writeCursor(rows[0]);
}
