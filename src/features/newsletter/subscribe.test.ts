import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { linkOf, openTestAccounts, type TestAccounts } from '#test/accounts.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addPerson } from '#test/person.ts';
import { newsletterRoutes } from './newsletter-routes.ts';
import { selectRecipients } from './recipients.ts';
import { SIGN_UP_TEXT } from './subscribe.ts';
import { removeOldSubscribers } from './subscribers.ts';
import { suppress } from './suppressions.ts';

const WOLF = 'wolf@tales.example';
let database: TestDatabase;
let site: TestAccounts;
let drawn: number;

beforeAll(async () => {
  database = await createTestDatabase();
  const renderMail = async (mail: { kind: string }) => {
    drawn += 1;
    return { subject: mail.kind, html: '<p>mail</p>', text: JSON.stringify(mail) };
  };
  site = openTestAccounts(database, (deps) => newsletterRoutes({ ...deps, hasMailServer: true }), { renderMail });
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
const letPass = () => run('delete from limit_counters');
const recipients = async () => (await sql`${selectRecipients(['weekly', 'monthly'])}`.execute(database.db)).rows.length;

/** An address that said yes. */
async function addReader(email = WOLF): Promise<void> {
  await signUp(email);
  expect((await confirm(await link())).status).toBe(204);
  await run('delete from mails');
  await letPass();
}

describe('asking for the letter', () => {
  test('keeps when and to which words, and mails one link; no letter goes there yet', async () => {
    const answer = await signUp(' Wolf@Tales.Example ');
    expect([answer.status, await answer.text(), answer.headers.get('cache-control')]).toEqual([202, '{}', 'no-store']);
    expect(await kept()).toEqual([{ email: WOLF, user_id: null, status: 'pending', consent_text: SIGN_UP_TEXT }]);
    expect(await site.mails()).toMatchObject([{ to: WOLF, mail: { kind: 'newsletter-confirm' } }]);
    expect(await link()).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), email: WOLF });
    expect(await recipients()).toBe(0);
  });

  test('is answered alike for every address, after the same work', async () => {
    const facts = async (answer: Response) => [answer.status, await answer.text(), [...answer.headers].sort()];
    const unknown = await facts(await signUp());
    await addReader('confirmed@tales.example');
    const closed = await addPerson(database.pool);
    await run('update profiles set disabled_at = now()');
    for (const email of [WOLF, 'confirmed@tales.example', closed.email]) {
      drawn = 0;
      expect(await facts(await signUp(email)), email).toEqual(unknown);
      expect(drawn, email).toBe(1);
    }
  });

  test('again within the hour sends no second mail and keeps the first link good', async () => {
    for (let n = 0; n < 3; n += 1) expect((await signUp()).status).toBe(202);
    expect(await kinds()).toEqual(['newsletter-confirm']);
    expect((await confirm(await link())).status).toBe(204);
  });

  test('again later ends the older link', async () => {
    await signUp();
    const older = await link();
    await letPass();
    await signUp();
    expect((await confirm(older)).status).toBe(410);
    expect((await confirm(await link())).status).toBe(204);
  });

  test('where it comes already tells so, with the link to choose, once an hour; nothing is to be confirmed', async () => {
    await addReader();
    const [{ key }] = await run('select key from newsletter_subscribers');
    for (let n = 0; n < 2; n += 1) await signUp();
    const preferencesLink = `https://tales.example/newsletter/preferences?key=${key}`;
    expect((await site.mails()).map(({ mail }) => mail)).toEqual([{ kind: 'newsletter-already', preferencesLink }]);
    expect(await run('select 1 from one_time_tokens')).toEqual([]);
  });

  test('is refused to nobody at once from one network thirty times, then told in words for how long', async () => {
    const answers = [];
    for (let n = 0; n < 31; n += 1) answers.push(await signUp(`reader${n}@tales.example`));
    expect(answers.map(({ status }) => status).indexOf(429)).toBe(30);
    expect(await answers.at(-1)?.json()).toMatchObject({ detail: 'Too many attempts. Please try again in 60 minutes.' });
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect(await kept()).toHaveLength(30);
  });

  test('by a program that fills in everything does nothing, and looks the same', async () => {
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
  ])('%j is no address, and the form is shown again with it', async (email) => {
    const answer = await signUp(email);
    expect([answer.status, (await answer.json()).errors]).toEqual([422, { email: ['Please enter a valid email address'] }]);
    const form = await site.ask('/', { form: { email, website: '' } });
    expect([form.status, await form.json()]).toMatchObject([422, { href: '/', values: { email } }]);
    expect([await kept(), await site.mails()]).toEqual([[], []]);
  });

  test('with unknown fields, or from another site, is refused', async () => {
    expect((await signUp(WOLF, { status: 'confirmed' })).status).toBe(422);
    const headers = { origin: 'https://evil.example' };
    expect((await site.ask('/api/v1/newsletter', { json: { email: WOLF }, headers })).status).toBe(403);
    expect((await site.ask('/', { form: { email: WOLF }, headers })).status).toBe(403);
    expect(await kept()).toEqual([]);
  });

  test('in a form leads to the page that says so', async () => {
    const answer = await site.ask('/', { form: { email: WOLF, website: '' } });
    expect([answer.status, answer.headers.get('location'), answer.headers.getSetCookie()]).toEqual([303, '/newsletter/sent', []]);
    expect(await kinds()).toEqual(['newsletter-confirm']);
  });

  test('without a mail server is refused with the words of the page', async () => {
    const closed = openTestAccounts(database, (deps) => newsletterRoutes({ ...deps, hasMailServer: false }));
    const answer = await closed.ask('/api/v1/newsletter', { json: { email: WOLF } });
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'newsletter_closed', detail: 'Newsletter opening soon' }]);
    expect((await closed.ask('/', { form: { email: WOLF } })).status).toBe(409);
    expect(await kept()).toEqual([]);
  });
});

describe('a link', () => {
  test('confirms once; a second time it has faded', async () => {
    await signUp();
    const good = await link();
    expect((await confirm(good)).status).toBe(204);
    expect([await kept(), await recipients()]).toMatchObject([[{ email: WOLF, status: 'confirmed', consent_text: SIGN_UP_TEXT }], 1]);
    const again = await confirm(good);
    expect([again.status, (await again.json()).code]).toEqual([410, 'link_faded']);
    for (const secret of [WOLF, good.token]) expect(site.logged()).not.toContain(secret);
  });

  test('with the address of someone else is refused, and stays good', async () => {
    await signUp();
    const good = await link();
    expect((await confirm({ ...good, email: 'fox@tales.example' })).status).toBe(400);
    expect((await confirm({ token: good.token })).status).toBe(400);
    expect((await confirm(good)).status).toBe(204);
  });

  test('of twenty uses at once counts one', async () => {
    await signUp();
    const good = await link();
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => confirm(good)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.filter((status) => status === 410)).toHaveLength(19);
  });

  test('fades after seven days', async () => {
    await signUp();
    const good = await link();
    const back = (interval: string) => run(`update one_time_tokens set expires_at = expires_at - interval '${interval}'`);
    await back('6 days 23 hours');
    expect(await run('select 1 from one_time_tokens where expires_at > now()')).toHaveLength(1);
    await back('1 hour 1 second');
    expect((await confirm(good)).status).toBe(410);
    expect(await kept()).toMatchObject([{ status: 'pending' }]);
  });

  test('in a form leads to the page that says so; faded, its page is drawn again', async () => {
    await signUp();
    const form = { ...(await link()) };
    const answer = await site.ask('/newsletter/confirm', { form });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/newsletter/welcome']);
    const again = await site.ask('/newsletter/confirm', { form });
    expect([again.status, await again.json()]).toMatchObject([410, { code: 'link_faded', values: { email: WOLF } }]);
  });

  test('makes letters come again that were kept from the address', async () => {
    await addReader();
    await suppress(database.db, WOLF, 'bounce');
    expect(await recipients()).toBe(0);
    await signUp();
    expect(await kinds()).toEqual(['newsletter-confirm']);
    expect([await kept(), await recipients()]).toMatchObject([[{ status: 'confirmed' }], 0]);
    expect((await confirm(await link())).status).toBe(204);
    expect(await recipients()).toBe(1);
  });

  test('for an address that has an account is the yes of the account', async () => {
    const gerda = await addPerson(database.pool);
    await addReader(gerda.email);
    expect(await kept()).toEqual([{ email: null, user_id: gerda.id, status: 'confirmed', consent_text: SIGN_UP_TEXT }]);
    await signUp(gerda.email);
    expect(await kinds()).toEqual(['newsletter-already']);
  });
});

test('addresses that nobody confirmed, or that left, are forgotten after 30 days; accounts are not', async () => {
  const gerda = await addPerson(database.pool);
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

test('addresses at which nobody is are forgotten after 30 days; that no letter goes there is not, until the next yes', async () => {
  const gerda = await addPerson(database.pool);
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
