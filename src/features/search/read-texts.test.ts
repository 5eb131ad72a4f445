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
  await database.pool.query('delete from texts_due');
});

/** Saves it as somebody who waits does. */
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

/** What is kept for the search is what a save without hurry would have kept. */
async function isWhole(): Promise<boolean> {
  const { rows } = await database.pool.query(
    'select bool_and(search = tale_search(language, title, author, excerpt, content_text)) as whole from tales',
  );
  return rows[0].whole;
}

test('a new tale is found by its title at once, and by its text once that was read', async () => {
  await save({ title: 'The Quillon', content: '<p>A zorblax sat on a stone.</p>' });
  expect([await finds('quillon'), await finds('zorblax')]).toEqual([true, false]);
  await readTexts(database.db);
  expect([await finds('quillon'), await finds('zorblax'), await isWhole()]).toEqual([true, true, true]);
});

test('a changed text is found by its new words and no more by the old ones', async () => {
  const tale = await save({ content: '<p>zorblax</p>' });
  await readTexts(database.db);
  await save({ content: '<p>vermilith</p>' }, tale);
  expect(await finds('zorblax')).toBe(false);
  await readTexts(database.db);
  expect([await finds('zorblax'), await finds('vermilith')]).toEqual([false, true]);
});

test('a draft that is published before its text was read is found afterwards', async () => {
  const tale = await save({ status: 'draft', content: '<p>zorblax</p>' });
  await save({ status: 'published' }, tale);
  await readTexts(database.db);
  expect([await finds('zorblax'), await isWhole()]).toEqual([true, true]);
});

test('reading changes nothing that an editor or a reader sees, and tells the page caches', async () => {
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

test('of many saves at once, some of them of the same tale, and several who read, nothing is left out', async () => {
  const tales = await Promise.all(Array.from({ length: 25 }, (_, at) => save({ title: `Tale ${at}`, content: `<p>zorblax${at}</p>` })));
  await Promise.all([
    ...tales.map((tale, at) => save({ content: `<p>vermilith${at}</p>` }, tale)),
    ...[1, 2, 3].map(() => readTexts(database.db)),
  ]);
  await readTexts(database.db);
  const { rows } = await database.pool.query('select count(*) as due from texts_due');
  expect([rows, await isWhole()]).toEqual([[{ due: 0 }], true]);
});

test('what a process that ended has left is read by the next one', async () => {
  await save({ content: '<p>zorblax</p>' });
  const tidier = createTidier({ db: database.db, log: silent });
  tidier.tidySoon();
  await expect.poll(() => finds('zorblax')).toBe(true);
  await tidier.stop();
});

test('a save that nobody waits for, as of an import, leaves nothing to read', async () => {
  await createTale(database.db, taleInput({ content: '<p>zorblax</p>' }));
  expect([await finds('zorblax'), (await database.pool.query('select from texts_due')).rowCount]).toEqual([true, 0]);
});
