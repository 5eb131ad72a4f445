import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { runSql } from '#test/sql.ts';
import { passwordResetRoutes } from './password-reset.ts';
import { registrationRoutes } from './registration.ts';
import { sessionRoutes } from './session-routes.ts';

const GRETA = { name: 'Greta', email: 'greta@brothers.example', password: 'seven ravens over glass' };
const API = '/api/v1/registrations';

let database: TestDatabase;
let site: TestApp;
beforeAll(async () => {
  database = await createTestDatabase();
  site = createTestApp({
    database,
    routes: (deps) => registrationRoutes(deps).route('/', passwordResetRoutes(deps)).route('/', sessionRoutes(deps)),
  });
});
afterAll(() => database.drop());
beforeEach(() => site.clear());

const rows = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) => runSql<Row>(database.ownerUrl, text, values);
const kinds = async () => (await site.mails()).map(({ to, mail }) => `${mail.kind} ${to}`);
const letPass = (seconds: number) => rows(`update rate_limits set expires_at = expires_at - $1 * interval '1 second'`, [seconds]);
const register = (json: unknown, from: string) => site.ask(API, { json, from });

test('an address gets five emails in an hour over all kinds and networks', async () => {
  const victim = 'victim@brothers.example';
  let networks = 0;
  const from = () => {
    networks += 1;
    return `198.51.100.${networks}`;
  };
  const minutePasses = () => rows(`update rate_limits set expires_at = now() where expires_at < now() + interval '61 seconds'`);
  const changeTo = (email: string, newEmail: string) =>
    site.ask(`${API}/address`, { json: { email, newEmail, password: GRETA.password }, from: from() });
  for (let n = 0; n < 6; n += 1) {
    // An account is moved to the address and away again, to free it for the next one.
    await register({ ...GRETA, email: `a${n}@brothers.example` }, from());
    await changeTo(`a${n}@brothers.example`, victim);
    await minutePasses();
    await site.ask(`${API}/resend`, { json: { email: victim }, from: from() });
    await site.ask('/api/v1/password-resets', { json: { email: victim }, from: from() });
    await site.ask('/api/v1/sign-in-links', { json: { email: victim }, from: from() });
    await changeTo(victim, `b${n}@brothers.example`);
    await minutePasses();
    await register({ ...GRETA, email: victim }, from());
    await changeTo(victim, `c${n}@brothers.example`);
    await minutePasses();
  }
  const sent = async () => (await kinds()).filter((kind) => kind.endsWith(victim)).length;
  // Requests that send nothing, because there is no account, are counted too; otherwise the limit would reveal it.
  const inAnHour = await sent();
  expect(inAnHour).toBeGreaterThan(2);
  expect(inAnHour).toBeLessThanOrEqual(5);
  // Users who get no email are registered anyway, and can request one later.
  await register({ ...GRETA, email: victim }, from());
  expect((await rows('select email from users')).map(({ email }) => email)).toContain(victim);
  await letPass(3600);
  await site.ask(`${API}/resend`, { json: { email: victim }, from: from() });
  expect(await sent()).toBe(inAnHour + 1);
});
