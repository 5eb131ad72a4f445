import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findCollection, findOldCollection, listCollections } from '#src/features/collections/collections.ts';
import { type AdminApi, openAdminApi } from '#test/admin-api.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';

let database: TestDatabase;
let staff: AdminApi;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  for (const table of ['tales', 'collections', 'collection_slugs']) await database.pool.query(`delete from ${table}`);
  staff = await openAdminApi(database);
});

const add = async (body: object) => (await staff.call('POST', '/collections', { body })).body;
const NONE = '00000000-0000-7000-8000-000000000000';

test('creates a collection with ordered tales, shown once one is public', async () => {
  const { db } = database;
  const [one, two, draft] = [await addTale(db), await addTale(db), await addTale(db, { status: 'draft' })];
  const made = await staff.call('POST', '/collections', { body: { title: 'Winter nights', tales: [draft.id] } });
  expect([made.status, made.headers.get('etag')]).toEqual([201, '"1"']);
  expect(made.body).toMatchObject({ slug: 'winter-nights', public_tales: 0, tales: [{ id: draft.id, state: 'draft' }] });
  expect(await listCollections(db)).toEqual([]);
  const body = { tales: [two.id, draft.id, one.id], introduction: 'By the fire.\r\n\r\nSlowly.' };
  const changed = await staff.call('PATCH', `/collections/${made.body.id}`, { match: 1, body });
  expect(changed.body).toMatchObject({ version: 2, public_tales: 2, introduction: 'By the fire.\n\nSlowly.' });
  expect((await findCollection(db, 'winter-nights'))?.tales.map(({ id }) => id)).toEqual([two.id, one.id]);
});

test('rejects invalid input by field and saves nothing', async () => {
  const { id } = await addTale(database.db);
  const { id: binned } = await addTale(database.db);
  await staff.rows('update tales set deleted_at = now() where id = $1', [binned]);
  const wrong: [object, string[]][] = [
    [{}, ['title']],
    [{ title: '\u200b' }, ['title']],
    [{ title: 'A', slug: 'mine' }, ['slug']],
    [{ title: 'A', tales: [NONE] }, ['tales']],
    [{ title: 'A', tales: [binned] }, ['tales']],
    [{ title: 'A', tales: [id, id] }, ['tales']],
    [{ title: 'A', tales: ['x'] }, ['tales.0']],
    [{ title: 'A', description: 'x'.repeat(501) }, ['description']],
    [{ title: 'A', introduction: 'a\0' }, ['introduction']],
    [{ title: 'A', position: 3 }, ['position']],
  ];
  for (const [body, fields] of wrong) {
    const answer = await staff.call('POST', '/collections', { body });
    expect([answer.status, Object.keys(answer.body.errors ?? {})], JSON.stringify(body).slice(0, 60)).toEqual([422, fields]);
  }
  expect(await staff.rows('select from collections')).toEqual([]);
  expect(await add({ title: 'Mine' })).toMatchObject({ slug: 'mine-2' });
  await expect(database.pool.query("update collections set slug = 'mine'")).rejects.toMatchObject({ code: '23514' });
});

test('hides trashed tales and shows them again when restored', async () => {
  const { db } = database;
  const [one, two] = [await addTale(db), await addTale(db)];
  const { id } = await add({ title: 'Two', tales: [one.id, two.id] });
  await staff.rows('update tales set deleted_at = now() where id = $1', [one.id]);
  const now = (await staff.ask(`/collections/${id}`)).body;
  expect(now.tales.map((tale: { id: string }) => tale.id)).toEqual([two.id]);
  await staff.call('PATCH', `/collections/${id}`, { match: 1, body: { tales: [two.id] } });
  await staff.rows('update tales set deleted_at = null where id = $1', [one.id]);
  expect((await staff.ask(`/collections/${id}`)).body.tales).toHaveLength(2);
});

test('reorders collections; one of two concurrent changes succeeds', async () => {
  const ids = [await add({ title: 'A' }), await add({ title: 'B' }), await add({ title: 'C' })].map(({ id }) => id);
  const { collections, tag } = (await staff.ask('/collections')).body;
  expect(collections.map(({ id }: { id: number }) => id)).toEqual(ids);
  const order = (wanted: number[]) => staff.call('PUT', '/collections/order', { match: `"${tag}"`, body: { ids: wanted } });
  expect((await order(ids.slice(1))).body.errors).toEqual({ ids: ['Must list each collection once'] });
  const both = await Promise.all([order(ids.toReversed()), order([ids[1], ids[0], ids[2]])]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  expect((await staff.call('PUT', '/collections/order', { body: { ids } })).status).toBe(428);
});

test('redirects a deleted collection or returns 410, and keeps its tales', async () => {
  const { db } = database;
  const tale = await addTale(db);
  const one = await add({ title: 'One', tales: [tale.id] });
  const two = await add({ title: 'Two', tales: [tale.id] });
  const three = await add({ title: 'Three', tales: [tale.id] });
  const retire = (id: number, match: number, to = '') => staff.call('DELETE', `/collections/${id}${to && `?to=${to}`}`, { match });
  expect((await retire(one.id, 2)).status).toBe(412);
  expect((await retire(one.id, 1, String(one.id))).status).toBe(422);
  expect((await retire(one.id, 1, '999999')).status).toBe(422);
  expect((await retire(one.id, 1, 'x')).status).toBe(400);
  expect((await retire(one.id, 1, String(two.id))).status).toBe(204);
  expect(await findOldCollection(db, 'one')).toEqual({ kind: 'moved', slug: 'two' });
  expect((await retire(two.id, 1)).status).toBe(204);
  expect([await findOldCollection(db, 'one'), await findOldCollection(db, 'two')]).toEqual([{ kind: 'gone' }, { kind: 'gone' }]);
  expect(await findOldCollection(db, 'never')).toEqual({ kind: 'unknown' });
  expect((await listCollections(db)).map(({ slug }) => slug)).toEqual(['three']);
  await staff.call('PATCH', `/collections/${three.id}`, { match: 1, body: { slug: 'trois', tales: [] } });
  expect(await findOldCollection(db, 'three'), 'no page to lead to').toEqual({ kind: 'unknown' });
  expect(await staff.rows('select from tales')).toHaveLength(1);
});
