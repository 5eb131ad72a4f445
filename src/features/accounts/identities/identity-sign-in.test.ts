import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, linkOf, ORIGIN, TEST_SECRET, type TestApp } from '#test/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addUser, openReader, PASSWORD, type Reader } from '#test/reader.ts';
import { loadAuth } from '../deps.ts';
import { invitationRoutes } from '../invitations.ts';
import { issueToken } from '../one-time-tokens.ts';
import { passwordResetRoutes } from '../password-reset.ts';
import { registrationRoutes } from '../registration.ts';
import { sessionRoutes } from '../session-routes.ts';
import type { Identity, IdentityProvider } from './identity-provider.ts';

/** Which account an identity opens. The provider says whatever the test wants. */

const EMAIL = 'kai@tales.example';
const ISSUER = 'https://castle.example/';
let said: Identity;
let database: TestDatabase;
let site: TestApp;
let reader: Reader;

beforeAll(async () => {
  database = await createTestDatabase();
  const provider: IdentityProvider = {
    ...{ id: 'castle', name: 'Castle', issuer: ISSUER },
    authorizationUrl: async () => `${ISSUER}login`,
    exchangeCode: async () => said,
    verifyIdToken: async () => said,
  };
  const auth = loadAuth({ db: database.db, publicUrl: ORIGIN, secret: TEST_SECRET });
  site = createTestApp({
    database,
    routes: (deps) =>
      sessionRoutes(deps).route('/', registrationRoutes(deps)).route('/', invitationRoutes(deps)).route('/', passwordResetRoutes(deps)),
    deps: { auth, providers: [provider] },
  });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await site.clear();
  await run('delete from invitations');
  said = { issuer: ISSUER, subject: 'kai', email: EMAIL, isEmailVerified: true, name: 'Kai', role: undefined };
  reader = openReader(site);
});

const run = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
let tokens = 0;
const logIn = async (by = reader) => {
  tokens += 1;
  const json = { provider: 'castle', idToken: `${tokens}.${tokens}.x`, nonce: 'a random text of the app' };
  const answer = await by.ask('/api/v1/session/id-token', { json });
  const body = await answer.json();
  return { status: answer.status, code: body.code as string | undefined, body };
};
const kinds = async () => (await site.mails()).map(({ mail }) => mail.kind);
const audited = () => run("select action, actor, details from audit_log where action like 'user.%' order by id desc limit 1");

describe('an address that the provider has verified', () => {
  test('opens a new account, without emails', async () => {
    expect((await logIn()).body).toEqual({ person: { name: 'Kai', email: EMAIL, role: 'user' } });
    expect(await kinds()).toEqual([]);
    expect(await run('select email_verified from users')).toEqual([{ email_verified: true }]);
  });

  test.each([false, true])('never opens the account that has it already (disabled: %s)', async (isDisabled) => {
    const id = await addUser(database, { email: EMAIL });
    if (isDisabled) await run('update users set disabled_at = now()');
    expect(await logIn()).toMatchObject({ status: 409, code: 'link_first' });
    expect([await reader.me(), await run('select provider_id from credentials where user_id = $1', [id])]).toEqual([
      null,
      [{ provider_id: 'credential' }],
    ]);
    expect(site.logged('sign_in_refused').at(-1)).toMatchObject({ reason: 'link_first', way: 'provider' });
    expect(site.logText()).not.toContain(EMAIL);
  });

  test('takes over an unconfirmed account, without the password that someone chose for it', async () => {
    await addUser(database, { email: EMAIL, name: 'Stranger', isVerified: false });
    expect((await logIn()).body).toMatchObject({ person: { name: 'Kai' } });
    expect(await run('select provider_id from credentials')).toEqual([{ provider_id: ISSUER }]);
    expect((await openReader(site).logIn({ email: EMAIL })).status).toBe(401);
  });

  test('accepts an invitation with its role, while the inviter is an administrator', async () => {
    const inviter = await addUser(database, { email: 'admin@tales.example' });
    const invite = () =>
      run("insert into invitations (email, role, invited_by, expires_at) values ($1, 'admin', $2, now() + interval '1 day')", [
        EMAIL,
        inviter,
      ]);
    await run("update users set role = 'admin'");
    await invite();
    const [{ id }] = (await run('select id from invitations')) as [{ id: string }];
    await issueToken(database.db, { subject: id, purpose: 'invitation', email: EMAIL });
    expect((await logIn()).body).toMatchObject({ person: { role: 'admin' } });
    expect(await audited()).toMatchObject([{ action: 'user.invitation-accepted', details: { role: 'admin' } }]);
    expect([await run('select 1 from invitations'), await run('select 1 from one_time_tokens')]).toEqual([[], []]);
    await run('delete from users where email = $1', [EMAIL]);
    await run("update users set role = 'user'");
    await invite();
    expect((await logIn()).body).toMatchObject({ person: { role: 'user' } });
  });
});

describe('an address that the provider has not verified', () => {
  beforeEach(() => {
    said = { ...said, isEmailVerified: false };
  });
  const CONFIRM = { status: 403, code: 'confirm_email' };

  test('has to be confirmed first, by our own email', async () => {
    expect(await logIn()).toMatchObject(CONFIRM);
    expect(await logIn()).toMatchObject(CONFIRM);
    expect(await kinds()).toEqual(['verify']);
    const { token, email } = linkOf((await site.mails()).at(-1)?.mail);
    expect((await reader.ask('/api/v1/verifications', { json: { token, email } })).status).toBe(200);
    expect(await kinds()).toEqual(['verify']);
    expect((await logIn(openReader(site))).body).toMatchObject({ person: { email: EMAIL } });
  });

  test('gets the same answer when it has an account, whose owner is told', async () => {
    await addUser(database, { email: EMAIL });
    expect(await logIn()).toMatchObject(CONFIRM);
    expect(await kinds()).toEqual(['already-registered']);
    expect(await run('select provider_id from credentials')).toEqual([{ provider_id: 'credential' }]);
  });

  test('is not enough for two strangers: neither password nor identity remains', async () => {
    await addUser(database, { email: EMAIL, isVerified: false });
    expect(await logIn()).toMatchObject(CONFIRM);
    expect(await run('select 1 from credentials')).toEqual([]);
    await site.clear();
    expect(await logIn()).toMatchObject(CONFIRM);
    await run('delete from rate_limits');
    const json = { name: 'Gerda', email: EMAIL, password: PASSWORD };
    expect((await reader.ask('/api/v1/registrations', { json })).status).toBe(202);
    expect(await run('select 1 from credentials')).toEqual([]);
  });

  test('loses the identity when its owner sets a password with an email', async () => {
    expect(await logIn()).toMatchObject(CONFIRM);
    await run('delete from rate_limits');
    expect((await reader.ask('/api/v1/password-resets', { json: { email: EMAIL } })).status).toBe(202);
    const { token } = linkOf((await site.mails()).find(({ mail }) => mail.kind === 'reset')?.mail);
    const json = { token, email: EMAIL, password: 'a lantern under the frozen river' };
    expect((await reader.ask('/api/v1/password-resets', { method: 'PUT', json })).status).toBe(204);
    expect(await run('select provider_id from credentials')).toEqual([{ provider_id: 'credential' }]);
  });
});

test('without an address nobody registers', async () => {
  said = { ...said, email: undefined, isEmailVerified: false };
  expect(await logIn()).toMatchObject({ status: 422, code: 'no_email' });
});

test('without a suitable name the account gets that of the address', async () => {
  said = { ...said, name: '' };
  expect((await logIn()).body).toMatchObject({ person: { name: 'kai' } });
});

test('a disabled account stays closed', async () => {
  await logIn();
  await run('update users set disabled_at = now()');
  expect(await logIn(openReader(site))).toMatchObject({ status: 401, code: 'identity_refused' });
});

test('the second factor is asked for', async () => {
  await logIn();
  await run('update users set two_factor_enabled = true');
  await run("insert into second_factors (user_id, secret, backup_codes) select id, 'x', 'x' from users");
  const phone = openReader(site);
  expect((await logIn(phone)).body).toEqual({ secondFactor: true });
  expect([await phone.me(), [...phone.cookies.keys()]]).toEqual([null, ['__Host-talewood_two_factor']]);
  expect(site.logged('second_factor_asked').at(-1)).toMatchObject({ way: 'provider' });
});

describe('roles of the provider', () => {
  const roles = async () => (await run('select name, role from users order by name')).map(({ name, role }) => `${name}: ${role}`);

  test('apply at each login, and are audited; a new role ends other sessions', async () => {
    await logIn();
    await addUser(database, { email: 'admin@tales.example' });
    await run("update users set role = 'admin' where name = 'Gerda'");
    said = { ...said, role: 'admin' };
    const phone = openReader(site);
    expect((await logIn(phone)).body).toMatchObject({ person: { role: 'admin' } });
    expect(await audited()).toEqual([{ action: 'user.role-changed', actor: null, details: { from: 'user', to: 'admin', by: 'provider' } }]);
    expect([await reader.me(), await phone.me()]).toMatchObject([null, { role: 'admin' }]);
    said = { ...said, role: 'user' };
    expect((await logIn()).body).toMatchObject({ person: { role: 'user' } });
    expect(await phone.me()).toMatchObject({ role: 'user' });
    expect(await kinds()).toEqual(['role-changed', 'role-changed']);
  });

  test('do not remove the last administrator, and none without a claim', async () => {
    said = { ...said, role: 'admin' };
    await logIn();
    said = { ...said, role: 'user' };
    expect((await logIn()).body).toMatchObject({ person: { role: 'admin' } });
    expect(site.logged('last_admin_kept')).toHaveLength(1);
    expect(await kinds()).toEqual([]);
    said = { ...said, role: undefined };
    await logIn();
    expect(await roles()).toEqual(['Kai: admin']);
  });
});
