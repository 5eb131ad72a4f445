import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, linkOf, type TestApp } from '#test/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addUser, EMAIL, openReader } from '#test/reader.ts';
import { sessionRoutes } from './session-routes.ts';

let database: TestDatabase;
let site: TestApp;
let drawn: number;

beforeAll(async () => {
  database = await createTestDatabase();
  site = createTestApp({
    database,
    routes: sessionRoutes,
    deps: {
      renderEmail: async (mail) => {
        drawn += 1;
        return { subject: mail.kind, html: '<p>mail</p>', text: JSON.stringify(mail) };
      },
    },
  });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await site.clear();
  await addUser(database);
  drawn = 0;
});

const run = async (text: string) => (await database.pool.query(text)).rows;
const askForLink = (json: object = { email: EMAIL }) => site.ask('/api/v1/sign-in-links', { json });
const mailedLink = async () => linkOf((await site.mails()).at(-1)?.mail);

describe('requesting a link', () => {
  test('emails it to the owner, with the page to go to afterwards', async () => {
    expect((await askForLink({ email: ` ${EMAIL.toUpperCase()} `, next: '/favorites' })).status).toBe(202);
    const [{ to, mail } = { to: '', mail: undefined }] = await site.mails();
    expect([to, mail]).toMatchObject([EMAIL, { kind: 'sign-in', name: 'Gerda' }]);
    expect(linkOf(mail)).toMatchObject({ email: EMAIL, next: '/favorites' });
    expect(await run('select purpose, length(hash) as length from one_time_tokens')).toEqual([{ purpose: 'sign_in', length: 64 }]);
  });

  test.each([
    ['an unknown address', '', { email: 'nobody@tales.example' }],
    ['a disabled account', 'update users set disabled_at = now()', { email: EMAIL }],
    ['an address that is not verified', 'update users set email_verified = false', { email: EMAIL }],
  ])('for %s: the same response, an email rendered, and none sent', async (_, change, json) => {
    const known = await askForLink();
    await site.clear();
    await addUser(database);
    if (change !== '') await run(change);
    drawn = 0;
    const answer = await askForLink(json);
    const facts = async (each: Response) => [each.status, await each.text(), [...each.headers].sort()];
    expect(await facts(answer)).toEqual(await facts(known));
    expect([drawn, await site.mails(), await run('select 1 from one_time_tokens')]).toEqual([1, [], []]);
  });

  test('again within a minute gets the same response and no second email', async () => {
    for (let n = 0; n < 3; n += 1) expect((await askForLink()).status).toBe(202);
    expect(await site.mails()).toHaveLength(1);
  });

  test('is limited to thirty per network over all addresses', async () => {
    const statuses = [];
    for (let n = 0; n < 31; n += 1) statuses.push((await askForLink({ email: `reader${n}@tales.example` })).status);
    expect([statuses.indexOf(429), statuses.length]).toEqual([30, 31]);
  });

  test('with a form redirects to the confirmation page', async () => {
    const answer = await site.ask('/login/link', { form: { email: EMAIL, next: '/tales' } });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login/link/sent']);
    expect(await site.mails()).toHaveLength(1);
  });

  test.each(['', 'gerda', 'a@b', 'a@b.c\r\nBcc: x@y.example', `${EMAIL}\0`, `a@${'b'.repeat(300)}.example`])(
    'with %j as the address shows the form again',
    async (email) => {
      expect((await askForLink({ email })).status).toBe(422);
      const form = await site.ask('/login/link', { form: { email } });
      expect([form.status, (await form.json()).values]).toEqual([422, { email }]);
      expect(await site.mails()).toEqual([]);
    },
  );

  test('with unknown fields is rejected', async () => {
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
    expect([again.status, (await again.json()).detail]).toEqual([410, 'This link has expired. Request a new one below.']);
    expect(JSON.parse(site.logText().trim().split('\n').at(-1) ?? '')).toMatchObject({ event: 'sign_in_refused', way: 'link' });
    for (const secret of [link.token, EMAIL]) expect(site.logText()).not.toContain(secret);
  });

  test('used with a form redirects with a flash message; once used, its page is rendered again', async () => {
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

  test('opened by an email scanner does nothing, and works afterwards', async () => {
    await askForLink();
    const link = await mailedLink();
    const opened = `/login/link?${new URLSearchParams({ ...link })}`;
    for (let n = 0; n < 2; n += 1) expect((await site.ask(opened, { method: 'GET' })).headers.getSetCookie()).toEqual([]);
    expect((await site.ask('/api/v1/session/link', { json: link })).status).toBe(200);
  });

  test('works for one of twenty concurrent requests', async () => {
    await askForLink();
    const link = await mailedLink();
    const answers = await Promise.all(Array.from({ length: 20 }, () => site.ask('/api/v1/session/link', { json: link })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(410)]);
    expect(await run('select count(*)::int as sessions from sessions')).toEqual([{ sessions: 1 }]);
  });

  test('is bound to its address, and stays valid when used with another one', async () => {
    await addUser(database, { email: 'kai@tales.example' });
    await askForLink();
    const link = await mailedLink();
    const wrong = await site.ask('/api/v1/session/link', { json: { ...link, email: 'kai@tales.example' } });
    expect([wrong.status, (await wrong.json()).code]).toEqual([400, 'other_address']);
    expect((await site.ask('/api/v1/session/link', { json: link })).status).toBe(200);
  });

  test.each([
    ['after half an hour', "update one_time_tokens set expires_at = now() - interval '1 second'"],
    ['of an account that was disabled', 'update users set disabled_at = now()'],
    ['of an address that is no longer verified', 'update users set email_verified = false'],
    ['of an account whose address has changed', "update users set email = 'gerda@elsewhere.example'"],
    ['made for another purpose', "update one_time_tokens set purpose = 'verify'"],
  ])('%s has expired', async (_, change) => {
    await askForLink();
    const link = await mailedLink();
    await run(change);
    expect((await site.ask('/api/v1/session/link', { json: link })).status).toBe(410);
    expect(await run('select 1 from sessions')).toEqual([]);
  });

  test.each([
    ['an unknown token', { token: 'x'.repeat(43) }, 410],
    ['a token with a NUL', { token: 'x\0' }, 410],
    ['a very long token', { token: 'x'.repeat(300) }, 422],
    ['an address with a NUL', { email: `${EMAIL}\0` }, 422],
    ['a role', { role: 'admin' }, 422],
    ['an array as the token', { token: ['x'] }, 422],
  ])('with %s is rejected', async (_, changes, status) => {
    await askForLink();
    const answer = await site.ask('/api/v1/session/link', { json: { ...(await mailedLink()), ...changes } });
    expect([answer.status, await run('select 1 from sessions')]).toEqual([status, []]);
  });
});
