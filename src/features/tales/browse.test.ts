import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale, wordsOf } from '#test/factories.ts';
import { type BrowseQuery, parseBrowseQuery } from './browse-query.ts';
import type { TaleList } from './contract.ts';
import { browseTales, recentTales } from './tales.ts';

let database: TestDatabase;

const query = (search = ''): BrowseQuery => parseBrowseQuery(new URLSearchParams(search));
const titles = (list: { tales: { title: string }[] }) => list.tales.map((tale) => tale.title);

async function browse(search = ''): Promise<TaleList> {
  const list = await browseTales(database.db, query(search));
  if (list === null) throw new Error('The category is unknown.');
  return list;
}

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await addTale(db, { title: 'The Wolf', category: 'dark', tags: ['animals'], content: wordsOf(900), daysAgo: 1 });
  await addTale(db, { title: 'A Fox', category: 'animals', content: wordsOf(1900), daysAgo: 2, author: 'Perrault', origin: 'French' });
  await addTale(db, { title: 'The Bear', category: 'animals', content: wordsOf(6100), daysAgo: 3, age_band: '9-12' });
  await addTale(db, { title: 'an Elf', category: 'fantasy', content: wordsOf(100), daysAgo: 4, language: 'de' });
  await addTale(db, { title: 'Tomorrow', category: 'dark', daysAgo: -1 });
  await addTale(db, { title: 'Draft', category: 'dark', status: 'draft' });
  for (let n = 5; n < 25; n += 1) await addTale(db, { title: `Old ${n}`, daysAgo: n });
});
afterAll(() => database.drop());

describe('list of tales', () => {
  test('lists the newest first, 12 per page, without drafts and scheduled tales', async () => {
    const first = await browse();
    expect(titles(first).slice(0, 4)).toEqual(['The Wolf', 'A Fox', 'The Bear', 'an Elf']);
    expect(first.tales).toHaveLength(12);
    expect(first.total).toEqual({ count: 24, atLeast: false });
    const second = await browse(`after=${first.next}`);
    expect(second.next).toBeNull();
    expect(new Set([...titles(first), ...titles(second)]).size).toBe(24);
  });

  test('sorts by title ignoring articles and case, and by length', async () => {
    expect(titles(await browse('sort=title')).slice(0, 3)).toEqual(['The Bear', 'an Elf', 'A Fox']);
    expect(titles(await browse('sort=longest')).slice(0, 3)).toEqual(['The Bear', 'A Fox', 'The Wolf']);
    const shortest = await browse('sort=shortest');
    const rest = await browse(`sort=shortest&after=${shortest.next}`);
    expect(titles(rest).slice(-3)).toEqual(['The Wolf', 'A Fox', 'The Bear']);
  });

  test('lists tales of a category and tales tagged with it', async () => {
    expect(titles(await browse('category=animals'))).toEqual(['The Wolf', 'A Fox', 'The Bear']);
    expect(await browseTales(database.db, query('category=unheard-of'))).toBeNull();
  });

  test('combines filters with AND and values of one filter with OR', async () => {
    expect(titles(await browse('category=animals&minutes=10'))).toEqual(['The Wolf', 'A Fox']);
    expect(titles(await browse('category=animals&minutes=5'))).toEqual(['The Wolf']);
    expect(titles(await browse('origin=French'))).toEqual(['A Fox']);
    expect(titles(await browse('language=de'))).toEqual(['an Elf']);
    expect((await browse('author=perrault,the-miller')).total.count).toBe(24);
    expect(titles(await browse('author=perrault,nobody'))).toEqual(['A Fox']);
    expect((await browse('author=nobody')).total.count).toBe(0);
    expect(titles(await browse('age=9-12'))).toEqual(['The Bear']);
  });

  test('counts each option with the other filters applied', async () => {
    const { facets, total } = await browse('category=animals&minutes=10');
    const count = (name: keyof typeof facets, value: string) => facets[name].find((option) => option.value === value)?.count;
    expect(total.count).toBe(2);
    expect(count('minutes', '5')).toBe(1);
    // All tales take 10 minutes or less, so that longer limits change nothing.
    expect(facets.minutes.map(({ value }) => value)).toEqual(['5', '10']);
    expect(count('category', '')).toBe(23);
    expect(count('category', 'dark')).toBe(1);
    expect(count('category', 'fantasy')).toBe(1);
    expect(count('origin', 'French')).toBe(1);
    expect(count('age', '13+')).toBe(0);
    expect(facets.author).toEqual([
      { value: 'perrault', label: 'Perrault', count: 1 },
      { value: 'the-miller', label: 'The Miller', count: 1 },
    ]);
    const all = await browse();
    expect(all.facets.category.map((option) => option.label)).toEqual([
      ...['All', 'Classic', 'Folklore', 'Fantasy', 'Dark', 'Romance', 'Adventure', 'Animals', 'Magical Creatures', 'Enchanted'],
    ]);
    expect(all.facets.category.find((option) => option.value === 'dark')?.count).toBe(1);
  });

  test('matches each count with the length of the filtered list', async () => {
    const { facets } = await browse('category=animals');
    for (const name of ['minutes', 'age', 'origin', 'language', 'author'] as const) {
      for (const option of facets[name]) {
        expect((await browse(`category=animals&${name}=${encodeURIComponent(option.value)}`)).total.count, `${name} ${option.value}`).toBe(
          option.count,
        );
      }
    }
  });

  test('features the pinned tales, then the newest, up to four', async () => {
    expect((await browse()).tales.filter((tale) => tale.isFeatured).map((tale) => tale.title)).toEqual([
      'The Wolf',
      'A Fox',
      'The Bear',
      'an Elf',
    ]);
    await database.pool.query("update tales set featured_rank = 1 where title = 'Old 7'");
    const featured = (await browse()).tales.filter((tale) => tale.isFeatured).map((tale) => tale.title);
    expect(featured).toEqual(['The Wolf', 'A Fox', 'The Bear', 'Old 7']);
    await database.pool.query('update tales set featured_rank = null');
  });

  test('rejects an invalid cursor', async () => {
    for (const after of [
      'abc',
      btoa('[1,2]'),
      btoa('["2026-01-01T00:00:00.000000Z","x"]'),
      btoa('{"a":1}'),
      btoa('["9999-99-99T99:99:99.999999Z","00000000-0000-7000-8000-000000000000"]'),
    ]) {
      await expect(browse(`after=${after.replaceAll('=', '')}`), after).rejects.toMatchObject({ status: 400 });
    }
  });
});

test('returns each stable tale exactly once while others are added and removed', async () => {
  const { db } = database;
  const before = new Set<string>();
  for (let list = await recentTales(db, ''); ; list = await recentTales(db, list.next ?? '')) {
    for (const tale of list.tales) before.add(tale.title);
    if (list.next === null) break;
  }
  const met: string[] = [];
  let list = await browse();
  for (let n = 0; ; n += 1) {
    met.push(...titles(list));
    await addTale(db, { title: `Newcomer ${n}`, daysAgo: n % 2 === 0 ? 0 : 6.5 });
    if (list.next === null) break;
    list = await browse(`after=${list.next}`);
  }
  for (const title of before)
    expect(
      met.filter((each) => each === title),
      title,
    ).toHaveLength(1);
  await database.pool.query("delete from tales where title like 'Newcomer%'");
});
