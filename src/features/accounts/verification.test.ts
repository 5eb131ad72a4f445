import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, linkOf, type TestApp } from '#test/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { runSql } from '#test/sql.ts';
import { createGuards } from './guards.ts';
import { noReferrer } from './http-helpers.ts';
import { registrationRoutes } from './registration.ts';

const GRETA = { name: 'Greta', email: 'greta@brothers.example', password: 'seven ravens over glass' };
const MOTHS = { name: 'Moths', email: 'moths@lamp.example', password: 'nineteen moths around a lamp' };
const GONE = { code: 'link_faded', detail: 'This link has expired. Request a new one below.' };
const API = '/api/v1/registrations';
const VERIFY = '/api/v1/verifications';

let database: TestDatabase;
let site: TestApp;
beforeAll(async () => {
  database = await createTestDatabase();
  site = createTestApp({
    database,
    routes: (deps) => {
      const app = new Hono().use(noReferrer()) as unknown as ReturnType<typeof registrationRoutes>;
      app.route('/', registrationRoutes(deps));
      app.get('/me', async (c) => c.json(await createGuards(deps).find(c)));
      app.get('/verify', (c) => c.html('<button>'));
      return app;
    },
  });
});
afterAll(() => database.drop());
beforeEach(() => site.clear());

const rows = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) => runSql<Row>(database.ownerUrl, text, values);
const people = () => rows<{ email: string; email_verified: boolean }>('select email, email_verified from users order by email');
const letPass = (seconds: number) => rows(`update rate_limits set expires_at = expires_at - $1 * interval '1 second'`, [seconds]);
const register = (json: object) => site.ask(API, { json });
const resend = (email: string) => site.ask(`${API}/resend`, { json: { email } });
const verify = ({ token, email }: { token: string; email: string }) => site.ask(VERIFY, { json: { token, email } });
const lastMail = async () => (await site.mails()).at(-1);
const lastLink = async () => linkOf((await lastMail())?.mail);
const cookieOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
const me = async (cookie: string) => (await site.ask('/me', { method: 'GET', headers: { cookie } })).json();

describe('the link of an email', () => {
  test('opened by an email scanner changes nothing; the button confirms the address and signs in', async () => {
    await register(GRETA);
    const link = await lastLink();
    for (let n = 0; n < 2; n += 1) {
      const page = await site.ask(`/verify?token=${link.token}&email=${link.email}`, { method: 'GET' });
      expect([page.status, page.headers.get('referrer-policy'), page.headers.get('cache-control')]).toEqual([
        200,
        'no-referrer',
        'no-store',
      ]);
    }
    expect((await site.ask(VERIFY, { method: 'GET' })).status).toBe(405);
    expect(await people()).toMatchObject([{ email_verified: false }]);
    const answer = await verify(link);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await answer.json()).toEqual({ person: { name: 'Greta', email: GRETA.email, role: 'user' } });
    expect(await me(cookieOf(answer))).toMatchObject({ email: GRETA.email });
    expect(site.logText()).toContain('address_verified');
    expect(site.logText()).not.toContain(link.token);
  });

  test('works once, also for twenty concurrent requests', async () => {
    await register(GRETA);
    const link = await lastLink();
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(link)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(19).fill(410)]);
    expect(await rows('select 1 from sessions')).toHaveLength(1);
    expect(await (await verify(link)).json()).toMatchObject(GONE);
  });

  test('is rejected with another address, and stays valid', async () => {
    await register(GRETA);
    const link = await lastLink();
    await register(MOTHS);
    const foreign = await verify({ ...link, email: MOTHS.email });
    expect([foreign.status, foreign.headers.getSetCookie()]).toEqual([400, []]);
    expect(await people()).toMatchObject([{ email_verified: false }, { email_verified: false }]);
    expect((await verify({ ...link, email: ' Greta@brothers.example' })).status).toBe(200);
  });

  test.each(['x', 'A'.repeat(43), '\0'])('that was never sent is rejected with 410: %j', async (token) => {
    expect((await verify({ token, email: GRETA.email })).status).toBe(410);
  });

  test('expires after 24 hours by the clock of the database', async () => {
    await register(GRETA);
    const link = await lastLink();
    await rows(`update one_time_tokens set expires_at = expires_at - interval '24 hours'`);
    expect((await verify(link)).status).toBe(410);
    expect(await people()).toMatchObject([{ email_verified: false }]);
  });

  test('confirms nothing when no session can be created, and can be used again', async () => {
    await register(GRETA);
    const link = await lastLink();
    await rows(`alter table sessions add constraint refused check (user_agent is null)`);
    const agent = { headers: { 'user-agent': 'x' }, json: { token: link.token, email: link.email } };
    expect((await site.ask(VERIFY, agent)).status).toBe(500);
    expect(await people()).toMatchObject([{ email_verified: false }]);
    await rows('alter table sessions drop constraint refused');
    expect((await site.ask(VERIFY, agent)).status).toBe(200);
  });

  test('is rejected for a disabled or already verified account', async () => {
    for (const change of ['disabled_at = now()', 'email_verified = true']) {
      await site.clear();
      await register(GRETA);
      await rows(`update users set ${change}`);
      const answer = await verify(await lastLink());
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([410, []]);
    }
  });

  test('sends an email to choose a password when two were discarded', async () => {
    await register(GRETA);
    await register({ ...GRETA, password: 'a stranger waits for greta' });
    expect((await verify(await lastLink())).status).toBe(200);
    expect(await lastMail()).toMatchObject({ to: GRETA.email, mail: { kind: 'reset' } });
    await site.clear();
    await register(GRETA);
    expect((await verify(await lastLink())).status).toBe(200);
    expect(await lastMail()).toMatchObject({ mail: { kind: 'verify' } });
  });
});

describe('requesting another email', () => {
  test('revokes the previous link, once a minute', async () => {
    await register(GRETA);
    const first = await lastLink();
    expect((await resend(GRETA.email)).status).toBe(202);
    expect(await site.mails()).toHaveLength(1);
    await letPass(60);
    await resend(GRETA.email);
    expect(await site.mails()).toHaveLength(2);
    expect((await verify(first)).status).toBe(410);
    expect((await verify(await lastLink())).status).toBe(200);
  });

  test('has the same response for everyone, and sends emails to unverified accounts only', async () => {
    await register(GRETA);
    await register(MOTHS);
    await rows(`update users set email_verified = true where email = $1`, [MOTHS.email]);
    await letPass(60);
    const answers = [GRETA.email, MOTHS.email, 'nobody@brothers.example'].map(async (email) => {
      const answer = await resend(email);
      return [answer.status, await answer.text()];
    });
    expect(await Promise.all(answers)).toEqual(Array(3).fill([202, '{}']));
    expect((await site.mails()).map(({ to }) => to)).toEqual([GRETA.email, MOTHS.email, GRETA.email]);
  });
});

describe('another address', () => {
  const change = (json: object, from?: string) => site.ask(`${API}/address`, { json, ...(from !== undefined && { from }) });
  const { email, password } = GRETA;
  const newEmail = 'greta@home.example';

  test('replaces the first one and revokes its link', async () => {
    await register(GRETA);
    const first = await lastLink();
    expect((await change({ email, password, newEmail })).status).toBe(202);
    expect(await people()).toEqual([{ email: newEmail, email_verified: false }]);
    expect((await verify(first)).status).toBe(410);
    expect((await verify({ ...first, email: newEmail })).status).toBe(410);
    expect((await verify(await lastLink())).status).toBe(200);
    expect(await lastMail()).toMatchObject({ to: newEmail });
  });

  test.each([
    ['with a wrong password', { password: 'not the right one' }, ''],
    ['of an unknown address', { email: 'nobody@brothers.example' }, ''],
    ['of someone who is verified', {}, 'update users set email_verified = true'],
    ['of someone disabled', {}, 'update users set disabled_at = now()'],
  ])('%s changes nothing and gets the same response', async (_, asked, before) => {
    await register(GRETA);
    if (before !== '') await rows(before);
    const answer = await change({ email, password, newEmail, ...asked });
    expect([answer.status, await answer.text()]).toEqual([202, '{}']);
    expect(await people()).toMatchObject([{ email }]);
    expect(await site.mails()).toHaveLength(1);
  });

  test('that has an account notifies its owner and changes neither; a password chosen by a stranger is discarded', async () => {
    await register(MOTHS);
    await register(GRETA);
    await change({ email, password, newEmail: MOTHS.email });
    expect(await people()).toMatchObject([{ email }, { email: MOTHS.email }]);
    expect(await rows('select 1 from credentials')).toHaveLength(1);
    await rows(`update users set email_verified = true where email = $1`, [MOTHS.email]);
    await change({ email, password, newEmail: MOTHS.email });
    expect(await lastMail()).toMatchObject({ to: MOTHS.email, mail: { kind: 'already-registered' } });
    expect(await people()).toMatchObject([{ email }, { email: MOTHS.email }]);
  });

  test('that has had its emails is taken over without another one', async () => {
    await register(GRETA);
    await site.ask(`${API}/resend`, { json: { email: newEmail } });
    expect((await change({ email, password, newEmail })).status).toBe(202);
    expect(await people()).toEqual([{ email: newEmail, email_verified: false }]);
    expect((await site.mails()).map(({ to }) => to)).toEqual([email]);
  });

  test('five concurrent requests result in one account', async () => {
    await register(GRETA);
    const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => change({ email, password, newEmail }, `192.0.2.${n + 10}`)));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(202));
    expect(await people()).toEqual([{ email: newEmail, email_verified: false }]);
    expect(await rows('select 1 from credentials')).toHaveLength(1);
    expect((await site.mails()).map(({ to }) => to)).toEqual([email, newEmail]);
    expect((await verify(await lastLink())).status).toBe(200);
  });

  test('counts as a sign-in attempt: the sixth wrong password is rejected', async () => {
    await register(GRETA);
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await change({ email, password: 'wrong', newEmail })).status);
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  });
});

describe('the forms', () => {
  const form = { ...GRETA, confirm: GRETA.password };

  test('lead from page to page', async () => {
    const sent = await site.ask('/register', { form: { ...form, next: '/favorites' } });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/register/sent']);
    const again = await site.ask('/resend', { form: { email: GRETA.email } });
    expect([again.status, again.headers.get('location')]).toEqual([303, '/register/sent']);
    const changed = await site.ask('/register/address', {
      form: { email: GRETA.email, password: GRETA.password, newEmail: 'g@home.example' },
    });
    expect([changed.status, changed.headers.get('location')]).toEqual([303, '/register/sent']);
    const { token, email } = await lastLink();
    const verified = await site.ask('/verify', { form: { token, email, next: '/favorites' } });
    expect([verified.status, verified.headers.get('location')]).toEqual([303, '/favorites']);
    expect(verified.headers.get('referrer-policy')).toBe('no-referrer');
    expect(verified.headers.getSetCookie().join()).toContain('talewood_notice=registered');
    expect(await me(cookieOf(verified))).toMatchObject({ email: 'g@home.example' });
  });

  test('are rendered again with all errors and the input, but never a password', async () => {
    const answer = await site.ask('/register', { form: { ...form, name: ' ', email: 'x', password: 'fairytale123', next: '/recent' } });
    expect(answer.status).toBe(422);
    const page = await answer.json();
    expect(page).toMatchObject({
      href: '/register',
      values: { name: ' ', email: 'x', next: '/recent' },
      message: 'Please fill out all fields',
    });
    expect(Object.keys(page.problems).toSorted()).toEqual(['confirm', 'email', 'name', 'password']);
    expect(JSON.stringify(page)).not.toContain('fairytale123');
    expect((await site.ask('/register', { form: { ...form, role: 'admin' } })).status).toBe(422);
    expect(await people()).toEqual([]);
  });

  test('of an expired link is rendered again at its URL', async () => {
    const answer = await site.ask('/verify', { form: { token: 'gone', email: GRETA.email } });
    expect(answer.status).toBe(410);
    expect(await answer.json()).toMatchObject({ href: '/verify?token=gone&email=greta%40brothers.example', ...{ code: 'link_faded' } });
  });
});
