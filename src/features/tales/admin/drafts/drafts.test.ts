import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createGuards } from '#src/features/accounts/guards.ts';
import { deleteTale } from '#src/features/tales/tales.ts';
import { endpointRoutes } from '#src/platform/http/endpoint.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { addUser, type TestUser } from '#test/users.ts';
import { type Draft, type DraftList, deleteOldDrafts, draftEndpoints, exportDrafts } from './drafts.ts';

let database: TestDatabase;
let app: TestApp;
let gerda: TestUser;
let kay: TestUser;
let tale = '';

beforeAll(async () => {
  database = await createTestDatabase();
  tale = (await addTale(database.db)).id;
  app = createTestApp({
    database,
    routes: (deps) => new Hono<AppEnv>().route('/api/v1', endpointRoutes(draftEndpoints(deps), createGuards(deps).editor)),
  });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await app.clear();
  gerda = await addUser(database.pool, { role: 'admin' });
  kay = await addUser(database.pool, { role: 'admin' });
});

const fields = { title: 'The Robber Girl', content: '<p>She kept a reindeer.</p>' };
const put = (person: TestUser, id: string, about: object = {}) =>
  app.api('PUT', `/drafts/${id}`, { cookie: person.cookie, body: { tale_id: null, base_version: null, fields, ...about } });
const get = (person: TestUser, id: string) => app.api('GET', `/drafts/${id}`, { cookie: person.cookie });
const list = async (person: TestUser) => ((await app.api('GET', '/drafts', { cookie: person.cookie })).body as DraftList).drafts;

test('a draft is returned as typed, including invalid values', async () => {
  const id = randomUUID();
  const odd = { title: '', excerpt: 'x'.repeat(5000), read_time: 'ten', tags: ['no-such'], content: '\0 \ud800 Снежная 👸🏽' };
  const { status, body } = await put(gerda, id, { fields: odd });
  expect([status, body.replaced]).toEqual([200, false]);
  const draft = (await get(gerda, id)).body as Draft;
  expect(draft).toEqual({ id, tale_id: null, base_version: null, title: '', saved_at: body.saved_at, fields: odd });
});

test('saving replaces the draft of the same id; the list is latest first, without fields', async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  await put(gerda, first);
  await put(gerda, second, { tale_id: tale, base_version: 1, fields: { title: 'Mill\0\ud800' } });
  await put(gerda, first, { fields: { ...fields, title: 'The Raven' } });
  const drafts = await list(gerda);
  expect(drafts.map(({ id, tale_id, title, base_version }) => [id, tale_id, title, base_version])).toEqual([
    [first, null, 'The Raven', null],
    [second, tale, 'Mill\ufffd', 1],
  ]);
  expect(drafts.some((draft) => 'fields' in draft)).toBe(false);
});

test('drafts of other users are not accessible', async () => {
  const id = randomUUID();
  await put(gerda, id);
  expect((await get(kay, id)).status).toBe(404);
  expect(await list(kay)).toEqual([]);
  await put(kay, id, { fields: { title: "Kay's" } });
  await app.api('DELETE', `/drafts/${id}`, { cookie: kay.cookie });
  await put(kay, randomUUID(), { replaces: id });
  expect((await get(gerda, id)).body.fields).toEqual(fields);
});

test('a user has one draft per tale: a later page replaces it and is told', async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  const about = { tale_id: tale, base_version: 1 };
  expect((await put(gerda, first, about)).body.replaced).toBe(false);
  expect((await put(gerda, second, about)).body.replaced).toBe(true);
  expect((await put(gerda, second, about)).body.replaced).toBe(false);
  expect((await put(kay, randomUUID(), about)).body.replaced).toBe(false);
  expect((await list(gerda)).map(({ id }) => id)).toEqual([second]);
});

test('concurrent pages end with one draft of the tale', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => put(gerda, randomUUID(), { tale_id: tale, base_version: 1 })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(answers.filter(({ body }) => !body.replaced)).toHaveLength(1);
  expect(await list(gerda)).toHaveLength(1);
});

test('a continued draft is deleted when the new one is saved', async () => {
  const [old, other, next] = [randomUUID(), randomUUID(), randomUUID()];
  await put(gerda, old);
  await put(gerda, other);
  expect((await put(gerda, next, { replaces: old })).body.replaced).toBe(false);
  expect((await list(gerda)).map(({ id }) => id)).toEqual([next, other]);
});

test('a draft is deleted; deleting it again is no error', async () => {
  const id = randomUUID();
  await put(gerda, id);
  for (let times = 0; times < 2; times += 1) {
    expect((await app.api('DELETE', `/drafts/${id}`, { cookie: gerda.cookie })).status).toBe(204);
  }
  expect((await get(gerda, id)).status).toBe(404);
});

test('a draft survives the deletion of its tale, before and after saving', async () => {
  const gone = (await addTale(database.db)).id;
  const [before, after] = [randomUUID(), randomUUID()];
  await put(gerda, before, { tale_id: gone, base_version: 3 });
  await deleteTale(database.db, gone);
  expect((await put(kay, after, { tale_id: gone, base_version: 3 })).status).toBe(200);
  for (const [person, id] of [[gerda, before] as const, [kay, after] as const]) {
    expect((await get(person, id)).body).toMatchObject({ tale_id: null, base_version: 3, fields });
  }
});

test('invalid drafts are rejected by field, and too many drafts', async () => {
  const problems = async (about: object) => {
    const { status, body } = await put(gerda, randomUUID(), about);
    return [status, Object.keys(body.errors ?? {})];
  };
  expect(await problems({ fields: { titel: 'x' } })).toEqual([422, ['titel']]);
  expect(await problems({ fields: { title: { deep: 1 } } })).toEqual([422, ['fields.title']]);
  expect(await problems({ tale_id: 'x', base_version: 0 })).toEqual([422, ['tale_id', 'base_version']]);
  expect((await put(gerda, 'not-an-id')).status).toBe(404);
  for (let made = 0; made < 50; made += 1) expect((await put(gerda, randomUUID())).status).toBe(200);
  expect(await put(gerda, randomUUID())).toMatchObject({ status: 409, body: { code: 'too_many_drafts' } });
  const [latest] = await list(gerda);
  expect((await put(gerda, latest?.id ?? '')).status).toBe(200);
});

test('only administrators have drafts', async () => {
  const user = await addUser(database.pool);
  expect((await put(user, randomUUID())).status).toBe(403);
  expect((await app.api('GET', '/drafts')).status).toBe(401);
});

test('drafts are in the data export, and are deleted with the account and after 30 days', async () => {
  await put(gerda, randomUUID());
  await put(kay, randomUUID());
  expect(await exportDrafts(database.db, gerda.id)).toMatchObject([{ title: 'The Robber Girl', fields }]);
  expect(await deleteOldDrafts(database.db)).toBe(0);
  await database.pool.query("update tale_drafts set saved_at = now() - interval '31 days' where user_id = $1", [gerda.id]);
  expect(await deleteOldDrafts(database.db)).toBe(1);
  await database.pool.query('delete from users where id = $1', [kay.id]);
  expect((await database.pool.query('select from tale_drafts')).rowCount).toBe(0);
});
