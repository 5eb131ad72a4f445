import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { type AuthorValues, findAuthor, listAuthors, popularAuthors, saveAuthor } from './authors.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const AULNOY = {
  slug: 'madame-d-aulnoy',
  name: 'Madame d’Aulnoy',
  sort_name: 'd’Aulnoy, Madame',
  kind: 'person',
  dates: '1650 or 1651–1705',
  born_year: null,
  died_year: 1705,
  place: 'Paris',
  origin: 'French',
  biography: 'First.\n\nSecond.',
} satisfies AuthorValues;

test('lists authors with public tales by sort name, ignoring case and accents', async () => {
  const { db } = database;
  await saveAuthor(db, AULNOY);
  for (const [name, sort_name] of [
    ['Oscar Wilde', 'Wilde, Oscar'],
    ['Åse Gruda', 'Åsgard, Åse'],
    ['The Akan', 'Akan'],
    ['Nobody', 'Nobody'],
  ] as const) {
    await saveAuthor(db, { slug: name.toLowerCase().replace(/\W+/g, '-').replace(/^-/, ''), name, sort_name, kind: 'tradition' });
    if (name !== 'Nobody') await addTale(db, { author: name });
  }
  await addTale(db, { author: 'Nobody', status: 'draft' });
  await addTale(db, { author: 'Futura', daysAgo: -1 });
  for (const [n, title] of ['Fourth', 'Third', 'Second', 'First'].entries()) {
    await addTale(db, { author: 'MADAME D’AULNOY', title, daysAgo: 10 - n });
  }
  await addTale(db, { author: AULNOY.name, title: 'To come', daysAgo: -1 });
  const authors = await listAuthors(db);
  expect(authors.map(({ name }) => name)).toEqual(['The Akan', 'Åse Gruda', 'Madame d’Aulnoy', 'Oscar Wilde']);
  expect(authors[2]).toEqual({
    slug: 'madame-d-aulnoy',
    name: 'Madame d’Aulnoy',
    sortName: 'd’Aulnoy, Madame',
    kind: 'person',
    dates: '1650 or 1651–1705',
    place: 'Paris',
    count: 4,
    works: ['First', 'Second', 'Third'],
  });
});

test('returns biography and 12 tales, newest first, with a cursor', async () => {
  const { db } = database;
  for (let n = 0; n < 12; n += 1) await addTale(db, { author: AULNOY.name, title: `Older ${n}`, daysAgo: 50 + n });
  const first = await findAuthor(db, AULNOY.slug, '');
  expect(first).toMatchObject({ bornYear: null, diedYear: 1705, origin: 'French', biography: 'First.\n\nSecond.', count: 16 });
  expect(first?.tales.map(({ title }) => title).slice(0, 5)).toEqual(['First', 'Second', 'Third', 'Fourth', 'Older 0']);
  expect(first?.tales).toHaveLength(12);
  const second = await findAuthor(db, AULNOY.slug, first?.next ?? 'none');
  expect(second?.tales.map(({ title }) => title)).toEqual(['Older 8', 'Older 9', 'Older 10', 'Older 11']);
  expect(second?.next).toBeNull();
  await expect(findAuthor(db, AULNOY.slug, 'foreign')).rejects.toMatchObject({ status: 400 });
});

test('returns null without public tales', async () => {
  for (const slug of ['nobody', 'futura', 'never-heard-of', '', "'", 'a\\b', '%'])
    expect(await findAuthor(database.db, slug, ''), slug).toBeNull();
});

test('updates an existing author and the name on all tales', async () => {
  const { db } = database;
  await saveAuthor(db, { ...AULNOY, name: 'Marie-Catherine d’Aulnoy' });
  const author = await findAuthor(db, AULNOY.slug, '');
  expect(author).toMatchObject({ name: 'Marie-Catherine d’Aulnoy', count: 16 });
  expect(author?.tales.every((tale) => tale.author.name === 'Marie-Catherine d’Aulnoy')).toBe(true);
  await expect(saveAuthor(db, { ...AULNOY, slug: 'another', name: 'OSCAR WILDE' })).rejects.toMatchObject({ code: '23505' });
});

test('ranks authors by reads in 90 days, then by tales', async () => {
  const { db, pool } = database;
  const names = async () => (await popularAuthors(db, 2)).map(({ name }) => name);
  const before = await names();
  const read = (name: string, daysAgo: number, count: number) =>
    pool.query(
      "insert into daily_author_reads select (now() at time zone 'UTC')::date - $2::integer, id, $3 from authors where name = $1",
      [name, daysAgo, count],
    );
  const [most = ''] = before;
  expect(most).toContain('d’Aulnoy');
  await read('Nobody', 0, 1_000);
  await read('The Akan', 90, 1_000);
  expect(await names()).toEqual(before);
  await read('Oscar Wilde', 89, 3);
  await read('Oscar Wilde', 0, 2);
  expect(await names()).toEqual(['Oscar Wilde', most]);
  await read('The Akan', 0, 6);
  expect(await names()).toEqual(['The Akan', 'Oscar Wilde']);
});
