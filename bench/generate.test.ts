import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchTales } from '#src/features/search/search.ts';
import { parseBrowseQuery } from '#src/features/tales/browse-query.ts';
import { browseTales } from '#src/features/tales/tales.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { COMMON_WORD, generateTales, RARE_AUTHOR, RARE_WORD } from './generate.ts';

/** So many that the commonest words are walked to, not gathered: see is_rare() in db/migrations/0004_search.sql. */
const SIZE = 4_000;
/** Those scheduled: the first tales are dated after now. */
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

const ask = (query: string) => parseBrowseQuery(new URLSearchParams(query));
const read = async (what: string) => (await client.query(`select ${what}`)).rows;
const counts = async () => ({
  marks: await read('* from facet_counts order by author_id, facet'),
  sets: await read('* from facet_set_counts order by facets'),
  authors: await read('* from author_facet_set_counts order by author_id, facets'),
});

test('the counts of made-up tales are those that the triggers keep', async () => {
  const made = await counts();
  await client.query('truncate facet_counts, facet_set_counts, author_facet_set_counts');
  await client.query(
    `select add_to_facet_counts(jsonb_agg(jsonb_build_object('author', author_id, 'facets', array_remove(facets, 'a:' || author_id), 'n', 1))) from tales`,
  );
  expect(await counts()).toEqual(made);
});

test('the marks of made-up tales are those that the triggers give', async () => {
  const made = await read('id, facets, author from tales order by id');
  await client.query('update tales set updated_at = updated_at');
  expect(await read('id, facets, author from tales order by id')).toEqual(made);
});

test('a common word is walked to, a rare one is gathered, and the newest come first with either', async () => {
  const { rows } = await client.query(
    `select is_rare('search', to_tsquery('talewood_english', '${COMMON_WORD}')) as common, is_rare('search', to_tsquery('talewood_english', '${RARE_WORD}')) as rare`,
  );
  expect(rows).toEqual([{ common: false, rare: true }]);
  const common = await searchTales(database.db, ask(`q=${COMMON_WORD}&sort=newest`));
  expect(common?.total.atLeast).toBe(true);
  expect(common?.tales.map((tale) => tale.slug)).toEqual((await browseTales(database.db, ask('')))?.tales.map((tale) => tale.slug));
  const rare = await searchTales(database.db, ask(`q=${RARE_WORD}`));
  expect(rare?.total).toEqual({ count: 20, atLeast: false });
});

test('lists count as many as there are', async () => {
  expect((await browseTales(database.db, ask('')))?.total.count).toBe(PUBLIC);
  expect((await browseTales(database.db, ask(`author=${RARE_AUTHOR}`)))?.total.count).toBe(3);
});
