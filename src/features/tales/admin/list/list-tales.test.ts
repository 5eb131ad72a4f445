import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminApi, openAdminApi } from '#test/admin-api.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import type { TaleRow } from '../contract.ts';

let database: TestDatabase;
let { rows, ask } = {} as AdminApi;

const DAY_MS = 86_400_000;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ rows, ask } = await openAdminApi(database));
  const later = new Date(Date.now() + DAY_MS).toISOString();
  await addTale(database.db, { title: 'The Wild Swans', author: 'Hans Christian Andersen', category: 'fantasy' });
  await addTale(database.db, {
    title: 'the juniper tree',
    author: 'The Brothers Grimm',
    category: 'dark',
    status: 'draft',
    language: 'de',
  });
  await addTale(database.db, { title: 'Cendrillon', author: 'Charles Perrault', category: 'classic', publish_date: later, language: 'fr' });
  await addTale(database.db, { title: 'A Éclair & 100% Frog_', author: 'Élise', category: 'animals', language: 'fr' });
  const binned = await addTale(database.db, { title: 'Bluebeard', author: 'Charles Perrault', category: 'dark' });
  await rows('update tales set deleted_at = now() where id = $1', [binned.id]);
  await rows("update tales set created_at = now() - interval '1 day' where title = 'Cendrillon'");
  await rows("update tales set updated_at = now() + interval '1 day' where title = 'The Wild Swans'");
});
afterAll(() => database.drop());

const [SWANS, TREE, CENDRILLON, FROG, BLUEBEARD] = [
  'The Wild Swans',
  'the juniper tree',
  'Cendrillon',
  'A Éclair & 100% Frog_',
  'Bluebeard',
];

async function titles(query = ''): Promise<string[]> {
  const { status, body } = await ask(`/tales${query}`);
  expect(status).toBe(200);
  return body.tales.map(({ title }: TaleRow) => title);
}

test('lists all tales except trash, newest created first, with their state', async () => {
  expect(await titles()).toEqual([FROG, TREE, SWANS, CENDRILLON]);
  const { tales, next } = (await ask('/tales')).body;
  expect(next).toBeNull();
  expect(tales.map(({ state }: TaleRow) => state)).toEqual(['published', 'draft', 'published', 'scheduled']);
  expect(tales[1]).toEqual({
    id: expect.any(String),
    slug: 'the-juniper-tree',
    title: TREE,
    author: 'The Brothers Grimm',
    category: 'dark',
    category_name: 'Dark',
    language: 'de',
    status: 'draft',
    state: 'draft',
    publish_date: expect.stringMatching(/^\d{4}-.*Z$/),
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
    deleted_at: null,
    version: 1,
    cover: '/api/v1/admin/drawn-cover?title=the+juniper+tree&category=dark',
  });
});

test.each([
  ['?q=SWAN', [SWANS]],
  ['?q=grimm', [TREE]],
  ['?q=fanta', [SWANS]],
  ['?q=eclair', [FROG]],
  ['?q=é', [FROG, TREE, SWANS, CENDRILLON]],
  ['?q=0%25', [FROG]],
  ['?q=_', [FROG]],
  ['?q=%5C', []],
  ['?q=frog%0A_', []],
  ['?q=dragon', []],
  ['?state=draft', [TREE]],
  ['?state=scheduled', [CENDRILLON]],
  ['?state=published', [FROG, SWANS]],
  ['?state=bin', [BLUEBEARD]],
  ['?state=bin&q=swan', []],
  ['?category=dark', [TREE]],
  ['?category=none', []],
  ['?author=charles-perrault', [CENDRILLON]],
  ['?author=nobody', []],
  ['?language=fr&state=published', [FROG]],
  ['?sort=title', [CENDRILLON, FROG, TREE, SWANS]],
  ['?sort=title&order=desc', [SWANS, TREE, FROG, CENDRILLON]],
  ['?sort=author', [CENDRILLON, FROG, SWANS, TREE]],
  ['?sort=author&order=desc', [TREE, SWANS, FROG, CENDRILLON]],
  ['?sort=category', [FROG, CENDRILLON, TREE, SWANS]],
  ['?sort=category&order=desc', [SWANS, TREE, CENDRILLON, FROG]],
  ['?sort=status', [TREE, CENDRILLON, FROG, SWANS]],
  ['?sort=status&order=desc', [FROG, SWANS, CENDRILLON, TREE]],
  ['?sort=status&state=bin', [BLUEBEARD]],
  ['?sort=created&order=asc', [CENDRILLON, SWANS, TREE, FROG]],
  ['?sort=updated', [SWANS, FROG, CENDRILLON, TREE]],
  ['?sort=publish_date', [CENDRILLON, SWANS, TREE, FROG]],
  ['?sort=publish_date&order=asc', [FROG, TREE, SWANS, CENDRILLON]],
])('%s', async (query, found) => {
  expect(await titles(query)).toEqual(found);
});

test.each(['?state=x', '?sort=words', '?order=up', '?x=1', '?after=%20', '?after=abc', '?category=%00', `?q=${'a'.repeat(201)}`])(
  '%s is refused',
  async (query) => {
    expect((await ask(`/tales${query}`)).status).toBe(400);
  },
);

test('the first value of a repeated parameter counts', async () => {
  expect(await titles('?q=swan&q=grimm')).toEqual([SWANS]);
});

test.each(['created', 'updated', 'title', 'author', 'category', 'status', 'publish_date'])(
  'sorted by %s it is paged both ways, complete and without repeats',
  async (sort) => {
    await rows(`insert into tales (slug, title, author, author_id, category_id, excerpt, status, publish_date, created_at, updated_at)
      select 'goose-' || i, 'Goose ' || i % 7, '', (select min(id) + i % 2 from authors), 1 + i % 3, 'x', (array['draft', 'published'])[1 + i % 2],
        now() + (i % 5 - 3) * interval '1 day', now() - i / 10 * interval '1 day', now() - i / 10 * interval '1 day'
      from generate_series(1, 130) i on conflict do nothing`);
    const walked: string[][] = [];
    for (const order of ['asc', 'desc']) {
      const seen: string[] = [];
      let after = '';
      do {
        const { tales, next } = (await ask(`/tales?q=goose&sort=${sort}&order=${order}&after=${after}`)).body;
        expect(tales.length).toBeLessThanOrEqual(50);
        seen.push(...tales.map(({ id }: TaleRow) => id));
        after = next ?? '';
      } while (after !== '');
      expect([seen.length, new Set(seen).size]).toEqual([130, 130]);
      walked.push(seen);
    }
    const isInParts = sort === 'category' || sort === 'status';
    // Within each segment of these, the newest tale comes first in both directions.
    if (!isInParts) expect(walked[1]).toEqual(walked[0]?.toReversed());
    else expect(walked[1]).not.toEqual(walked[0]);
  },
);

test('a cursor of another sort order is rejected or harmless', async () => {
  const { next } = (await ask('/tales?q=goose&sort=title')).body;
  expect((await ask(`/tales?sort=created&after=${next}`)).status).toBe(400);
  expect((await ask(`/tales?sort=status&after=${next}`)).status).toBe(400);
});

test('options: all categories in order, and values in use', async () => {
  const { categories, languages, origins, tale_types } = (await ask('/choices')).body;
  expect(categories.slice(0, 2)).toEqual([
    { slug: 'classic', name: 'Classic' },
    { slug: 'enchanted', name: 'Enchanted' },
  ]);
  expect([languages, origins, tale_types]).toEqual([['de', 'en', 'fr'], ['German'], []]);
});

test('author options: names that start with the text first, ignoring accents', async () => {
  const names = async (q: string) => (await ask(`/choices/authors?q=${q}`)).body.authors.map(({ name }: { name: string }) => name);
  expect(await names('EL')).toEqual(['Élise']);
  expect(await names('ch')).toEqual(['Charles Perrault', 'Hans Christian Andersen']);
  expect(await names('%25')).toEqual([]);
  expect(await names('')).toHaveLength(4);
});
