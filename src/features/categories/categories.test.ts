import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { allCategories, findCategory, listCategories } from './categories.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await addTale(db, { title: 'Own', category: 'dark', daysAgo: 1 });
  await addTale(db, { title: 'Tagged', category: 'classic', tags: ['dark', 'fantasy'], daysAgo: 2 });
  await addTale(db, { title: 'Draft', category: 'animals', status: 'draft' });
  await addTale(db, { title: 'To come', category: 'romance', tags: ['dark'], daysAgo: -1 });
});
afterAll(() => database.drop());

test('lists categories in order, counting own and tagged tales', async () => {
  const counts = (await allCategories(database.db)).map(({ slug, count }) => `${slug} ${count}`);
  const all = 'classic 1,enchanted 0,folklore 0,fantasy 1,adventure 0,romance 0,dark 2,animals 0,magical-creatures 0';
  expect(counts.join()).toBe(all);
  expect((await listCategories(database.db)).map(({ slug }) => slug)).toEqual(['classic', 'fantasy', 'dark']);
});

test('returns 12 tales, newest first, with a cursor', async () => {
  const { db } = database;
  for (let n = 0; n < 12; n += 1) await addTale(db, { title: `Old ${n}`, tags: ['dark'], daysAgo: 10 + n });
  const first = await findCategory(db, 'dark', '');
  expect(first).toMatchObject({ name: 'Dark', description: 'For reading with the lamp lit', count: 14 });
  expect(first?.tales.map(({ title }) => title).slice(0, 3)).toEqual(['Own', 'Tagged', 'Old 0']);
  expect(first?.tales).toHaveLength(12);
  const second = await findCategory(db, 'dark', first?.next ?? 'none');
  expect(second?.tales.map(({ title }) => title)).toEqual(['Old 10', 'Old 11']);
  expect(second?.next).toBeNull();
  await expect(findCategory(db, 'dark', 'foreign')).rejects.toMatchObject({ status: 400 });
});

test('returns a category without tales, null for unknown ones', async () => {
  expect(await findCategory(database.db, 'romance', '')).toMatchObject({ count: 0, tales: [], next: null });
  for (const slug of ['', 'unheard-of', 'Dark', "'"]) expect(await findCategory(database.db, slug, ''), slug).toBeNull();
});

test('finds few tales among very many, whatever their dates', async () => {
  const { db, pool } = database;
  await pool.query(
    `insert into tales (slug, title, author, author_id, category_id, excerpt, status, publish_date)
     select 'many-' || n, 'Many', '', (select min(id) from authors), 1, 'x', 'published', now() - n * interval '1 minute'
     from generate_series(1, 3000) n`,
  );
  const view = await findCategory(db, 'fantasy', '');
  expect(view?.tales.map(({ title }) => title)).toEqual(['Tagged']);
});
