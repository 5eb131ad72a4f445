import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AdminApi, openAdminApi } from '#test/admin-api.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import type { ManagedNights } from './contract.ts';
import { currentNight, getTaleOfTheDay, nightsFrom, upcomingNights } from './tale-of-the-day.ts';

let database: TestDatabase;
let staff: AdminApi;
let tonight: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query('delete from tales');
  staff = await openAdminApi(database);
  tonight = await currentNight(database.db);
});

const list = async () => (await staff.ask('/nights')).body as ManagedNights;
const choose = (night: string, tale: unknown) => staff.call('PUT', `/nights/${night}`, { body: { tale } });
const nightAhead = (days: number) => nightsFrom(tonight, days + 1).at(-1) ?? tonight;

test('an editor sets the tale of tonight and of an upcoming night, and resets it', async () => {
  const { db } = database;
  const [one, two] = [await addTale(db, { title: 'One' }), await addTale(db, { title: 'Two' })];
  const far = nightAhead(100);
  expect((await list()).nights).toEqual(nightsFrom(tonight, 14).map((night) => ({ night, tale: null, isByHand: false })));
  for (const { id } of [one, two]) {
    expect((await choose(tonight, id)).status).toBe(200);
    expect((await getTaleOfTheDay(db)).tale?.id).toBe(id);
  }
  const { body } = await choose(far, one.id);
  expect(body.nights).toHaveLength(15);
  expect([body.nights[0], body.nights[14]]).toMatchObject([
    { night: tonight, tale: { id: two.id }, isByHand: true },
    { night: far, tale: { id: one.id }, isByHand: true },
  ]);
  expect((await staff.call('DELETE', `/nights/${tonight}`)).body.nights[0]).toEqual({ night: tonight, tale: null, isByHand: false });
  expect((await getTaleOfTheDay(db)).tale).not.toBeNull();
  expect((await list()).nights[0]).toMatchObject({ isByHand: false, tale: { state: 'published' } });
  const log = await staff.rows(
    "select action, subject_id, details ->> 'title' as title from audit_log where subject_kind = 'night' order by id",
  );
  expect(log).toEqual([
    { action: 'night.chosen', subject_id: tonight, title: 'One' },
    { action: 'night.chosen', subject_id: tonight, title: 'Two' },
    { action: 'night.chosen', subject_id: far, title: 'One' },
    { action: 'night.released', subject_id: tonight, title: null },
  ]);
});

test('only tales public on that night, and only nights of the coming year', async () => {
  const { db } = database;
  const tale = await addTale(db);
  const draft = await addTale(db, { status: 'draft' });
  const coming = await addTale(db, { daysAgo: -5 });
  const log = () => staff.rows("select from audit_log where subject_kind = 'night'");
  const before = (await log()).length;
  for (const wrong of [draft.id, coming.id, '00000000-0000-7000-8000-000000000000', 'x', null]) {
    expect((await choose(tonight, wrong)).status, `${wrong}`).toBe(422);
  }
  for (const night of [nightsFrom(tonight, -1)[0] ?? '', nightAhead(366), '2026-02-30', 'tonight']) {
    expect((await choose(night, tale.id)).status, night).toBe(404);
    expect((await staff.call('DELETE', `/nights/${night}`)).status, night).toBe(404);
  }
  expect((await staff.call('DELETE', `/nights/${tonight}`)).status, 'nothing is chosen').toBe(404);
  expect(await log()).toHaveLength(before);
});

test('a scheduled tale is not revealed before its night', async () => {
  const { db } = database;
  const [tale, coming] = [await addTale(db), await addTale(db, { daysAgo: -5 })];
  const night = nightAhead(7);
  expect((await choose(night, coming.id)).status).toBe(200);
  const told = await upcomingNights(db, 14);
  expect(told.map(({ tale: { id } }) => id)).not.toContain(coming.id);
  expect(told).toHaveLength(13);
  expect(told.every((each) => each.tale.id === tale.id)).toBe(true);
  expect((await list()).nights.find((each) => each.night === night)).toMatchObject({ tale: { state: 'scheduled' }, isByHand: true });
});

test('a manual choice invalidates page caches', async () => {
  const tale = await addTale(database.db);
  const client = await database.pool.connect();
  try {
    await client.query('listen talewood_cache');
    const heard = new Promise<string>((hear) =>
      client.on('notification', ({ payload = '' }) => payload.includes('tonight') && hear(payload)),
    );
    await choose(tonight, tale.id);
    expect(await heard).toBe('["tonight"]');
  } finally {
    client.release(true);
  }
});
