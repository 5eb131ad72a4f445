import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, ORIGIN, TEST_SECRET, type TestApp } from '#test/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addUser, EMAIL, openReader, PASSWORD, type Reader } from '#test/reader.ts';
import { totpOf } from '#test/totp.ts';
import { loadAuth } from './deps.ts';
import { sessionRoutes } from './session-routes.ts';

const SESSION = '__Host-talewood_session';
let database: TestDatabase;
let site: TestApp;
let uri: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const auth = loadAuth({ db: database.db, publicUrl: ORIGIN, secret: TEST_SECRET });
  site = createTestApp({ database, routes: sessionRoutes, deps: { auth } });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await site.clear();
  await addUser(database);
  const reader = openReader(site);
  await reader.logIn();
  const { api } = await site.deps.auth();
  const headers = new Headers({ cookie: `${SESSION}=${reader.cookies.get(SESSION)}` });
  const made = await api.enableTwoFactor({ body: { password: PASSWORD }, headers });
  if (made.method !== 'totp') throw new Error('There is no key for an app.');
  uri = made.totpURI;
  await api.verifyTOTP({ body: { code: totpOf(uri) }, headers });
});

const wrongCode = () => String((Number(totpOf(uri)) + 500_000) % 1_000_000).padStart(6, '0');
const sendCode = (reader: Reader, code: string) => reader.ask('/api/v1/session/code', { json: { code } });

/** A client with a challenge, after earlier attempts have expired. */
async function challenged(): Promise<Reader> {
  await database.pool.query("delete from rate_limits where expires_at < now() + interval '1 hour'");
  const reader = openReader(site);
  expect(await (await reader.logIn()).json()).toEqual({ secondFactor: true });
  return reader;
}

/** Sends wrong codes, five to a challenge. */
async function fail(times: number): Promise<void> {
  let reader = await challenged();
  for (let n = 0; n < times; n += 1) {
    if (n > 0 && n % 5 === 0) reader = await challenged();
    expect((await (await sendCode(reader, wrongCode())).json()).code).toBe('wrong_code');
  }
}

test('ten wrong codes in a day notify the owner once', async () => {
  await fail(9);
  expect(await site.mails()).toEqual([]);
  await fail(3);
  expect(await site.mails()).toMatchObject([{ to: EMAIL, mail: { kind: 'second-factor-failed', name: 'Gerda' } }]);
});

test('after 100 wrong codes in a day even the correct one is rejected', async () => {
  await fail(100);
  const refused = await sendCode(await challenged(), totpOf(uri));
  expect([refused.status, (await refused.json()).detail]).toEqual([429, 'Too many attempts. Please try again in 24 hours.']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
});

test('correct codes are not counted', async () => {
  await fail(9);
  const reader = await challenged();
  expect((await sendCode(reader, totpOf(uri))).status).toBe(200);
  expect(await site.mails()).toEqual([]);
});
