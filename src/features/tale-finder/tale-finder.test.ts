import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale, wordsOf } from '#test/factories.ts';
import { runSql } from '#test/sql.ts';
import { parseFinderQuery } from './finder-query.ts';
import { findFittingTales } from './tale-finder.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const ask = (query: string, now?: Date) => findFittingTales(database.db, parseFinderQuery(new URLSearchParams(query)), now);
const titles = async (query: string) => (await ask(query)).tales.map(({ tale }) => tale.title);

test('no results without tales or without minutes', async () => {
  expect(await ask('minutes=15')).toEqual({ tales: [], minutes: 0, pace: 130, choices: 0, loosened: [] });
  expect(await ask('')).toEqual({ tales: [], minutes: 0, pace: 130, choices: 0, loosened: [] });
});

test('a tale that fits, aloud or silently, at the default or own speed', async () => {
  const { db } = database;
  // 7 minutes silently, 10 aloud.
  await addTale(db, { title: 'The one', content: wordsOf(1_300), age_band: '9-12' });
  await addTale(db, { title: 'Draft', content: wordsOf(1_200), status: 'draft' });
  await addTale(db, { title: 'To come', content: wordsOf(1_200), daysAgo: -1 });
  expect(await ask('minutes=10')).toMatchObject({ tales: [{ minutes: 10 }], minutes: 10, pace: 130, choices: 1 });
  expect(await ask('minutes=10&how=silent')).toMatchObject({ tales: [{ minutes: 7, tale: { readTime: 7 } }], pace: 200 });
  expect(await titles('minutes=10&pace=100')).toEqual([]);
  expect(await ask('minutes=15&pace=100')).toMatchObject({ tales: [{ minutes: 13 }], pace: 100 });
  expect(await titles('minutes=10&age=9-12')).toEqual(['The one']);
  expect(await titles('minutes=10&age=3-5')).toEqual([]);
  // Every question offered instead finds something.
  expect((await ask('minutes=10&age=3-5')).loosened).toEqual(['minutes=10']);
  expect((await ask('minutes=10&pace=100')).loosened).toEqual(['minutes=10&how=silent', 'minutes=15&pace=100']);
  expect((await ask('minutes=5&age=3-5')).loosened).toEqual(['minutes=30&how=silent']);
  // A set of one, where no two fit.
  expect(await titles('minutes=15&what=set')).toEqual(['The one']);
});

test('another choice is another tale; results are stable within a day', async () => {
  const { db } = database;
  for (const title of ['Two', 'Three', 'Four']) await addTale(db, { title, content: wordsOf(1_250) });
  const day = new Date('2026-11-22T20:00:00Z');
  const seen = [];
  for (const choice of [1, 2, 3, 4]) seen.push((await ask(`minutes=10&choice=${choice}`, day)).tales[0]?.tale.title);
  expect(seen.toSorted()).toEqual(['Four', 'The one', 'Three', 'Two']);
  expect((await ask('minutes=10&choice=5', day)).tales[0]?.tale.title, 'then from the first one on').toBe(seen[0]);
});

test('other languages only if no English tale fits', async () => {
  await addTale(database.db, { title: 'Der Rabe', content: wordsOf(3_800), language: 'de' });
  expect(await titles('minutes=30')).not.toContain('Der Rabe');
  await addTale(database.db, { title: 'Die Mühle', content: wordsOf(600, 'Mühle'), language: 'de' });
  expect(await titles('minutes=5')).toEqual(['Die Mühle']);
});

test('with very many tales: all results fit, and a rare age is found', async () => {
  await runSql(
    database.ownerUrl,
    `insert into tales (slug, title, author, author_id, category_id, excerpt, status, publish_date, words, age_band)
     select 'many-' || n, 'Many', '', (select min(id) from authors), 1 + n % 9, 'x', 'published', now() - n * interval '1 hour', 1000 + n % 3,
       case when n = 2000 then '13+' else '6-8' end
     from generate_series(1, 3000) n`,
  );
  for (const choice of [1, 2, 3]) {
    const { tales, minutes } = await ask(`minutes=30&what=set&choice=${choice}`);
    expect(tales.length).toBeGreaterThan(1);
    expect(minutes).toBeLessThanOrEqual(30);
    expect(minutes).toBe(tales.reduce((sum, each) => sum + each.minutes, 0));
  }
  expect((await ask('minutes=10&age=13%2B')).tales.map(({ tale }) => tale.slug)).toEqual(['many-2000']);
});
