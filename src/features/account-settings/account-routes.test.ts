import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addSession, addUser, PASSWORD, type TestUser } from '#test/users.ts';
import { accountRoutes } from './account-routes.ts';

const NEW_PASSWORD = 'a lantern under the frozen river';
let database: TestDatabase;
let app: TestApp;
let gerda: TestUser;
let kai: TestUser;

beforeAll(async () => {
  database = await createTestDatabase();
  app = createTestApp({ database, routes: accountRoutes });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await app.clear();
  gerda = await addUser(database.pool);
  kai = await addUser(database.pool, { name: 'Kai' });
});

const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const as = (person: { cookie: string }, body?: unknown) => ({ cookie: person.cookie, ...(body === undefined ? {} : { body }) });
const isSignedIn = async (device: { cookie: string }) => (await app.api('GET', '/account', as(device))).status === 200;

const OWN_ROWS = 'select p.*, n.status from users p left join newsletter_subscribers n on n.user_id = p.id order by p.id';
const CHANGES: [string, string, unknown][] = [
  ['PATCH', '/account', { name: 'Gerda the Bold' }],
  ['PUT', '/account/settings', { reading: { theme: 'night' }, hiddenAges: [] }],
  ['PUT', '/account/newsletter', { on: true }],
  ['POST', '/account/password', { current: PASSWORD, password: NEW_PASSWORD }],
  ['POST', '/account/email', { current: PASSWORD, email: 'new@tales.example' }],
  ['DELETE', '/account/sessions', undefined],
  ['DELETE', '/account/sessions/0199a0e0-0000-7000-8000-000000000000', undefined],
  ['DELETE', '/account', { current: PASSWORD }],
];

test('while the newsletter is closed nobody can subscribe, but subscribers can unsubscribe', async () => {
  const closed = createTestApp({ database, routes: (deps) => accountRoutes({ ...deps, hasMailServer: false }) });
  const say = (on: boolean, at = closed) => at.api('PUT', '/account/newsletter', as(gerda, { on }));
  expect(await say(true)).toMatchObject({ status: 409, body: { code: 'newsletter_closed' } });
  expect(await rows('select from newsletter_subscribers')).toEqual([]);
  await say(true, app);
  expect((await say(false)).status).toBe(200);
});

describe('every change', () => {
  test.each(CHANGES)('%s %s is rejected without login', async (method, path, body) => {
    expect(await app.api(method, path, as({ cookie: '' }, body))).toMatchObject({ status: 401, body: { code: 'signed_out' } });
  });

  test.each(CHANGES)('%s %s is rejected from other sites', async (method, path, body) => {
    const before = await rows(OWN_ROWS);
    for (const headers of [{ Origin: 'https://evil.example' }, { Origin: 'null' }, { 'Sec-Fetch-Site': 'same-site' }])
      expect(await app.api(method, path, { ...as(gerda, body), headers })).toMatchObject({ status: 403, body: { code: 'foreign_origin' } });
    expect(await rows(OWN_ROWS)).toEqual(before);
  });

  test.each(CHANGES.filter(([, , body]) => body !== undefined))(
    '%s %s refuses fields that it does not know',
    async (method, path, body) => {
      const answer = await app.api(method, path, as(gerda, { ...(body as object), role: 'admin' }));
      expect(answer).toMatchObject({ status: 422, body: { errors: { role: ['Unknown field.'] } } });
      expect(await rows('select role, name from users where id = $1', [gerda.id])).toEqual([{ role: 'user', name: 'Gerda' }]);
    },
  );
});

describe('the user’s own account', () => {
  test('returns the user’s own data, uncached', async () => {
    await addSession(database.pool, gerda.id, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1');
    const { status, headers, body } = await app.api('GET', '/account', as(gerda));
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toMatchObject({ name: 'Gerda', email: gerda.email, role: 'user', image: null, pendingEmail: null });
    expect(body.settings).toEqual({ reading: { theme: null }, hiddenAges: [] });
    expect(body.newsletter).toEqual(NO_LETTER);
    expect(body.devices).toMatchObject([
      { browser: 'Firefox', system: 'Linux', isThisOne: true },
      { browser: 'Safari', system: 'iPhone', isThisOne: false },
    ]);
  });

  test('contains no secrets and nothing about other users', async () => {
    for (const path of ['/account', '/account/export']) {
      const { text } = await app.api('GET', path, as(gerda));
      const secrets = await rows('select password as secret from credentials union all select token from sessions');
      for (const { secret } of secrets) expect(text).not.toContain(secret);
      for (const foreign of [kai.id, kai.email, kai.sessionId]) expect(text).not.toContain(foreign);
    }
  });

  test('name and picture can be changed separately', async () => {
    expect((await app.api('PATCH', '/account', as(gerda, { name: '  Gérda  ' }))).body).toMatchObject({ name: 'Gérda', image: null });
    expect((await app.api('PATCH', '/account', as(gerda, { image: 'owl' }))).body).toMatchObject({ name: 'Gérda', image: 'owl' });
    expect((await app.api('PATCH', '/account', as(gerda, { image: null }))).body).toMatchObject({ name: 'Gérda', image: null });
  });

  test.each(['', '   ', 'x'.repeat(101), 'a\u0000b', 'a\nb', '\ud800', '\u200b'])('rejects %j as a name', async (name) => {
    const answer = await app.api('PATCH', '/account', as(gerda, { name }));
    expect(answer).toMatchObject({ status: 422, body: { errors: { name: [expect.any(String)] } } });
  });

  test.each(['https://evil.example/x.png', '../x', 'OWL', 7])('rejects %j as a picture', async (image) => {
    expect((await app.api('PATCH', '/account', as(gerda, { image }))).status).toBe(422);
  });

  test('stores settings in a fixed order, without unknown fields', async () => {
    const settings = { reading: { theme: 'night' }, hiddenAges: ['13+', '3-5', '13+'] };
    const kept = { reading: { theme: 'night' }, hiddenAges: ['3-5', '13+'] };
    expect(await app.api('PUT', '/account/settings', as(gerda, settings))).toMatchObject({ status: 200, body: kept });
    expect((await app.api('GET', '/account', as(gerda))).body.settings).toEqual(kept);
    for (const bad of [{}, { reading: {} }, { reading: { theme: 'pink' }, hiddenAges: [] }, { ...settings, hiddenAges: ['4-5'] }])
      expect((await app.api('PUT', '/account/settings', as(gerda, bad))).status).toBe(422);
    expect((await app.api('GET', '/account', as(gerda))).body.settings).toEqual(kept);
  });
});

const NO_LETTER = { isOn: false, since: null, frequency: 'weekly', stopped: null };

describe('the newsletter', () => {
  const say = (on: unknown) => app.api('PUT', '/account/newsletter', as(gerda, { on }));
  const view = async (person: TestUser) => (await app.api('GET', '/account', as(person))).body.newsletter;

  test('can be subscribed and unsubscribed; the log contains the account only', async () => {
    const { status, body, headers } = await say(true);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toEqual({ ...NO_LETTER, isOn: true, since: expect.any(String) });
    expect(Date.now() - Date.parse(body.since)).toBeLessThan(60_000);
    expect((await say(true)).body).toEqual(body);
    expect([await view(gerda), await view(kai)]).toEqual([body, NO_LETTER]);
    for (const _ of [1, 2]) expect(await say(false)).toMatchObject({ status: 200, body: { isOn: false, since: null } });
    expect(await view(gerda)).toEqual(NO_LETTER);
    expect(app.logText()).toContain(`"event":"newsletter_on","account":"${gerda.id}"`);
    expect(app.logText()).toContain(`"event":"newsletter_off","account":"${gerda.id}"`);
    expect(app.logText()).not.toContain(gerda.email);
    expect(await rows('select 1 from outbound_emails')).toEqual([]);
  });

  test('can change its frequency, which is not logged as a subscription', async () => {
    const choose = (body: unknown) => app.api('PUT', '/account/newsletter', as(gerda, body));
    await say(true);
    const before = app.logText().length;
    expect((await choose({ frequency: 'monthly' })).body).toMatchObject({ isOn: true, frequency: 'monthly' });
    expect(app.logText().slice(before)).not.toContain('newsletter_on');
    expect(await choose({ frequency: 'daily' })).toMatchObject({ status: 422, body: { errors: { frequency: [expect.any(String)] } } });
  });

  test.each([undefined, null, 'true', 1])('rejects %j as a choice', async (on) => {
    expect(await say(on)).toMatchObject({ status: 422, body: { errors: { on: [expect.any(String)] } } });
    expect(await rows('select 1 from newsletter_subscribers')).toEqual([]);
  });
});

describe('devices', () => {
  test('a session can be ended; its later requests are rejected', async () => {
    const phone = await addSession(database.pool, gerda.id);
    expect((await app.api('DELETE', `/account/sessions/${phone.sessionId}`, as(gerda))).status).toBe(204);
    const after = await Promise.all(Array.from({ length: 100 }, () => app.api('GET', '/account', as(phone))));
    expect(after.filter(({ status }) => status !== 401)).toEqual([]);
    expect(await isSignedIn(gerda)).toBe(true);
  });

  test('sessions of other users are not found and stay', async () => {
    for (const id of [kai.sessionId, '0199a0e0-0000-7000-8000-000000000000', 'all', "1' or '1'='1"])
      expect((await app.api('DELETE', `/account/sessions/${encodeURIComponent(id)}`, as(gerda))).status).toBe(404);
    expect(await isSignedIn(kai)).toBe(true);
  });

  test('all other sessions can be ended; repeating it changes nothing', async () => {
    const others = [await addSession(database.pool, gerda.id), await addSession(database.pool, gerda.id)];
    for (const _ of [1, 2]) expect((await app.api('DELETE', '/account/sessions', as(gerda))).status).toBe(204);
    expect(await Promise.all([gerda, kai, ...others].map(isSignedIn))).toEqual([true, true, false, false]);
  });

  test('an expired session is not listed', async () => {
    const old = await addSession(database.pool, gerda.id);
    await database.pool.query("update sessions set updated_at = now() - interval '15 days' where id = $1", [old.sessionId]);
    expect((await app.api('GET', '/account', as(gerda))).body.devices).toHaveLength(1);
  });
});

const cookieOf = ({ headers }: { headers: Headers }) =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('__Host-talewood_session='))
    ?.split(';', 1)[0] ?? '';

describe('changing the password', () => {
  const change = (body: unknown, device: { cookie: string } = gerda) => app.api('POST', '/account/password', as(device, body));

  test('requires the current one, ends other sessions, links and pending sign-ins, and sends an email', async () => {
    const phone = await addSession(database.pool, gerda.id);
    await database.pool.query(
      "insert into one_time_tokens (subject, purpose, hash, email, expires_at) values ($1, 'reset', $2, $3, now() + interval '1 hour')",
      [gerda.id, 'a'.repeat(64), gerda.email],
    );
    await database.pool.query(
      "insert into verifications (identifier, value, expires_at) values ('waits for a code', $1, now() + interval '10 minutes')",
      [gerda.id],
    );
    const answer = await change({ current: PASSWORD, password: NEW_PASSWORD });
    expect(answer.status).toBe(204);
    expect(await rows('select 1 from verifications')).toEqual([]);
    const stays = { cookie: cookieOf(answer) };
    // The session gets a new token, so that copies of the old one are useless.
    expect([await isSignedIn(stays), await isSignedIn(gerda), await isSignedIn(phone), await isSignedIn(kai)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect(await rows(`select 1 from sessions where user_id = '${gerda.id}'`)).toHaveLength(1);
    expect(await rows('select 1 from one_time_tokens')).toEqual([]);
    expect(await rows('select to_address, template from outbound_emails')).toEqual([
      { to_address: gerda.email, template: 'password-changed' },
    ]);
    expect((await change({ current: PASSWORD, password: NEW_PASSWORD }, stays)).status).toBe(403);
    expect((await change({ current: NEW_PASSWORD, password: PASSWORD }, stays)).status).toBe(204);
  });

  test.each([undefined, '', 'not the right one at all', `${PASSWORD}\0x`, PASSWORD.toUpperCase()])(
    'rejects %j as the current password',
    async (current) => {
      expect(await change({ current, password: NEW_PASSWORD })).toMatchObject({
        status: 403,
        body: { code: 'wrong_password', errors: { current: ['That is not your current password.'] } },
      });
      expect(await rows('select 1 from outbound_emails')).toEqual([]);
    },
  );

  test('requires a password as strong as at registration', async () => {
    for (const password of ['fairytale123', 'Gerda gerda', 'short', 'x'.repeat(257)])
      expect(await change({ current: PASSWORD, password })).toMatchObject({
        status: 422,
        body: { code: 'weak_password', errors: { password: expect.any(Array) } },
      });
  });

  test('rejects even the correct password for a while after five wrong ones', async () => {
    for (const _ of Array(5)) expect((await change({ current: 'wrong one after wrong one', password: NEW_PASSWORD })).status).toBe(403);
    const answer = await change({ current: PASSWORD, password: NEW_PASSWORD });
    expect(answer).toMatchObject({ status: 429, body: { code: 'too_many' } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await change({ current: PASSWORD, password: NEW_PASSWORD }, kai)).toMatchObject({ status: 204 });
  });

  test('changes it once for two concurrent requests', async () => {
    const both = await Promise.all([1, 2].map(() => change({ current: PASSWORD, password: NEW_PASSWORD })));
    expect(both.map(({ status }) => status).sort()).toEqual([204, 403]);
    expect(await rows('select template from outbound_emails')).toHaveLength(1);
  });
});

test('logs user and action, without passwords', async () => {
  await app.api('POST', '/account/password', as(gerda, { current: PASSWORD, password: NEW_PASSWORD }));
  await app.api('POST', '/account/password', as(gerda, { current: PASSWORD, password: NEW_PASSWORD }));
  const lines = app.logText();
  expect(lines).toContain(`"event":"password_changed","account":"${gerda.id}"`);
  for (const secret of [PASSWORD, NEW_PASSWORD, gerda.email, gerda.cookie.split('=')[1] ?? '']) expect(lines).not.toContain(secret);
});
