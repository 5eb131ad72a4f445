import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { linkOf, openTestAccounts, type TestAccounts } from '#test/accounts.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addPerson, EMAIL, openReader } from '#test/reader.ts';
import { sessionRoutes } from './session-routes.ts';

let database: TestDatabase;
let site: TestAccounts;
let drawn: number;

beforeAll(async () => {
  database = await createTestDatabase();
  site = openTestAccounts(database, sessionRoutes, {
    renderMail: async (mail) => {
      drawn += 1;
      return { subject: mail.kind, html: '<p>mail</p>', text: JSON.stringify(mail) };
    },
  });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await site.clear();
  await addPerson(database);
  drawn = 0;
});

const run = async (text: string) => (await database.pool.query(text)).rows;
const askForLink = (json: object = { email: EMAIL }) => site.ask('/api/v1/sign-in-links', { json });
const mailedLink = async () => linkOf((await site.mails()).at(-1)?.mail);

describe('asking for a link', () => {
  test('mails it to the owner, with where to go afterwards', async () => {
    expect((await askForLink({ email: ` ${EMAIL.toUpperCase()} `, next: '/favorites' })).status).toBe(202);
    const [{ to, mail } = { to: '', mail: undefined }] = await site.mails();
    expect([to, mail]).toMatchObject([EMAIL, { kind: 'sign-in', name: 'Gerda' }]);
    expect(linkOf(mail)).toMatchObject({ email: EMAIL, next: '/favorites' });
    expect(await run('select purpose, length(hash) as length from one_time_tokens')).toEqual([{ purpose: 'sign_in', length: 64 }]);
  });

  test.each([
    ['an unknown address', '', { email: 'nobody@tales.example' }],
    ['a disabled account', 'update profiles set disabled_at = now()', { email: EMAIL }],
    ['an address that is not verified', 'update profiles set email_verified = false', { email: EMAIL }],
  ])('for %s: the same answer, a mail drawn as well, and none sent', async (_, change, json) => {
    const known = await askForLink();
    await site.clear();
    await addPerson(database);
    if (change !== '') await run(change);
    drawn = 0;
    const answer = await askForLink(json);
    const facts = async (each: Response) => [each.status, await each.text(), [...each.headers].sort()];
    expect(await facts(answer)).toEqual(await facts(known));
    expect([drawn, await site.mails(), await run('select 1 from one_time_tokens')]).toEqual([1, [], []]);
  });

  test('again within the minute gives the same answer and no second mail', async () => {
    for (let n = 0; n < 3; n += 1) expect((await askForLink()).status).toBe(202);
    expect(await site.mails()).toHaveLength(1);
  });

  test('thirty times from one network is enough, whoever it is for', async () => {
    const statuses = [];
    for (let n = 0; n < 31; n += 1) statuses.push((await askForLink({ email: `reader${n}@tales.example` })).status);
    expect([statuses.indexOf(429), statuses.length]).toEqual([30, 31]);
  });

  test('in a form leads to the page that says so', async () => {
    const answer = await site.ask('/login/link', { form: { email: EMAIL, next: '/tales' } });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login/link/sent']);
    expect(await site.mails()).toHaveLength(1);
  });

  test.each(['', 'gerda', 'a@b', 'a@b.c\r\nBcc: x@y.example', `${EMAIL}\0`, `a@${'b'.repeat(300)}.example`])(
    '%j is no address, and the form is shown again',
    async (email) => {
      expect((await askForLink({ email })).status).toBe(422);
      const form = await site.ask('/login/link', { form: { email } });
      expect([form.status, (await form.json()).values]).toEqual([422, { email }]);
      expect(await site.mails()).toEqual([]);
    },
  );

  test('with unknown fields is refused', async () => {
    expect((await askForLink({ email: EMAIL, to: 'evil@evil.example' })).status).toBe(422);
  });
});

describe('a link', () => {
  test('signs in once', async () => {
    await askForLink();
    const link = await mailedLink();
    const reader = openReader(site);
    const answer = await reader.ask('/api/v1/session/link', { json: link });
    expect([answer.status, await answer.json()]).toEqual([200, { person: { name: 'Gerda', email: EMAIL, role: 'user' } }]);
    expect(await reader.me()).toMatchObject({ name: 'Gerda' });
    const again = await openReader(site).ask('/api/v1/session/link', { json: link });
    expect([again.status, (await again.json()).detail]).toEqual([410, 'This link has faded. Ask for a new one below.']);
    expect(JSON.parse(site.logged().trim().split('\n').at(-1) ?? '')).toMatchObject({ event: 'sign_in_refused', way: 'link' });
    for (const secret of [link.token, EMAIL]) expect(site.logged()).not.toContain(secret);
  });

  test('in a form leads on with a notice; used up, its page is drawn again', async () => {
    await askForLink({ email: EMAIL, next: '/favorites' });
    const form = { ...(await mailedLink()) };
    const reader = openReader(site);
    const answer = await reader.ask('/login/link', { form });
    expect([answer.status, answer.headers.get('location'), reader.cookies.get('talewood_notice')]).toEqual([
      303,
      '/favorites',
      'welcome_back',
    ]);
    const again = await openReader(site).ask('/login/link', { form });
    const drawnAgain = await again.json();
    expect([again.status, drawnAgain.code, drawnAgain.values]).toEqual([410, 'link_faded', { email: EMAIL, next: '/favorites' }]);
  });

  test('opened by a scanner of mails does nothing, and works afterwards', async () => {
    await askForLink();
    const link = await mailedLink();
    const opened = `/login/link?${new URLSearchParams({ ...link })}`;
    for (let n = 0; n < 2; n += 1) expect((await site.ask(opened, { method: 'GET' })).headers.getSetCookie()).toEqual([]);
    expect((await site.ask('/api/v1/session/link', { json: link })).status).toBe(200);
  });

  test('that twenty press at once opens for one', async () => {
    await askForLink();
    const link = await mailedLink();
    const answers = await Promise.all(Array.from({ length: 20 }, () => site.ask('/api/v1/session/link', { json: link })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(410)]);
    expect(await run('select count(*)::int as sessions from sessions')).toEqual([{ sessions: 1 }]);
  });

  test('is bound to its address, and stays good when another one is given', async () => {
    await addPerson(database, { email: 'kai@tales.example' });
    await askForLink();
    const link = await mailedLink();
    const wrong = await site.ask('/api/v1/session/link', { json: { ...link, email: 'kai@tales.example' } });
    expect([wrong.status, (await wrong.json()).code]).toEqual([400, 'other_address']);
    expect((await site.ask('/api/v1/session/link', { json: link })).status).toBe(200);
  });

  test.each([
    ['after half an hour', "update one_time_tokens set expires_at = now() - interval '1 second'"],
    ['of an account that was disabled', 'update profiles set disabled_at = now()'],
    ['of an address that is not verified any more', 'update profiles set email_verified = false'],
    ['of an account that has another address by now', "update profiles set email = 'gerda@elsewhere.example'"],
    ['made for another purpose', "update one_time_tokens set purpose = 'verify'"],
  ])('%s has faded', async (_, change) => {
    await askForLink();
    const link = await mailedLink();
    await run(change);
    expect((await site.ask('/api/v1/session/link', { json: link })).status).toBe(410);
    expect(await run('select 1 from sessions')).toEqual([]);
  });

  test.each([
    ['an unknown token', { token: 'x'.repeat(43) }, 410],
    ['a token with a NUL', { token: 'x\0' }, 410],
    ['an endless token', { token: 'x'.repeat(300) }, 422],
    ['an address with a NUL', { email: `${EMAIL}\0` }, 422],
    ['a role', { role: 'admin' }, 422],
    ['a list for a token', { token: ['x'] }, 422],
  ])('with %s opens nothing', async (_, changes, status) => {
    await askForLink();
    const answer = await site.ask('/api/v1/session/link', { json: { ...(await mailedLink()), ...changes } });
    expect([answer.status, await run('select 1 from sessions')]).toEqual([status, []]);
  });
});
