import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FLASH_COOKIE } from '#src/features/accounts/components/flash-message.ts';
import type { Identity, IdentityProvider } from '#src/features/accounts/identities/identity-provider.ts';
import { sessionRoutes } from '#src/features/accounts/session-routes.ts';
import { AppError } from '#src/platform/errors.ts';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addUser, EMAIL, openReader, PASSWORD, type Reader } from '#test/reader.ts';
import { accountRoutes } from './account-routes.ts';

const ISSUER = 'https://castle.example/';
const SETTINGS = '/settings#identities';
let said: Identity | AppError;
let database: TestDatabase;
let site: TestApp;
let reader: Reader;

beforeAll(async () => {
  database = await createTestDatabase();
  const answer = async () => {
    if (said instanceof AppError) throw said;
    return said;
  };
  const provider: IdentityProvider = {
    ...{ id: 'castle', name: 'Castle', issuer: ISSUER },
    authorizationUrl: async ({ state }) => `${ISSUER}login?state=${state}`,
    ...{ exchangeCode: answer, verifyIdToken: answer },
  };
  site = createTestApp({
    database,
    routes: (deps) => sessionRoutes(deps).route('/', accountRoutes(deps)),
    deps: { providers: [provider], auth: async () => ({ api: {} as never, on: () => ({}) as never }) },
  });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await site.clear();
  await run('delete from verifications');
  said = { issuer: ISSUER, subject: 'kai', email: 'kai@castle.example', isEmailVerified: true, name: 'Kai', role: undefined };
  await addUser(database);
  reader = openReader(site);
  await reader.logIn();
});

const run = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const send = async (method: string, path: string, json: object, by = reader) => {
  const answer = await by.ask(`/api/v1/account${path}`, { method, json });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
};
const start = (by = reader, json: object = { provider: 'castle', current: PASSWORD }) => send('POST', '/identities', json, by);
/** Comes back from the provider. Returns where the site leads to, with the message that it shows there. */
const comeBack = async (url: string, by = reader) => {
  const answer = await by.ask(`/login/with/castle/callback?code=x&state=${new URL(url).searchParams.get('state')}`, { method: 'GET' });
  const flash = answer.headers.getSetCookie().find((cookie) => cookie.startsWith(`${FLASH_COOKIE}=`));
  return [answer.headers.get('location'), /=(\w+);/.exec(flash ?? '')?.[1]];
};
const link = async (by = reader) => comeBack((await start(by)).body.url, by);
const linked = () =>
  run("select users.email, account_id from credentials join users on users.id = user_id where provider_id <> 'credential'");
const identities = async (by = reader) => (await (await by.ask('/api/v1/account', { method: 'GET' })).json()).identities;
const unlink = async (by = reader, current = PASSWORD) => send('DELETE', `/identities/${(await identities(by))[0].id}`, { current }, by);
const kinds = async () => (await site.mails()).map(({ to, mail }) => [to, mail.kind]);

describe('linking', () => {
  test('requires the password, and tells the owner once', async () => {
    expect(await start(reader, { provider: 'castle', current: 'wrong' })).toMatchObject({ status: 403, body: { code: 'wrong_password' } });
    expect(await start(reader, { provider: 'nobody', current: PASSWORD })).toMatchObject({ status: 404 });
    expect(await start(openReader(site))).toMatchObject({ status: 401 });
    for (const _ of [1, 2]) expect(await link()).toEqual([SETTINGS, 'identity_linked']);
    expect(await linked()).toEqual([{ email: EMAIL, account_id: 'kai' }]);
    expect(await identities()).toEqual([{ id: expect.any(String), provider: 'Castle', linked: expect.any(String) }]);
    expect(await kinds()).toEqual([[EMAIL, 'identity-linked']]);
    expect(site.logged('identity_linked')).toHaveLength(1);
  });

  test('the linked login opens the account', async () => {
    await link();
    const phone = openReader(site);
    const left = await phone.ask('/login/with/castle?next=/favorites', { method: 'GET' });
    expect(await comeBack(left.headers.get('location') ?? '', phone)).toEqual(['/favorites', 'welcome_back']);
    expect(await phone.me()).toMatchObject({ email: EMAIL });
  });

  test('needs the session that started it', async () => {
    const { url } = (await start()).body;
    await run('delete from sessions');
    expect(await comeBack(url)).toEqual([SETTINGS, 'identity_not_linked']);
    await reader.logIn();
    const second = (await start()).body;
    await addUser(database, { email: 'kay@tales.example' });
    await reader.logIn({ email: 'kay@tales.example' });
    expect(await comeBack(second.url)).toEqual([SETTINGS, 'identity_not_linked']);
    expect(await linked()).toEqual([]);
  });

  test('never takes an identity from another account, or one that was not confirmed', async () => {
    await link();
    await addUser(database, { email: 'kay@tales.example' });
    const other = openReader(site);
    await other.logIn({ email: 'kay@tales.example' });
    expect(await link(other)).toEqual([SETTINGS, 'identity_taken']);
    said = new AppError(401, 'cancelled', 'Cancelled.');
    expect(await link(other)).toEqual([SETTINGS, 'identity_not_linked']);
    expect(await linked()).toEqual([{ email: EMAIL, account_id: 'kai' }]);
  });
});

describe('unlinking', () => {
  test('requires the password, tells the owner, and closes the login', async () => {
    await link();
    expect(await unlink(reader, 'wrong')).toMatchObject({ status: 403 });
    expect(await unlink()).toEqual({ status: 204, body: undefined });
    expect([await linked(), await identities()]).toEqual([[], []]);
    expect((await kinds()).at(-1)).toEqual([EMAIL, 'identity-unlinked']);
    expect(await send('DELETE', '/identities/0199a0e0-0000-7000-8000-000000000000', { current: PASSWORD })).toMatchObject({ status: 404 });
    await run('update users set email_verified = true');
    said = { ...(said as Identity), email: EMAIL };
    const phone = openReader(site);
    const left = await phone.ask('/login/with/castle', { method: 'GET' });
    expect(await comeBack(left.headers.get('location') ?? '', phone)).toEqual([
      '/login?next=%2Fsettings&problem=link_first&provider=castle',
      undefined,
    ]);
  });

  test('keeps the last way to log in: an identity, and then a passkey', async () => {
    await link();
    await run("delete from credentials where provider_id = 'credential'");
    expect(await unlink()).toMatchObject({ status: 409, body: { code: 'last_method' } });
    const [{ id }] = (await run('select id from users')) as [{ id: string }];
    const [passkey] = await run(
      `insert into passkeys (user_id, credential_id, public_key, counter, device_type, backed_up)
        values ($1, 'x', 'x', 0, 'singleDevice', false) returning id`,
      [id],
    );
    expect(await unlink()).toMatchObject({ status: 204 });
    expect(await send('DELETE', `/passkeys/${passkey.id}`, {})).toMatchObject({ status: 409, body: { code: 'last_method' } });
  });

  test('two at once leave one', async () => {
    await link();
    said = { ...(said as Identity), subject: 'kai at home' };
    await link();
    await run("delete from credentials where provider_id = 'credential'");
    const [one, other] = await identities();
    const both = await Promise.all([one, other].map(({ id }) => send('DELETE', `/identities/${id}`, {})));
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
  });
});

test('an account without a password must have logged in recently, and can set one', async () => {
  await link();
  await run("delete from credentials where provider_id = 'credential'");
  await run("update sessions set created_at = now() - interval '11 minutes'");
  expect(await start(reader, { provider: 'castle' })).toMatchObject({ status: 403, body: { code: 'sign_in_again' } });
  await run('update sessions set created_at = now()');
  expect(await start(reader, { provider: 'castle' })).toMatchObject({ status: 200 });
  expect((await send('POST', '/password', { password: 'a lantern under the frozen river' })).status).toBe(204);
  expect((await (await reader.ask('/api/v1/account', { method: 'GET' })).json()).hasPassword).toBe(true);
});

test('the export has the identities; deleting the account deletes them and logins on their way', async () => {
  await link();
  await start();
  const exported = await (await reader.ask('/api/v1/account/export', { method: 'GET' })).json();
  expect(exported.identities).toEqual([{ issuer: ISSUER, subject: 'kai', linked: expect.any(String) }]);
  expect((await send('DELETE', '', { current: PASSWORD })).status).toBe(204);
  expect([await run('select 1 from credentials'), await run('select 1 from verifications')]).toEqual([[], []]);
});
