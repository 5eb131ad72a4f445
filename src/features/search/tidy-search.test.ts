import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { createTidier, pauseTidying, tidySearch } from './tidy-search.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const count = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rowCount;
const isKnown = async (word: string) => (await count('select from search_words where word = $1', [word])) === 1;

test('adds the words of published tales, not of drafts', async () => {
  await addTale(database.db, { title: 'The Quillon' });
  const { id } = await addTale(database.db, { title: 'The Zorblax', status: 'draft' });
  await tidySearch(database.db);
  expect([await isKnown('quillon'), await isKnown('zorblax')]).toEqual([true, false]);
  await database.pool.query("update tales set status = 'published' where id = $1", [id]);
  await Promise.all([tidySearch(database.db), tidySearch(database.db)]);
  expect(await isKnown('zorblax')).toBe(true);
  expect(await count('select from search_word_queue')).toBe(0);
});

test('skips changes without new words', async () => {
  const { id } = await addTale(database.db);
  await tidySearch(database.db);
  await database.pool.query("update tales set rights = 'CC0', publish_date = now() where id = $1", [id]);
  expect(await count('select from search_word_queue')).toBe(0);
  await database.pool.query("update tales set excerpt = 'Another' where id = $1", [id]);
  expect(await count('select from search_word_queue')).toBe(1);
});

test('processes a tale once after several saves', async () => {
  await tidySearch(database.db);
  const { id } = await addTale(database.db);
  for (let save = 1; save <= 60; save += 1) await database.pool.query('update tales set excerpt = $1 where id = $2', [`Part ${save}`, id]);
  expect(await count('select from search_word_queue')).toBe(61);
  const { rows } = await database.pool.query('select process_search_word_queue() as tales');
  expect(rows).toEqual([{ tales: 1 }]);
  expect(await count('select from search_word_queue')).toBe(0);
});

test('leaves the work to a process that is already tidying', async () => {
  await addTale(database.db);
  const other = await database.pool.connect();
  try {
    await other.query('begin');
    await other.query('select process_search_word_queue()');
    await addTale(database.db);
    const { rows } = await database.pool.query('select process_search_word_queue() as tales');
    expect(rows).toEqual([{ tales: 0 }]);
  } finally {
    await other.query('commit');
    other.release();
  }
  await tidySearch(database.db);
  expect(await count('select from search_word_queue')).toBe(0);
});

test('is paused during bulk inserts', async () => {
  await addTale(database.db, { title: 'The Quaxolin' });
  await database.db.transaction().execute(async (trx) => {
    await pauseTidying(trx);
    await tidySearch(database.db);
    expect(await isKnown('quaxolin')).toBe(false);
  });
  await tidySearch(database.db);
  expect(await isKnown('quaxolin')).toBe(true);
});

test('runs automatically once saves stop', async () => {
  await addTale(database.db, { title: 'The Vermilith' });
  const tidier = createTidier({ db: database.db, log: { warn: () => {} } });
  tidier.tidySoon();
  tidier.tidySoon();
  await expect.poll(() => isKnown('vermilith'), { timeout: 10_000 }).toBe(true);
  await tidier.stop();
});
