import { readFileSync } from 'node:fs';
import {
  createRemoteJWKSet,
  customFetch,
  decodeProtectedHeader,
  type FetchImplementation,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type ListeningTestApp, ORIGIN } from '#test/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addUser, type TestUser } from '#test/users.ts';
import { accessTokenRoutes, rotateKeys, withdrawKeys } from './access-tokens.ts';
import { KEY_SET_PATH } from './contract.ts';

const CHAT = 'https://chat.example';
const FORUM = 'https://forum.example/app';
let database: TestDatabase;
let app: ListeningTestApp;
let gerda: TestUser;

const appWith = (deps: { secret?: string; tokenAudiences?: string[] } = {}) =>
  createTestApp({ database, routes: (all) => accessTokenRoutes({ ...all, tokenAudiences: [CHAT, FORUM], ...deps }) });

beforeAll(async () => {
  database = await createTestDatabase();
  app = await appWith().listen();
});
afterAll(async () => {
  await app?.close();
  await database?.drop();
});
beforeEach(async () => {
  await app.clear();
  await run('delete from access_token_keys');
  gerda = await addUser(database.pool);
});

const run = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const ask = (audience: unknown = CHAT, { cookie = gerda.cookie, at = app as Pick<ListeningTestApp, 'api'>, headers = {} } = {}) =>
  at.api('POST', '/account/tokens', { cookie, body: { audience }, headers });
const issue = async (...asked: Parameters<typeof ask>): Promise<string> => (await ask(...asked)).body.token;
const keySet = async (at: Pick<ListeningTestApp, 'ask'> = app): Promise<JWK[]> =>
  ((await (await at.ask(KEY_SET_PATH, { method: 'GET' })).json()) as { keys: JWK[] }).keys;
const kidOf = (token: string) => decodeProtectedHeader(token).kid;
const rotate = () => rotateKeys(app.deps);
/** Moves all keys into the past. */
const pass = (time: string) => run('update access_token_keys set active_from = active_from - $1::interval', [time]);

type Verify = (token: string) => Promise<JWTPayload>;

/** A service that has just started, with the code of the documentation. It counts how often it gets the key set. */
function startService(): { verify: Verify; fetched: () => number } {
  const page = readFileSync(new URL('../../../docs/operators/configuration.md', import.meta.url), 'utf8');
  const code = /^```js\n(import .* from 'jose';\n.*?)^```$/ms.exec(page)?.[1]?.replace(/^import .*$|^export /gm, '');
  let fetched = 0;
  const count: FetchImplementation = (url, options) => {
    fetched += 1;
    return fetch(url, options as RequestInit);
  };
  const openKeySet = (url: URL) => createRemoteJWKSet(new URL(url.pathname, app.url), { [customFetch]: count });
  const verify = new Function('createRemoteJWKSet', 'jwtVerify', `${code}; return verifyToken;`)(openKeySet, jwtVerify) as Verify;
  return { verify, fetched: () => fetched };
}

describe('a token', () => {
  test('is verified by another service with the documented code', async () => {
    const { status, headers, body } = await ask();
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(Object.keys(body)).toEqual(['token', 'expiresAt']);
    const claims = await startService().verify(body.token);
    expect(claims).toEqual({
      ...{ iss: ORIGIN, sub: gerda.id, aud: CHAT, name: 'Gerda', role: 'user' },
      ...{ iat: expect.any(Number), exp: expect.any(Number), jti: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(300);
    expect(Math.abs((claims.iat ?? 0) - Date.now() / 1000)).toBeLessThan(30);
    expect(body.expiresAt).toBe(new Date((claims.exp ?? 0) * 1000).toISOString());
    expect(decodeProtectedHeader(body.token)).toEqual({ alg: 'ES256', typ: 'JWT', kid: (await keySet())[0]?.kid });
    expect(await issue()).not.toBe(body.token);
    expect(app.logText()).not.toContain(body.token);
  });

  test('is refused without login, for disabled accounts, ended sessions and API keys, and from other sites', async () => {
    const signedOut = { status: 401, body: { code: 'signed_out' } };
    expect(await ask(CHAT, { cookie: '' })).toMatchObject(signedOut);
    expect(await ask(CHAT, { headers: { authorization: `Bearer tw_${'k'.repeat(43)}` } })).toMatchObject(signedOut);
    expect(await ask(CHAT, { headers: { origin: CHAT } })).toMatchObject({ status: 403, body: { code: 'foreign_origin' } });
    await run('update users set disabled_at = now()');
    expect(await ask()).toMatchObject(signedOut);
    await run('update users set disabled_at = null');
    expect((await ask()).status).toBe(200);
    await run('delete from sessions');
    expect(await ask()).toMatchObject(signedOut);
  });

  test.each(['https://chat.example/', `${CHAT} ${FORUM}`, '', '*'])('is refused for "%s", which is not listed', async (audience) => {
    const errors = { audience: [expect.any(String)] };
    expect(await ask(audience)).toMatchObject({ status: 422, body: { code: 'unknown_audience', errors } });
  });

  test('is refused for several audiences, and with fields that are unknown', async () => {
    expect(await ask([CHAT, FORUM])).toMatchObject({ status: 422, body: { code: 'invalid' } });
    const more = await app.api('POST', '/account/tokens', { cookie: gerda.cookie, body: { audience: CHAT, role: 'admin' } });
    expect(more).toMatchObject({ status: 422, body: { errors: { role: ['Unknown field.'] } } });
  });

  test('is limited to 120 in ten minutes for each user', async () => {
    for (let sent = 0; sent < 120; sent += 20) await Promise.all(Array.from({ length: 20 }, () => ask('https://other.example')));
    const { status, headers } = await ask();
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await ask(CHAT, await addUser(database.pool))).status).toBe(200);
  });
});

describe('the documented code rejects', () => {
  let service: { verify: Verify };
  let token: string;
  beforeEach(async () => {
    service = startService();
    token = await issue();
    await service.verify(token);
  });

  test('tokens without signature', async () => {
    const claims = { name: 'Gerda', role: 'admin' };
    const unsigned = new UnsecuredJWT(claims).setIssuer(ORIGIN).setAudience(CHAT).setSubject(gerda.id).setExpirationTime('5m').encode();
    await expect(service.verify(unsigned)).rejects.toThrow(/alg/i);
    await expect(service.verify(token.replace(/[^.]*$/, ''))).rejects.toThrow('signature verification failed');
  });

  test('tokens signed by HMAC with the public key as the secret', async () => {
    const [key] = await keySet();
    for (const secret of [JSON.stringify(key), key?.x ?? '']) {
      const forged = new SignJWT({ role: 'admin' }).setProtectedHeader({ alg: 'HS256', kid: key?.kid ?? '' });
      forged.setIssuer(ORIGIN).setAudience(CHAT).setSubject(gerda.id).setIssuedAt().setExpirationTime('5m');
      await expect(service.verify(await forged.sign(new TextEncoder().encode(secret)))).rejects.toThrow(/alg/i);
    }
  });

  test('tokens for another audience, and changed ones', async () => {
    await expect(service.verify(await issue(FORUM))).rejects.toThrow('unexpected "aud" claim value');
    const [header, payload = '', signature] = token.split('.');
    const changed = Buffer.from(payload, 'base64url').toString().replace('"user"', '"admin"');
    await expect(service.verify(`${header}.${Buffer.from(changed).toString('base64url')}.${signature}`)).rejects.toThrow(
      'signature verification failed',
    );
  });
});

describe('the key set', () => {
  test('may be cached for ten minutes, and has public parts only', async () => {
    await issue();
    await pass('31 days');
    await rotate();
    const answer = await app.ask(KEY_SET_PATH, { method: 'GET' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=600');
    const text = await answer.text();
    expect(text).not.toMatch(/"d"\s*:/);
    const { keys } = JSON.parse(text) as { keys: JWK[] };
    expect(keys).toHaveLength(2);
    for (const key of keys) expect(Object.keys(key).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  });

  test('contains the key of the first token already before that', async () => {
    const [key] = await keySet();
    expect(kidOf(await issue())).toBe(key?.kid);
  });

  test('private keys are stored encrypted, and a public column with a private part is refused', async () => {
    await issue();
    const [row] = await run('select * from access_token_keys');
    expect(row.private_key).toMatch(/^eyJ[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(JSON.parse(Buffer.from(row.private_key.split('.')[0], 'base64url').toString())).toEqual({ alg: 'dir', enc: 'A256GCM' });
    const leak = `update access_token_keys set public_key = public_key || '{"d": "x"}'`;
    await expect(run(leak)).rejects.toMatchObject({ code: '23514' });
  });

  test('20 concurrent first requests, to two processes, create one key', async () => {
    const other = appWith();
    const asked = Array.from({ length: 20 }, (_, at) =>
      at % 4 === 0 ? keySet(at % 8 ? app : other) : issue(CHAT, { at: at % 2 ? app : other }),
    );
    const answers = await Promise.all(asked);
    const kids = answers.map((answer) => (typeof answer === 'string' ? kidOf(answer) : answer.map(({ kid }) => kid).join()));
    expect(new Set(kids)).toEqual(new Set((await run('select kid from access_token_keys')).map(({ kid }) => kid)));
    expect(new Set(kids).size).toBe(1);
  });

  test('both routes are 404 while no audience is configured', async () => {
    const off = appWith({ tokenAudiences: [] });
    expect((await off.ask(KEY_SET_PATH, { method: 'GET' })).status).toBe(404);
    expect((await ask(CHAT, { at: off })).status).toBe(404);
    expect((await ask(CHAT, { at: off, cookie: '' })).status).toBe(404);
    expect(await run('select from access_token_keys')).toEqual([]);
  });
});

describe('rotation', () => {
  test('keeps a key for 30 days, and does nothing before the first key', async () => {
    await rotate();
    expect(await run('select from access_token_keys')).toEqual([]);
    await issue();
    await pass('29 days 23 hours');
    await rotate();
    expect(await keySet()).toHaveLength(1);
  });

  test('publishes a new key before it signs, and the old one until its tokens have expired', async () => {
    const former = await issue();
    await pass('30 days 1 hour');
    await Promise.all([rotate(), rotate(), rotate()]);
    const [next, current, ...others] = await keySet();
    expect(others).toEqual([]);
    expect(current?.kid).toBe(kidOf(former));
    // A service caches the key set now. For an hour the old key still signs.
    const service = startService();
    await service.verify(former);
    await pass('59 minutes');
    const late = await issue();
    expect(kidOf(late)).toBe(current?.kid);
    await pass('2 minutes');
    const first = await issue();
    expect(kidOf(first)).toBe(next?.kid);
    for (const token of [late, first]) expect((await service.verify(token)).sub).toBe(gerda.id);
    expect(service.fetched()).toBe(1);
    // A service that starts now verifies both as well.
    const started = startService();
    for (const token of [late, first]) expect((await started.verify(token)).sub).toBe(gerda.id);
    await rotate();
    expect(await keySet()).toHaveLength(2);
  });

  test('an old key is no longer published or stored an hour after the next one has taken over', async () => {
    await issue();
    await pass('31 days');
    await rotate();
    await pass('2 hours 1 minute');
    const [next, ...others] = await keySet();
    expect([kidOf(await issue()), others]).toEqual([next?.kid, []]);
    await rotate();
    expect(await run('select kid from access_token_keys')).toEqual([{ kid: next?.kid }]);
  });

  test('withdrawing all keys invalidates their tokens at once, and is in the audit log', async () => {
    const token = await issue();
    await pass('31 days');
    await rotate();
    expect(await withdrawKeys(database.db)).toBe(2);
    expect(await run("select actor_kind, subject_kind, details from audit_log where action = 'signing-keys.withdrawn'")).toEqual([
      { actor_kind: 'site', subject_kind: 'signing-keys', details: { keys: 2 } },
    ]);
    const service = startService();
    await expect(service.verify(token)).rejects.toThrow('no applicable key');
    expect((await startService().verify(await issue())).sub).toBe(gerda.id);
    expect(await keySet()).toHaveLength(1);
  });
});

describe('a changed SECRET', () => {
  const changed = () => appWith({ secret: 'another secret, which cannot read the old keys' });
  const issueIn = (other: ReturnType<typeof changed>) => issue(CHAT, { at: other });

  test('replaces the keys, with one line in the log; older tokens stay valid', async () => {
    const former = await issue();
    await pass('31 days');
    await rotate();
    const other = changed();
    const [key] = await keySet(other);
    const tokens = await Promise.all(Array.from({ length: 5 }, () => issueIn(other)));
    expect(new Set(tokens.map(kidOf))).toEqual(new Set([key?.kid]));
    expect(other.logged('access_token_key_replaced').map(({ kid }) => kid)).toEqual([key?.kid]);
    const service = startService();
    for (const token of [former, ...tokens]) expect((await service.verify(token)).sub).toBe(gerda.id);
    // The next key of the former secret must not take over.
    expect(await keySet(other)).toHaveLength(2);
    await pass('2 hours');
    expect((await keySet(other)).map(({ kid }) => kid)).toEqual([key?.kid]);
    await rotateKeys(other.deps);
    expect(await run('select kid from access_token_keys')).toEqual([{ kid: key?.kid }]);
  });

  test('processes with different secrets do not replace each other’s keys with every request', async () => {
    const other = changed();
    for (let turn = 0; turn < 3; turn += 1) {
      await issue();
      await issueIn(other);
    }
    expect(await keySet()).toHaveLength(2);
  });
});
