import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountRoutes } from '#src/features/account-settings/account-routes.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { createTestApp, linkOf, ORIGIN, type TestApp } from '#test/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addSession, addUser, PASSWORD, type TestUser } from '#test/users.ts';
import { emailChangeRoutes } from './email-change.ts';

const NEW = 'snow@palace.example';
let database: TestDatabase;
let app: TestApp;
let gerda: TestUser;
let kai: TestUser;

beforeAll(async () => {
  database = await createTestDatabase();
  app = createTestApp({
    database,
    routes: (deps) => new Hono<AppEnv>().route('/', accountRoutes(deps)).route('/', emailChangeRoutes(deps)),
  });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await app.clear();
  gerda = await addUser(database.pool);
  kai = await addUser(database.pool, { name: 'Kai' });
});

const rows = async (text: string) => (await database.pool.query(text)).rows;
const mails = () => rows('select to_address, template from outbound_emails order by id');
const addresses = () => rows('select name, email from users order by name');
const isSignedIn = async ({ cookie }: { cookie: string }) => (await app.api('GET', '/account', { cookie })).status === 200;
const asked = (email: unknown, current: string = PASSWORD) =>
  app.api('POST', '/account/email', { cookie: gerda.cookie, body: { current, email } });

/** Requests the change and returns the link from the email. */
async function linkTo(email: string): Promise<{ token: string; email: string }> {
  expect((await asked(email)).status).toBe(202);
  const { mail } = (await app.mails()).findLast(({ mail: { kind } }) => kind === 'change-email') ?? {};
  return linkOf(mail);
}

const confirm = (body: unknown, cookie = '') => app.api('PUT', '/email-changes', { body, cookie });

describe('changing the email address', () => {
  test('requires the password, and changes nothing before the link is confirmed', async () => {
    expect(await asked(NEW, 'not the right one at all')).toMatchObject({ status: 403, body: { code: 'wrong_password' } });
    expect(await mails()).toEqual([]);
    await linkTo(' Snow@Palace.example ');
    expect(await mails()).toEqual([{ to_address: NEW, template: 'change-email' }]);
    const { body } = await app.api('GET', '/account', { cookie: gerda.cookie });
    expect(body).toMatchObject({ email: gerda.email, pendingEmail: NEW });
  });

  test('confirming ends other sessions and links, and notifies the old address', async () => {
    const phone = await addSession(database.pool, gerda.id);
    const link = await linkTo(NEW);
    expect((await confirm(link, gerda.cookie)).status).toBe(204);
    expect(await addresses()).toEqual([
      { name: 'Gerda', email: NEW },
      { name: 'Kai', email: kai.email },
    ]);
    expect([await isSignedIn(gerda), await isSignedIn(phone), await isSignedIn(kai)]).toEqual([true, false, true]);
    expect(await mails()).toContainEqual({ to_address: gerda.email, template: 'email-changed' });
    expect(await rows('select 1 from one_time_tokens')).toEqual([]);
    expect(await confirm(link)).toMatchObject({ status: 410, body: { code: 'link_faded' } });
  });

  test('moves the newsletter to the new address and deletes the old one', async () => {
    const { body: before } = await app.api('PUT', '/account/newsletter', { cookie: gerda.cookie, body: { on: true } });
    expect((await confirm(await linkTo(NEW), gerda.cookie)).status).toBe(204);
    const { body } = await app.api('GET', '/account', { cookie: gerda.cookie });
    expect(body).toMatchObject({ email: NEW, newsletter: before });
    const kept = await rows('select s.*, p.email as goes_to from newsletter_subscribers s join users p on p.id = user_id');
    expect(kept).toMatchObject([{ status: 'confirmed', goes_to: NEW }]);
    expect(JSON.stringify(kept)).not.toContain(gerda.email);
  });

  test('ends all sessions when confirmed in another browser', async () => {
    expect((await confirm(await linkTo(NEW), kai.cookie)).status).toBe(204);
    expect([await isSignedIn(gerda), await isSignedIn(kai)]).toEqual([false, true]);
  });

  test('happens once for two concurrent confirmations', async () => {
    const link = await linkTo(NEW);
    const both = await Promise.all([confirm(link), confirm(link)]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 410]);
    expect((await mails()).filter(({ template }) => template === 'email-changed')).toHaveLength(1);
  });

  test('a link is valid for its address only, and until a newer one is sent', async () => {
    const first = await linkTo(NEW);
    expect(await confirm({ ...first, email: kai.email })).toMatchObject({ status: 400 });
    const second = await linkTo('other@palace.example');
    expect((await confirm(first)).status).toBe(410);
    expect((await confirm(second)).status).toBe(204);
  });

  test('a link expires after a day, and when the password changes', async () => {
    const link = await linkTo(NEW);
    await database.pool.query("update one_time_tokens set expires_at = now() - interval '1 second'");
    expect((await confirm(link)).status).toBe(410);
    const other = await linkTo(NEW);
    await app.api('POST', '/account/password', {
      cookie: gerda.cookie,
      body: { current: PASSWORD, password: 'a lantern under the frozen river' },
    });
    expect((await confirm(other)).status).toBe(410);
  });

  test('a form without JavaScript redirects to the settings, or shows the page again', async () => {
    const link = await linkTo(NEW);
    const wrong = await app.post('/change-email', { ...link, token: 'x'.repeat(43) });
    expect([wrong.status, wrong.text]).toEqual([410, expect.stringContaining('This link has expired')]);
    const right = await app.post('/change-email', link, gerda.cookie);
    expect([right.status, right.headers.get('location')]).toEqual([303, '/settings']);
    expect(right.headers.get('set-cookie')).toContain('talewood_notice=email_changed');
    expect(await addresses()).toContainEqual({ name: 'Gerda', email: NEW });
  });
});

describe('an address that has an account', () => {
  test('has the same response as any other, and its owner gets an email', async () => {
    const free = await asked(NEW);
    const freeView = await app.api('GET', '/account', { cookie: gerda.cookie });
    const taken = await asked(kai.email);
    const takenView = await app.api('GET', '/account', { cookie: gerda.cookie });
    expect([taken.status, taken.text]).toEqual([free.status, free.text]);
    expect({ ...takenView.body, pendingEmail: NEW, devices: [] }).toEqual({ ...freeView.body, devices: [] });
    expect(await mails()).toContainEqual({ to_address: kai.email, template: 'already-registered' });
    const links = { loginLink: `${ORIGIN}/login`, resetLink: `${ORIGIN}/forgot-password` };
    expect((await app.mails()).at(-1)).toEqual({ to: kai.email, mail: { kind: 'already-registered', name: 'Kai', ...links } });
  });

  test('stays with its owner when it was registered after the link was sent', async () => {
    const link = await linkTo(NEW);
    await addUser(database.pool, { name: 'Robber girl', email: NEW });
    expect(await confirm(link)).toMatchObject({ status: 409, body: { code: 'email_taken' } });
    expect(await addresses()).toContainEqual({ name: 'Robber girl', email: NEW });
  });

  test('confirmed by several users concurrently is given to one of them', async () => {
    const links = [await linkTo(NEW)];
    for (let n = 0; n < 4; n += 1) {
      gerda = await addUser(database.pool, { name: `Gerda ${n}` });
      links.push(await linkTo(NEW));
    }
    const answers = await Promise.all(links.map((link) => confirm(link)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409, 409]);
    expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.code)).toEqual(Array(4).fill('email_taken'));
    expect((await addresses()).filter(({ email }) => email === NEW)).toHaveLength(1);
  });

  test('gets at most five emails in an hour, whoever requests them', async () => {
    for (let n = 0; n < 6; n += 1) {
      gerda = await addUser(database.pool, { name: `Gerda ${n}` });
      expect((await asked(NEW)).status).toBe(n < 5 ? 202 : 429);
    }
    expect(await mails()).toEqual(Array(5).fill({ to_address: NEW, template: 'change-email' }));
  });

  test('replaces an account that was never confirmed', async () => {
    await addUser(database.pool, { name: 'Nobody', email: NEW, isVerified: false });
    expect((await confirm(await linkTo(NEW))).status).toBe(204);
    expect(await addresses()).toEqual([
      { name: 'Gerda', email: NEW },
      { name: 'Kai', email: kai.email },
    ]);
  });
});

test.each(['', 'gerda', 'a@b', 'a@b.c\r\nBcc: x@y.example', '"a@evil.example"@ok.example', 7])('%j is rejected', async (email) => {
  expect(await asked(email)).toMatchObject({ status: 422, body: { errors: { email: [expect.any(String)] } } });
});

test('the current address is rejected', async () => {
  expect(await asked(gerda.email.toUpperCase())).toMatchObject({
    status: 422,
    body: { errors: { email: ['This is already your email address'] } },
  });
});

test('a user can send at most five emails in an hour', async () => {
  for (const at of [1, 2, 3, 4, 5]) expect((await asked(`snow${at}@palace.example`)).status).toBe(202);
  expect(await asked('snow6@palace.example')).toMatchObject({ status: 429 });
  expect(await mails()).toHaveLength(5);
});
