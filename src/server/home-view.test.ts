import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseBrowseQuery } from '#src/features/tales/browse-query.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { countStatements } from '#test/statements.ts';
import { getHomeView } from './home-view.ts';
import { createServerApi } from './server-api.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const titles = (tales: { title: string }[]) => tales.map((tale) => tale.title);

test('an empty library has an empty home page', async () => {
  expect(await getHomeView(database.db)).toEqual({
    talesCount: 0,
    featured: [],
    tonight: null,
    collections: [],
    ages: [],
    origins: [],
    recent: [],
    categories: [],
    authors: [],
  });
});

test('home shows the four newest, the next three, five categories and four authors with counts', async () => {
  const { db } = database;
  const told = [
    ['One', 'Ann', 'dark'],
    ['Two', 'Bob', 'animals'],
    ['Three', 'Bob', 'classic'],
    ['Four', 'Cleo', 'enchanted'],
    ['Five', 'Dora', 'romance'],
    ['Six', 'Dora', 'romance'],
    ['Seven', 'Dora', 'adventure'],
    ['Eight', 'Emil', 'folklore'],
  ] as const;
  for (const [n, [title, author, category]] of told.entries()) await addTale(db, { title, author, category, daysAgo: n + 1 });
  await addTale(db, { title: 'To come', author: 'Futura', category: 'magical-creatures', daysAgo: -1 });
  await addTale(db, { title: 'Draft', author: 'Draft', category: 'magical-creatures', status: 'draft' });
  const home = await getHomeView(db);
  expect(home.talesCount).toBe(8);
  expect(titles(home.featured)).toEqual(['One', 'Two', 'Three', 'Four']);
  expect(titles(home.recent)).toEqual(['Five', 'Six', 'Seven']);
  expect(home.categories.map(({ slug, count }) => [slug, count])).toEqual([
    ['enchanted', 1],
    ['classic', 1],
    ['romance', 2],
    ['dark', 1],
  ]);
  expect(home.authors.map(({ name, count }) => [name, count])).toEqual([
    ['Dora', 3],
    ['Bob', 2],
    ['Ann', 1],
    ['Cleo', 1],
  ]);
});

test('pins come first in order; displaced tales are recent again', async () => {
  const { db, pool } = database;
  await pool.query(
    `update tales set featured_rank = case title when 'Eight' then 1 when 'Three' then 7 when 'To come' then 2 when 'Draft' then 3 end`,
  );
  const home = await getHomeView(db);
  expect(titles(home.featured)).toEqual(['Eight', 'Three', 'One', 'Two']);
  expect(titles(home.recent)).toEqual(['Four', 'Five', 'Six']);
  expect(home.featured.every((tale) => tale.isFeatured)).toBe(true);
  expect(home.recent.some((tale) => tale.isFeatured)).toBe(false);
});

test('home takes six statements, a list three and a tale two', async () => {
  const { db } = database;
  const api = createServerApi(db, new Set());
  await api.home();
  expect(await countStatements(() => api.home())).toBe('select 5, with 1');
  expect(await countStatements(() => api.listTales(parseBrowseQuery(new URLSearchParams())))).toBe('select 3');
  expect(await countStatements(() => api.getTale('five'))).toBe('select 2');
});

test('only the first four pins are shown', async () => {
  const { db, pool } = database;
  await pool.query(`update tales set featured_rank = 5000 - (publish_date::date - date '2020-01-01') where status = 'published'`);
  expect(titles((await getHomeView(db)).featured)).toEqual(['One', 'Two', 'Three', 'Four']);
  await pool.query(`update tales set featured_rank = null`);
});

test('authors with only scheduled tales are omitted', async () => {
  const { db } = database;
  for (let n = 0; n < 5; n += 1) await addTale(db, { author: 'Futura', daysAgo: -2 });
  expect((await getHomeView(db)).authors.map(({ name }) => name)).toEqual(['Dora', 'Bob', 'Ann', 'Cleo']);
});
