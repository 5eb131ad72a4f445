import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pagesSitemap } from '#src/features/syndication/sitemap.ts';
import { findTale } from '#src/features/tales/tales.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale, copyTale } from '#test/factories.ts';
import { chooseVersions, excerptsOf, findTaleType, listTypesWithVersions } from './tale-types.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.pool.query('delete from tales');
});
afterAll(() => database.drop());

const add = (title: string, about: Parameters<typeof addTale>[1] = {}) =>
  addTale(database.db, { title, tale_type: 'ATU 510A', content: `<p>${title} begins here.</p><p>${title} ends here.</p>`, ...about });
const find = (number: string, first = '', { second = '', third = '', after = '' } = {}) =>
  findTaleType(database.db, number, { after, comparison: first ? { first, second, third } : null });

test('lists the public tales of a type and its subtypes with their origins', async () => {
  await add('Ashes', { origin: 'French' });
  await add('Rushes', { origin: 'English', tale_type: 'ATU 510B' });
  await add('Old number', { origin: '', tale_type: 'AT 0510' });
  await add('Another type', { tale_type: 'ATU 511' });
  await add('Draft', { status: 'draft' });
  await add('To come', { daysAgo: -1 });
  const type = await find('510');
  expect(type?.tales.map(({ title, origin }) => [title, origin])).toEqual([
    ['Ashes', 'French'],
    ['Rushes', 'English'],
    ['Old number', ''],
  ]);
  expect(type).toMatchObject({ number: 510, title: 'Versions of Cinderella', description: 'Tales of a magical helper.', comparison: null });
});

test('types without tales, and other texts, are not found', async () => {
  await add('Ashes');
  for (const number of ['511', '0510', '510A', '', '99999', '-1', 'x']) expect(await find(number), number).toBeNull();
});

test('long lists have pages', async () => {
  const { id } = await add('Ashes');
  await copyTale(database.pool, id, 30);
  await database.pool.query("update tales set tale_type = 'ATU 510A'");
  const first = await find('510');
  const second = await find('510', '', { after: first?.next ?? '' });
  expect([first?.tales.length, second?.tales.length, second?.next]).toEqual([24, 7, null]);
  await expect(find('510', '', { after: 'x' })).rejects.toMatchObject({ status: 400 });
});

test('a tale names its type only if other public tales have it, and so does the sitemap', async () => {
  const { slug } = await add('Ashes');
  const variantType = async () => {
    const found = await findTale(database.db, slug);
    return found.kind === 'found' ? found.tale.variantType : undefined;
  };
  await add('Draft', { status: 'draft' });
  await add('Without a type', { tale_type: '' });
  expect([await variantType(), await listTypesWithVersions(database.db)]).toEqual([null, []]);
  await add('Rushes', { tale_type: 'ATU 510B' });
  expect([await variantType(), await listTypesWithVersions(database.db)]).toEqual([510, [510]]);
  expect(await pagesSitemap(database.db, 'https://tales.example')).toContain('<loc>https://tales.example/types/510</loc>');
});

test('compares a tale with versions of other origins, or those requested', async () => {
  const [ashes, twin] = [await add('Ashes', { origin: 'French' }), await add('Twin', { origin: 'French' })];
  const rushes = await add('Rushes', { origin: 'English', tale_type: 'ATU 510B', motifs: ['salt'], questions: ['Why salt?'] });
  const fish = await add('Fish', { origin: 'Chinese' });
  const titles = async (...query: Parameters<typeof find>) => (await find(...query))?.comparison?.versions.map(({ title }) => title);
  expect(await titles('510', ashes.slug)).toEqual(['Ashes', 'Fish', 'Rushes']);
  expect(await titles('510', rushes.slug, { second: twin.slug })).toEqual(['Rushes', 'Twin', 'Fish']);
  expect(await titles('510', rushes.slug, { second: fish.slug, third: 'none' })).toEqual(['Rushes', 'Fish']);
  expect(await titles('510', rushes.slug, { second: 'none', third: 'none' })).toEqual(['Rushes']);
  // The same twice, and tales that are not versions, are replaced.
  expect(await titles('510', rushes.slug, { second: rushes.slug, third: 'no-such-tale' })).toHaveLength(3);
  const type = await find('510', rushes.slug, { second: 'none', third: 'none' });
  expect(type?.title).toBe('Compare versions of Rushes');
  expect(type?.comparison?.options.map(({ title }) => title)).toEqual(['Ashes', 'Fish', 'Rushes', 'Twin']);
  expect(type?.comparison?.versions[0]).toMatchObject({
    ...{ origin: 'English', author: 'The Miller', source: 'Told at the mill', motifs: ['salt'], questions: ['Why salt?'] },
    ...{ opening: 'Rushes begins here. Rushes ends here.', ending: 'Rushes begins here. Rushes ends here.' },
  });
});

test('a single tale is compared with nothing', () => {
  const option = { slug: 'one', title: 'One', origin: '', language: 'en', type: '' };
  expect(chooseVersions([option], { first: 'one', second: '', third: '' })).toEqual(['one']);
});

test('prefers versions in the language of the first', () => {
  const option = (slug: string, language: string) => ({ slug, title: slug, origin: slug, language, type: 'ATU 1' });
  const options = [option('a', 'de'), option('b', 'en'), option('c', 'fr'), option('d', 'en')];
  expect(chooseVersions(options, { first: 'd', second: '', third: '' })).toEqual(['d', 'b', 'a']);
});

test('excerpts are whole sentences without headings’ markup and footnotes', () => {
  const long = Array.from({ length: 40 }, (_, n) => `<p>This is the sentence with the number ${n} of a tale.</p>`).join('');
  const { opening, ending } = excerptsOf(`${long}<section id="t-footnotes"><ol><li>A note.</li></ol></section>`);
  expect(opening).toMatch(/^This is the sentence with the number 0 of a tale\. .* number 3 of a tale\.$/);
  expect(ending).toMatch(/^This is the sentence with the number 36 of a tale\. .* number 39 of a tale\.$/);
  const { opening: cut, ending: cutEnding } = excerptsOf(`<p>${'word '.repeat(1_000)}</p>`);
  expect(cut.endsWith('word …')).toBe(true);
  expect(cutEnding.length).toBeLessThanOrEqual(322);
  expect(excerptsOf('')).toEqual({ opening: '', ending: '' });
});
