import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTale, type SavedTale, updateTale } from '#src/features/tales/tales.ts';
import { createTestDatabase, silent, type TestDatabase } from '#test/database.ts';
import { taleInput } from '#test/factories.ts';
import { createTidier, readTexts } from './tidy-search.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query('delete from tales');
  await database.pool.query('delete from search_text_queue');
});

/** Saves with `textLater`. */
async function save(fields: object, tale?: SavedTale): Promise<SavedTale> {
  const outcome =
    tale === undefined
      ? await createTale(database.db, taleInput(fields), { textLater: true })
      : await updateTale(database.db, tale.id, 'any', fields, { textLater: true });
  if (outcome.outcome !== 'saved') throw new Error('Not saved');
  return outcome.tale;
}

async function finds(words: string): Promise<boolean> {
  const { rowCount } = await database.pool.query("select from tales where search @@ websearch_to_tsquery('talewood_english', $1)", [words]);
  return rowCount === 1;
}

/** The search columns equal those of a save without `textLater`. */
async function isWhole(): Promise<boolean> {
  const { rows } = await database.pool.query(
    'select bool_and(search = tale_search(language, title, author, excerpt, content_text)) as whole from tales',
  );
  return rows[0].whole;
}

test('finds a new tale by title at once, by text after indexing', async () => {
  await save({ title: 'The Quillon', content: '<p>A zorblax sat on a stone.</p>' });
  expect([await finds('quillon'), await finds('zorblax')]).toEqual([true, false]);
  await readTexts(database.db);
  expect([await finds('quillon'), await finds('zorblax'), await isWhole()]).toEqual([true, true, true]);
});

test('finds a changed text by its new words only', async () => {
  const tale = await save({ content: '<p>zorblax</p>' });
  await readTexts(database.db);
  await save({ content: '<p>vermilith</p>' }, tale);
  expect(await finds('zorblax')).toBe(false);
  await readTexts(database.db);
  expect([await finds('zorblax'), await finds('vermilith')]).toEqual([false, true]);
});

test('indexes a draft that was published before its text was indexed', async () => {
  const tale = await save({ status: 'draft', content: '<p>zorblax</p>' });
  await save({ status: 'published' }, tale);
  await readTexts(database.db);
  expect([await finds('zorblax'), await isWhole()]).toEqual([true, true]);
});

test('invalidates cached pages and changes nothing visible', async () => {
  const tale = await save({ content: '<p>zorblax</p>' });
  const look = async () => (await database.pool.query("select to_jsonb(t) - 'search' as tale from tales t")).rows;
  const before = await look();
  const heard: string[] = [];
  const client = await database.pool.connect();
  try {
    client.on('notification', ({ channel, payload = '' }) => heard.push(`${channel} ${payload}`));
    await client.query('listen talewood_cache');
    await readTexts(database.db);
    await client.query('select');
    expect(heard).toEqual([expect.stringMatching(new RegExp(`^talewood_cache .*"tale:${tale.id}"`))]);
  } finally {
    await client.query('unlisten *');
    client.release();
  }
  expect(await look()).toEqual(before);
});

test('indexes everything with concurrent saves and readers', async () => {
  const tales = await Promise.all(Array.from({ length: 25 }, (_, at) => save({ title: `Tale ${at}`, content: `<p>zorblax${at}</p>` })));
  await Promise.all([
    ...tales.map((tale, at) => save({ content: `<p>vermilith${at}</p>` }, tale)),
    ...[1, 2, 3].map(() => readTexts(database.db)),
  ]);
  await readTexts(database.db);
  const { rows } = await database.pool.query('select count(*) as due from search_text_queue');
  expect([rows, await isWhole()]).toEqual([[{ due: 0 }], true]);
});

test('continues the work of a stopped process', async () => {
  await save({ content: '<p>zorblax</p>' });
  const tidier = createTidier({ db: database.db, log: silent });
  tidier.tidySoon();
  await expect.poll(() => finds('zorblax')).toBe(true);
  await tidier.stop();
});

test('has nothing to index after a save without textLater', async () => {
  await createTale(database.db, taleInput({ content: '<p>zorblax</p>' }));
  expect([await finds('zorblax'), (await database.pool.query('select from search_text_queue')).rowCount]).toEqual([true, 0]);
});
