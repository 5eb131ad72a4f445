import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, linkOf, type TestApp } from '#test/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { runSql } from '#test/sql.ts';
import { countStatements } from '#test/statements.ts';
import { createGuards } from './guards.ts';
import { verifyPassword } from './password-hash.ts';
import { passwordResetRoutes } from './password-reset.ts';
import { registrationRoutes } from './registration.ts';

const GRETA = { name: 'Greta', email: 'greta@brothers.example', password: 'seven ravens over glass' };
const MOTHS = { name: 'Moths', email: 'moths@lamp.example', password: 'nineteen moths around a lamp' };
const NEW_PASSWORD = 'a key of bone for the mountain';
const API = '/api/v1/password-resets';

let database: TestDatabase;
let site: TestApp;
beforeAll(async () => {
  database = await createTestDatabase();
  site = createTestApp({
    database,
    routes: (deps) => {
      const app = registrationRoutes(deps);
      app.route('/', passwordResetRoutes(deps));
      app.get('/me', async (c) => c.json(await createGuards(deps).find(c)));
      return app;
    },
  });
});
afterAll(() => database.drop());
beforeEach(() => site.clear());

const rows = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) => runSql<Row>(database.ownerUrl, text, values);
const count = async (table: string) => (await rows(`select 1 from ${table}`)).length;
const letPass = (seconds: number) => rows(`update rate_limits set expires_at = expires_at - $1 * interval '1 second'`, [seconds]);
const lastMail = async () => (await site.mails()).at(-1);
const lastLink = async () => linkOf((await lastMail())?.mail);
const me = async (cookie: string) => (await site.ask('/me', { method: 'GET', headers: { cookie } })).json();
const forget = (email: string) => site.ask(API, { json: { email } });
const reset = (json: object) => site.ask(API, { method: 'PUT', json: { password: NEW_PASSWORD, ...json } });
const isPassword = async (password: string) => {
  const [row] = await rows<{ password: string }>(`select password from credentials join users on users.id = user_id where email = $1`, [
    GRETA.email,
  ]);
  return verifyPassword(row?.password, password);
};

/** Registers, confirms and signs in; returns the session cookie. */
async function join(person: typeof GRETA): Promise<string> {
  await site.ask('/api/v1/registrations', { json: person });
  const { token, email } = await lastLink();
  const answer = await site.ask('/api/v1/verifications', { json: { token, email } });
  return answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
}

describe('requesting a reset', () => {
  test('emails a link that is valid for 30 minutes; only the newest works', async () => {
    await join(GRETA);
    expect((await forget(' GRETA@brothers.example')).status).toBe(202);
    const first = await lastLink();
    expect(await lastMail()).toMatchObject({ to: GRETA.email, mail: { kind: 'reset', name: 'Greta' } });
    await letPass(60);
    await forget(GRETA.email);
    const second = await lastLink();
    expect((await reset(first)).status).toBe(410);
    await rows(`update one_time_tokens set expires_at = expires_at - interval '30 minutes'`);
    expect((await reset(second)).status).toBe(410);
    expect(await isPassword(GRETA.password)).toBe(true);
  });

  test('has the same response for everyone, after the same work', async () => {
    await join(GRETA);
    const work: string[] = [];
    for (const email of [GRETA.email, 'nobody@brothers.example']) {
      await letPass(60);
      work.push(
        await countStatements(async () => {
          const answer = await forget(email);
          expect([answer.status, await answer.text(), answer.headers.getSetCookie()]).toEqual([202, '{}', []]);
        }),
      );
    }
    expect(work[0]).toContain('insert');
    expect(work[1]).toBe(work[0]);
    expect((await site.mails()).every(({ to }) => to === GRETA.email)).toBe(true);
  });

  test('sends nothing to disabled accounts', async () => {
    await join(GRETA);
    await rows('update users set disabled_at = now()');
    expect((await forget(GRETA.email)).status).toBe(202);
    expect(await lastMail()).toMatchObject({ mail: { kind: 'verify' } });
  });

  test.each(['no address', 'a@b.example\r\nBcc: x@y.example', 7])('rejects %j', async (email) => {
    expect((await site.ask(API, { json: { email } })).status).toBe(422);
  });

  test('rejects a network after too many requests, with Retry-After', async () => {
    await rows(
      `insert into rate_limits select encode(sha256('ask for a mail network 192.0.2.1'), 'hex'), 30, now() + interval '9 minutes'`,
    );
    const answer = await forget(GRETA.email);
    expect([answer.status, Number(answer.headers.get('retry-after')) > 500]).toEqual([429, true]);
  });
});

describe('a reset', () => {
  test('changes the password, ends all sessions, links and challenges, notifies the owner, and leaves other accounts unchanged', async () => {
    const cookie = await join(GRETA);
    const foreign = await join(MOTHS);
    await forget(MOTHS.email);
    await forget(GRETA.email);
    const link = await lastLink();
    await rows(
      `insert into one_time_tokens select id, 'sign_in', repeat('a', 64), email, now(), now() + interval '1 hour' from users where email = $1`,
      [GRETA.email],
    );
    await rows(
      `insert into verifications (identifier, value, expires_at) select '2fa-' || name, id::text, now() + interval '1 hour' from users`,
    );
    const answer = await reset(link);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([204, []]);
    expect(await rows('select identifier from verifications')).toEqual([{ identifier: '2fa-Moths' }]);
    expect([await isPassword(NEW_PASSWORD), await isPassword(GRETA.password)]).toEqual([true, false]);
    expect([await me(cookie), await me(foreign)]).toMatchObject([null, { email: MOTHS.email }]);
    expect(await rows('select email from one_time_tokens')).toEqual([{ email: MOTHS.email }]);
    expect(await lastMail()).toMatchObject({ to: GRETA.email, mail: { kind: 'password-changed', name: 'Greta' } });
    expect((await reset(link)).status).toBe(410);
    expect(site.logText()).toContain('password_reset');
    for (const secret of [link.token, NEW_PASSWORD]) expect(site.logText()).not.toContain(secret);
  });

  test('invalidates old cookies: 100 later requests are rejected', async () => {
    const cookie = await join(GRETA);
    await forget(GRETA.email);
    await reset(await lastLink());
    const answers = await Promise.all(Array.from({ length: 100 }, () => me(cookie)));
    expect(answers.filter((person) => person !== null)).toEqual([]);
  });

  test('succeeds once of ten concurrent requests', async () => {
    await join(GRETA);
    await forget(GRETA.email);
    const link = await lastLink();
    const answers = await Promise.all(Array.from({ length: 10 }, () => reset(link)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array<number>(9).fill(410)]);
    expect((await site.mails()).filter(({ mail }) => mail.kind === 'password-changed')).toHaveLength(1);
  });

  test('changes nothing when the email cannot be queued', async () => {
    const cookie = await join(GRETA);
    await forget(GRETA.email);
    const link = await lastLink();
    await rows(`alter table outbound_emails add constraint refused check (template <> 'password-changed')`);
    expect((await reset(link)).status).toBe(500);
    expect(await isPassword(GRETA.password)).toBe(true);
    expect(await me(cookie)).toMatchObject({ email: GRETA.email });
    await rows('alter table outbound_emails drop constraint refused');
    expect((await reset(link)).status).toBe(204);
  });

  test('with another address is rejected, and the link stays valid', async () => {
    await join(MOTHS);
    await join(GRETA);
    await forget(GRETA.email);
    const link = await lastLink();
    expect((await reset({ ...link, email: MOTHS.email })).status).toBe(400);
    expect((await reset(link)).status).toBe(204);
  });

  test('with a weak password is rejected with reasons, and the link stays valid', async () => {
    await join(GRETA);
    await forget(GRETA.email);
    const link = await lastLink();
    for (const password of ['fairytale123', 'short', 'greta@brothers.example', 'x'.repeat(257)]) {
      const answer = await reset({ ...link, password });
      expect(answer.status).toBe(422);
      expect(await answer.json()).toMatchObject({
        code: 'weak_password',
        detail: 'Please choose a stronger password',
        errors: { password: expect.arrayContaining([expect.any(String)]) },
      });
    }
    expect((await reset({ ...link, role: 'admin' })).status).toBe(422);
    expect((await reset(link)).status).toBe(204);
  });

  test('of an unverified account verifies its address and replaces the password a stranger chose', async () => {
    await site.ask('/api/v1/registrations', { json: GRETA });
    const verification = await lastLink();
    await forget(GRETA.email);
    expect((await reset(await lastLink())).status).toBe(204);
    expect(await rows('select email_verified from users')).toEqual([{ email_verified: true }]);
    expect([await isPassword(NEW_PASSWORD), await isPassword(GRETA.password)]).toEqual([true, false]);
    const { token, email } = verification;
    expect((await site.ask('/api/v1/verifications', { json: { token, email } })).status).toBe(410);
    expect(await count('sessions')).toBe(0);
  });

  test('sets a password for an account without one', async () => {
    await join(GRETA);
    await rows('delete from credentials');
    await forget(GRETA.email);
    expect((await reset(await lastLink())).status).toBe(204);
    expect(await isPassword(NEW_PASSWORD)).toBe(true);
  });

  test('of an account disabled after the request is rejected', async () => {
    await join(GRETA);
    await forget(GRETA.email);
    await rows('update users set disabled_at = now()');
    expect((await reset(await lastLink())).status).toBe(410);
    expect(await isPassword(GRETA.password)).toBe(true);
  });

  test('leaves a second factor on', async () => {
    await join(GRETA);
    await rows('update users set two_factor_enabled = true');
    await forget(GRETA.email);
    await reset(await lastLink());
    expect(await rows('select two_factor_enabled from users')).toEqual([{ two_factor_enabled: true }]);
  });
});

test('GET requests and other origins change nothing', async () => {
  for (const path of ['/forgot-password', '/reset-password', API]) {
    expect((await site.ask(path, { method: 'GET' })).status).toBe(405);
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'same-site' }]) {
      expect((await site.ask(path, { json: {}, headers })).status).toBe(403);
    }
    expect((await site.ask(path, { json: {}, headers: { 'content-type': 'text/plain' } })).status).toBe(403);
  }
});

describe('the forms', () => {
  test('lead from page to page', async () => {
    await join(GRETA);
    const asked = await site.ask('/forgot-password', { form: { email: GRETA.email } });
    expect([asked.status, asked.headers.get('location')]).toEqual([303, '/forgot-password/sent']);
    const { token, email } = await lastLink();
    const done = await site.ask('/reset-password', { form: { token, email, password: NEW_PASSWORD, confirm: NEW_PASSWORD } });
    expect([done.status, done.headers.get('location')]).toEqual([303, '/login']);
    expect(done.headers.getSetCookie().join()).toContain('talewood_notice=password_changed');
    expect(await isPassword(NEW_PASSWORD)).toBe(true);
  });

  test('are rendered again with errors, at the URL of the link, without the password', async () => {
    await join(GRETA);
    await forget(GRETA.email);
    const { token, email } = await lastLink();
    const answer = await site.ask('/reset-password', { form: { token, email, password: NEW_PASSWORD, confirm: 'another' } });
    expect(answer.status).toBe(422);
    const page = await answer.json();
    expect(page).toMatchObject({ message: 'Passwords do not match', problems: { confirm: ['Passwords do not match'] }, values: { email } });
    expect(Object.fromEntries(new URL(page.href, 'https://tales.example').searchParams)).toEqual({ token, email });
    expect(JSON.stringify(page)).not.toContain(NEW_PASSWORD);
    expect((await site.ask('/forgot-password', { form: { email: 'x' } })).status).toBe(422);
  });
});
