import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hashEmail } from '#src/api-client/account-header.ts';
import { AppError } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { bookshelfRoutes } from './routes.ts';

const ANY = '99999999-9999-4999-8999-999999999999';
const SITE = 'https://tales.example';
let database: TestDatabase;
let app: Hono<AppEnv>;
let tale = '';

beforeAll(async () => {
  database = await createTestDatabase();
  tale = (await addTale(database.db)).id;
  app = new Hono<AppEnv>();
  const person = async (c: { req: { header(name: string): string | undefined } }) => {
    const { rows } = await database.pool.query('select id, email from users where name = $1', [c.req.header('x-test-person') ?? '']);
    if (rows[0] === undefined) throw new AppError(401, 'signed_out', 'Please log in again');
    return rows[0];
  };
  app.route('/api/v1', bookshelfRoutes({ db: database.db, publicUrl: SITE, person }));
  app.onError((error, c) =>
    error instanceof AppError ? c.json({ code: error.code, fields: error.fields }, error.status as 422) : c.text(String(error), 500),
  );
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query("delete from users; insert into users (name, email) values ('gerda', 'g@t.example'), ('kay', 'k@t.example')");
});

const get = (person: string, headers: Record<string, string> = {}) =>
  app.request(`${SITE}/api/v1/bookshelf`, { headers: { 'x-test-person': person, ...headers } });
const post = (person: string, body: unknown, headers: Record<string, string> = {}) =>
  app.request(`${SITE}/api/v1/bookshelf/changes`, {
    method: 'POST',
    headers: { 'x-test-person': person, Origin: SITE, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const favorite = (about: Record<string, unknown> = {}) => ({ op: 'favorite', at: '2026-01-05T12:00:00+01:00', tale, on: true, ...about });

test('changes are applied and answered with the whole bookshelf', async () => {
  const answer = await post('gerda', { changes: [favorite()] });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const bookshelf = { favorites: [{ tale, at: '2026-01-05T11:00:00.000Z' }], shelves: [], positions: [] };
  expect(await answer.json()).toEqual({ bookshelf, refused: [] });
  expect(await (await get('gerda')).json()).toEqual(bookshelf);
  expect(await (await get('kay')).json()).toEqual({ favorites: [], shelves: [], positions: [] });
});

test('unchanged state is answered with 304', async () => {
  await post('gerda', { changes: [favorite()] });
  const first = await get('gerda');
  expect(first.headers.get('cache-control')).toBe('no-store');
  const tag = first.headers.get('etag') ?? '';
  const held = await get('gerda', { 'If-None-Match': tag });
  expect([held.status, await held.text()]).toEqual([304, '']);
  await post('gerda', { changes: [favorite({ at: '2026-01-05T13:00:00Z', on: false })] });
  expect((await get('gerda', { 'If-None-Match': tag })).status).toBe(200);
  expect((await get('kay', { 'If-None-Match': tag })).status).toBe(200);
});

test('logged out: 401; other origin: 403', async () => {
  expect((await get('')).status).toBe(401);
  expect((await post('', { changes: [favorite()] })).status).toBe(401);
  expect((await post('gerda', { changes: [favorite()] }, { Origin: 'https://evil.example' })).status).toBe(403);
});

/** A valid change with some fields replaced. */
const position = (about: Record<string, unknown>) => ({
  ...{ op: 'position', at: '2026-01-05T12:00:00Z', tale: ANY, place: '0.0', progress: 0, finished: false },
  ...about,
});
const named = (name: string) => ({ op: 'shelf', at: '2026-01-05T12:00:00Z', shelf: ANY, name });

test.each<[string, unknown[]]>([
  ['no changes', []],
  ['more than 200', Array.from({ length: 201 }, () => position({}))],
  ['an unknown field', [position({ user_id: 'x' })]],
  ['an unknown deed', [position({ op: 'own' })]],
  ['a tale that is no id', [position({ tale: "' or 1=1" })]],
  ['a time that is none', [position({ at: '2026-13-45' })]],
  ['a name of 81 characters', [named('x'.repeat(81))]],
  ['a name of nothing', [named(' \u200b ')]],
  ['a broken name', [named('a\0b')]],
  ...['', '1', '1.', '-1.0', '1.2.3', '123456.1', '1.2 '].map((place): [string, unknown[]] => [
    `the place "${place}"`,
    [position({ place })],
  ]),
  ...[-0.1, 1.1, null].map((progress): [string, unknown[]] => [`${progress} read`, [position({ progress })]]),
])('%s: 422', async (_, changes) => {
  expect((await post('gerda', { changes })).status).toBe(422);
});

test('an additional field: 422; the maximum number of changes: 200', async () => {
  expect((await post('gerda', { changes: [position({})], user: 'kay' })).status).toBe(422);
  expect((await post('gerda', { changes: [...Array.from({ length: 199 }, () => position({})), named('x'.repeat(80))] })).status).toBe(200);
});

test('names are normalized to NFC and trimmed', async () => {
  const shelf = crypto.randomUUID();
  const name = `  Ka\u0308se  ${'👨‍👩‍👧‍👦'.repeat(75)} `;
  const answer = await post('gerda', { changes: [{ op: 'shelf', at: '2026-01-05T12:00:00Z', shelf: shelf.toUpperCase(), name }] });
  expect(await answer.json()).toMatchObject({ bookshelf: { shelves: [{ id: shelf, name: `K\u00e4se ${'👨‍👩‍👧‍👦'.repeat(75)}` }] } });
});

test('a request for another account is refused', async () => {
  const own = { 'talewood-account': hashEmail('g@t.example') };
  expect((await get('gerda', own)).status).toBe(200);
  expect((await get('kay', own)).status).toBe(403);
  const answer = await post('kay', { changes: [] }, own);
  expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'other_account' }]);
});
