import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { createTidier, holdTidying, tidySearch } from './tidy-search.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const count = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rowCount;
const isKnown = async (word: string) => (await count('select from search_words where word = $1', [word])) === 1;

test('the words of published tales are put on the list, those of drafts when they are published', async () => {
  await addTale(database.db, { title: 'The Quillon' });
  const { id } = await addTale(database.db, { title: 'The Zorblax', status: 'draft' });
  await tidySearch(database.db);
  expect([await isKnown('quillon'), await isKnown('zorblax')]).toEqual([true, false]);
  await database.pool.query("update tales set status = 'published' where id = $1", [id]);
  await Promise.all([tidySearch(database.db), tidySearch(database.db)]);
  expect(await isKnown('zorblax')).toBe(true);
  expect(await count('select from words_due')).toBe(0);
});

test('what changes no words is not looked through again', async () => {
  const { id } = await addTale(database.db);
  await tidySearch(database.db);
  await database.pool.query("update tales set rights = 'CC0', publish_date = now() where id = $1", [id]);
  expect(await count('select from words_due')).toBe(0);
  await database.pool.query("update tales set excerpt = 'Another' where id = $1", [id]);
  expect(await count('select from words_due')).toBe(1);
});

test('a tale that was saved several times is looked through once', async () => {
  await tidySearch(database.db);
  const { id } = await addTale(database.db);
  for (let save = 1; save <= 60; save += 1) await database.pool.query('update tales set excerpt = $1 where id = $2', [`Part ${save}`, id]);
  expect(await count('select from words_due')).toBe(61);
  const { rows } = await database.pool.query('select tidy_search() as tales');
  expect(rows).toEqual([{ tales: 1 }]);
  expect(await count('select from words_due')).toBe(0);
});

test('a process that finds another tidying leaves it to that', async () => {
  await addTale(database.db);
  const other = await database.pool.connect();
  try {
    await other.query('begin');
    await other.query('select tidy_search()');
    await addTale(database.db);
    const { rows } = await database.pool.query('select tidy_search() as tales');
    expect(rows).toEqual([{ tales: 0 }]);
  } finally {
    await other.query('commit');
    other.release();
  }
  await tidySearch(database.db);
  expect(await count('select from words_due')).toBe(0);
});

test('who writes very many tales keeps tidying off until it is done', async () => {
  await addTale(database.db, { title: 'The Quaxolin' });
  await database.db.transaction().execute(async (trx) => {
    await holdTidying(trx);
    await tidySearch(database.db);
    expect(await isKnown('quaxolin')).toBe(false);
  });
  await tidySearch(database.db);
  expect(await isKnown('quaxolin')).toBe(true);
});

test('a tidier tidies by itself once nothing more is saved', async () => {
  await addTale(database.db, { title: 'The Vermilith' });
  const tidier = createTidier({ db: database.db, log: { warn: () => {} } });
  tidier.tidySoon();
  tidier.tidySoon();
  await expect.poll(() => isKnown('vermilith'), { timeout: 10_000 }).toBe(true);
  await tidier.stop();
});
