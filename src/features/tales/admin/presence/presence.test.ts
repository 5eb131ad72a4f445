import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createGuards } from '#src/features/accounts/guards.ts';
import { createHub } from '#src/features/realtime/realtime.ts';
import { listenForNotices } from '#src/platform/db/listen.ts';
import { endpointRoutes } from '#src/platform/http/endpoint.ts';
import { gracefulClose } from '#src/platform/http/readiness.ts';
import type { HttpLimits } from '#src/platform/http/request-guard.ts';
import { createTestApp } from '#test/create-test-app.ts';
import { createTestDatabase, silent, type TestDatabase } from '#test/database.ts';
import { type Events, readEvents } from '#test/event-stream.ts';
import { addTale } from '#test/factories.ts';
import { addUser, type TestUser } from '#test/users.ts';
import { editedTalesEndpoint, presenceEndpoint, taleChannel } from './presence.ts';

/** Two servers with separate presence over one database, as two processes would be. */

const BEAT_MS = 150;
let database: TestDatabase;
let gerda: TestUser;
let kay: TestUser;
let tale = '';
const open: { close(): Promise<void> }[] = [];

type People = { people: { name: string; since: string; is_me: boolean }[] };

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query('delete from users');
  gerda = await addUser(database.pool, { name: 'Gerda', role: 'admin' });
  kay = await addUser(database.pool, { name: 'Kay', role: 'admin' });
  tale = (await addTale(database.db)).id;
});
afterEach(async () => {
  for (const process of open.splice(0)) await process.close();
});

async function openProcess(limits: Partial<HttpLimits> = {}) {
  const log = { ...silent };
  const hub = createHub({
    ...{ db: database.db, rules: [taleChannel(database.db)], log, heartbeatMs: BEAT_MS },
    listen: (...asked) => listenForNotices(database.url, ...asked, log),
  });
  const { editor, identify } = createGuards({ db: database.db, publicUrl: 'http://localhost:3000' });
  const server = await createTestApp({
    server: { limits },
    mount: (site) =>
      void site.route('/', endpointRoutes([presenceEndpoint({ hub, identify }), editedTalesEndpoint({ db: database.db })], editor)),
  }).listen();
  const ask = (person: TestUser | null, id = tale, method = 'GET') =>
    fetch(`${server.url}/tales/${id}/presence`, { method, headers: { cookie: person?.cookie ?? '' } });
  const close = async () => {
    await hub.close();
    await server.close();
  };
  open.push({ close });
  return { hub, server, ask, watch: async (person: TestUser, id = tale) => readEvents(await ask(person, id)) };
}

const names =
  (count: number) =>
  ({ people }: People) =>
    people.length === count;
const seenBy = async (events: Events, count: number) =>
  ((await events.next('people', names(count))) as People).people.map(({ name, is_me }) => (is_me ? `${name} (me)` : name));
const rows = async () => (await database.pool.query('select from realtime_presence')).rowCount;

test('editors see each other join and leave, within and across processes', async () => {
  const [one, two] = [await openProcess(), await openProcess()];
  const hers = await one.watch(gerda);
  expect(await seenBy(hers, 1)).toEqual(['Gerda (me)']);
  const his = await two.watch(kay);
  expect(await seenBy(his, 2)).toEqual(['Gerda', 'Kay (me)']);
  expect(await seenBy(hers, 2)).toEqual(['Gerda (me)', 'Kay']);
  await his.close();
  expect(await seenBy(hers, 1)).toEqual(['Gerda (me)']);
  expect(await rows()).toBe(1);
});

test('two tabs of one user count once, and other tales are not reported', async () => {
  const one = await openProcess();
  const other = (await addTale(database.db)).id;
  const [first, second] = [await one.watch(gerda), await one.watch(gerda)];
  const elsewhere = await one.watch(kay, other);
  expect(await seenBy(elsewhere, 1)).toEqual(['Kay (me)']);
  const third = await one.watch(kay);
  expect(await seenBy(second, 2)).toEqual(['Gerda (me)', 'Kay']);
  await first.close();
  await third.close();
  expect(await seenBy(second, 1)).toEqual(['Gerda (me)']);
});

test('lists which tales others are editing, for administrators only', async () => {
  const one = await openProcess();
  const list = async (person: TestUser | null) => fetch(`${one.server.url}/edited-tales`, { headers: { cookie: person?.cookie ?? '' } });
  const edited = async (person: TestUser) => ((await (await list(person)).json()) as { tales: object[] }).tales;
  const [first, second] = [await one.watch(gerda), await one.watch(gerda)];
  await seenBy(second, 1);
  expect(await edited(gerda)).toEqual([]);
  expect(await edited(kay)).toEqual([{ id: tale, editors: ['Gerda'] }]);
  await first.close();
  await second.close();
  await expect.poll(() => edited(kay)).toEqual([]);
  expect([(await list(null)).status, (await list(await addUser(database.pool))).status]).toEqual([401, 403]);
});

test('entries of a killed process expire after three heartbeats', async () => {
  const one = await openProcess();
  const hers = await one.watch(gerda);
  await database.pool.query("insert into realtime_presence select gen_random_uuid(), 'tale:' || $1, $2, now(), clock_timestamp(), 'null'", [
    tale,
    kay.id,
  ]);
  await database.pool.query("select pg_notify('talewood_realtime', json_build_object('channel', 'tale:' || $1)::text)", [tale]);
  expect(await seenBy(hers, 2)).toEqual(['Gerda (me)', 'Kay']);
  expect(await seenBy(hers, 1)).toEqual(['Gerda (me)']);
});

test('rows lost by the database are inserted again', async () => {
  const one = await openProcess();
  const hers = await one.watch(gerda);
  await seenBy(hers, 1);
  await database.pool.query('delete from realtime_presence');
  await expect.poll(rows).toBe(1);
  const his = await one.watch(kay);
  expect(await seenBy(his, 2)).toEqual(['Gerda', 'Kay (me)']);
});

test('a saved version is sent to all who have the tale open, with its editor', async () => {
  const [one, two] = [await openProcess(), await openProcess()];
  const [hers, his] = [await one.watch(gerda), await two.watch(kay)];
  const first = { version: 1, edited_by: null, is_me: false };
  expect([await hers.next('saved'), await his.next('saved')]).toEqual([first, first]);
  await database.pool.query('update tales set version = version + 1, edited_by = $2 where id = $1', [tale, kay.id]);
  expect(await hers.next('saved')).toEqual({ version: 2, edited_by: 'Kay', is_me: false });
  expect(await his.next('saved')).toEqual({ version: 2, edited_by: 'Kay', is_me: true });
  await database.pool.query('update tales set version = version + 1, edited_by = null where id = $1', [tale]);
  expect(await hers.next('saved')).toEqual({ version: 3, edited_by: null, is_me: false });
});

test('invalid notices are ignored', async () => {
  const one = await openProcess();
  const hers = await one.watch(gerda);
  for (const payload of ['', '{', '[]', '{"channel":1}', `{"channel":"tale:${tale}","event":2}`]) {
    await database.pool.query("select pg_notify('talewood_realtime', $1)", [payload]);
  }
  const his = await one.watch(kay);
  expect(await seenBy(hers, 2)).toEqual(['Gerda (me)', 'Kay']);
  await his.close();
});

test('streams of demoted and signed-out users are ended', async () => {
  const one = await openProcess();
  const [hers, his] = [await one.watch(gerda), await one.watch(kay)];
  const old = await one.watch(kay);
  await database.pool.query("update users set role = 'user' where id = $1", [kay.id]);
  await Promise.all([his.ended, old.ended]);
  expect(await seenBy(hers, 1)).toEqual(['Gerda (me)']);
  await database.pool.query('delete from sessions where user_id = $1', [gerda.id]);
  await hers.ended;
  expect((await one.ask(gerda)).status).toBe(401);
  expect((await one.ask(kay)).status).toBe(403);
});

test('an open stream does not extend the session', async () => {
  const one = await openProcess();
  await one.watch(gerda);
  await database.pool.query("update sessions set updated_at = now() - interval '11 hours' where user_id = $1", [gerda.id]);
  const beats = await database.pool.query<{ seen_at: Date }>('select seen_at from realtime_presence');
  const later = () =>
    database.pool.query("select from realtime_presence where seen_at > $1::timestamptz + interval '0.5 s'", [beats.rows[0]?.seen_at]);
  await expect.poll(async () => (await later()).rowCount).toBe(1);
  const { rows: sessions } = await database.pool.query(
    "select updated_at < now() - interval '10 hours' as is_old from sessions where user_id = $1",
    [gerda.id],
  );
  expect(sessions).toEqual([{ is_old: true }]);
});

test('the stream ends when the tale is deleted, and an unknown tale is 404', async () => {
  const one = await openProcess();
  const hers = await one.watch(gerda);
  await seenBy(hers, 1);
  await database.pool.query('delete from tales where id = $1', [tale]);
  await hers.ended;
  expect((await one.ask(gerda)).status).toBe(404);
  expect((await one.ask(gerda, 'x')).status).toBe(404);
});

test('a user has at most 20 streams', async () => {
  const one = await openProcess();
  const streams = [];
  for (let made = 0; made < 20; made += 1) streams.push(await one.watch(gerda));
  const refused = await one.ask(gerda);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  await streams[0]?.close();
  await expect.poll(rows).toBe(19);
  await one.watch(gerda);
});

test('open streams do not block other requests', async () => {
  const one = await openProcess({ maxRunning: 2 });
  for (let made = 0; made < 4; made += 1) await one.watch(gerda);
  expect((await one.ask(kay)).status).toBe(200);
});

test('HEAD opens no stream, and proxies are told not to buffer or transform', async () => {
  const one = await openProcess();
  expect((await one.ask(gerda, tale, 'HEAD')).status).toBe(200);
  expect(await rows()).toBe(0);
  const answer = await one.ask(gerda);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  await answer.body?.cancel();
});

test('closing ends all streams, rejects new ones and removes all rows', async () => {
  const [one, two] = [await openProcess(), await openProcess()];
  const [hers, his] = [await one.watch(gerda), await two.watch(kay)];
  await seenBy(his, 2);
  one.server.health.stopping = true;
  const started = performance.now();
  await one.hub.close();
  expect((await one.ask(gerda)).status).toBe(503);
  await gracefulClose(one.server.server, { state: one.server.health, log: one.server.log });
  expect(performance.now() - started).toBeLessThan(3_000);
  await hers.ended;
  expect(await seenBy(his, 1)).toEqual(['Kay (me)']);
  expect(await rows()).toBe(1);
});
