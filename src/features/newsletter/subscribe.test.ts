import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, linkOf, type TestApp } from '#test/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addUser } from '#test/users.ts';
import { NEWSLETTER_DISABLED } from './components/signup-text.ts';
import { newsletterRoutes } from './newsletter-routes.ts';
import { selectRecipients, suppress } from './recipients.ts';
import { CONSENT_TEXT, removeOldSubscribers } from './subscribe.ts';

const WOLF = 'wolf@tales.example';
let database: TestDatabase;
let site: TestApp;
let drawn: number;

beforeAll(async () => {
  database = await createTestDatabase();
  const renderEmail = async (mail: { kind: string }) => {
    drawn += 1;
    return { subject: mail.kind, html: '<p>mail</p>', text: JSON.stringify(mail) };
  };
  site = createTestApp({ database, routes: (deps) => newsletterRoutes({ ...deps, hasMailServer: true }), deps: { renderEmail } });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await site.clear();
  await run('delete from newsletter_subscribers');
  await run('delete from newsletter_suppressions');
  drawn = 0;
});

const run = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const signUp = (email: string = WOLF, more: object = {}) => site.ask('/api/v1/newsletter', { json: { email, ...more } });
const kept = () => run('select email, user_id, status, consent_text from newsletter_subscribers order by id');
const kinds = async () => (await site.mails()).map(({ mail }) => mail.kind);
const link = async () => linkOf((await site.mails()).at(-1)?.mail);
const confirm = (json: object) => site.ask('/api/v1/newsletter/confirmations', { json });
const letPass = () => run('delete from rate_limits');
const recipients = async () => (await sql`${selectRecipients(['weekly', 'monthly'])}`.execute(database.db)).rows.length;

/** A confirmed subscriber. */
async function addReader(email = WOLF): Promise<void> {
  await signUp(email);
  expect((await confirm(await link())).status).toBe(204);
  await run('delete from outbound_emails');
  await letPass();
}

describe('signing up', () => {
  test('stores the consent and emails one link; no issue is sent there yet', async () => {
    const answer = await signUp(' Wolf@Tales.Example ');
    expect([answer.status, await answer.text(), answer.headers.get('cache-control')]).toEqual([202, '{}', 'no-store']);
    expect(await kept()).toEqual([{ email: WOLF, user_id: null, status: 'pending', consent_text: CONSENT_TEXT }]);
    expect(await site.mails()).toMatchObject([{ to: WOLF, mail: { kind: 'newsletter-confirm' } }]);
    expect(await link()).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), email: WOLF });
    expect(await recipients()).toBe(0);
  });

  test('is answered alike for every address, after the same work', async () => {
    const facts = async (answer: Response) => [answer.status, await answer.text(), [...answer.headers].sort()];
    const unknown = await facts(await signUp());
    await addReader('confirmed@tales.example');
    const closed = await addUser(database.pool);
    await run('update users set disabled_at = now()');
    for (const email of [WOLF, 'confirmed@tales.example', closed.email]) {
      drawn = 0;
      expect(await facts(await signUp(email)), email).toEqual(unknown);
      expect(drawn, email).toBe(1);
    }
  });

  test('again within the hour sends no second email and keeps the first link valid', async () => {
    for (let n = 0; n < 3; n += 1) expect((await signUp()).status).toBe(202);
    expect(await kinds()).toEqual(['newsletter-confirm']);
    expect((await confirm(await link())).status).toBe(204);
  });

  test('again later revokes the older link', async () => {
    await signUp();
    const older = await link();
    await letPass();
    await signUp();
    expect((await confirm(older)).status).toBe(410);
    expect((await confirm(await link())).status).toBe(204);
  });

  test('of a subscribed address emails its preferences link, once an hour', async () => {
    await addReader();
    const [{ key }] = await run('select key from newsletter_subscribers');
    for (let n = 0; n < 2; n += 1) await signUp();
    const preferencesLink = `https://tales.example/newsletter/preferences?key=${key}`;
    expect((await site.mails()).map(({ mail }) => mail)).toEqual([{ kind: 'newsletter-already', preferencesLink }]);
    expect(await run('select 1 from one_time_tokens')).toEqual([]);
  });

  test('is allowed 30 times per network, then rejected with the time to wait', async () => {
    const answers = [];
    for (let n = 0; n < 31; n += 1) answers.push(await signUp(`reader${n}@tales.example`));
    expect(answers.map(({ status }) => status).indexOf(429)).toBe(30);
    expect(await answers.at(-1)?.json()).toMatchObject({ detail: 'Too many attempts. Please try again in 60 minutes.' });
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect(await kept()).toHaveLength(30);
  });

  test('with a filled honeypot does nothing and is answered alike', async () => {
    const person = await signUp('a@tales.example');
    const program = await signUp('b@tales.example', { website: 'https://evil.example' });
    expect([program.status, await program.text()]).toEqual([person.status, await person.text()]);
    expect((await kept()).map(({ email }) => email)).toEqual(['a@tales.example']);
  });

  test.each([
    '',
    '  ',
    'wolf',
    'a@b',
    'a@b.c\r\nBcc: x@y.example',
    `${WOLF}\0`,
    '"x@evil.example"@tales.example',
    `a@${'b'.repeat(300)}.example`,
  ])('%j is not an email address, and the form is shown again with it', async (email) => {
    const answer = await signUp(email);
    expect([answer.status, (await answer.json()).errors]).toEqual([422, { email: ['Please enter a valid email address'] }]);
    const form = await site.ask('/', { form: { email, website: '' } });
    expect([form.status, await form.json()]).toMatchObject([422, { href: '/', values: { email } }]);
    expect([await kept(), await site.mails()]).toEqual([[], []]);
  });

  test('with unknown fields or cross-origin is rejected', async () => {
    expect((await signUp(WOLF, { status: 'confirmed' })).status).toBe(422);
    const headers = { origin: 'https://evil.example' };
    expect((await site.ask('/api/v1/newsletter', { json: { email: WOLF }, headers })).status).toBe(403);
    expect((await site.ask('/', { form: { email: WOLF }, headers })).status).toBe(403);
    expect(await kept()).toEqual([]);
  });

  test('with the form redirects to its page', async () => {
    const answer = await site.ask('/', { form: { email: WOLF, website: '' } });
    expect([answer.status, answer.headers.get('location'), answer.headers.getSetCookie()]).toEqual([303, '/newsletter/sent', []]);
    expect(await kinds()).toEqual(['newsletter-confirm']);
  });

  test('without a mail server is rejected with the text of the page', async () => {
    const closed = createTestApp({ database, routes: (deps) => newsletterRoutes({ ...deps, hasMailServer: false }) });
    const answer = await closed.ask('/api/v1/newsletter', { json: { email: WOLF } });
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'newsletter_closed', detail: NEWSLETTER_DISABLED }]);
    expect((await closed.ask('/', { form: { email: WOLF } })).status).toBe(409);
    expect(await kept()).toEqual([]);
  });
});

describe('a confirmation link', () => {
  test('confirms once, then is expired', async () => {
    await signUp();
    const good = await link();
    expect((await confirm(good)).status).toBe(204);
    expect([await kept(), await recipients()]).toMatchObject([[{ email: WOLF, status: 'confirmed', consent_text: CONSENT_TEXT }], 1]);
    const again = await confirm(good);
    expect([again.status, (await again.json()).code]).toEqual([410, 'link_faded']);
    for (const secret of [WOLF, good.token]) expect(site.logText()).not.toContain(secret);
  });

  test('with another address is rejected and stays valid', async () => {
    await signUp();
    const good = await link();
    expect((await confirm({ ...good, email: 'fox@tales.example' })).status).toBe(400);
    expect((await confirm({ token: good.token })).status).toBe(400);
    expect((await confirm(good)).status).toBe(204);
  });

  test('of twenty concurrent uses one counts', async () => {
    await signUp();
    const good = await link();
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => confirm(good)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.filter((status) => status === 410)).toHaveLength(19);
  });

  test('expires after seven days', async () => {
    await signUp();
    const good = await link();
    const back = (interval: string) => run(`update one_time_tokens set expires_at = expires_at - interval '${interval}'`);
    await back('6 days 23 hours');
    expect(await run('select 1 from one_time_tokens where expires_at > now()')).toHaveLength(1);
    await back('1 hour 1 second');
    expect((await confirm(good)).status).toBe(410);
    expect(await kept()).toMatchObject([{ status: 'pending' }]);
  });

  test('with the form redirects to its page; expired, its page shows the error', async () => {
    await signUp();
    const form = { ...(await link()) };
    const answer = await site.ask('/newsletter/confirm', { form });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/newsletter/welcome']);
    const again = await site.ask('/newsletter/confirm', { form });
    expect([again.status, await again.json()]).toMatchObject([410, { code: 'link_faded', values: { email: WOLF } }]);
  });

  test('lifts a suppression', async () => {
    await addReader();
    await suppress(database.db, WOLF, 'bounce');
    expect(await recipients()).toBe(0);
    await signUp();
    expect(await kinds()).toEqual(['newsletter-confirm']);
    expect([await kept(), await recipients()]).toMatchObject([[{ status: 'confirmed' }], 0]);
    expect((await confirm(await link())).status).toBe(204);
    expect(await recipients()).toBe(1);
  });

  test('for the address of an account opts in the account', async () => {
    const gerda = await addUser(database.pool);
    await addReader(gerda.email);
    expect(await kept()).toEqual([{ email: null, user_id: gerda.id, status: 'confirmed', consent_text: CONSENT_TEXT }]);
    await signUp(gerda.email);
    expect(await kinds()).toEqual(['newsletter-already']);
  });
});

test('unconfirmed and unsubscribed addresses are deleted after 30 days; accounts are not', async () => {
  const gerda = await addUser(database.pool);
  await addReader(gerda.email);
  await run("update newsletter_subscribers set status = 'unsubscribed', consent_at = null, consent_text = null");
  await addReader('stays@tales.example');
  await signUp('pending@tales.example');
  await run("insert into newsletter_subscribers (email, status) values ('left@tales.example', 'unsubscribed')");
  const age = (days: number) =>
    run(
      `update newsletter_subscribers set created_at = created_at - $1 * interval '1 day', updated_at = updated_at - $1 * interval '1 day'`,
      [days],
    );
  await age(29);
  expect(await removeOldSubscribers(database.db)).toBe(0);
  await age(1);
  expect(await removeOldSubscribers(database.db)).toBe(2);
  expect((await kept()).map(({ email }) => email)).toEqual([null, 'stays@tales.example']);
});

test('suppressed addresses are deleted after 30 days; the suppression stays until the next opt-in', async () => {
  const gerda = await addUser(database.pool);
  for (const email of [gerda.email, WOLF, 'fresh@tales.example', 'stays@tales.example']) await addReader(email);
  for (const email of [gerda.email, WOLF, 'fresh@tales.example']) await suppress(database.db, email, 'bounce');
  const since = "update newsletter_suppressions set created_at = now() - $1 * interval '1 day'";
  await run(since, [29]);
  expect(await removeOldSubscribers(database.db)).toBe(0);
  await run(`${since} where address_hash <> sha256('fresh@tales.example')`, [30]);
  expect(await removeOldSubscribers(database.db)).toBe(1);
  expect((await kept()).map(({ email }) => email)).toEqual([null, 'fresh@tales.example', 'stays@tales.example']);
  await signUp();
  expect(await run('select from newsletter_suppressions')).toHaveLength(3);
  expect((await confirm(await link())).status).toBe(204);
  expect([await run('select from newsletter_suppressions'), await recipients()]).toMatchObject([{ length: 2 }, 2]);
});
