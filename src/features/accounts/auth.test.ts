import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { type Auth, createAuth } from './auth.ts';
import { hashToken } from './cookies.ts';

const EMAIL = 'gerda@tales.example';
const PASSWORD = 'the robber girl kept a reindeer';
/** A fast replacement: argon2 has its own tests. */
const passwords = {
  hash: async (password: string) => `hash of ${password}`,
  verify: async ({ hash, password }: { hash: string; password: string }) => hash === `hash of ${password}`,
};

let database: TestDatabase;
let auth: Auth;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query('delete from users');
  auth = make('https://tales.example');
});

function make(publicUrl: string): Auth {
  return createAuth({ db: database.db, publicUrl, secret: 'a secret of the test, long enough for all', passwords });
}

async function register(): Promise<void> {
  await auth.api.signUpEmail({ body: { name: 'Gerda', email: EMAIL, password: PASSWORD } });
}

async function signIn(password = PASSWORD): Promise<{ cookie: string; set: string }> {
  const { headers } = await auth.api.signInEmail({ body: { email: EMAIL, password }, returnHeaders: true });
  const set = headers.getSetCookie().find((cookie) => cookie.includes('talewood_session')) ?? '';
  return { set, cookie: set.split(';')[0] ?? '' };
}

const sessionOf = (cookie: string) => auth.api.getSession({ headers: new Headers({ cookie }) });
const verify = () => database.pool.query('update users set email_verified = true');
const rows = async (text: string) => (await database.pool.query(text)).rows;

test('an unverified account cannot sign in', async () => {
  await register();
  await expect(signIn()).rejects.toMatchObject({ statusCode: 403 });
  await verify();
  expect((await sessionOf((await signIn()).cookie))?.user).toMatchObject({ name: 'Gerda', email: EMAIL, role: 'user' });
});

test('the cookie contains a 256-bit token, the database its hash', async () => {
  await register();
  await verify();
  const { cookie, set } = await signIn();
  expect(set).toMatch(/^__Host-talewood_session=/);
  expect(set).toMatch(/; Path=\/(;|$)/);
  for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax']) expect(set).toContain(part);
  expect(set).not.toContain('Domain');
  const token = decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1)).split('.')[0] ?? '';
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(await rows('select token from sessions')).toEqual([{ token: hashToken(token) }]);
});

test('the stored hash cannot be used as a token', async () => {
  await register();
  await verify();
  const { cookie } = await signIn();
  const [row] = await rows('select token from sessions');
  const forged = cookie.replace(/=[^.]+/, `=${row.token}`);
  expect(await sessionOf(forged)).toBeNull();
});

test('a visit after a day extends the session under the same cookie; two weeks without a visit end it', async () => {
  await register();
  await verify();
  const { cookie } = await signIn();
  await database.pool.query("update sessions set expires_at = expires_at - interval '2 days', updated_at = updated_at - interval '2 days'");
  expect((await sessionOf(cookie))?.user.email).toBe(EMAIL);
  const [{ left }] = await rows('select extract(epoch from expires_at - now()) / 86400 as left from sessions');
  expect(Number(left)).toBeGreaterThan(13.9);
  expect((await sessionOf(cookie))?.user.email).toBe(EMAIL);
  await database.pool.query("update sessions set expires_at = now() - interval '1 second'");
  expect(await sessionOf(cookie)).toBeNull();
});

test.each([
  ['ten years ahead', 10 * 365 * 86_400_000],
  ['an hour behind', -3_600_000],
])('a process whose clock is %s neither ends sessions early nor creates longer ones', async (_, ms) => {
  await register();
  await verify();
  const { cookie } = await signIn();
  const lives = 'select round(extract(epoch from expires_at - now()) / 3600) as hours from sessions order by created_at';
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  try {
    expect((await sessionOf(cookie))?.user.email).toBe(EMAIL);
    expect((await sessionOf((await signIn()).cookie))?.user.email).toBe(EMAIL);
  } finally {
    vi.useRealTimers();
  }
  expect(await rows(lives)).toEqual([{ hours: '336' }, { hours: '336' }]);
});

test('signing out deletes the session; deleting the user deletes all sessions and sign-in methods', async () => {
  await register();
  await verify();
  const [first, second] = [await signIn(), await signIn()];
  await auth.api.signOut({ headers: new Headers({ cookie: first.cookie }) });
  expect(await sessionOf(first.cookie)).toBeNull();
  expect((await sessionOf(second.cookie))?.user.email).toBe(EMAIL);
  await database.pool.query('delete from users');
  expect(await sessionOf(second.cookie)).toBeNull();
  expect(await rows('select 1 from sessions union all select 1 from credentials')).toEqual([]);
});

test('registration cannot set the role, and does not reveal a known address', async () => {
  await auth.api.signUpEmail({ body: { name: 'Gerda', email: EMAIL, password: PASSWORD, role: 'admin' } as never });
  const again = await auth.api.signUpEmail({ body: { name: 'Kai', email: EMAIL.toUpperCase(), password: PASSWORD } });
  expect(again).toMatchObject({ token: null, user: { name: 'Kai' } });
  expect(await rows('select name, role from users')).toEqual([{ name: 'Gerda', role: 'user' }]);
});

test('over plain HTTP the cookie has a name that browsers accept', async () => {
  auth = make('http://localhost:3000');
  await register();
  await verify();
  const { set, cookie } = await signIn();
  expect(set).toMatch(/^talewood_session=/);
  expect(set).not.toContain('Secure');
  expect((await sessionOf(cookie))?.user.email).toBe(EMAIL);
});

test('a wrong password and an unknown address get the same response', async () => {
  await register();
  await verify();
  const wrong = await signIn('not the right one at all').catch((error) => error);
  await database.pool.query('delete from users');
  const unknown = await signIn().catch((error) => error);
  expect([wrong.statusCode, wrong.body]).toEqual([401, unknown.body]);
  expect(unknown.statusCode).toBe(401);
});
