import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale, wordsOf } from '#test/factories.ts';
import { findCollection, listCollections, saveCollection } from './collections.ts';

let database: TestDatabase;
const ids: Record<string, string> = {};
const idsOf = (...titles: string[]) => titles.map((title) => ids[title] as string);

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  for (const [title, about] of Object.entries({
    A: { content: wordsOf(900) },
    B: { content: wordsOf(1100) },
    C: {},
    D: {},
    Draft: { status: 'draft' as const },
    'To come': { daysAgo: -1 },
  })) {
    ids[title] = (await addTale(db, { title, ...about })).id;
  }
});
afterAll(() => database.drop());

const collection = (slug: string, about = {}) => ({
  slug,
  title: slug.toUpperCase(),
  description: '',
  introduction: '',
  position: 0,
  ...about,
});

test('returns public tales in order', async () => {
  const { db } = database;
  await saveCollection(
    db,
    collection('winter', { introduction: 'By the fire.', position: 2 }),
    idsOf('D', 'Draft', 'B', 'To come', 'A', 'C'),
  );
  const winter = await findCollection(db, 'winter');
  expect(winter).toMatchObject({ title: 'WINTER', introduction: 'By the fire.', count: 4, minutes: 1 + 6 + 5 + 1 });
  expect(winter?.tales.map(({ title }) => title)).toEqual(['D', 'B', 'A', 'C']);
  expect(winter?.covers).toEqual(winter?.tales.slice(0, 3).map((tale) => tale.coverImage));
});

test('lists collections in order, without those that have no public tale', async () => {
  const { db } = database;
  await saveCollection(db, collection('first', { position: 1 }), idsOf('A'));
  await saveCollection(db, collection('nothing-yet'), idsOf('Draft', 'To come'));
  await saveCollection(db, collection('empty'), []);
  expect((await listCollections(db)).map(({ slug, count }) => [slug, count])).toEqual([
    ['first', 1],
    ['winter', 4],
  ]);
  for (const slug of ['nothing-yet', 'empty', 'unheard-of', "'"]) expect(await findCollection(db, slug), slug).toBeNull();
});

test('replaces tales when saved again; fails atomically for unknown tales', async () => {
  const { db } = database;
  await saveCollection(db, collection('winter', { title: 'Winter nights' }), idsOf('B', 'D'));
  const none = '00000000-0000-7000-8000-000000000000';
  await expect(saveCollection(db, collection('winter', { title: 'Broken' }), [none])).rejects.toMatchObject({ code: '23503' });
  const winter = await findCollection(db, 'winter');
  expect(winter).toMatchObject({ title: 'Winter nights', count: 2 });
  expect(winter?.tales.map(({ title }) => title)).toEqual(['B', 'D']);
});

test('removes deleted tales', async () => {
  const { db, pool } = database;
  await pool.query('delete from tales where id = $1', [ids.B]);
  expect((await findCollection(db, 'winter'))?.tales.map(({ title }) => title)).toEqual(['D']);
});
