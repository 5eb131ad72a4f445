import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { can } from '#src/permissions.ts';
import { createTestApp, ORIGIN, type TestApp } from '#test/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { hashToken, readSessionToken, sessionCookie } from './cookies.ts';
import { type ConnectedUser, createGuards, findSessionUser, hashKey } from './guards.ts';

const TOKEN = 'a'.repeat(43);
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await run('delete from users');
  await run("insert into users (name, email, email_verified) values ('Gerda', 'gerda@tales.example', true)");
  await database.pool.query("insert into sessions (token, user_id, expires_at) select $1, id, now() + interval '14 days' from users", [
    hashToken(TOKEN),
  ]);
});

const run = (text: string) => database.pool.query(text);
const found = async () => (await findSessionUser(database.db, TOKEN))?.name;

test('a token identifies its session only', async () => {
  expect(await findSessionUser(database.db, TOKEN)).toMatchObject({ name: 'Gerda', email: 'gerda@tales.example', role: 'user' });
  expect(await findSessionUser(database.db, 'b'.repeat(43))).toBeNull();
  expect(await findSessionUser(database.db, hashToken(TOKEN))).toBeNull();
  expect(await findSessionUser(database.db, undefined)).toBeNull();
});

test.each([
  ['13 days after the last visit', "update sessions set updated_at = now() - interval '13 days'", true],
  ['14 days after the last visit', "update sessions set updated_at = now() - interval '14 days'", false],
  ['89 days after the sign-in', "update sessions set created_at = now() - interval '89 days'", true],
  ['90 days after the sign-in', "update sessions set created_at = now() - interval '90 days'", false],
  ['that has expired', 'update sessions set expires_at = now()', false],
  ['of a disabled account', 'update users set disabled_at = now()', false],
  ['of an address that is no longer verified', 'update users set email_verified = false', false],
  [
    'of an administrator after 11 hours',
    "update users set role = 'admin'; update sessions set updated_at = now() - interval '11 hours'",
    true,
  ],
  [
    'of an administrator after 12 hours',
    "update users set role = 'admin'; update sessions set updated_at = now() - interval '12 hours'",
    false,
  ],
  [
    'of an administrator after 7 days',
    "update users set role = 'admin'; update sessions set created_at = now() - interval '7 days'",
    false,
  ],
])('a session %s', async (_, change, isOpen) => {
  await run(change);
  expect(await found()).toBe(isOpen ? 'Gerda' : undefined);
});

test('a revoked role ends with the next request', async () => {
  await run("update users set role = 'admin'");
  expect((await findSessionUser(database.db, TOKEN))?.role).toBe('admin');
  await run("update users set role = 'user'");
  expect((await findSessionUser(database.db, TOKEN))?.role).toBe('user');
});

test('visits are recorded at intervals', async () => {
  const seen = async () => (await run('select updated_at from sessions')).rows[0].updated_at.getTime();
  const before = await seen();
  await found();
  expect(await seen()).toBe(before);
  await run("update sessions set updated_at = now() - interval '11 minutes', expires_at = now() + interval '1 day'");
  await found();
  expect(await seen()).toBeGreaterThanOrEqual(before);
  const { rows } = await run("select expires_at > now() + interval '13 days' as long from sessions");
  expect(rows).toEqual([{ long: true }]);
});

test('finding the user takes one index lookup', async () => {
  const { rows } = await run(
    `explain (format json) select 1 from sessions join users on users.id = user_id where token = '${hashToken(TOKEN)}'`,
  );
  expect(JSON.stringify(rows)).toContain('sessions_token_key');
});

test('the token is read from a single cookie with the right name', () => {
  const [plain, secure] = [sessionCookie('http://localhost:3000'), sessionCookie('https://tales.example')];
  expect(readSessionToken(`a=b; talewood_session=${TOKEN}.signature%3D`, plain)).toBe(TOKEN);
  expect(readSessionToken(`__Host-talewood_session=${TOKEN}%2Esignature`, secure)).toBe(TOKEN);
  for (const header of [
    undefined,
    '',
    `talewood_session=${TOKEN}`.slice(0, 50),
    `xtalewood_session=${TOKEN}`,
    `talewood_session=${TOKEN}; talewood_session=${'b'.repeat(43)}`,
    'talewood_session=;',
    "talewood_session=' or 1=1 --",
  ])
    expect(readSessionToken(header, plain)).toBeUndefined();
  expect(readSessionToken(`talewood_session=${TOKEN}`, secure)).toBeUndefined();
});

describe('an editor', () => {
  const KEY = `tw_${'k'.repeat(43)}`;
  const byCookie = { cookie: `__Host-talewood_session=${TOKEN}.signature` };
  const byKey = { authorization: `Bearer ${KEY}` };
  let site: TestApp;
  let findAgain: () => Promise<ConnectedUser | null>;

  beforeAll(() => {
    const guards = createGuards({ db: database.db, publicUrl: ORIGIN });
    site = createTestApp({
      database,
      mount: (app) => {
        app.on(['GET', 'HEAD', 'POST'], '/api/v1/edit', async (c) => c.json(await guards.editor(c)));
        app.post('/api/v1/key', async (c) => c.json(await guards.findKey(c)));
        app.get('/api/v1/stream', (c) => {
          findAgain = guards.identify(c.req.header());
          return c.body(null);
        });
      },
    });
  });
  const isEditor = async () => can((await findAgain())?.role, 'editTales');
  const addKey = (scope: string) =>
    database.pool.query("insert into api_keys (hash, user_id, name, scope, prefix) select $1, id, 'Import', $2, 'tw_kkkk' from users", [
      hashKey(KEY),
      scope,
    ]);
  const edit = async (headers: Record<string, string>, method = 'POST') => {
    const answer = await site.ask('/api/v1/edit', { method, headers });
    return [answer.status, method === 'HEAD' ? undefined : await answer.json()];
  };

  test('in the browser is a signed-in administrator', async () => {
    expect(await edit({})).toMatchObject([401, { code: 'signed_out' }]);
    expect(await edit(byCookie)).toMatchObject([403, { code: 'not_allowed' }]);
    await run("update users set role = 'admin'");
    expect(await edit(byCookie)).toMatchObject([200, { name: 'Gerda' }]);
  });

  test('with a read-only key may read only', async () => {
    await run("update users set role = 'admin'");
    await addKey('read');
    expect(await edit(byKey, 'GET')).toMatchObject([200, { name: 'Gerda' }]);
    expect(await edit(byKey, 'HEAD')).toEqual([200, undefined]);
    expect(await edit(byKey)).toMatchObject([403, { code: 'read_only_key' }]);
  });

  test('with a key for changes may change, until the role is revoked', async () => {
    await run("update users set role = 'admin'");
    await addKey('write');
    expect(await edit(byKey)).toMatchObject([200, { name: 'Gerda' }]);
    await run("update users set role = 'user'");
    expect(await edit(byKey)).toMatchObject([403, { code: 'not_allowed' }]);
  });

  test('does not use a key that is only looked up', async () => {
    await run("update users set role = 'admin'");
    await addKey('write');
    const used = async () => (await run('select last_used_at is not null as used from api_keys')).rows[0].used;
    expect(await (await site.ask('/api/v1/key', { headers: byKey })).json()).toMatchObject({
      keyId: expect.any(String),
      personId: expect.any(String),
    });
    expect(await used()).toBe(false);
    await edit(byKey);
    expect(await used()).toBe(true);
  });

  test('keeps a stream while the session lasts, which it does not extend', async () => {
    await run("update users set role = 'admin'");
    await run("update sessions set updated_at = now() - interval '1 hour'");
    await site.ask('/api/v1/stream', { method: 'GET', headers: byCookie });
    expect(await isEditor()).toBe(true);
    expect((await run("select updated_at < now() - interval '50 minutes' as idle from sessions")).rows).toEqual([{ idle: true }]);
    await run("update users set role = 'user'");
    expect(await isEditor()).toBe(false);
    await run("update users set role = 'admin'");
    await run('delete from sessions');
    expect(await isEditor()).toBe(false);
  });

  test('keeps a stream while the key is valid, which is no use of it', async () => {
    await run("update users set role = 'admin'");
    await addKey('read');
    await site.ask('/api/v1/stream', { method: 'GET', headers: { ...byCookie, ...byKey } });
    expect(await isEditor()).toBe(true);
    expect((await run('select last_used_at from api_keys')).rows).toEqual([{ last_used_at: null }]);
    await run("update users set role = 'user'");
    expect(await isEditor()).toBe(false);
    await run("update users set role = 'admin'");
    await run('update api_keys set revoked_at = now()');
    expect(await isEditor()).toBe(false);
    await site.ask('/api/v1/stream', { method: 'GET', headers: { authorization: 'Bearer tw_x' } });
    expect(await isEditor()).toBe(false);
  });

  test('is nobody without a key', async () => {
    expect(await (await site.ask('/api/v1/key', { headers: byCookie })).json()).toBeNull();
  });
});
