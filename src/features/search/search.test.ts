import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseBrowseQuery } from '#src/features/tales/browse-query.ts';
import type { TaleList } from '#src/features/tales/contract.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { searchTales } from './search.ts';
import { suggest } from './suggest.ts';
import { tidySearch } from './tidy-search.ts';

let database: TestDatabase;

async function search(words: string, more: Record<string, string> = {}): Promise<TaleList> {
  const list = await searchTales(database.db, parseBrowseQuery(new URLSearchParams({ q: words, ...more })));
  if (list === null) throw new Error('The category is unknown.');
  return list;
}
const titles = (list: TaleList) => list.tales.map((tale) => tale.title);

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await addTale(db, { title: 'Rapunzel', content: '<p>She let down her hair from the tower.</p>', author: 'The Brothers Grimm' });
  await addTale(db, {
    title: 'The Snow Queen',
    content: '<p>A splinter of the mirror flew into the eye of Kay.</p>',
    author: 'Hans Christian Andersen',
    category: 'enchanted',
  });
  await addTale(db, {
    title: 'Briar Rose',
    content: '<p>A spindle pricked her finger, and a tower of sleep fell on all the princesses.</p>',
    author: 'The Brothers Grimm',
  });
  await addTale(db, {
    title: 'Dornröschen',
    content: '<p>Die Prinzessin schlief hundert Jahre; die Königskinder kamen.</p>',
    language: 'de',
    author: 'Brüder Grimm',
  });
  await addTale(db, { title: 'A Draft', content: '<p>Quixotic wombats in a tower.</p>', status: 'draft' });
  await addTale(db, { title: 'A Tale to come', content: '<p>Quixotic wombats.</p>', daysAgo: -3 });
});
afterAll(() => database.drop());

describe('search', () => {
  test('finds words in texts and returns an excerpt', async () => {
    const found = await search('spindle');
    expect(titles(found)).toEqual(['Briar Rose']);
    expect(found.tales[0]?.passage?.filter((part) => part.mark).map((part) => part.text)).toEqual(['spindle']);
  });

  test('ranks titles and authors before mentions', async () => {
    expect(titles(await search('rapunzel tower'))).toEqual(['Rapunzel']);
    expect(titles(await search('tower')).sort()).toEqual(['Briar Rose', 'Rapunzel']);
    expect(titles(await search('andersen'))).toEqual(['The Snow Queen']);
  });

  test('stems words by language, ignoring accents and case', async () => {
    expect(titles(await search('PRINCESS'))).toContain('Briar Rose');
    expect(titles(await search('dornroschen'))).toEqual(['Dornröschen']);
    expect(titles(await search('Bruder Grimm'))).toEqual(['Dornröschen']);
    expect(titles(await search('Königskind'))).toEqual(['Dornröschen']);
  });

  test('corrects misspellings once words are indexed', async () => {
    expect(await search('rapunsel')).toMatchObject({ corrected: null, total: { count: 0 } });
    await tidySearch(database.db);
    expect(await search('rapunsel')).toMatchObject({ corrected: 'rapunzel', total: { count: 1 } });
    expect(titles(await search('spindel'))).toEqual(['Briar Rose']);
    expect(titles(await search('the snow quene'))).toEqual(['The Snow Queen']);
    expect(await search('xyzzyplugh')).toMatchObject({ tales: [], corrected: null, total: { count: 0, atLeast: false } });
  });

  test('finds substrings of titles and authors from 3 letters, after whole words', async () => {
    expect(titles(await search('apunz'))).toEqual(['Rapunzel']);
    expect(titles(await search('ow Que'))).toEqual(['The Snow Queen']);
    expect(titles(await search('NRÖSCH'))).toEqual(['Dornröschen']);
    expect(titles(await search('nders'))).toEqual(['The Snow Queen']);
    expect(titles(await search('ap'))).toEqual([]);
    expect(titles(await search('%ap_'))).toEqual([]);
    // Whole words in texts rank before substrings of titles.
    await addTale(database.db, { title: 'Owls', content: '<p>They eat an apun a day.</p>' });
    expect(titles(await search('apun'))).toEqual(['Owls', 'Rapunzel']);
    expect(titles(await search('apunz', { category: 'enchanted' }))).toEqual([]);
  });

  test('suggests words and tales if nothing is found', async () => {
    await tidySearch(database.db);
    const none = await search('tawerspindy');
    expect(none).toMatchObject({ tales: [], corrected: null, total: { count: 0 } });
    expect(none.suggestions?.tales.length).toBeGreaterThan(0);
    expect((await search('princely', {})).suggestions?.words).toContain('princesses');
    for (const word of (await search('princely')).suggestions?.words ?? [])
      expect((await search(word)).total.count, word).toBeGreaterThan(0);
    expect((await search('mirror', { category: 'classic' })).suggestions?.tales.length).toBeGreaterThan(0);
    expect((await search('mirror')).suggestions).toBeNull();
  });

  test('does not find drafts and scheduled tales', async () => {
    expect(titles(await search('wombats'))).toEqual([]);
    expect((await suggest(database.db, 'A Draft')).tales).toEqual([]);
    expect((await suggest(database.db, 'A Tale to')).tales).toEqual([]);
  });

  test('applies filters and counts to the matches', async () => {
    const all = await search('tower');
    expect(all.facets.author).toEqual([{ value: 'the-brothers-grimm', label: 'The Brothers Grimm', count: 2 }]);
    expect(titles(await search('mirror', { category: 'enchanted' }))).toEqual(['The Snow Queen']);
    expect(titles(await search('mirror', { category: 'classic' }))).toEqual([]);
    expect(await searchTales(database.db, parseBrowseQuery(new URLSearchParams('q=mirror&category=unheard-of')))).toBeNull();
  });

  test('never throws on arbitrary input', async () => {
    const odd = [
      'the',
      '---',
      '"',
      '" or "',
      'a & b | !c',
      ':*',
      "'; drop table tales --",
      '%_\\',
      'x'.repeat(500),
      '🐸',
      '\u202e',
      '()',
      'ſ',
      '-tower',
      'Ⅷ',
      'a\u0300'.repeat(200),
    ];
    for (const words of odd) await expect(search(words), words).resolves.toHaveProperty('tales');
    for (const words of odd) await expect(suggest(database.db, words), words).resolves.toHaveProperty('tales');
  });
});

test('pages results without duplicates in any order', async () => {
  const { db } = database;
  for (let n = 0; n < 30; n += 1)
    await addTale(db, { title: `Gnome ${String.fromCharCode(65 + (n % 26))}${n}`, content: `<p>${'gnome '.repeat(1 + (n % 7))}</p>` });
  const orders: Record<string, number[]> = {};
  for (const sort of ['relevance', 'newest', 'title', 'shortest', 'longest']) {
    const met: string[] = [];
    for (let after = ''; ; ) {
      const page = await search('gnome', { sort, after });
      met.push(...titles(page));
      if (page.next === null) break;
      after = page.next;
    }
    expect(met, sort).toHaveLength(30);
    expect(new Set(met).size, sort).toBe(30);
    orders[sort] = met.map((title) => Number(/\d+$/.exec(title)));
  }
  const numbers = Array.from({ length: 30 }, (_, n) => n);
  expect(orders.newest).toEqual(numbers);
  expect(orders.title).toEqual(numbers.toSorted((a, b) => (a % 26) - (b % 26) || (`${a}` < `${b}` ? -1 : 1)));
  expect(orders.shortest?.map((n) => n % 7)).toEqual(numbers.map((n) => n % 7).toSorted((a, b) => a - b));
  expect(orders.longest?.map((n) => n % 7)).toEqual(numbers.map((n) => n % 7).toSorted((a, b) => b - a));
  await expect(search('gnome', { after: 'WzEsMl0' })).rejects.toMatchObject({ status: 400 });
});

describe('suggestions', () => {
  test('rank titles with the prefix first, then titles with matching words', async () => {
    expect((await suggest(database.db, 'rap')).tales.map((tale) => tale.title)).toEqual(['Rapunzel']);
    expect((await suggest(database.db, 'que')).tales.map((tale) => tale.title)).toEqual(['The Snow Queen']);
    expect((await suggest(database.db, 'queen s')).tales.map((tale) => tale.title)).toEqual(['The Snow Queen']);
    expect((await suggest(database.db, 's q')).tales.map((tale) => tale.title)).toEqual(['The Snow Queen']);
    expect((await suggest(database.db, 'queen snow')).tales.map((tale) => tale.title)).toEqual(['The Snow Queen']);
    expect((await suggest(database.db, 'ow Que')).tales.map((tale) => tale.title)).toEqual(['The Snow Queen']);
  });

  test('include authors and categories, and correct spelling', async () => {
    expect((await suggest(database.db, 'grimm')).authors.map((author) => author.name)).toContain('The Brothers Grimm');
    expect((await suggest(database.db, 'ench')).categories).toEqual([{ slug: 'enchanted', name: 'Enchanted' }]);
    expect((await suggest(database.db, 'rapunsel')).tales.map((tale) => tale.title)).toEqual(['Rapunzel']);
    expect(await suggest(database.db, '   ')).toEqual({ tales: [], authors: [], categories: [] });
  });
});
