import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestApp, ORIGIN, type TestApp } from '#test/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { createKey, startIdentityProvider, type TestProvider } from '#test/identity-provider.ts';
import { addUser, openReader, type Reader } from '#test/reader.ts';
import { FLASH_COOKIE } from '../components/flash-message.ts';
import type { AccountRouteDeps } from '../deps.ts';
import { sessionRoutes, signOutRoutes } from '../session-routes.ts';
import { createIdentityProviders } from './identity-provider.ts';

let database: TestDatabase;
let provider: TestProvider;
let site: TestApp;
let reader: Reader;

beforeAll(async () => {
  [database, provider] = await Promise.all([createTestDatabase(), startIdentityProvider({ account: 'kai' })]);
  site = createTestApp({
    database,
    routes: (deps) => sessionRoutes(withProviders(deps)).route('/', signOutRoutes(deps)),
  });
});
afterAll(() => Promise.all([database.drop(), provider.stop()]));
beforeEach(async () => {
  await site.clear();
  await run('delete from verifications');
  Object.assign(provider.state, { account: 'kai', isCancelled: false, spoil: undefined, failure: undefined });
  provider.state.claims.clear();
  reader = openReader(site);
});

/** The same provider under two names, as two that share an issuer would be. */
const withProviders = (deps: AccountRouteDeps) => ({
  ...deps,
  providers: createIdentityProviders([provider.settings(), provider.settings({ id: 'tower' })], { publicUrl: ORIGIN, log: deps.log }),
});
const run = async (text: string) => (await database.pool.query(text)).rows;

const get = (path: string, by = reader) => by.ask(path, { method: 'GET' });
const locationOf = (answer: Response) => answer.headers.get('location') ?? '';

/** Goes to the provider, and returns the way back without going it. */
async function comeBack(by = reader, next = ''): Promise<string> {
  const left = await get(`/login/with/castle${next === '' ? '' : `?next=${encodeURIComponent(next)}`}`, by);
  expect([left.status, left.headers.get('cache-control'), left.headers.get('referrer-policy')]).toEqual([303, 'no-store', 'no-referrer']);
  const back = await provider.logIn(locationOf(left));
  expect(back.origin).toBe(ORIGIN);
  return back.pathname + back.search;
}

async function logIn(by = reader, next = ''): Promise<string> {
  return locationOf(await get(await comeBack(by, next), by));
}

/** The address that explains a failed login. */
const explains = (problem: string) => `/login?problem=${problem}&provider=castle`;

const change = (path: string, alter: (query: URLSearchParams) => void) => {
  const url = new URL(path, ORIGIN);
  alter(url.searchParams);
  return url.pathname + url.search;
};

describe('logging in', () => {
  test('sends PKCE, state and nonce, and creates the account of a new person', async () => {
    const left = new URL(locationOf(await get('/login/with/castle')));
    const sent = Object.fromEntries(left.searchParams);
    expect(sent).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${ORIGIN}/login/with/castle/callback`,
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(sent[name]).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(await logIn(reader, '/favorites')).toBe('/favorites');
    expect(reader.cookies.get(FLASH_COOKIE)).toBe('registered');
    expect(await reader.me()).toEqual({ name: 'kai', email: 'kai@provider.example', role: 'user' });
    expect(await run('select provider_id, account_id, password, access_token, id_token from credentials')).toEqual([
      { provider_id: `${provider.issuer}/`, account_id: 'kai', password: null, access_token: null, id_token: null },
    ]);
    expect(site.logged('signed_in').at(-1)).toMatchObject({ way: 'provider' });
  });

  test('again finds the same account, also after its address has changed here and there', async () => {
    await logIn();
    await run("update users set email = 'other@tales.example'");
    provider.state.claims.set('kai', { name: 'Kai', email: 'new@provider.example', email_verified: true });
    const later = openReader(site);
    expect(await logIn(later)).toBe('/');
    expect(await later.me()).toMatchObject({ name: 'kai', email: 'other@tales.example' });
    expect(await run('select 1 from users')).toHaveLength(1);
  });

  test('replaces the session of the browser, and logging out ends it', async () => {
    await addUser(database);
    await reader.logIn();
    await logIn();
    expect(await reader.me()).toMatchObject({ name: 'kai' });
    expect(await run('select 1 from sessions')).toHaveLength(1);
    expect((await reader.ask('/api/v1/session', { method: 'DELETE' })).status).toBe(204);
    expect([await reader.me(), await run('select 1 from sessions')]).toEqual([null, []]);
  });

  test('a form of the provider is redirected to the callback, with known parameters only', async () => {
    const back = new URL(await comeBack(), ORIGIN);
    const form = { ...Object.fromEntries(back.searchParams), user: '{"name":"x"}' };
    const answer = await site.ask(back.pathname, { form, headers: { origin: provider.issuer, 'sec-fetch-site': 'cross-site' } });
    expect(answer.status).toBe(303);
    expect(locationOf(answer)).not.toContain('user');
    expect(locationOf(await get(locationOf(answer)))).toBe('/');
    expect(await reader.me()).toMatchObject({ name: 'kai' });
  });

  test('another site cannot start it, and it leads back to pages of this site only', async () => {
    const started = await reader.ask('/login/with/castle', { method: 'GET', headers: { 'sec-fetch-site': 'cross-site' } });
    expect(locationOf(started)).toBe('/login');
    expect(await logIn(reader, '//evil.example')).toBe('/');
    expect((await get('/login/with/nobody')).status).toBe(404);
  });
});

describe('refused, without a session:', () => {
  const refused = async (answer: Response, problem = 'identity_refused') => {
    expect([answer.status, locationOf(answer)]).toEqual([303, explains(problem)]);
    expect([await reader.me(), await run('select 1 from users')]).toEqual([null, []]);
  };

  test('a wrong state, none, and that of another browser', async () => {
    const path = await comeBack();
    await refused(await get(change(path, (query) => query.set('state', 'a'.repeat(43)))), 'login_expired');
    await refused(await get(change(path, (query) => query.delete('state'))), 'login_expired');
    const other = openReader(site);
    expect(locationOf(await get(path, other))).toBe(explains('login_expired'));
    await comeBack(other);
    expect(locationOf(await get(path, other))).toBe(explains('login_expired'));
    expect(locationOf(await get(path))).toBe('/');
  });

  test('an answer that was used, or is older than ten minutes', async () => {
    const path = await comeBack();
    await run("update verifications set expires_at = now() - interval '1 second'");
    await refused(await get(path), 'login_expired');
    const used = await comeBack();
    expect(locationOf(await get(used))).toBe('/');
    expect(locationOf(await get(used))).toBe(explains('login_expired'));
    expect(site.logged('sign_in_refused').at(-1)).toMatchObject({ reason: 'login_expired', way: 'provider' });
  });

  test('a code of another login, or one that was exchanged before', async () => {
    const codeOf = (path: string) => new URL(path, ORIGIN).searchParams.get('code') ?? '';
    const unused = codeOf(await comeBack());
    await refused(await get(change(await comeBack(), (query) => query.set('code', unused))));
    await refused(await get(change(await comeBack(), (query) => query.delete('code'))));
    const used = await comeBack();
    expect(locationOf(await get(used))).toBe('/');
    expect(locationOf(await get(change(await comeBack(), (query) => query.set('code', codeOf(used)))))).toBe(explains('identity_refused'));
  });

  test('an answer of another issuer, without its issuer, or for another provider', async () => {
    await refused(await get(change(await comeBack(), (query) => query.set('iss', 'https://evil.example'))));
    await refused(await get(change(await comeBack(), (query) => query.delete('iss'))));
    const answer = await get((await comeBack()).replace('castle', 'tower'));
    expect(locationOf(answer)).toBe('/login?problem=login_expired&provider=tower');
  });

  test.each<[string, RegExp, (token: string) => Promise<string>]>([
    ['another nonce', /nonce/, (token) => provider.sign({ ...decodeJwt(token), nonce: 'a'.repeat(43) })],
    ['no nonce', /nonce/, (token) => provider.sign({ ...decodeJwt(token), nonce: undefined })],
    ['an end in the past', /exp/, (token) => provider.sign({ ...decodeJwt(token), exp: Math.floor(Date.now() / 1000) - 60 })],
    ['another issuer', /iss/, (token) => provider.sign({ ...decodeJwt(token), iss: 'https://evil.example' })],
    ['another audience', /aud/, (token) => provider.sign({ ...decodeJwt(token), aud: 'another site' })],
    ['the signature of an unknown key', /key/, async (token) => provider.sign(decodeJwt(token), { by: await createKey() })],
    [
      'the signature of another key under the name of theirs',
      /signature/,
      async (token) => {
        const kid = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
        return provider.sign(decodeJwt(token), { by: await createKey(), kid });
      },
    ],
    ['no signature', /alg/, async (token) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`],
  ])('an ID token with %s', async (_, reason, forge) => {
    provider.state.spoil = async (answer) => ({ ...answer, id_token: await provider.sign(decodeJwt(answer.id_token)) });
    expect(await logIn(openReader(site))).toBe('/');
    await site.clear();
    provider.state.spoil = async (answer) => ({ ...answer, id_token: await forge(answer.id_token) });
    await refused(await get(await comeBack()));
    expect(site.logged('provider_failed').at(-1)).toMatchObject({
      provider: 'castle',
      step: 'exchange',
      err: expect.stringMatching(reason),
    });
  });

  test('a login that the person cancelled', async () => {
    provider.state.isCancelled = true;
    await refused(await get(await comeBack()), 'cancelled');
  });

  test('while the provider is down: at the start, and on the way back; it works again afterwards', async () => {
    const fresh = createTestApp({ database, routes: (deps) => sessionRoutes(withProviders(deps)) });
    const visitor = openReader(fresh);
    provider.state.failure = 500;
    expect(locationOf(await get('/login/with/castle', visitor))).toBe(explains('provider_down'));
    const asked = provider.state.requests.length;
    expect(locationOf(await get('/login/with/castle', visitor))).toBe(explains('provider_down'));
    expect(provider.state.requests).toHaveLength(asked);
    provider.state.failure = undefined;
    const path = await comeBack();
    provider.state.failure = 503;
    await refused(await get(path), 'provider_down');
    provider.state.failure = undefined;
    expect(await logIn()).toBe('/');
  });

  test('too many attempts of a network', async () => {
    await run('delete from rate_limits');
    for (const _ of Array(60)) await get('/login/with/castle');
    await refused(await get('/login/with/castle'), 'too_many');
  });
});

test('a key that the provider has replaced is fetched anew', async () => {
  expect(await logIn()).toBe('/');
  await provider.rotateKeys();
  // Keys are not fetched twice within a minute.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
  try {
    expect(await logIn(openReader(site))).toBe('/');
  } finally {
    vi.useRealTimers();
  }
});
