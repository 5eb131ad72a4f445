import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { runSql } from '#test/sql.ts';
import { parseBrowseQuery } from './browse-query.ts';
import { randomTale } from './tales.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const pick = (search: string, seen: string[] = []) => randomTale(database.db, parseBrowseQuery(new URLSearchParams(search)), seen);

async function pickOften(search: string, seen: string[] = []): Promise<Set<string | null>> {
  const picked = new Set<string | null>();
  for (let n = 0; n < 40; n += 1) picked.add(await pick(search, seen));
  return picked;
}

test('picks a public tale that matches the filters', async () => {
  const { db } = database;
  expect(await pick('')).toBeNull();
  const slugs = [];
  for (const about of [{}, { tags: ['dark'] }, { category: 'dark' }]) slugs.push((await addTale(db, about)).slug);
  await addTale(db, { category: 'dark', status: 'draft' });
  await addTale(db, { category: 'dark', daysAgo: -1 });
  expect(await pickOften('')).toEqual(new Set(slugs));
  expect(await pickOften('category=dark')).toEqual(new Set(slugs.slice(1)));
  expect(await pick('category=dark&minutes=5&age=13%2B')).toBeNull();
  expect(await pick('category=unheard-of')).toBeNull();
  expect(await pick('author=nobody')).toBeNull();
});

test('avoids seen tales as long as there are others', async () => {
  const { db } = database;
  const [one, two] = [await addTale(db, { category: 'folklore' }), await addTale(db, { category: 'folklore' })];
  const elsewhere = ['never-here', 'tale-a', 'tale-b', 'tale-c'];
  expect(await pickOften('category=folklore', [...elsewhere, one.slug])).toEqual(new Set([two.slug]));
  expect(await pickOften('category=folklore', [one.slug, two.slug]), 'all seen: not the one just read').toEqual(new Set([two.slug]));
  expect(await pickOften('category=folklore', elsewhere)).toEqual(new Set([one.slug, two.slug]));
});

test('works with very many tales', async () => {
  await runSql(
    database.ownerUrl,
    `insert into tales (slug, title, author, author_id, category_id, excerpt, status, publish_date, language)
     select 'many-' || n, 'Many', '', (select min(id) from authors), 1 + n % 2, 'x', 'published', now() - n * interval '1 hour', 'fi'
     from generate_series(1, 4200) n`,
  );
  const picked = await pickOften('language=fi&category=classic');
  expect(picked.size).toBeGreaterThan(20);
  for (const slug of picked) expect(Number(slug?.replace('many-', '')) % 2, `${slug}`).toBe(0);
  const seen = [...picked].map(String);
  for (const slug of await pickOften('language=fi&category=classic', seen)) expect(seen).not.toContain(slug);
});

test('works with very many tales published at the same time', async () => {
  await runSql(
    database.ownerUrl,
    `insert into tales (slug, title, author, author_id, category_id, excerpt, status, publish_date, language)
     select 'old-' || n, 'Old', '', (select min(id) from authors), 1, 'x', 'published', now() - interval '1 year' - n * interval '1 second', 'sv'
     from generate_series(1, 2100) n
     union all
     select 'later-' || n, 'Later', '', (select min(id) from authors), 1, 'x', 'published', now() - n * interval '1 hour', 'no'
     from generate_series(1, 6000) n`,
  );
  const picked = await pickOften('language=sv', ['old-1']);
  expect(picked.size).toBeGreaterThan(20);
  for (const slug of picked) expect(slug).toMatch(/^old-(?!1$)/);
});
