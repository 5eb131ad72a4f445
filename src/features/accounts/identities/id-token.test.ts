import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, ORIGIN, type TestApp } from '#test/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { createKey, startIdentityProvider, type TestProvider } from '#test/identity-provider.ts';
import { openReader, type Reader } from '#test/reader.ts';
import { sessionRoutes } from '../session-routes.ts';
import { createIdentityProviders } from './identity-provider.ts';

/** ID tokens that a native application got from the provider. */

const NONCE = 'a random text of the application';
let database: TestDatabase;
let provider: TestProvider;
let site: TestApp;
let reader: Reader;

beforeAll(async () => {
  [database, provider] = await Promise.all([createTestDatabase(), startIdentityProvider()]);
  site = createTestApp({
    database,
    routes: ({ ...deps }) => {
      const settings = provider.settings({
        audiences: ['the app'],
        roleClaim: 'realm.roles',
        roles: new Map([
          ['keepers', 'editor'],
          ['all', 'reader'],
        ]),
      });
      return sessionRoutes({ ...deps, providers: createIdentityProviders([settings], { publicUrl: ORIGIN, log: deps.log }) });
    },
  });
});
afterAll(() => Promise.all([database.drop(), provider.stop()]));
beforeEach(async () => {
  await site.clear();
  provider.state.failure = undefined;
  reader = openReader(site);
});

const send = async (idToken: string, about: object = {}) => {
  const answer = await reader.ask('/api/v1/session/id-token', { json: { provider: 'castle', idToken, nonce: NONCE, ...about } });
  const body = await answer.json();
  return { status: answer.status, code: body.code, body };
};
const now = () => Math.floor(Date.now() / 1000);
const REFUSED = { status: 401, code: 'identity_refused' };

test('logs in, once for each token', async () => {
  const token = await provider.sign({ sub: 'kai', nonce: NONCE });
  expect(await send(token)).toMatchObject({ status: 200, body: { person: { name: 'kai', email: 'kai@provider.example', role: 'user' } } });
  expect(await reader.me()).toMatchObject({ name: 'kai' });
  expect(await send(token)).toMatchObject(REFUSED);
  expect(site.logged('sign_in_refused').at(-1)).toMatchObject({ reason: 'token_used', way: 'provider' });
  expect(site.logText()).not.toContain(token.split('.')[1]);
});

test('accepts the audience of the application, and the hash of the nonce', async () => {
  const nonce = createHash('sha256').update(NONCE).digest('hex');
  expect((await send(await provider.sign({ sub: 'kai', nonce, aud: ['the app', 'another'], azp: 'the app' }))).status).toBe(200);
});

test('an unknown role is an error at the start', () => {
  const settings = provider.settings({ id: 'my-castle', roleClaim: 'groups', roles: new Map([['keepers', 'king']]) });
  expect(() => createIdentityProviders([settings], { publicUrl: ORIGIN, log: site.log })).toThrow(
    'OIDC_MY_CASTLE_ROLES: "king" is not one of the roles reader, contributor, translator, editor, admin.',
  );
});

test('gives the role of a nested claim, and none without it', async () => {
  const realm = { roles: ['keepers', 7, 'all'] };
  expect(await send(await provider.sign({ sub: 'kai', nonce: NONCE, realm }))).toMatchObject({ body: { person: { role: 'editor' } } });
  expect(await send(await provider.sign({ sub: 'gerda', nonce: NONCE, realm: 'keepers' }))).toMatchObject({
    body: { person: { role: 'user' } },
  });
});

test.each<[string, () => Promise<string>]>([
  ['another nonce', () => provider.sign({ sub: 'kai', nonce: 'x'.repeat(32) })],
  ['no nonce', () => provider.sign({ sub: 'kai' })],
  ['another issuer', () => provider.sign({ sub: 'kai', nonce: NONCE, iss: 'https://evil.example' })],
  ['another audience', () => provider.sign({ sub: 'kai', nonce: NONCE, aud: 'another site' })],
  ['several audiences and no authorized party', () => provider.sign({ sub: 'kai', nonce: NONCE, aud: ['the app', 'another'] })],
  ['another authorized party', () => provider.sign({ sub: 'kai', nonce: NONCE, aud: ['the app', 'another'], azp: 'another' })],
  ['an end in the past', () => provider.sign({ sub: 'kai', nonce: NONCE, exp: now() - 60 })],
  ['an age of eleven minutes', () => provider.sign({ sub: 'kai', nonce: NONCE, iat: now() - 660 })],
  ['a beginning in the future', () => provider.sign({ sub: 'kai', nonce: NONCE, nbf: now() + 120 })],
  ['no subject', () => provider.sign({ nonce: NONCE, sub: '' })],
  ['an unknown key', async () => provider.sign({ sub: 'kai', nonce: NONCE }, { by: await createKey() })],
  [
    'no signature',
    async () => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      return `${part({ alg: 'none' })}.${part({ sub: 'kai', nonce: NONCE, iss: provider.issuer, aud: 'talewood', iat: now(), exp: now() + 60 })}.`;
    },
  ],
  ['three dots', async () => 'a.b.c'],
])('refuses a token with %s', async (_, forge) => {
  expect(await send(await forge())).toMatchObject(REFUSED);
  expect((await database.pool.query('select 1 from users')).rowCount).toBe(0);
});

test('reports unknown providers, invalid input, foreign origins and providers that are down', async () => {
  const token = await provider.sign({ sub: 'kai', nonce: NONCE });
  expect(await send(token, { provider: 'nobody' })).toMatchObject({ status: 404, code: 'no_provider' });
  expect(await send(token, { nonce: 'short' })).toMatchObject({ status: 422, code: 'invalid' });
  const foreign = { json: { provider: 'castle', idToken: token, nonce: NONCE }, headers: { origin: 'https://evil.example' } };
  expect((await reader.ask('/api/v1/session/id-token', foreign)).status).toBe(403);
  await provider.rotateKeys();
  provider.state.failure = 502;
  const later = createTestApp({
    database,
    routes: (deps) =>
      sessionRoutes({ ...deps, providers: createIdentityProviders([provider.settings()], { publicUrl: ORIGIN, log: deps.log }) }),
  });
  reader = openReader(later);
  expect(await send(token)).toMatchObject({ status: 503, code: 'provider_down', body: { detail: expect.stringContaining('Castle') } });
});
