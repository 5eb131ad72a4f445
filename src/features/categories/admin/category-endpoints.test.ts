import { afterEach, beforeEach, expect, test } from 'vitest';
import { findCategory, findOldCategory, homeCategories } from '#src/features/categories/categories.ts';
import { parseBrowseQuery } from '#src/features/tales/browse-query.ts';
import { browseTales, findMovedQuery, findTale } from '#src/features/tales/tales.ts';
import { type AdminApi, openAdminApi } from '#test/admin-api.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';

let database: TestDatabase;
let staff: AdminApi;

// Each test has its own initial categories.
beforeEach(async () => {
  database = await createTestDatabase();
  staff = await openAdminApi(database);
});
afterEach(() => database.drop());

type Category = { id: number; slug: string; name: string; version: number; [field: string]: unknown };
const list = async (): Promise<{ categories: Category[]; tag: string }> => (await staff.ask('/categories')).body;
const named = async (name: string) => (await list()).categories.find((category) => category.name === name) as Category;
const add = async (body: object): Promise<Category> => (await staff.call('POST', '/categories', { body })).body;
const tabs = async (address = '') => {
  const found = await browseTales(database.db, parseBrowseQuery(new URLSearchParams(address)));
  return found?.facets.category.map(({ label, count }) => `${label} ${count}`).join();
};

test('creates a category from a name, generating the other fields', async () => {
  const made = await staff.call('POST', '/categories', { body: { name: 'Wolf tales' } });
  expect([made.status, made.headers.get('etag'), made.headers.get('location')]).toEqual([
    201,
    '"1"',
    `/api/v1/admin/categories/${made.body.id}`,
  ]);
  expect(made.body).toMatchObject({ slug: 'wolf-tales', motif: 'wolf', on_home: false, tales: 0, description: '' });
  expect(made.body).toMatchObject({
    colour: expect.stringMatching(/^#[0-9a-f]{6}$/),
    cover: expect.stringMatching(/^\/covers\/category-wolf-tales\./),
  });
  expect((await list()).categories.map(({ name }) => name).at(-1)).toBe('Wolf tales');
  const before = await tabs();
  expect(before).toBe('All 0,Classic 0,Folklore 0,Fantasy 0,Dark 0,Romance 0,Adventure 0,Animals 0,Magical Creatures 0,Enchanted 0');
  await addTale(database.db, { category: 'wolf-tales', status: 'draft' });
  expect(await tabs()).toBe(before);
  await addTale(database.db, { category: 'wolf-tales' });
  expect(await tabs()).toBe(`${before?.replace('All 0', 'All 1')},Wolf tales 1`);
});

test('rejects invalid input by field', async () => {
  const wrong: [object, string[]][] = [
    [{}, ['name']],
    [{ name: ' ' }, ['name']],
    [{ name: 'DARK' }, ['name']],
    [{ name: 'x'.repeat(61) }, ['name']],
    [{ name: 'A', slug: 'dark' }, ['slug']],
    [{ name: 'A', slug: 'magical' }, ['slug']],
    [{ name: 'A', slug: 'x'.repeat(61) }, ['slug']],
    [{ name: 'A', colour: 'red' }, ['colour']],
    [{ name: 'A', palette: 'constructor' }, ['palette']],
    [{ name: 'A', motif: 'ghost' }, ['motif']],
    [{ name: 'A', description: 'x'.repeat(501) }, ['description']],
    [{ name: 'A', on_home: 'yes' }, ['on_home']],
    [{ name: 'A', position: 1 }, ['position']],
  ];
  for (const [body, fields] of wrong) {
    const answer = await staff.call('POST', '/categories', { body });
    expect([answer.status, Object.keys(answer.body.errors ?? {})], JSON.stringify(body).slice(0, 60)).toEqual([422, fields]);
  }
  expect((await list()).categories).toHaveLength(9);
  for (const id of ['99', '0', '40000', 'x']) expect((await staff.call('GET', `/categories/${id}`)).status, id).toBe(404);
});

test('keeps covers and redirects the old slug, also in filters', async () => {
  const { db } = database;
  const tale = await addTale(db, { title: 'A tale', category: 'dark' });
  const cover = async () => {
    const found = await findTale(db, tale.slug);
    return found.kind === 'found' ? found.tale.coverImage : '';
  };
  const before = await cover();
  const { id } = await named('Dark');
  const body = { name: 'After dusk', slug: 'after-dusk' };
  expect((await staff.call('PATCH', `/categories/${id}`, { match: 1, body })).body).toMatchObject({
    slug: 'after-dusk',
    old_slugs: ['dark'],
  });
  expect(await cover()).toBe(before);
  expect(await findOldCategory(db, 'dark')).toEqual({ kind: 'moved', slug: 'after-dusk' });
  expect(await findOldCategory(db, 'magical')).toEqual({ kind: 'moved', slug: 'magical-creatures' });
  const query = parseBrowseQuery(new URLSearchParams('category=dark&minutes=10'));
  expect(await findMovedQuery(db, query)).toEqual({ ...query, category: 'after-dusk' });
  expect(await findMovedQuery(db, { ...query, category: 'after-dusk' })).toBeUndefined();
  expect((await addTale(db, { category: 'dark', tags: ['magical'] })).version).toBe(1);
  expect((await staff.call('PATCH', `/categories/${id}`, { match: 1, body: { name: 'X' } })).status).toBe(412);
  expect((await staff.call('PATCH', `/categories/${id}`, { match: 2, body: { palette: 'romance' } })).status).toBe(200);
  expect(await cover()).not.toBe(before);
});

test('reorders list, tabs and home page; one of two concurrent changes succeeds', async () => {
  const { db } = database;
  for (const category of ['dark', 'classic', 'animals']) await addTale(db, { category });
  expect((await homeCategories(db)).map(({ slug }) => slug)).toEqual(['classic', 'dark']);
  const { categories, tag } = await list();
  const ids = categories.map(({ id }) => id).toReversed();
  const order = (match: string, wanted: unknown) => staff.call('PUT', '/categories/order', { match: `"${match}"`, body: { ids: wanted } });
  for (const wrong of [ids.slice(1), [...ids.slice(1), ids[1]], [...ids, 77], [], ['1']])
    expect((await order(tag, wrong)).status).toBe(422);
  // Neither is the current order, as a change without effect would let both succeed.
  const both = await Promise.all([order(tag, ids), order(tag, [...ids.slice(1), ...ids.slice(0, 1)])]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  const now = await list();
  expect((await order(now.tag, ids)).headers.get('etag')).toBe(`"${(await list()).tag}"`);
  expect((await list()).categories.map(({ id }) => id)).toEqual(ids);
  expect((await homeCategories(db)).map(({ slug }) => slug)).toEqual(['dark', 'classic']);
  expect(await tabs()).toBe('All 3,Magical Creatures 0,Animals 1,Dark 1,Romance 0,Adventure 0,Fantasy 0,Folklore 0,Enchanted 0,Classic 1');
});

test('merges tales and tags without duplicates, with correct counts', async () => {
  const { db } = database;
  const { id: from } = await named('Dark');
  const { id: into } = await named('Folklore');
  await addTale(db, { title: 'Own', category: 'dark' });
  await addTale(db, { title: 'Own and tagged', category: 'dark', tags: ['folklore', 'animals'] });
  await addTale(db, { title: 'Tagged', category: 'classic', tags: ['dark'] });
  await addTale(db, { title: 'Both tags', category: 'classic', tags: ['dark', 'folklore'] });
  await addTale(db, { title: 'There', category: 'folklore', tags: ['dark'] });
  await addTale(db, { title: 'Draft', category: 'dark', status: 'draft' });
  const merged = await staff.call('POST', `/categories/${from}/merge`, { match: 1, body: { into } });
  expect(merged.body).toMatchObject({ id: into, tales: 4, tagged: 2, public_tales: 5, old_slugs: ['dark'], version: 2 });
  const page = await findCategory(db, 'folklore', '');
  expect([page?.count, page?.tales.map(({ title }) => title).toSorted()]).toEqual([
    5,
    ['Both tags', 'Own', 'Own and tagged', 'Tagged', 'There'],
  ]);
  expect(await tabs()).toBe('All 5,Classic 2,Folklore 5,Fantasy 0,Romance 0,Adventure 0,Animals 1,Magical Creatures 0,Enchanted 0');
  const own = await staff.rows('select from tale_categories tc join tales t on t.id = tc.tale_id where tc.category_id = t.category_id');
  expect(own).toEqual([]);
  const stale = await staff.rows('select facet from facet_counts where facet = $1', [`c:${from}`]);
  expect(stale).toEqual([]);
  expect((await staff.call('POST', `/categories/${into}/merge`, { match: 2, body: { into } })).body.errors).toEqual({
    into: ['Choose another category'],
  });
});

test('loses no tale that is saved during a merge', async () => {
  const { db } = database;
  const { id: into } = await named('Folklore');
  for (let round = 0; round < 10; round += 1) {
    const from = await add({ name: `Round ${round}` });
    const own = await addTale(db, { category: from.slug });
    const tagged = await addTale(db, { category: 'classic', tags: [from.slug] });
    const done = await Promise.all([
      staff.call('POST', `/categories/${from.id}/merge`, { match: 1, body: { into } }),
      addTale(db, { category: from.slug, tags: ['animals'] }),
      staff.call('PATCH', `/tales/${own.id}`, { match: 1, body: { title: 'Saved' } }),
      staff.call('PATCH', `/tales/${tagged.id}`, { match: 1, body: { title: 'Saved', tags: [from.slug, 'animals'] } }),
    ]);
    expect(done.map((each) => ('status' in each ? each.status : 200))).toEqual([200, 200, 200, 200]);
  }
  expect((await named('Folklore')) as unknown).toMatchObject({ tales: 20, tagged: 10, public_tales: 30 });
}, 60_000);

test('deletes only categories without tales that the footer does not link to', async () => {
  const { db } = database;
  const ghosts = await add({ name: 'Ghosts' });
  const { id: tale } = await addTale(db, { category: 'classic', tags: ['ghosts'], status: 'draft' });
  const retire = (id: number, match = 1) => staff.call('DELETE', `/categories/${id}`, { match });
  expect(await retire(ghosts.id)).toMatchObject({ status: 409, body: { code: 'has_tales' } });
  await staff.rows('delete from tales where id = $1', [tale]);
  expect((await retire(ghosts.id, 2)).status).toBe(412);
  expect((await retire(ghosts.id)).status).toBe(204);
  expect(await findOldCategory(db, 'ghosts')).toEqual({ kind: 'gone' });
  expect(await add({ name: 'Ghosts' })).toMatchObject({ slug: 'ghosts-2' });
  const foot = await named('Animals');
  expect(await retire(foot.id)).toMatchObject({ status: 409, body: { code: 'linked' } });
  await staff.call('PATCH', `/categories/${foot.id}`, { match: 1, body: { slug: 'beasts' } });
  expect(await retire(foot.id, 2)).toMatchObject({ status: 409, body: { code: 'linked' } });
});
