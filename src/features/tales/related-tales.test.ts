import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createServerApi } from '#src/server-api.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale, wordsOf } from '#test/factories.ts';

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

test('each is explained by what weighs most, and reasons differ where they can', async () => {
  const tale = await add('Puss', { author: 'Perrault', origin: 'French', tale_type: 'ATU 545B', content: wordsOf(1_000) });
  await add('Beside it', { author: 'Nobody else' });
  await add('Twin', { author: 'Straparola', category: 'classic', tale_type: 'ATU 545A' });
  await add('Bird', { author: 'Grimm', category: 'classic', tale_type: 'ATU 550' });
  await add('Bluebeard', { author: 'Perrault', category: 'dark' });
  await add('Donkey Skin', { author: 'Perrault', category: 'dark' });
  await add('Elsewhere', { author: 'Other', category: 'animals' });
  expect(await related(tale.slug)).toEqual([
    ['Twin', 'The same old tale, told otherwise'],
    ['Bird', 'Another tale of a helpful animal'],
    ['Bluebeard', 'Also by Perrault'],
  ]);
});

test('origin, length and category count as well', async () => {
  const tale = await add('First', { origin: 'Norwegian', author: 'A', content: wordsOf(1_000), daysAgo: 50 });
  await add('Origin', { origin: 'Norwegian', author: 'B', category: 'dark', daysAgo: 40 });
  await add('Length', { author: 'C', category: 'animals', content: wordsOf(1_050), daysAgo: 30 });
  // The next two stand beside it in its category, and are on the page already.
  await add('Previous', { author: 'D', daysAgo: 49 });
  await add('Next', { author: 'E', daysAgo: 51 });
  await add('Category', { author: 'F', daysAgo: 60 });
  expect(await related(tale.slug)).toEqual([
    ['Origin', 'Another Norwegian tale'],
    ['Category', 'Also in Fantasy'],
    ['Length', 'As long as this one'],
  ]);
});

test('what readers may not see is never among them, nor what is in another language or like it in nothing', async () => {
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

test('the page is old when one of them changes', async () => {
  const tale = await add('One', { category: 'classic' });
  const other = await add('Two', { category: 'dark' });
  const tags = new Set<string>();
  expect(await related(tale.slug, tags)).toEqual([]);
  // Alone in its category, it has the other beside it.
  expect(tags).toContain('list');
  const third = await add('Three', { category: 'animals', daysAgo: 5_000 });
  tags.clear();
  expect(await related(tale.slug, tags)).toEqual([['Three', 'Also by Nobody']]);
  expect([...tags]).toEqual(expect.arrayContaining([`tale:${tale.id}`, `tale:${third.id}`]));
  expect(tags).not.toContain(`tale:${other.id}`);
});
