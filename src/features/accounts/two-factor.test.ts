import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { accountRoutes } from '#src/features/account-settings/account-routes.ts';
import { openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { setSiteName } from '#src/platform/site-name.ts';
import { registerPasskey } from '#test/authenticator.ts';
import { createTestApp, ORIGIN, TEST_SECRET, type TestApp } from '#test/create-test-app.ts';
import { createTestDatabase, silent, type TestDatabase } from '#test/database.ts';
import { totpOf } from '#test/totp.ts';
import { addSession, addUser, PASSWORD, type TestUser } from '#test/users.ts';
import { loadAuth } from './deps.ts';
import { sessionRoutes } from './session-routes.ts';

const CODE = /^[2-9a-z]{4}-[2-9a-z]{4}-[2-9a-z]{4}$/;
let database: TestDatabase;
let app: TestApp;
let gerda: TestUser;

beforeAll(async () => {
  database = await createTestDatabase();
  const auth = loadAuth({ db: database.db, publicUrl: ORIGIN, secret: TEST_SECRET });
  app = createTestApp({
    database,
    routes: (deps) => new Hono<AppEnv>().route('/', accountRoutes(deps)).route('/', sessionRoutes(deps)),
    deps: { auth },
  });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await app.clear();
  gerda = await addUser(database.pool);
});

const begin = (current = PASSWORD) => app.api('POST', '/account/second-factor', { cookie: gerda.cookie, body: { current } });
const finish = (code: string) => app.api('PUT', '/account/second-factor', { cookie: gerda.cookie, body: { code } });
const end = (current = PASSWORD) => app.api('DELETE', '/account/second-factor', { cookie: gerda.cookie, body: { current } });
const renew = (current = PASSWORD) => app.api('POST', '/account/recovery-codes', { cookie: gerda.cookie, body: { current } });
const view = async () => (await app.api('GET', '/account', { cookie: gerda.cookie })).body;
const kinds = async () => (await app.mails()).map(({ mail }) => mail);
const signIn = () => app.api('POST', '/session', { body: { email: gerda.email, password: PASSWORD } });

/** Like a browser, replaces its cookie with that of each response. */
function follow({ headers }: { headers: Headers }): void {
  const set = headers.getSetCookie().find((cookie) => cookie.startsWith('__Host-talewood_session='));
  if (set !== undefined) gerda = { ...gerda, cookie: set.split(';', 1)[0] ?? '' };
}

async function switchOn(): Promise<{ uri: string; recoveryCodes: string[] }> {
  const { uri } = (await begin()).body;
  const answer = await finish(totpOf(uri));
  expect(answer.status).toBe(200);
  follow(answer);
  return { uri, ...answer.body };
}

describe('turning it on', () => {
  test('requires the password and a first code, returns ten recovery codes, and sends an email', async () => {
    const before = gerda.cookie;
    expect(await begin('not the right one at all')).toMatchObject({ status: 403, body: { code: 'wrong_password' } });
    const { uri, recoveryCodes } = await switchOn();
    expect(uri).toMatch(/^otpauth:\/\/totp\/Talewood/);
    expect(recoveryCodes).toHaveLength(10);
    for (const code of recoveryCodes) expect(code).toMatch(CODE);
    expect(await view()).toMatchObject({ secondFactor: { isOn: true, recoveryCodesLeft: 10 } });
    expect(await kinds()).toMatchObject([{ kind: 'second-factor', isOn: true }]);
    expect(await signIn()).toMatchObject({ status: 200, body: { secondFactor: true } });
    expect((await app.api('GET', '/account', { cookie: before })).status).toBe(401);
  });

  test('ends all other sessions, which were started without a code', async () => {
    await addSession(database.pool, gerda.id);
    await switchOn();
    expect((await view()).devices.map(({ isThisOne }: { isThisOne: boolean }) => isThisOne)).toEqual([true]);
  });

  test('consumes the first code, which cannot also be used to sign in', async () => {
    const { uri } = (await begin()).body;
    const code = totpOf(uri);
    expect((await finish(code)).status).toBe(200);
    const asked = await signIn();
    const cookie = asked.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    expect(await app.api('POST', '/session/code', { cookie, body: { code } })).toMatchObject({
      status: 401,
      body: { code: 'challenge_over' },
    });
  });

  test('happens once for many concurrent requests', async () => {
    const begun = await Promise.all(Array.from({ length: 4 }, () => begin()));
    for (const { status } of begun) expect([200, 409]).toContain(status);
    const code = totpOf((await begin()).body.uri);
    const finished = await Promise.all(Array.from({ length: 6 }, () => finish(code)));
    // The first one ends the session of those that have not been authenticated yet.
    const [first, ...others] = finished.map(({ status }) => status).sort();
    expect(first).toBe(200);
    for (const status of others) expect([401, 409]).toContain(status);
    expect(await kinds()).toHaveLength(1);
    const winner = finished.find(({ status }) => status === 200);
    if (winner) follow(winner);
    const ended = await Promise.all(Array.from({ length: 4 }, () => end()));
    expect(ended.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1);
    expect(ended.every(({ status }) => status === 204 || status === 409 || status === 401)).toBe(true);
  });

  test('with a wrong code or before setup has no effect and sends no email', async () => {
    expect(await finish('123456')).toMatchObject({ status: 409, body: { code: 'not_begun' } });
    await begin();
    expect(await finish('000000')).toMatchObject({ status: 422, body: { code: 'wrong_code', errors: { code: [expect.any(String)] } } });
    expect(await finish('12')).toMatchObject({ status: 422 });
    expect(await view()).toMatchObject({ secondFactor: { isOn: false, recoveryCodesLeft: 0 } });
    expect(await kinds()).toEqual([]);
    expect(await signIn()).toMatchObject({ status: 200, body: { person: { name: 'Gerda' } } });
  });

  test('codes cannot be guessed', async () => {
    await begin();
    for (const _ of Array(10)) expect((await finish('000000')).status).toBe(422);
    expect((await finish('000000')).status).toBe(429);
  });

  test('a second time is rejected and returns no codes', async () => {
    const { uri } = await switchOn();
    expect(await begin()).toMatchObject({ status: 409, body: { code: 'second_factor_on' } });
    const again = await finish(totpOf(uri));
    expect([again.status, again.body.recoveryCodes]).toEqual([409, undefined]);
  });

  test('requires an account with a password', async () => {
    await database.pool.query('delete from credentials');
    expect(await begin('')).toMatchObject({ status: 409, body: { code: 'no_password' } });
  });
});

test('turning it off requires the password and sends an email', async () => {
  expect(await end()).toMatchObject({ status: 409, body: { code: 'second_factor_off' } });
  await switchOn();
  expect(await end('not the right one at all')).toMatchObject({ status: 403 });
  const answer = await end();
  expect(answer.status).toBe(204);
  follow(answer);
  expect(await view()).toMatchObject({ secondFactor: { isOn: false } });
  expect((await kinds()).at(-1)).toMatchObject({ kind: 'second-factor', isOn: false });
  expect(await signIn()).toMatchObject({ body: { person: { name: 'Gerda' } } });
});

test('the password alone is enough to create new recovery codes; used ones are not listed', async () => {
  expect(await renew()).toMatchObject({ status: 409 });
  const { recoveryCodes: old } = await switchOn();
  expect(await renew('not the right one at all')).toMatchObject({ status: 403 });
  const { recoveryCodes } = (await renew()).body;
  expect(app.logged('recovery_codes_renewed')).toMatchObject([{ account: gerda.id }]);
  expect(recoveryCodes).toHaveLength(10);
  expect(recoveryCodes.filter((code: string) => old.includes(code))).toEqual([]);
  const signInWith = async (code: string) => {
    const challenge = (await signIn()).headers.getSetCookie().find((cookie) => cookie.includes('two_factor')) ?? '';
    return (await app.api('POST', '/session/code', { cookie: challenge.split(';', 1)[0] ?? '', body: { code } })).status;
  };
  expect(await signInWith(old[0] ?? '')).toBe(401);
  expect(await signInWith(recoveryCodes[0])).toBe(200);
  expect(await view()).toMatchObject({ secondFactor: { isOn: true, recoveryCodesLeft: 9 } });
});

test('neither keys nor codes are readable in the database or the log', async () => {
  const { uri, recoveryCodes } = await switchOn();
  const key = new URL(uri).searchParams.get('secret') ?? '-';
  const { rows } = await database.pool.query('select secret || backup_codes as kept from second_factors');
  for (const secret of [key, ...recoveryCodes]) {
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(app.logText()).not.toContain(secret);
  }
});

describe('passkeys', () => {
  const options = (current = PASSWORD) => app.api('POST', '/account/passkeys/options', { cookie: gerda.cookie, body: { current } });
  const addRow = async (userId: string, name: string) =>
    (
      await database.pool.query<{ id: string }>(
        `insert into passkeys (user_id, name, credential_id, public_key, counter, device_type, backed_up)
          values ($1, $2, gen_random_uuid(), 'x', 0, 'singleDevice', false) returning id`,
        [userId, name],
      )
    ).rows[0]?.id ?? '';

  test('require the password, also long after the sign-in', async () => {
    onTestFinished(() => setSiteName(''));
    await database.pool.query("update sessions set created_at = now() - interval '3 days'");
    expect(await options('not the right one at all')).toMatchObject({ status: 403 });
    const { status, body, headers } = await options();
    expect(status).toBe(200);
    expect(body).toMatchObject({ rp: { id: 'tales.example', name: 'Talewood' }, authenticatorSelection: { userVerification: 'required' } });
    expect(headers.getSetCookie().join()).toContain('__Host-talewood_passkey=');
    setSiteName('Mum & "Dad": <3');
    expect((await options()).body.rp.name).toBe('Mum & "Dad": <3');
    expect(new URL((await begin()).body.uri)).toMatchObject({
      searchParams: expect.toSatisfy((all) => all.get('issuer') === 'Mum & "Dad"  <3'),
    });
    expect(headers.getSetCookie().join()).not.toContain('talewood_session=');
  });

  test('a forged response is rejected, without an email', async () => {
    const challenge = (await options()).headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    const response = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: { clientDataJSON: 'e30', attestationObject: 'oA' } };
    const cookie = `${gerda.cookie}; ${challenge}`;
    for (const each of [cookie, gerda.cookie]) {
      const answer = await app.api('POST', '/account/passkeys', { cookie: each, body: { name: 'My phone', response } });
      expect(answer).toMatchObject({ status: 422, body: { code: 'passkey_refused' } });
    }
    expect(await kinds()).toEqual([]);
  });

  test('can only be renamed and removed by their owner', async () => {
    const kai = await addUser(database.pool, { name: 'Kai' });
    const [own, foreign] = [await addRow(gerda.id, 'Phone'), await addRow(kai.id, 'Tower')];
    const rename = (id: string) => app.api('PATCH', `/account/passkeys/${id}`, { cookie: gerda.cookie, body: { name: 'Key' } });
    const remove = (id: string, current = PASSWORD) =>
      app.api('DELETE', `/account/passkeys/${id}`, { cookie: gerda.cookie, body: { current } });
    expect([(await rename(own)).status, (await rename(foreign)).status, (await remove(foreign)).status]).toEqual([204, 404, 404]);
    expect((await view()).passkeys).toMatchObject([{ id: own, name: 'Key' }]);
    for (const current of ['', 'not the right one at all'])
      expect(await remove(own, current)).toMatchObject({ status: 403, body: { code: 'wrong_password' } });
    expect((await remove(own)).status).toBe(204);
    expect(await remove(own)).toMatchObject({ status: 404, body: { code: 'no_passkey', detail: 'This passkey no longer exists.' } });
    expect((await database.pool.query('select name from passkeys')).rows).toEqual([{ name: 'Tower' }]);
    expect(await kinds()).toMatchObject([{ kind: 'passkey-removed', name: 'Gerda', passkey: 'Key' }]);
  });

  test('are removed once, with one email, by concurrent requests', async () => {
    const id = await addRow(gerda.id, 'Phone');
    const remove = () => app.api('DELETE', `/account/passkeys/${id}`, { cookie: gerda.cookie, body: { current: PASSWORD } });
    const removed = await Promise.all(Array.from({ length: 4 }, remove));
    expect(removed.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404]);
    expect(await kinds()).toMatchObject([{ kind: 'passkey-removed', passkey: 'Phone' }]);
  });

  /** Sends the response of an authenticator, as modified by the test. */
  async function register(changes: Parameters<typeof registerPasskey>[1] = {}) {
    const asked = await options();
    const challenge = asked.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    const response = registerPasskey({ challenge: asked.body.challenge, origin: ORIGIN, rpId: 'tales.example' }, changes);
    return app.api('POST', '/account/passkeys', { cookie: `${gerda.cookie}; ${challenge}`, body: { name: 'My phone', response } });
  }

  test('are created by an authenticator with the account id as their handle', async () => {
    expect(Buffer.from((await options()).body.user.id, 'base64url').toString()).toBe(gerda.id);
    expect(await register()).toMatchObject({ status: 201, body: { name: 'My phone' } });
    expect(await kinds()).toMatchObject([{ kind: 'passkey-added', passkey: 'My phone' }]);
  });

  test.each([
    ['created in a frame of another site', { clientData: { crossOrigin: true } }],
    ['created below another site', { clientData: { topOrigin: 'https://evil.example' } }],
    ['whose id is not that of the authenticator', { id: Buffer.alloc(32, 7).toString('base64url') }],
    ['with two ids', { rawId: Buffer.alloc(32, 7).toString('base64url') }],
    ['with an empty id', { credentialId: Buffer.alloc(0), id: '' }],
    ['with an id of 1,024 bytes', { credentialId: Buffer.alloc(1024, 7) }],
    ['whose point is not on the curve', { point: { x: Buffer.alloc(32, 1), y: Buffer.alloc(32, 2) } }],
    ['without user verification', { isUserVerified: false }],
  ])('%s are rejected, without an email', async (_, changes) => {
    const { status } = await register(changes);
    expect(status).toBe(422);
    expect([await kinds(), (await database.pool.query('select 1 from passkeys')).rows]).toEqual([[], []]);
  });

  test('sixteen concurrent ones do not exhaust the connections of a process', async () => {
    const pool = openPool(database.url, { log: silent });
    const db = openDb(pool);
    const site = createTestApp({
      database,
      routes: accountRoutes,
      deps: { db, auth: loadAuth({ db, publicUrl: ORIGIN, secret: TEST_SECRET }) },
    });
    const kai = await addUser(database.pool, { name: 'Kai' });
    const response = registerPasskey({ challenge: 'AAAA', origin: ORIGIN, rpId: 'tales.example' });
    try {
      const added = Array.from({ length: 16 }, () =>
        site.api('POST', '/account/passkeys', { cookie: gerda.cookie, body: { name: 'My phone', response } }),
      );
      const page = site.api('GET', '/account', { cookie: kai.cookie });
      expect((await page).status).toBe(200);
      expect(new Set((await Promise.all(added)).map(({ status }) => status))).toEqual(new Set([422]));
    } finally {
      await pool.end();
    }
  });
});
