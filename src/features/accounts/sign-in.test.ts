import type * as argon2 from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { createTestDatabase, silent, type TestDatabase } from '#test/database.ts';
import { addUser, EMAIL, openReader, PASSWORD } from '#test/reader.ts';
import { consumeSignInAttempt } from './rate-limits.ts';
import { sessionRoutes, signOutRoutes } from './session-routes.ts';

/** The real hashing, counting the calls. */
const seen = vi.hoisted(() => ({ hashes: 0 }));
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof argon2>();
  const counted =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    (...args: Args) => {
      seen.hashes += 1;
      return work(...args);
    };
  return { ...real, hash: counted(real.hash), verify: counted(real.verify) };
});

const WRONG = 'not the right one at all';
const SESSION = '__Host-talewood_session';
let database: TestDatabase;
let other: ReturnType<typeof openPool>;
let site: TestApp;
let id: string;

beforeAll(async () => {
  database = await createTestDatabase();
  other = openPool(database.url, { log: silent, max: 8, statementTimeoutMs: 20_000 });
  site = createTestApp({ database, routes: (deps) => sessionRoutes(deps).route('/', signOutRoutes(deps)) });
});
afterAll(async () => {
  await other.end();
  await database.drop();
});
beforeEach(async () => {
  await site.clear();
  id = await addUser(database);
});

const run = (text: string) => database.pool.query(text);
const linesOf = (event: string) =>
  site
    .logText()
    .split('\n')
    .filter((line) => line.includes(`"event":"${event}"`));

describe('the correct password', () => {
  test('signs in this browser only, with an uncached response', async () => {
    const [reader, stranger] = [openReader(site), openReader(site)];
    const answer = await reader.logIn();
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ person: { name: 'Gerda', email: EMAIL, role: 'user' } });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await reader.me()).toEqual({ name: 'Gerda', email: EMAIL, role: 'user' });
    expect(await stranger.me()).toBeNull();
    const me = await reader.ask('/api/v1/me', { method: 'GET' });
    expect([me.status, me.headers.get('cache-control')]).toEqual([200, 'no-store']);
  });

  test.each([
    ['', '/'],
    ['/favorites', '/favorites'],
    ['https://evil.example/', '/'],
  ])('in a form redirects to the requested page (%s) with a flash message', async (next, place) => {
    const reader = openReader(site);
    const answer = await reader.ask('/login', { form: { email: ` ${EMAIL.toUpperCase()} `, password: PASSWORD, next } });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, place]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(reader.cookies.get('talewood_notice')).toBe('logged_in');
    expect(await reader.me()).toMatchObject({ name: 'Gerda' });
  });

  test('creates a new session each time, which replaces the previous one', async () => {
    const reader = openReader(site);
    const tokens = new Set<string | undefined>();
    for (let n = 0; n < 3; n += 1) {
      await reader.logIn();
      tokens.add(reader.cookies.get(SESSION));
    }
    expect(tokens.size).toBe(3);
    expect((await run('select 1 from sessions')).rowCount).toBe(1);
  });

  test.each([
    [{ email: EMAIL, password: ' ' }, 'Please enter both email and password', 'password'],
    [{ email: EMAIL, password: 'x'.repeat(2_001) }, 'Must be 2,000 characters or fewer.', 'password'],
    [{ email: 'x'.repeat(321), password: PASSWORD }, 'Must be 320 characters or fewer.', 'email'],
  ])('is not looked for when the input is invalid: %#', async (json, detail, field) => {
    const answer = await site.ask('/api/v1/session', { json });
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      { code: 'invalid', detail, errors: { [field]: [expect.any(String)] } },
    ]);
  });

  test('of an unverified address gets a specific error; a wrong password does not', async () => {
    await run('update users set email_verified = false');
    const right = await openReader(site).logIn();
    expect([right.status, await right.json()]).toMatchObject([403, { code: 'not_verified', detail: 'Please verify your email first' }]);
    expect((await openReader(site).logIn({ password: WRONG })).status).toBe(401);
    expect((await run('select 1 from sessions')).rowCount).toBe(0);
  });
});

describe('responses do not reveal whether an account exists', () => {
  test.each([
    ['a wrong password', '', { email: EMAIL, password: WRONG }],
    ['an unknown address', '', { email: 'nobody@tales.example', password: PASSWORD }],
    ['a disabled account', 'update users set disabled_at = now()', { email: EMAIL, password: PASSWORD }],
    ['a disabled account that was never verified', 'update users set disabled_at = now(), email_verified = false', {}],
    ['an account without a password', 'delete from credentials', { email: EMAIL, password: PASSWORD }],
    ['an invalid address', '', { email: "gerda'--", password: PASSWORD }],
    ['an address with a NUL', '', { email: 'gerda\0@tales.example', password: PASSWORD }],
    ['an address with a line break', '', { email: `${EMAIL}\r\nBcc: x@y.example`, password: PASSWORD }],
  ])('%s: the same response after the same work', async (_, change, given) => {
    if (change !== '') await run(change);
    seen.hashes = 0;
    const body = { email: EMAIL, password: PASSWORD, ...given };
    const answer = await site.ask('/api/v1/session', { json: body });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({
      ...{ type: 'about:blank', title: 'Unauthorized', status: 401, code: 'wrong_credentials', requestId: 'test' },
      detail: 'Wrong email or password. Please try again.',
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(seen.hashes).toBe(1);
  });

  test('the same limit', async () => {
    const last = async (email: string, from: string) => {
      const answers = [];
      for (let n = 0; n < 6; n += 1) answers.push((await site.ask('/api/v1/session', { json: { email, password: WRONG }, from })).status);
      return answers;
    };
    expect(await last('nobody@tales.example', '192.0.2.8')).toEqual(await last(EMAIL, '192.0.2.9'));
  });
});

describe('tries are limited', () => {
  test('to five, over two processes, whatever the spelling and whatever a stranger says of his address', async () => {
    const second = createTestApp({ database, routes: sessionRoutes, deps: { db: openDb(other) } });
    const spellings = [EMAIL, EMAIL.toUpperCase(), ` ${EMAIL}`, `\t${EMAIL}\n`];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        (n % 2 ? site : second).ask('/api/v1/session', {
          json: { email: spellings[n % 4], password: WRONG },
          headers: { 'x-forwarded-for': `198.51.100.${n}` },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    const refused = answers.find(({ status }) => status === 429);
    expect(await refused?.json()).toMatchObject({ code: 'too_many', detail: 'Too many attempts. Please try again in 15 minutes.' });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(880);
  });

  test('without checking the password any more', async () => {
    for (let n = 0; n < 5; n += 1) await openReader(site).logIn({ password: WRONG });
    seen.hashes = 0;
    const answer = await openReader(site).ask('/login', { form: { email: EMAIL, password: PASSWORD, next: '/favorites' } });
    expect([answer.status, answer.headers.has('retry-after'), seen.hashes]).toEqual([429, true, 0]);
    expect(await answer.json()).toMatchObject({ href: '/login?next=%2Ffavorites', code: 'too_many', values: { email: EMAIL } });
  });

  test('but correct ones are not', async () => {
    for (let n = 0; n < 12; n += 1) expect((await openReader(site).logIn()).status).toBe(200);
  });

  test('nor are fifty concurrent correct ones from one school', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => openReader(site).logIn()));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(50).fill(200));
  });

  test('and the owner signs in on a known browser after 100 failures of strangers', async () => {
    const owner = openReader(site);
    await owner.logIn();
    await owner.ask('/api/v1/session', { method: 'DELETE' });
    // Most of them without hashing, which is not tested here.
    const tries = Array.from({ length: 97 }, (_, n) => ({ email: EMAIL, address: `198.51.100.${n}`, isKnownDevice: false }));
    await Promise.all(tries.map((each) => consumeSignInAttempt(database.db, each)));
    for (let n = 0; n < 3; n += 1) expect((await openReader(site, { from: `203.0.113.${n}` }).logIn({ password: WRONG })).status).toBe(401);
    const [newcomer, known] = [await openReader(site, { from: '203.0.113.99' }).logIn(), await owner.logIn()];
    expect([newcomer.status, known.status]).toEqual([429, 200]);
  });

  test('and the owner signs in on a new browser at home after 100 failures of strangers from many networks', async () => {
    await openReader(site, { from: '2001:db8:77:1::5' }).logIn();
    const strangers = Array.from({ length: 100 }, (_, n) => ({ email: EMAIL, address: `2001:db8:${n + 100}::1`, isKnownDevice: false }));
    await Promise.all(strangers.map((each) => consumeSignInAttempt(database.db, each)));
    const elsewhere = await openReader(site, { from: '203.0.113.99' }).logIn();
    const atHome = await openReader(site, { from: '2001:db8:77:2::6' }).logIn();
    expect([elsewhere.status, atHome.status]).toEqual([429, 200]);
  });

  test('a known device of one account is unknown to the others', async () => {
    await addUser(database, { email: 'kai@tales.example' });
    const reader = openReader(site);
    await reader.logIn();
    for (let n = 0; n < 5; n += 1) await openReader(site).logIn({ email: 'kai@tales.example', password: WRONG });
    expect((await reader.logIn({ email: 'kai@tales.example' })).status).toBe(429);
  });
});

describe('signing out', () => {
  test("ends the session for all copies of its cookie, and clears the browser's data", async () => {
    const reader = openReader(site);
    await reader.logIn();
    const token = reader.cookies.get(SESSION) ?? '';
    const answer = await reader.ask('/api/v1/session', { method: 'DELETE' });
    expect([answer.status, answer.headers.get('clear-site-data')]).toEqual([204, '"cache", "storage"']);
    expect(reader.cookies.has(SESSION)).toBe(false);
    reader.cookies.set(SESSION, token);
    const passed = await Promise.all(Array.from({ length: 100 }, () => reader.me()));
    expect(passed.filter((person) => person !== null)).toEqual([]);
    expect((await run('select 1 from sessions')).rowCount).toBe(0);
  });

  test('with a form redirects home with a flash message, also without a session', async () => {
    const reader = openReader(site);
    await reader.logIn();
    for (const who of [reader, openReader(site)]) {
      const answer = await who.ask('/logout', { form: {} });
      expect([answer.status, answer.headers.get('location'), answer.headers.get('cache-control')]).toEqual([303, '/', 'no-store']);
      expect(answer.headers.get('clear-site-data')).toBe('"cache", "storage"');
      expect(who.cookies.get('talewood_notice')).toBe('logged_out');
    }
    expect(await reader.me()).toBeNull();
  });

  test('leaves the other devices signed in', async () => {
    const [phone, desk] = [openReader(site), openReader(site)];
    await phone.logIn();
    await desk.logIn();
    await phone.ask('/api/v1/session', { method: 'DELETE' });
    expect(await desk.me()).toMatchObject({ name: 'Gerda' });
  });
});

describe('time', () => {
  test("is the database's: a process whose clock is months off accepts the same sessions", async () => {
    const reader = openReader(site);
    await reader.logIn();
    try {
      for (const months of [-4, 4]) {
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + months * 30 * 24 * 60 * 60 * 1_000 });
        expect(await reader.me()).toMatchObject({ name: 'Gerda' });
        vi.useRealTimers();
      }
    } finally {
      vi.useRealTimers();
    }
    await run("update sessions set updated_at = now() - interval '14 days'");
    expect(await reader.me()).toBeNull();
  });
});

describe('the log', () => {
  test('contains each sign-in, failure and sign-out once, and no address, password or token', async () => {
    const before = ['signed_in', 'sign_in_refused', 'signed_out'].map((event) => linesOf(event).length);
    const [reader, stranger] = [openReader(site), openReader(site)];
    await stranger.logIn({ password: WRONG });
    await stranger.logIn({ email: 'nobody@tales.example' });
    await reader.logIn();
    const token = reader.cookies.get(SESSION) ?? '';
    await reader.ask('/logout', { form: {} });
    await reader.ask('/logout', { form: {} });
    const after = ['signed_in', 'sign_in_refused', 'signed_out'].map((event) => linesOf(event).length);
    expect(after.map((count, n) => count - (before[n] ?? 0))).toEqual([1, 2, 1]);
    expect(JSON.parse(linesOf('signed_in').at(-1) ?? '')).toMatchObject({ account: id, way: 'password', network: '192.0.2.1' });
    expect(JSON.parse(linesOf('sign_in_refused').at(-1) ?? '')).toMatchObject({ reason: 'wrong_credentials' });
    expect(JSON.parse(linesOf('signed_out').at(-1) ?? '')).toMatchObject({ account: id });
    const secrets = [EMAIL, 'nobody@tales', PASSWORD, WRONG, token, decodeURIComponent(token).split('.')[0] ?? '', 'argon2'];
    for (const secret of secrets) expect(site.logText()).not.toContain(secret);
  });
});
