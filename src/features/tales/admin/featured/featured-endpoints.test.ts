import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getHomeView } from '#src/server/home-view.ts';
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
  await database.pool.query('delete from tales');
  staff = await openAdminApi(database);
});

const read = async () => (await staff.ask('/featured')).body;
const pin = (tag: string, ids: unknown) => staff.call('PUT', '/featured', { match: `"${tag}"`, body: { ids } });
const idsOf = (tales: { id: string }[]) => tales.map(({ id }) => id);

test('pins come first on the home page in their order, then the newest tales', async () => {
  const { db } = database;
  const tales = [];
  for (let n = 1; n <= 6; n += 1) tales.push((await addTale(db, { daysAgo: n })).id);
  const [newest, second, third, , fifth, sixth] = tales as [string, string, string, string, string, string];
  const { tag, pins, fill } = await read();
  expect([pins, idsOf(fill)]).toEqual([[], tales.slice(0, 4)]);
  const pinned = await pin(tag, [sixth, fifth]);
  expect([pinned.status, pinned.headers.get('etag')]).toEqual([200, `"${pinned.body.tag}"`]);
  expect([idsOf(pinned.body.pins), idsOf(pinned.body.fill)]).toEqual([
    [sixth, fifth],
    [newest, second],
  ]);
  expect(idsOf((await getHomeView(db)).featured)).toEqual([sixth, fifth, newest, second]);
  const again = await pin(pinned.body.tag, [fifth, third, sixth, second, newest]);
  expect(again.body.fill).toEqual([]);
  expect(idsOf((await getHomeView(db)).featured)).toEqual([fifth, third, sixth, second]);
  const log = await staff.rows("select details from audit_log where action = 'featured.pinned' order by id");
  expect(log).toEqual([{ details: { tales: 2 } }, { details: { tales: 5 } }]);
  expect(await staff.rows('select distinct version from tales')).toEqual([{ version: 1 }]);
});

test('a change based on an old order is rejected', async () => {
  const [one, two] = [await addTale(database.db), await addTale(database.db)];
  const { tag } = await read();
  const both = await Promise.all([pin(tag, [one.id]), pin(tag, [two.id])]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  expect((await staff.call('PUT', '/featured', { body: { ids: [] } })).status).toBe(428);
  const { pins } = await read();
  expect(idsOf(pins)).toEqual(idsOf(both.find(({ status }) => status === 200)?.body.pins));
});

test('only published or scheduled tales can be pinned, each once and at most 12', async () => {
  const { db } = database;
  const draft = await addTale(db, { status: 'draft' });
  const binned = await addTale(db);
  await staff.rows('update tales set deleted_at = now() where id = $1', [binned.id]);
  const coming = await addTale(db, { daysAgo: -2 });
  const { tag } = await read();
  for (const wrong of [
    [draft.id],
    [binned.id],
    ['00000000-0000-7000-8000-000000000000'],
    ['x'],
    [coming.id, coming.id],
    Array(13).fill(coming.id),
    'x',
  ]) {
    expect((await pin(tag, wrong)).status, JSON.stringify(wrong).slice(0, 60)).toBe(422);
  }
  const pinned = await pin(tag, [coming.id]);
  expect(pinned.body.pins).toMatchObject([{ id: coming.id, state: 'scheduled' }]);
  expect((await getHomeView(db)).featured).toEqual([]);
});

test('an unpublished pin keeps its place and shows its state', async () => {
  const { db } = database;
  const [one, two] = [await addTale(db), await addTale(db)];
  const { tag } = await pin((await read()).tag, [one.id, two.id]).then(({ body }) => body);
  await staff.rows("update tales set status = 'draft' where id = $1", [one.id]);
  expect((await read()).pins).toMatchObject([{ state: 'draft' }, { state: 'published' }]);
  expect((await pin(tag, [two.id, one.id])).status).toBe(200);
});

test('tale options are found by title and author, without trashed tales', async () => {
  const { db } = database;
  await addTale(db, { title: 'The Snow Queen', author: 'Hans Christian Andersen' });
  await addTale(db, { title: 'Snöwhite', author: 'Brothers Grimm' });
  await addTale(db, { title: 'Winter 100%', author: 'Snowden', status: 'draft' });
  const { id } = await addTale(db, { title: 'Snow in the bin' });
  await staff.rows('update tales set deleted_at = now() where id = $1', [id]);
  const titles = async (query: string) =>
    (await staff.ask(`/choices/tales?${query}`)).body.tales.map(({ title }: { title: string }) => title);
  expect(await titles('q=snow')).toEqual(['Snöwhite', 'Winter 100%', 'The Snow Queen']);
  expect(await titles('q=snow&state=published')).toEqual(['Snöwhite', 'The Snow Queen']);
  expect(await titles('q=%25')).toEqual(['Winter 100%']);
  expect((await staff.ask('/choices/tales?state=draft')).status).toBe(400);
});
