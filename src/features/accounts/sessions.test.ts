import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AppError } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { type Auth, createAuth } from './auth.ts';
import { hashToken } from './cookies.ts';
import { createGuards } from './guards.ts';
import { isKnownDevice } from './known-devices.ts';
import { startSession } from './sessions.ts';

const SECRET = 'a secret of the test, long enough for all';
const publicUrl = 'https://tales.example';
let database: TestDatabase;
let auth: Auth;
let id: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const passwords = { hash: async () => '', verify: async () => false };
  auth = createAuth({ db: database.db, publicUrl, secret: SECRET, passwords });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query('delete from users');
  const [made] = await rows("insert into users (name, email, email_verified) values ('Gerda', 'gerda@tales.example', true) returning id");
  id = made.id;
  await rows("insert into credentials (user_id, provider_id, account_id, password) select id, 'credential', id::text, 'hash' from users");
});

const rows = async (text: string) => (await database.pool.query(text)).rows;

/** Signs in like a route, after the credentials were checked. */
async function start({ cookie = '', passwordHash, replaces }: { cookie?: string; passwordHash?: string; replaces?: string } = {}) {
  const app = new Hono<AppEnv>();
  const proof = { ...(passwordHash !== undefined && { passwordHash }), ...(replaces !== undefined && { replaces }) };
  app.onError((error, c) => c.json({ code: (error as AppError).code }, (error as AppError).status as 401));
  app.post('/', async (c) => c.json(await startSession(c, { db: database.db, publicUrl, secret: SECRET }, id, proof)));
  app.get('/', async (c) => c.json(await createGuards({ db: database.db, publicUrl }).find(c)));
  const answer = await app.request('/', { method: 'POST', headers: { cookie, 'user-agent': 'Reader/1.0' } });
  const [set = '', device = ''] = answer.headers.getSetCookie();
  return { answer, set, cookie: set.split(';')[0] ?? '', device: device.split(';')[0] ?? '', ask: app };
}

const tokenOf = (cookie: string) => decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1)).split('.')[0] ?? '';

test('the cookie contains a 256-bit token bound to this host; its hash is stored for two weeks', async () => {
  const { answer, set, cookie } = await start();
  expect(await answer.json()).toEqual({ name: 'Gerda', email: 'gerda@tales.example', role: 'user' });
  expect(set).toMatch(/^__Host-talewood_session=/);
  for (const part of ['; Path=/;', '; HttpOnly', '; Secure', '; SameSite=Lax', '; Max-Age=7776000']) expect(set).toContain(part);
  expect(set).not.toContain('Domain');
  expect(Buffer.from(tokenOf(cookie), 'base64url')).toHaveLength(32);
  const [row] = await rows('select token, user_agent, extract(epoch from expires_at - now()) as left, ip_address from sessions');
  expect(row).toMatchObject({ token: hashToken(tokenOf(cookie)), user_agent: 'Reader/1.0', ip_address: null });
  expect(Math.round(Number(row.left) / 86_400)).toBe(14);
});

test('better-auth and our guards accept the same cookie', async () => {
  const { cookie, ask } = await start();
  expect((await auth.api.getSession({ headers: new Headers({ cookie }) }))?.user.email).toBe('gerda@tales.example');
  expect(await (await ask.request('/', { headers: { cookie } })).json()).toMatchObject({ name: 'Gerda' });
});

test('the previous session is deleted, and a planted one is not reused', async () => {
  const first = await start();
  const second = await start({ cookie: first.cookie });
  expect(tokenOf(second.cookie)).not.toBe(tokenOf(first.cookie));
  expect(await rows('select token from sessions')).toEqual([{ token: hashToken(tokenOf(second.cookie)) }]);
  const planted = `__Host-talewood_session=${'a'.repeat(43)}`;
  const third = await start({ cookie: planted, replaces: tokenOf(second.cookie) });
  expect(await rows('select token from sessions')).toEqual([{ token: hashToken(tokenOf(third.cookie)) }]);
});

test.each([
  ['is disabled', 'update users set disabled_at = now()'],
  ['has an address that is not verified', 'update users set email_verified = false'],
  ['was deleted', 'delete from users'],
])('nobody can sign in to an account that %s', async (_, change) => {
  await rows(change);
  const { answer } = await start();
  expect([answer.status, await answer.json(), answer.headers.getSetCookie()]).toEqual([401, { code: 'wrong_credentials' }, []]);
  expect(await rows('select 1 from sessions')).toEqual([]);
});

test('a password that changed after it was checked is rejected', async () => {
  expect((await start({ passwordHash: 'hash' })).answer.status).toBe(200);
  await rows("delete from sessions; update credentials set password = 'another hash'");
  expect((await start({ passwordHash: 'hash' })).answer.status).toBe(401);
  expect(await rows('select 1 from sessions')).toEqual([]);
});

test('a concurrent password change is waited for', async () => {
  const change = await database.pool.connect();
  try {
    await change.query('begin');
    await change.query("update credentials set password = 'another hash'");
    const started = start({ passwordHash: 'hash' });
    await waitForLock();
    await change.query('commit');
    expect((await started).answer.status).toBe(401);
  } finally {
    change.release();
  }
});

async function waitForLock(): Promise<void> {
  for (;;) {
    const waiting = await rows("select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()");
    if (waiting.length > 0) return;
  }
}

test('the browser is then a known device of this account only', async () => {
  const { device } = await start();
  const site = { publicUrl, secret: SECRET };
  expect(isKnownDevice(device, 'Gerda@Tales.example', site)).toBe(true);
  expect(isKnownDevice(device, 'kai@tales.example', site)).toBe(false);
});
