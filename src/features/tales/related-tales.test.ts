import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createServerApi } from '#src/server/server-api.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale, wordsOf } from '#test/factories.ts';
import { fc } from '#test/fast-check.ts';
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

type Told = { author: string; category: string; origin: string; age: '' | '6-8'; number: number; language: string; words: number };

/** So few tales that each is a candidate by its length. The numbers are of two groups. */
const libraries: fc.Arbitrary<Told[]> = fc.array(
  fc.record({
    author: fc.constantFrom('Grimm', 'Perrault', 'Basile'),
    category: fc.constantFrom('classic', 'dark', 'animals'),
    origin: fc.constantFrom('', 'German', 'French'),
    age: fc.constantFrom('' as const, '6-8' as const),
    number: fc.constantFrom(0, 530, 545, 510),
    language: fc.constantFrom('en', 'en', 'en', 'de'),
    words: fc.constantFrom(50, 400, 450, 1_000),
  }),
  { minLength: 2, maxLength: 10 },
);

type Scored = { slug: string; reason: string; score: number };

/** Scores by the rules, independent of the query. Empty if the tales have nothing in common. */
function scoreOf(slug: string, told: Told, other: Told): Scored[] {
  const ratio = Math.min(told.words, other.words) / Math.max(told.words, other.words);
  const isTyped = told.number > 0 && other.number > 0;
  const reasons = [
    { reason: 'Another version of this tale', holds: isTyped && told.number === other.number, weight: 8 },
    { reason: 'Another tale of', holds: isTyped && told.number < 530 === other.number < 530, weight: 6 },
    { reason: 'Also by', holds: told.author === other.author, weight: 4 },
    { reason: `Another ${other.origin} tale`, holds: told.origin !== '' && told.origin === other.origin, weight: 3 },
    { reason: 'As long as this one', holds: ratio >= 0.85, weight: 0 },
    { reason: 'Also in', holds: told.category === other.category, weight: 2 },
  ].filter(({ holds }) => holds);
  const [first] = reasons;
  if (first === undefined || told.language !== other.language) return [];
  const age = told.age !== '' && told.age === other.age ? 1 : 0;
  return [{ slug, reason: first.reason, score: reasons.reduce((sum, { weight }) => sum + weight, age + ratio) }];
}

/** Of equal scores the newest, which comes first. */
function pick(scored: Scored[]): Scored[] {
  const picked: Scored[] = [];
  for (let rest = scored.toSorted((a, b) => b.score - a.score); rest.length > 0 && picked.length < 3; ) {
    const adjusted = ({ score, reason }: Scored) => score - 3 * picked.filter((each) => each.reason === reason).length;
    const [best] = rest.toSorted((a, b) => adjusted(b) - adjusted(a)) as [Scored];
    picked.push(best);
    rest = rest.filter((each) => each !== best);
  }
  return picked;
}

test('are those of all tales with the highest scores', async () => {
  await fc.assert(
    fc.asyncProperty(libraries, async (library) => {
      await database.pool.query('delete from tales');
      await database.pool.query('delete from tale_slugs');
      for (const [n, { age, number, words, ...about }] of library.entries()) {
        const taleType = number > 0 ? `ATU ${number}` : '';
        await add(`Tale ${n}`, { ...about, age_band: age, tale_type: taleType, content: wordsOf(words), daysAgo: n + 1 });
      }
      const answer = await createServerApi(database.db, new Set()).getTale('tale-0');
      const beside = [answer.prevTale?.slug, answer.nextTale?.slug];
      const [told, ...others] = library as [Told, ...Told[]];
      const scored = others.flatMap((other, n) => (beside.includes(`tale-${n + 1}`) ? [] : scoreOf(`tale-${n + 1}`, told, other)));
      const expected = pick(scored);
      expect(answer.related.map(({ slug }) => slug)).toEqual(expected.map(({ slug }) => slug));
      for (const [n, { reason }] of expected.entries()) expect(answer.related[n]?.reason).toContain(reason);
    }),
    { numRuns: 25 },
  );
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

test('the database reads the same numbers', async () => {
  const parts = [
    ['', 'ATU', 'AaTh', 'AT', 'KHM', 'atu', ' ATU'],
    ['', ' ', '  '],
    ['', '0', '000', '00000'],
    ['', '1', '545', '2399', '12345'],
    ['', 'B*', ' 7'],
  ];
  const types = parts.reduce((texts, part) => texts.flatMap((text) => part.map((each) => text + each)), ['']);
  const { rows } = await database.pool.query<{ number: number | null }>(
    'select tale_type_number(type) as number from unnest($1::text[]) with ordinality as told (type, place) order by place',
    [types],
  );
  const expected = types.map((type) => /^(?:ATU|AaTh|AT) ?0*([0-9]{1,4})/.exec(type)?.[1]);
  expect(rows.map(({ number }) => number)).toEqual(expected.map((number) => (number === undefined ? null : Number(number))));
});

test.each(['', 'KHM 12', 'Fable', 'ATU', 'ATU 0', 'ATU 2400', 'atu 510'])('finds no group of %s', (type) => {
  expect(findTaleTypeGroup(type)).toBeUndefined();
});
