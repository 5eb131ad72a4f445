import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { hashToken, readSessionToken, sessionCookie } from './cookies.ts';
import { findSessionUser } from './guards.ts';

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
