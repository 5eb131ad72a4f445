import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestAccounts, type TestAccounts } from '#test/accounts.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { runSql } from '#test/sql.ts';
import { recoveryRoutes } from './recovery-routes.ts';
import { registrationRoutes } from './registration-routes.ts';
import { sessionRoutes } from './session-routes.ts';

const GRETA = { name: 'Greta', email: 'greta@brothers.example', password: 'seven ravens over glass' };
const API = '/api/v1/registrations';

let database: TestDatabase;
let site: TestAccounts;
beforeAll(async () => {
  database = await createTestDatabase();
  site = openTestAccounts(database, (deps) => registrationRoutes(deps).route('/', recoveryRoutes(deps)).route('/', sessionRoutes(deps)));
});
afterAll(() => database.drop());
beforeEach(() => site.clear());

const rows = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) => runSql<Row>(database.ownerUrl, text, values);
const kinds = async () => (await site.mails()).map(({ to, mail }) => `${mail.kind} ${to}`);
const letPass = (seconds: number) => rows(`update limit_counters set ends_at = ends_at - $1 * interval '1 second'`, [seconds]);
const register = (json: unknown, from: string) => site.ask(API, { json, from });

test('an address gets five mails in an hour, of all kinds together, from whatever networks they are asked for', async () => {
  const victim = 'victim@brothers.example';
  let networks = 0;
  const from = () => {
    networks += 1;
    return `198.51.100.${networks}`;
  };
  const minutePasses = () => rows(`update limit_counters set ends_at = now() where ends_at < now() + interval '61 seconds'`);
  const changeTo = (email: string, newEmail: string) =>
    site.ask(`${API}/address`, { json: { email, newEmail, password: GRETA.password }, from: from() });
  for (let n = 0; n < 6; n += 1) {
    // An account that is moved to the address, and away again, so that the next one can come.
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
  // What was asked for and not sent, as there was nothing to sign in to, is counted as well: else it would tell.
  const inAnHour = await sent();
  expect(inAnHour).toBeGreaterThan(2);
  expect(inAnHour).toBeLessThanOrEqual(5);
  // Who gets no mail is registered all the same, and can ask for one later.
  await register({ ...GRETA, email: victim }, from());
  expect((await rows('select email from profiles')).map(({ email }) => email)).toContain(victim);
  await letPass(3600);
  await site.ask(`${API}/resend`, { json: { email: victim }, from: from() });
  expect(await sent()).toBe(inAnHour + 1);
});
