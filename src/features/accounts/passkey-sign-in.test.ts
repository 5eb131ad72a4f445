import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPasskey, type Passkey } from '#test/authenticator.ts';
import { createTestApp, ORIGIN, type TestApp } from '#test/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addUser, EMAIL, openReader, type Reader } from '#test/reader.ts';
import { loadAuth } from './deps.ts';
import { sessionRoutes } from './session-routes.ts';

const CHALLENGE = '__Host-talewood_passkey';
const HOME = { origin: ORIGIN, rpId: 'tales.example' };
let database: TestDatabase;
let site: TestApp;
let passkey: Passkey;
let id: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const auth = loadAuth({ db: database.db, publicUrl: ORIGIN, secret: 'a secret of the test, long enough for all' });
  site = createTestApp({ database, routes: sessionRoutes, deps: { auth } });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await site.clear();
  id = await addUser(database, { password: null });
  passkey = await addPasskey(id);
});

async function addPasskey(owner: string): Promise<Passkey> {
  const made = createPasskey();
  await database.pool.query(
    `insert into passkeys (user_id, name, credential_id, public_key, counter, device_type, backed_up, transports)
      values ($1, 'Phone', $2, $3, 0, 'multiDevice', true, 'internal')`,
    [owner, made.id, made.publicKey],
  );
  return made;
}

async function askForChallenge(reader: Reader): Promise<string> {
  const answer = await reader.ask('/api/v1/session/passkey/options', { json: {} });
  expect(answer.status).toBe(200);
  return (await answer.json()).challenge;
}

const present = (reader: Reader, response: object) => reader.ask('/api/v1/session/passkey', { json: { response } });
const run = async (text: string) => (await database.pool.query(text)).rows;

/** Signs in with the response that the test creates for the challenge, and returns the result. */
async function signIn(reader: Reader, make: (challenge: string) => object): Promise<{ status: number; code: string }> {
  const answer = await present(reader, make(await askForChallenge(reader)));
  const { code = '' } = await answer.json();
  return { status: answer.status, code };
}
const REFUSED = { status: 401, code: 'passkey_refused' };

describe('a passkey', () => {
  test('signs in without a password', async () => {
    const reader = openReader(site);
    const options = await reader.ask('/api/v1/session/passkey/options', { json: {} });
    const { challenge, ...rest } = await options.json();
    expect(rest).toMatchObject({ rpId: 'tales.example', userVerification: 'required' });
    expect(Buffer.from(challenge, 'base64url').length).toBeGreaterThanOrEqual(16);
    expect(options.headers.get('cache-control')).toBe('no-store');
    const [set = ''] = options.headers.getSetCookie();
    expect(set.startsWith(`${CHALLENGE}=`)).toBe(true);
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(set).toContain(part);
    const answer = await present(reader, passkey.sign({ challenge, ...HOME }));
    expect(await answer.json()).toEqual({ person: { name: 'Gerda', email: EMAIL, role: 'user' } });
    expect(await reader.me()).toMatchObject({ name: 'Gerda' });
    expect(reader.cookies.has(CHALLENGE)).toBe(false);
    expect(await run('select count(*)::int as sessions from sessions')).toEqual([{ sessions: 1 }]);
    expect(JSON.parse(site.logText().trim().split('\n').at(-1) ?? '')).toMatchObject({ event: 'signed_in', way: 'passkey', account: id });
  });

  test('needs no second factor, because it has verified the user', async () => {
    await run('update users set two_factor_enabled = true');
    const reader = openReader(site);
    await signIn(reader, (challenge) => passkey.sign({ challenge, ...HOME }));
    expect(await reader.me()).toMatchObject({ name: 'Gerda' });
  });

  test('may contain the account id as its handle, or a random handle when it is old', async () => {
    for (const handle of [id, 'a1b2c3d4e5f6g7h8'.repeat(2)]) {
      const userHandle = Buffer.from(handle).toString('base64url');
      const reader = openReader(site);
      await signIn(reader, (challenge) => passkey.sign({ challenge, ...HOME, userHandle }));
      expect(await reader.me()).toMatchObject({ name: 'Gerda' });
    }
  });

  test('with a counter has it stored, and a clone with a lower counter is rejected', async () => {
    await signIn(openReader(site), (challenge) => passkey.sign({ challenge, ...HOME, counter: 9 }));
    expect(await run('select counter from passkeys')).toEqual([{ counter: 9 }]);
    expect(await signIn(openReader(site), (challenge) => passkey.sign({ challenge, ...HOME, counter: 9 }))).toEqual(REFUSED);
  });
});

describe('is rejected', () => {
  test.each([
    ['without user verification', { isUserVerified: false }],
    ['for another origin', { origin: 'https://evil.example' }],
    ['for an unencrypted origin', { origin: 'http://tales.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['for another challenge', { challenge: 'c29tZXRoaW5nIGVsc2UgYWx0b2dldGhlcg' }],
  ])('one %s', async (_, changes) => {
    const reader = openReader(site);
    expect(await signIn(reader, (challenge) => passkey.sign({ challenge, ...HOME, ...changes }))).toEqual(REFUSED);
    expect([await reader.me(), await run('select 1 from sessions')]).toEqual([null, []]);
  });

  test.each([
    ['in a frame of another site', { clientData: { crossOrigin: true } }],
    ['below another site', { clientData: { topOrigin: 'https://evil.example' } }],
    ['with the handle of another account', { userHandle: Buffer.from('01a1fed2-db9c-7e0b-967b-7804cf1d9c62').toString('base64url') }],
    ['with an invalid handle', { userHandle: '' }],
  ])('one requested %s', async (_, changes) => {
    expect(await signIn(openReader(site), (challenge) => passkey.sign({ challenge, ...HOME, ...changes }))).toEqual(REFUSED);
  });

  test('an unregistered one', async () => {
    expect(await signIn(openReader(site), (challenge) => createPasskey().sign({ challenge, ...HOME }))).toEqual(REFUSED);
  });

  test('one with the id of another passkey', async () => {
    const kai = await addPasskey(await addUser(database, { email: 'kai@tales.example', password: null }));
    expect(
      await signIn(openReader(site), (challenge) => ({ ...kai.sign({ challenge, ...HOME }), id: passkey.id, rawId: passkey.id })),
    ).toEqual(REFUSED);
  });

  test('a replayed response, here or in another browser', async () => {
    const reader = openReader(site);
    const answer = passkey.sign({ challenge: await askForChallenge(reader), ...HOME });
    const cookie = reader.cookies.get(CHALLENGE) ?? '';
    expect((await present(reader, answer)).status).toBe(200);
    const thief = openReader(site);
    thief.cookies.set(CHALLENGE, cookie);
    expect((await present(thief, answer)).status).toBe(401);
    expect((await present(openReader(site), answer)).status).toBe(401);
  });

  test('all but one of twenty concurrent responses to one challenge', async () => {
    const reader = openReader(site);
    const answer = passkey.sign({ challenge: await askForChallenge(reader), ...HOME });
    const cookie = `${CHALLENGE}=${reader.cookies.get(CHALLENGE)}`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => site.ask('/api/v1/session/passkey', { json: { response: answer }, headers: { cookie } })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test.each([
    ['disabled', 'update users set disabled_at = now()'],
    ['not verified', 'update users set email_verified = false'],
  ])('one of an account that is %s', async (_, change) => {
    await run(change);
    const { status } = await signIn(openReader(site), (challenge) => passkey.sign({ challenge, ...HOME }));
    expect([status, await run('select 1 from sessions')]).toEqual([401, []]);
  });

  test.each([
    ['nothing', {}],
    ['no signature', { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'a', authenticatorData: 'a' } }],
    ['an id that is not a string', { id: { $ne: '' }, rawId: 'a', type: 'public-key', response: {} }],
    ['another kind of key', { id: 'a', rawId: 'a', type: 'password', response: {} }],
  ])('%s, by the schema', async (_, response) => {
    const reader = openReader(site);
    await askForChallenge(reader);
    expect((await present(reader, response)).status).toBe(422);
  });

  test('well-formed nonsense', async () => {
    const text = Buffer.from('{"type":"webauthn.get"}').toString('base64url');
    for (const value of ['a', text, 'A'.repeat(8_000)]) {
      const response = { clientDataJSON: value, authenticatorData: value, signature: value };
      const whole = { id: passkey.id, rawId: passkey.id, type: 'public-key', response };
      expect(await signIn(openReader(site), () => whole)).toEqual(REFUSED);
    }
  });
});

test('a network may request sixty challenges without using them', async () => {
  const statuses = [];
  for (let n = 0; n < 61; n += 1) statuses.push((await site.ask('/api/v1/session/passkey/options', { json: {} })).status);
  expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([60, 429]);
});
