import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { createTestApp, linkOf, ORIGIN, type TestApp, type TestRoutes } from '#test/create-test-app.ts';
import { createTestDatabase, silent, type TestDatabase } from '#test/database.ts';
import { addUser, EMAIL, openReader, PASSWORD, type Reader } from '#test/reader.ts';
import { totpOf } from '#test/totp.ts';
import { loadAuth } from './deps.ts';
import { sessionRoutes, signOutRoutes } from './session-routes.ts';

const CHALLENGE = '__Host-talewood_two_factor';
const SESSION = '__Host-talewood_session';
const SITE = { publicUrl: ORIGIN, secret: 'a secret of the test, long enough for all' };
let database: TestDatabase;
let other: ReturnType<typeof openPool>;
let site: TestApp;
let second: TestApp;
/** The `otpauth:` URI given to the authenticator app. */
let uri: string;
let recoveryCodes: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  other = openPool(database.url, { log: silent, max: 8, statementTimeoutMs: 20_000 });
  const db = openDb(other);
  const routes: TestRoutes = (deps) => sessionRoutes(deps).route('/', signOutRoutes(deps));
  site = createTestApp({ database, routes, deps: { auth: loadAuth({ db: database.db, ...SITE }) } });
  second = createTestApp({ database, routes, deps: { db, auth: loadAuth({ db, ...SITE }) } });
});
afterAll(async () => {
  await other.end();
  await database.drop();
});
beforeEach(async () => {
  await site.clear();
  await run('delete from verifications');
  await addUser(database);
  await enrol();
});

const run = async (text: string) => (await database.pool.query(text)).rows;

/** Like the settings page: by better-auth with the session of the user. */
async function enrol(): Promise<void> {
  const reader = openReader(site);
  await reader.logIn();
  const { api } = await site.deps.auth();
  const headers = new Headers({ cookie: `${SESSION}=${reader.cookies.get(SESSION)}` });
  const made = await api.enableTwoFactor({ body: { password: PASSWORD }, headers });
  if (made.method !== 'totp') throw new Error('There is no key for an app.');
  ({ totpURI: uri, backupCodes: recoveryCodes } = made);
  await api.verifyTOTP({ body: { code: codeOf(uri) }, headers });
  await run('delete from sessions; delete from rate_limits');
}

/** `steps`: number of 30-second steps in the future. */
const codeOf = (key: string, steps = 0) => totpOf(key, Date.now() + steps * 30_000);
const sendCode = (reader: Reader, code: string) => reader.ask('/api/v1/session/code', { json: { code } });
const wrongCode = () => String((Number(codeOf(uri)) + 500_000) % 1_000_000).padStart(6, '0');

/** A reader whose password was right. */
async function challenged(at: Pick<TestApp, 'ask'> = site): Promise<Reader> {
  const reader = openReader(at);
  expect(await (await reader.logIn()).json()).toEqual({ secondFactor: true });
  return reader;
}

describe('a second factor', () => {
  test('is required after the password, before the user is signed in', async () => {
    const reader = openReader(site);
    const answer = await reader.logIn();
    expect([answer.status, await answer.json()]).toEqual([200, { secondFactor: true }]);
    expect([...reader.cookies.keys()]).toEqual([CHALLENGE]);
    const [set = ''] = answer.headers.getSetCookie();
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/', 'Max-Age=600']) expect(set).toContain(part);
    expect([await reader.me(), await run('select 1 from sessions')]).toEqual([null, []]);
    const met = await sendCode(reader, codeOf(uri));
    expect([met.status, await met.json()]).toEqual([200, { person: { name: 'Gerda', email: EMAIL, role: 'user' } }]);
    expect(await reader.me()).toMatchObject({ name: 'Gerda' });
    expect(reader.cookies.has(CHALLENGE)).toBe(false);
    expect(await run('select count(*)::int as sessions from sessions')).toEqual([{ sessions: 1 }]);
  });

  test('is required after a link by email', async () => {
    const reader = openReader(site);
    await reader.ask('/api/v1/sign-in-links', { json: { email: EMAIL } });
    const link = linkOf((await site.mails())[0]?.mail);
    const answer = await reader.ask('/api/v1/session/link', { json: link });
    expect([await answer.json(), await reader.me()]).toEqual([{ secondFactor: true }, null]);
    expect((await sendCode(reader, codeOf(uri))).status).toBe(200);
    expect(await reader.me()).toMatchObject({ name: 'Gerda' });
  });

  test('has its own form, which redirects to the requested page', async () => {
    const reader = openReader(site);
    const first = await reader.ask('/login', { form: { email: EMAIL, password: PASSWORD, next: '/favorites' } });
    expect([first.status, first.headers.get('location')]).toEqual([303, '/login/code?next=%2Ffavorites']);
    const wrong = await reader.ask('/login/code', { form: { code: wrongCode(), next: '/favorites' } });
    expect([wrong.status, await wrong.json()]).toMatchObject([401, { href: '/login/code?next=%2Ffavorites', code: 'wrong_code' }]);
    const code = codeOf(uri);
    const right = await reader.ask('/login/code', { form: { code: `${code.slice(0, 3)} ${code.slice(3)}`, next: '/favorites' } });
    expect([right.status, right.headers.get('location'), reader.cookies.get('talewood_notice')]).toEqual([
      303,
      '/favorites',
      'welcome_back',
    ]);
  });

  test('ends the previous session of the browser', async () => {
    const reader = openReader(site);
    await addUser(database, { email: 'kai@tales.example', name: 'Kai' });
    await reader.logIn({ email: 'kai@tales.example' });
    const before = reader.cookies.get(SESSION) ?? '';
    await reader.logIn();
    expect((await sendCode(reader, codeOf(uri))).status).toBe(200);
    const thief = openReader(site);
    thief.cookies.set(SESSION, before);
    expect([await thief.me(), (await reader.me())?.name]).toEqual([null, 'Gerda']);
  });

  test('is stored encrypted; neither key nor codes are in the table or the log', async () => {
    const reader = await challenged();
    const code = codeOf(uri);
    await sendCode(reader, code);
    const table = JSON.stringify(await run('select * from second_factors'));
    const key = new URL(uri).searchParams.get('secret') ?? '';
    for (const secret of [key, ...recoveryCodes]) expect(table).not.toContain(secret);
    for (const secret of [key, code, reader.cookies.get(SESSION) ?? '']) expect(site.logText()).not.toContain(`"${secret}"`);
    expect(JSON.parse(site.logText().trim().split('\n').at(-1) ?? '')).toMatchObject({ event: 'signed_in', way: 'code' });
  });

  test('logs failures under the same challenge id as the request', async () => {
    await sendCode(await challenged(), wrongCode());
    const lines = site
      .logText()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const [asked, refused] = ['second_factor_asked', 'sign_in_refused'].map((event) => lines.findLast((line) => line.event === event));
    expect(asked).toMatchObject({ way: 'password', challenge: expect.stringMatching(/^[\w-]{16}$/) });
    expect(refused).toMatchObject({ way: 'code', reason: 'wrong_code', challenge: asked.challenge });
  });

  test('does not sign in to an account disabled after the password', async () => {
    const reader = await challenged();
    await run('update users set disabled_at = now()');
    expect((await sendCode(reader, codeOf(uri))).status).toBe(401);
    expect([await reader.me(), await run('select 1 from sessions')]).toEqual([null, []]);
  });
});

describe('an authenticator code', () => {
  test('works once', async () => {
    const [reader, thief] = [await challenged(), await challenged()];
    const code = codeOf(uri);
    expect((await sendCode(reader, code)).status).toBe(200);
    const again = await sendCode(thief, code);
    expect([again.status, (await again.json()).code, await thief.me()]).toEqual([401, 'challenge_over', null]);
    expect(await run('select count(*)::int as sessions from sessions')).toEqual([{ sessions: 1 }]);
  });

  test('is checked five times per challenge over two processes; then even the correct one is rejected', async () => {
    const reader = await challenged();
    for (let n = 0; n < 5; n += 1) {
      const at = n % 2 ? second : site;
      const answer = await at.ask('/api/v1/session/code', {
        json: { code: wrongCode() },
        headers: { cookie: `${CHALLENGE}=${reader.cookies.get(CHALLENGE)}` },
      });
      expect([answer.status, (await answer.json()).code]).toEqual([401, 'wrong_code']);
    }
    const last = await sendCode(reader, codeOf(uri));
    expect([last.status, (await last.json()).code]).toEqual([401, 'challenge_over']);
    expect(await reader.me()).toBeNull();
  });

  test('is checked five times for sixty concurrent attempts', async () => {
    const reader = await challenged();
    const headers = { cookie: `${CHALLENGE}=${reader.cookies.get(CHALLENGE)}` };
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => (n % 2 ? second : site).ask('/api/v1/session/code', { json: { code: wrongCode() }, headers })),
    );
    const codes = await Promise.all(answers.map(async (answer) => (await answer.json()).code));
    expect(codes.filter((code) => code === 'wrong_code').length).toBeLessThanOrEqual(5);
    expect(new Set(codes)).toEqual(new Set(['wrong_code', 'challenge_over']));
  });

  test('cannot be guessed with new challenges, over two processes', async () => {
    const statuses = [];
    for (let n = 0; n < 7; n += 1) statuses.push((await openReader(n % 2 ? second : site).logIn()).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });

  test('has separate attempts on a known device, so that someone with the password cannot lock out the owner', async () => {
    const owner = await challenged();
    await sendCode(owner, codeOf(uri));
    await owner.ask('/logout', { form: {} });
    for (let n = 0; n < 6; n += 1) await openReader(site, { from: '198.51.100.7' }).logIn();
    expect((await openReader(site).logIn()).status).toBe(429);
    expect(await (await owner.logIn()).json()).toEqual({ secondFactor: true });
    expect((await sendCode(owner, codeOf(uri, 1))).status).toBe(200);
  });

  test('of another challenge, without one, or with a forged one is rejected', async () => {
    const [reader, stranger] = [await challenged(), openReader(site)];
    for (const value of ['', 'x', `${'a'.repeat(32)}.${'b'.repeat(44)}`, reader.cookies.get(CHALLENGE)?.slice(0, -6) ?? '']) {
      stranger.cookies.set(CHALLENGE, value);
      const answer = await sendCode(stranger, codeOf(uri));
      expect([answer.status, (await answer.json()).code]).toEqual([401, 'challenge_over']);
    }
    expect((await sendCode(openReader(site), codeOf(uri))).status).toBe(401);
  });

  test('is also counted for users who are already signed in', async () => {
    const reader = await challenged();
    await sendCode(reader, codeOf(uri));
    await reader.logIn();
    const codes = [];
    for (let n = 0; n < 6; n += 1) codes.push((await (await sendCode(reader, wrongCode())).json()).code);
    expect(codes).toEqual([...Array<string>(5).fill('wrong_code'), 'challenge_over']);
  });

  test('expires after ten minutes', async () => {
    const reader = await challenged();
    await run("update verifications set expires_at = now() - interval '1 second'");
    expect((await sendCode(reader, codeOf(uri))).status).toBe(401);
    expect(await reader.me()).toBeNull();
  });

  test.each([[''], ['   '], ['a'.repeat(65)]])('%j is rejected by the schema', async (code) => {
    const answer = await sendCode(await challenged(), code);
    expect([answer.status, Object.keys((await answer.json()).errors)]).toEqual([422, ['code']]);
  });

  test.each(['12345', '1234567', '000000\0', "'; drop table", '１２３', '------', 'ßßßß'])('%j is wrong', async (code) => {
    expect((await sendCode(await challenged(), code)).status).toBe(401);
  });

  test('with unknown fields is rejected', async () => {
    const reader = await challenged();
    const answer = await reader.ask('/api/v1/session/code', { json: { code: codeOf(uri), trustDevice: true } });
    expect(answer.status).toBe(422);
  });
});

describe('a recovery code', () => {
  test('is one of ten, without characters that look alike', () => {
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[2-9a-hj-kmnp-z]{4}(-[2-9a-hj-kmnp-z]{4}){2}$/);
  });

  test.each([
    ['as displayed', (code: string) => code],
    ['in capitals, without dashes', (code: string) => code.replaceAll('-', '').toUpperCase()],
    ['with spaces', (code: string) => ` ${code.replaceAll('-', ' ')} `],
  ])('works once, %s', async (_, write) => {
    const code = recoveryCodes[0] ?? '';
    const reader = await challenged();
    expect((await sendCode(reader, write(code))).status).toBe(200);
    expect(await reader.me()).toMatchObject({ name: 'Gerda' });
    const again = await sendCode(await challenged(), write(code));
    expect([again.status, (await again.json()).code]).toEqual([401, 'wrong_code']);
    expect((await sendCode(await challenged(), recoveryCodes[1] ?? '')).status).toBe(200);
  });

  test('used concurrently in two processes works once', async () => {
    const code = recoveryCodes[2] ?? '';
    const both = [await challenged(site), await challenged(second)];
    const answers = await Promise.all(both.map((reader) => sendCode(reader, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await run('select count(*)::int as sessions from sessions')).toEqual([{ sessions: 1 }]);
  });
});

test('tolerates a clock that is 30 seconds late, but not two minutes', async () => {
  const reader = await challenged();
  try {
    vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 30_000) * 30_000 + 15_000 });
    expect((await sendCode(reader, codeOf(uri, -4))).status).toBe(401);
    expect((await sendCode(reader, codeOf(uri, -1))).status).toBe(200);
  } finally {
    vi.useRealTimers();
  }
});

test('a challenge expires by the clock of the database, not of the process', async () => {
  const sendAt = async (ms: number, reader: Reader, code = '') => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
    return (await sendCode(reader, code).finally(() => void vi.useRealTimers())).status;
  };
  expect(await sendAt(3_600_000, await challenged(), recoveryCodes[0])).toBe(200);
  const late = await challenged();
  await run("update verifications set expires_at = now() - interval '1 second'");
  expect(await sendAt(-3_600_000, late, recoveryCodes[1])).toBe(401);
});
