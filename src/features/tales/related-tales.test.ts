import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createServerApi } from '#src/server/server-api.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale, wordsOf } from '#test/factories.ts';
import { findTaleTypeGroup } from './related-tales.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.pool.query('delete from tales');
});
afterAll(() => database.drop());

const plain = { author: 'Nobody', category: 'fantasy', origin: '', age_band: '' as const, content: wordsOf(4_000) };
const add = (title: string, about: Parameters<typeof addTale>[1] = {}) => addTale(database.db, { ...plain, title, ...about });

async function related(slug: string, tags = new Set<string>()): Promise<[title: string, reason: string][]> {
  const { related: found } = await createServerApi(database.db, tags).getTale(slug);
  return found.map(({ title, reason }) => [title, reason]);
}

test('names the strongest reason and prefers different reasons', async () => {
  const tale = await add('Puss', { author: 'Perrault', origin: 'French', tale_type: 'ATU 545B', content: wordsOf(1_000) });
  await add('Beside it', { author: 'Nobody else' });
  await add('Twin', { author: 'Straparola', category: 'classic', tale_type: 'ATU 545A' });
  await add('Bird', { author: 'Grimm', category: 'classic', tale_type: 'ATU 550' });
  await add('Bluebeard', { author: 'Perrault', category: 'dark' });
  await add('Donkey Skin', { author: 'Perrault', category: 'dark' });
  await add('Elsewhere', { author: 'Other', category: 'animals' });
  expect(await related(tale.slug)).toEqual([
    ['Twin', 'Another version of this tale'],
    ['Bird', 'Another tale of a helpful animal'],
    ['Bluebeard', 'Also by Perrault'],
  ]);
});

test('considers origin, length and category', async () => {
  const tale = await add('First', { origin: 'Norwegian', author: 'A', content: wordsOf(1_000), daysAgo: 50 });
  await add('Origin', { origin: 'Norwegian', author: 'B', category: 'dark', daysAgo: 40 });
  await add('Length', { author: 'C', category: 'animals', content: wordsOf(1_050), daysAgo: 30 });
  // The next two are its neighbours, which are on the page already.
  await add('Previous', { author: 'D', daysAgo: 49 });
  await add('Next', { author: 'E', daysAgo: 51 });
  await add('Category', { author: 'F', daysAgo: 60 });
  expect(await related(tale.slug)).toEqual([
    ['Origin', 'Another Norwegian tale'],
    ['Category', 'Also in Fantasy'],
    ['Length', 'As long as this one'],
  ]);
});

test('excludes tales that are not public, in other languages or dissimilar', async () => {
  const tale = await add('Alone', { author: 'A', content: wordsOf(1_000), category: 'classic' });
  const alike = { author: 'A', content: wordsOf(1_000) };
  await add('Draft', { ...alike, status: 'draft' });
  await add('To come', { ...alike, daysAgo: -1 });
  await add('Deutsch', { ...alike, language: 'de' });
  const binned = await add('Binned', alike);
  await database.pool.query('update tales set deleted_at = now() where id = $1', [binned.id]);
  await add('Unlike', { author: 'B', category: 'dark', content: wordsOf(50) });
  await add('Unlike too', { author: 'C', category: 'dark', content: wordsOf(50) });
  expect(await related(tale.slug)).toEqual([]);
});

test('invalidates the page when a related tale changes', async () => {
  const tale = await add('One', { category: 'classic' });
  const other = await add('Two', { category: 'dark' });
  const tags = new Set<string>();
  expect(await related(tale.slug, tags)).toEqual([]);
  // Alone in its category, it has the other one as neighbour.
  expect(tags).toContain('list');
  const third = await add('Three', { category: 'animals', daysAgo: 5_000 });
  tags.clear();
  expect(await related(tale.slug, tags)).toEqual([['Three', 'Also by Nobody']]);
  expect([...tags]).toEqual(expect.arrayContaining([`tale:${tale.id}`, `tale:${third.id}`]));
  expect(tags).not.toContain(`tale:${other.id}`);
});

test.each([
  ['ATU 545B', 545, 530, 559, 'a helpful animal'],
  ['ATU 510A', 510, 500, 529, 'a magical helper'],
  ['AT 0425', 425, 425, 449, 'an enchanted husband'],
  ['AaTh 1', 1, 1, 99, 'a sly fox'],
  ['ATU 2399', 2399, 2000, 2399, 'one thing after another'],
])('finds the group of %s', (type, number, from, to, description) => {
  expect(findTaleTypeGroup(type)).toEqual({ number, from, to, description });
});

test.each(['', 'KHM 12', 'Fable', 'ATU', 'ATU 0', 'ATU 2400', 'atu 510'])('finds no group of %s', (type) => {
  expect(findTaleTypeGroup(type)).toBeUndefined();
});
