import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, ORIGIN, type TestApp } from '#test/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addUser, EMAIL, openReader, PASSWORD } from '#test/reader.ts';
import { sessionRoutes, signOutRoutes } from './session-routes.ts';

const SESSION = '__Host-talewood_session';
let database: TestDatabase;
let site: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  site = createTestApp({ database, routes: (deps) => sessionRoutes(deps).route('/', signOutRoutes(deps)) });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await site.clear();
  await addUser(database);
});

describe('bad input', () => {
  test.each([
    [{ email: '', password: '' }, ['email', 'password']],
    [{ email: ' ', password: PASSWORD }, ['email']],
    [{ email: EMAIL, password: '   ' }, ['password']],
    [{}, ['email', 'password']],
  ])('blank fields %j are reported in one sentence and by field, and cost no attempt', async (given, fields) => {
    for (let n = 0; n < 7; n += 1) {
      const answer = await site.ask('/api/v1/session', { json: given });
      const { code, detail, errors } = await answer.json();
      expect([answer.status, code, detail]).toEqual([422, 'invalid', 'Please enter both email and password']);
      expect(Object.keys(errors).sort()).toEqual(fields);
    }
    const form = await site.ask('/login', { form: { ...given, next: '/tales' } as Record<string, string> });
    const drawn = await form.json();
    expect(form.status).toBe(422);
    expect(drawn).toMatchObject({ href: '/login?next=%2Ftales', message: 'Please enter both email and password' });
    expect(drawn.values).not.toHaveProperty('password');
  });

  test.each([
    ['a role', { email: EMAIL, password: PASSWORD, role: 'admin' }],
    ['a prototype', JSON.parse(`{"email":"${EMAIL}","password":"${PASSWORD}","__proto__x":{"role":"admin"}}`)],
    ['a list', [EMAIL, PASSWORD]],
    ['an object for the address', { email: { $ne: '' }, password: PASSWORD }],
    ['a number for the password', { email: EMAIL, password: 1 }],
    ['a very long address', { email: `${'a'.repeat(400)}@tales.example`, password: PASSWORD }],
    ['a very long password', { email: EMAIL, password: 'a'.repeat(3_000) }],
    ['nothing', null],
  ])('%s is rejected and signs nobody in', async (_, json) => {
    const answer = await site.ask('/api/v1/session', { json });
    expect(answer.status).toBe(422);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('invalid JSON is rejected', async () => {
    const answer = await site.app.request('/api/v1/session', {
      method: 'POST',
      headers: { origin: ORIGIN, 'content-type': 'application/json' },
      body: '{"email":',
    });
    expect([answer.status, (await answer.json()).code]).toEqual([400, 'bad_json']);
  });

  test('credentials in the query are ignored', async () => {
    for (const path of ['/api/v1/session', '/login', '/logout', '/login/code', '/login/link']) {
      const answer = await site.ask(`${path}?email=${EMAIL}&password=${encodeURIComponent(PASSWORD)}`, { method: 'GET' });
      expect([404, 405]).toContain(answer.status);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  test.each([
    'talewood_session=x',
    `${SESSION}=; ${SESSION}=`,
    `${SESSION}=${'a'.repeat(43)}; ${SESSION}=${'b'.repeat(43)}`,
    `${SESSION}=%00`,
    `${SESSION}=${"'".repeat(43)}`,
  ])('the cookie %s identifies nobody', async (cookie) => {
    const answer = await site.ask('/api/v1/me', { method: 'GET', headers: { cookie } });
    expect(await answer.json()).toEqual({ person: null });
  });
});

describe('cross-origin requests', () => {
  const ROUTES = [
    ...['/api/v1/session', '/api/v1/session/code', '/api/v1/session/link', '/api/v1/sign-in-links'].map((path) => ['POST', path]),
    ...['/api/v1/session/passkey/options', '/api/v1/session/passkey', '/login', '/login/code', '/login/link', '/logout'].map((path) => [
      'POST',
      path,
    ]),
    ['DELETE', '/api/v1/session'],
  ] as [string, string][];
  const PLACES = [
    { origin: 'https://evil.example' },
    { origin: 'https://www.tales.example' },
    { origin: 'http://tales.example' },
    { origin: 'https://tales.example.evil.example' },
    { origin: 'null' },
    { origin: '' },
    { origin: ORIGIN, 'sec-fetch-site': 'cross-site' },
  ];

  test.each(ROUTES)('%s %s is rejected without effect', async (method, path) => {
    const reader = openReader(site);
    await reader.logIn();
    for (const headers of PLACES) {
      const answer = await reader.ask(path, { method, headers, json: { email: EMAIL, password: PASSWORD } });
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
    }
    for (const type of ['text/plain', 'multipart/form-data; boundary=x']) {
      expect((await reader.ask(path, { method, headers: { 'content-type': type }, json: {} })).status).toBe(403);
    }
    expect(await reader.me()).toMatchObject({ name: 'Gerda' });
  });
});
