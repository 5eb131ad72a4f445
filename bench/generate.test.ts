import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findCandidates } from '#src/features/search/queries.ts';
import { searchTales } from '#src/features/search/search.ts';
import { parseBrowseQuery } from '#src/features/tales/browse-query.ts';
import { browseTales, findTale, relatedTales } from '#src/features/tales/tales.ts';
import { openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { getHomeView } from '#src/server/home-view.ts';
import { createTestDatabase, silent, type TestDatabase } from '#test/database.ts';
import { COMMON_WORD, generateTales, RARE_AUTHOR, RARE_WORD } from './generate.ts';

/** Large enough that common words are searched in order of date: see is_rare() in db/migrations/0004_search.sql. */
const SIZE = 4_000;
/** Without the first tales, which are scheduled. */
const PUBLIC = SIZE - 2;

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  await generateTales(database.ownerUrl, SIZE);
  client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

const parseQuery = (query: string) => parseBrowseQuery(new URLSearchParams(query));
const read = async (what: string) => (await client.query(`select ${what}`)).rows;
const counts = async () => ({
  marks: await read('* from facet_counts order by author_id, facet'),
  sets: await read('* from facet_set_counts order by facets'),
  pairs: await read('* from facet_pair_counts order by facet, other_facet'),
  authors: await read('* from author_facet_set_counts order by author_id, facets'),
});

test('facet counts of generated tales equal those of the triggers', async () => {
  const generated = await counts();
  await client.query('truncate facet_counts, facet_set_counts, facet_pair_counts, author_facet_set_counts');
  await client.query(
    `select add_to_facet_counts(jsonb_agg(jsonb_build_object('author', author_id, 'facets', array_remove(facets, 'a:' || author_id), 'n', 1))) from tales`,
  );
  expect(await counts()).toEqual(generated);
});

test('facets of generated tales equal those of the triggers', async () => {
  const generated = await read('id, facets, author from tales order by id');
  await client.query('update tales set updated_at = updated_at');
  expect(await read('id, facets, author from tales order by id')).toEqual(generated);
});

test('common and rare words use different search plans, and both return the newest tales first', async () => {
  const { rows } = await client.query(
    `select is_rare('search', to_tsquery('talewood_english', '${COMMON_WORD}')) as common, is_rare('search', to_tsquery('talewood_english', '${RARE_WORD}')) as rare`,
  );
  expect(rows).toEqual([{ common: false, rare: true }]);
  const common = await searchTales(database.db, parseQuery(`q=${COMMON_WORD}&sort=newest`));
  expect(common?.total.atLeast).toBe(true);
  expect(common?.tales.map((tale) => tale.slug)).toEqual((await browseTales(database.db, parseQuery('')))?.tales.map((tale) => tale.slug));
  const rare = await searchTales(database.db, parseQuery(`q=${RARE_WORD}`));
  expect(rare?.total).toEqual({ count: 20, atLeast: false });
});

test.each([
  [COMMON_WORD, [['c:7']]],
  [COMMON_WORD, [['c:7'], ['g:6-8', 'g:13+']]],
  [COMMON_WORD, [['l:xx']]],
  [RARE_WORD, [['c:7']]],
  ['the', [['g:6-8']]],
])('finds the same for “%s” with facets %j, whether many or few tales have them', async (q, groups) => {
  const find = async (tales: number) => {
    const { found, capped } = await findCandidates(database.db, { q, languages: ['en', 'de'], facets: { groups, tales } });
    return { found: found.toSorted((a, b) => (a.id < b.id ? -1 : 1)), capped };
  };
  expect(await find(1_000_000)).toEqual(await find(0));
});

test('lists return the correct count', async () => {
  expect((await browseTales(database.db, parseQuery('')))?.total.count).toBe(PUBLIC);
  expect((await browseTales(database.db, parseQuery(`author=${RARE_AUTHOR}`)))?.total.count).toBe(3);
});

test('prepared statements are planned once, not for each request', async () => {
  const pool = openPool(database.url, { log: silent, max: 1, statementTimeoutMs: 20_000 });
  const db = openDb(pool);
  try {
    const requests = [
      () => getHomeView(db),
      ...['', 'category=dark', 'category=dark&age=6-8&minutes=10', 'sort=title'].map((query) => () => browseTales(db, parseQuery(query))),
      async () => {
        const found = await findTale(db, 'tale-50');
        return found.kind === 'found' ? relatedTales(db, found.tale) : [];
      },
    ];
    // Postgres plans the first five executions with their values.
    for (let run = 0; run < 8; run += 1) for (const request of requests) await request();
    const planned = await pool.query('select statement from pg_prepared_statements where custom_plans > 5');
    expect(planned.rows).toEqual([]);
    expect((await pool.query('select from pg_prepared_statements where generic_plans > 0')).rowCount).toBeGreaterThan(10);
  } finally {
    await pool.end();
  }
});
