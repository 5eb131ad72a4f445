import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, linkOf, ORIGIN, type TestApp } from '#test/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { runSql } from '#test/sql.ts';
import { countStatements } from '#test/statements.ts';
import { registrationRoutes } from './registration.ts';

const GRETA = { name: 'Greta', email: 'greta@brothers.example', password: 'seven ravens over glass' };
const STRANGER = { ...GRETA, name: 'Wolf', password: 'a stranger waits for greta' };
const API = '/api/v1/registrations';

let database: TestDatabase;
let site: TestApp;
beforeAll(async () => {
  database = await createTestDatabase();
  site = createTestApp({ database, routes: registrationRoutes });
});
afterAll(() => database.drop());
beforeEach(() => site.clear());

const rows = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) => runSql<Row>(database.ownerUrl, text, values);
const people = () => rows('select name, email, email_verified, role from users order by email');
const passwords = async () => (await rows<{ password: string }>('select password from credentials')).map(({ password }) => password);
const kinds = async () => (await site.mails()).map(({ to, mail }) => `${mail.kind} ${to}`);
const letPass = (seconds: number) => rows(`update rate_limits set expires_at = expires_at - $1 * interval '1 second'`, [seconds]);
const register = (json: unknown, from?: string) => site.ask(API, { json, ...(from !== undefined && { from }) });
const verifyRegistered = () => rows('update users set email_verified = true');

/** What a client can see of a response. */
async function seen(answer: Response) {
  return { status: answer.status, body: await answer.text(), headers: Object.fromEntries(answer.headers) };
}

describe('registering', () => {
  test('creates an unverified account, a hashed password, a token and an email', async () => {
    const answer = await register({ ...GRETA, email: ' Greta@Brothers.EXAMPLE ', next: '/tale/seven-ravens' });
    expect(answer.status).toBe(202);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await people()).toEqual([{ name: 'Greta', email: GRETA.email, email_verified: false, role: 'user' }]);
    expect(await passwords()).toEqual([expect.stringMatching(/^\$argon2id\$/)]);
    const [{ to, mail } = { to: '', mail: undefined }] = await site.mails();
    expect([to, mail]).toEqual([GRETA.email, { kind: 'verify', link: expect.stringContaining(`${ORIGIN}/verify?token=`) }]);
    expect(linkOf(mail)).toMatchObject({ email: GRETA.email, next: '/tale/seven-ravens' });
    expect(await rows('select purpose, email from one_time_tokens')).toEqual([{ purpose: 'verify', email: GRETA.email }]);
  });

  test('leaves neither password, token nor address in the log', async () => {
    await register(GRETA);
    expect(site.logText()).toContain('account_registered');
    const { token } = linkOf((await site.mails())[0]?.mail);
    for (const secret of [GRETA.password, token, GRETA.email]) expect(site.logText()).not.toContain(secret);
  });

  test('redirects to pages of this site only', async () => {
    await register({ ...GRETA, next: '//evil.example' });
    expect(linkOf((await site.mails())[0]?.mail).next).toBeUndefined();
  });

  test('changes nothing when the email cannot be queued', async () => {
    await rows(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`);
    await rows('create trigger refuse before insert on outbound_emails for each row execute function refuse()');
    try {
      expect((await register(GRETA)).status).toBe(500);
      expect([await people(), await passwords(), await rows('select 1 from one_time_tokens')]).toEqual([[], [], []]);
    } finally {
      await rows('drop function refuse cascade');
    }
    expect((await register(GRETA)).status).toBe(202);
    expect(await kinds()).toEqual([`verify ${GRETA.email}`]);
    expect(await rows(`select 1 from graphile_worker.jobs where task_identifier = 'send_mail'`)).toHaveLength(1);
  });

  test('twenty times concurrently creates one account and one email', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(GRETA)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect([await people(), await passwords(), await kinds()]).toMatchObject([
      [{ name: 'Greta' }],
      [expect.anything()],
      [expect.anything()],
    ]);
  });
});

describe('an address that is known', () => {
  test('gets the same response as a new one, after the same work', async () => {
    await register({ ...GRETA, email: 'known@brothers.example' });
    await verifyRegistered();
    const work: string[] = [];
    for (const email of ['known@brothers.example', 'new@brothers.example']) {
      work.push(
        await countStatements(async () => {
          const answer = await seen(await register({ ...GRETA, email }));
          expect(answer).toEqual({ status: 202, body: '{}', headers: expect.objectContaining({ 'cache-control': 'no-store' }) });
        }),
      );
    }
    expect(work[0]).toContain('insert');
    expect(work[1]).toBe(work[0]);
    expect((await people()).map(({ email }) => email)).toEqual(expect.not.arrayContaining([expect.stringContaining('.invalid')]));
    expect((await site.mails()).filter(({ to }) => to.endsWith('.invalid'))).toEqual([]);
  });

  test('and verified causes the same work as an unknown one when the email is requested again', async () => {
    await register(GRETA);
    await verifyRegistered();
    await letPass(60);
    const work: string[] = [];
    for (const email of [GRETA.email, 'nobody@brothers.example'])
      work.push(await countStatements(async () => expect((await site.ask(`${API}/resend`, { json: { email } })).status).toBe(202)));
    expect(work[0]).toBe(work[1]);
    expect(await kinds()).toEqual([`verify ${GRETA.email}`]);
  });

  test('and verified stays unchanged; its owner gets an email, at most once a minute', async () => {
    await register(GRETA);
    await verifyRegistered();
    const before = [await people(), await passwords()];
    for (let n = 0; n < 3; n += 1) expect((await register(STRANGER)).status).toBe(202);
    expect([await people(), await passwords()]).toEqual(before);
    expect(await kinds()).toEqual([`verify ${GRETA.email}`, `already-registered ${GRETA.email}`]);
    expect((await site.mails())[1]?.mail).toEqual({
      kind: 'already-registered',
      name: 'Greta',
      loginLink: `${ORIGIN}/login`,
      resetLink: `${ORIGIN}/forgot-password`,
    });
    await letPass(60);
    await register(STRANGER);
    expect(await kinds()).toHaveLength(3);
  });

  test('and disabled gets no email', async () => {
    await register(GRETA);
    await rows('update users set email_verified = true, disabled_at = now()');
    expect((await register(GRETA)).status).toBe(202);
    expect(await kinds()).toEqual([`verify ${GRETA.email}`]);
  });

  test('but not verified gets a new email, and the same password stays', async () => {
    await register(GRETA);
    const before = await passwords();
    await letPass(60);
    await register({ ...GRETA, name: 'Someone' });
    expect([await people(), await passwords(), await kinds()]).toMatchObject([
      [{ name: 'Greta' }],
      before,
      [{}, {}].map(() => `verify ${GRETA.email}`),
    ]);
  });

  test.each(['the stranger first', 'the owner first'])('but not verified, with two passwords, %s, loses both', async (order) => {
    const both = order === 'the owner first' ? [GRETA, STRANGER] : [STRANGER, GRETA];
    for (const each of both) expect((await register(each)).status).toBe(202);
    expect(await passwords()).toEqual([]);
    expect(await people()).toMatchObject([{ name: both[0]?.name, email_verified: false }]);
    // Registering once more does not bring a password back.
    for (const each of both) await register(each);
    expect(await passwords()).toEqual([]);
    await site.ask(`${API}/address`, { json: { ...STRANGER, name: undefined, newEmail: 'wolf@wood.example' } });
    expect(await people()).toMatchObject([{ email: GRETA.email }]);
  });
});

describe('rejected input', () => {
  const problems = async (answer: Response) => (await answer.json()) as { code: string; detail: string; errors: Record<string, string[]> };

  test.each([
    ['nine characters', 'quartz-9!'],
    ['a common password', 'fairytale123'],
    ["the user's address", 'greta@brothers.example'],
  ])('a weak password, with reasons: %s', async (_, password) => {
    const answer = await register({ ...GRETA, password });
    expect(answer.status).toBe(422);
    const { code, detail, errors } = await problems(answer);
    expect([code, detail]).toEqual(['weak_password', 'Please choose a stronger password']);
    expect(errors.password?.length).toBeGreaterThan(0);
    expect(await people()).toEqual([]);
  });

  test('257 characters', async () => {
    expect((await register({ ...GRETA, password: `${'ab'.repeat(128)}c` })).status).toBe(422);
  });

  test.each(['vq7-Zk2!mx', `${'🦊'.repeat(24)} fox and forty more than one could count`.slice(0, 64), ' blanks at both ends '])(
    'not: %j',
    async (password) => {
      expect((await register({ ...GRETA, password })).status).toBe(202);
    },
  );

  test('all missing fields at once', async () => {
    const answer = await register({ name: ' ', email: '', password: '  ' });
    expect(await problems(answer)).toMatchObject({
      code: 'invalid',
      detail: 'Please fill out all fields',
      errors: { name: ['Please fill out all fields'], email: ['Please fill out all fields'], password: ['Please fill out all fields'] },
    });
    expect(await problems(await register({}))).toMatchObject({ detail: 'Please fill out all fields' });
  });

  test.each(['role', 'id', 'email_verified', 'confirm', '__proto__x'])('the unknown field %s', async (field) => {
    const answer = await register({ ...GRETA, [field]: 'admin' });
    expect(answer.status).toBe(422);
    expect(Object.keys((await problems(answer)).errors)).toEqual([field]);
    expect(await people()).toEqual([]);
  });

  test.each([
    'a@b.c\r\nBcc: x@y.example',
    '"a@evil.example"@ok.example',
    'a\ufe6bevil.example@ok.example',
    'team: a@ok.example;',
    'a@ok.example, b@ok.example',
    'Greta <greta@ok.example>',
    'no address',
    `${'a'.repeat(300)}@ok.example`,
  ])('the address %j', async (email) => {
    const answer = await register({ ...GRETA, email });
    expect([answer.status, (await problems(answer)).errors]).toEqual([422, { email: ['Please enter a valid email address.'] }]);
    expect(await kinds()).toEqual([]);
  });

  test.each([
    ['another origin', { origin: 'https://evil.example' }, 403],
    ['no origin', { origin: 'null' }, 403],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['plain text', { 'content-type': 'text/plain' }, 403],
    ['a multipart form', { 'content-type': 'multipart/form-data; boundary=x' }, 403],
  ])('%s, on every route', async (_, headers, status) => {
    for (const path of [
      API,
      `${API}/resend`,
      `${API}/address`,
      '/api/v1/verifications',
      '/register',
      '/resend',
      '/register/address',
      '/verify',
    ]) {
      expect((await site.ask(path, { json: GRETA, headers })).status).toBe(status);
    }
    expect(await people()).toEqual([]);
  });
});

describe('names', () => {
  test.each([
    ['in NFC, trimmed', '  Zoe\u0308  ', 'Zoë'],
    ['with directional marks', 'שרה \u200f(גרטה)', 'שרה \u200f(גרטה)'],
    ['with joiners', '👩\u200d👩\u200d👧 म\u200dन', '👩\u200d👩\u200d👧 म\u200dन'],
    ['of a hundred characters outside the BMP', '𝔊'.repeat(100), '𝔊'.repeat(100)],
    ['that look like markup', '<b>"Greta"</b> & \'co\'', '<b>"Greta"</b> & \'co\''],
  ])('are stored %s', async (_, name, kept) => {
    expect((await register({ ...GRETA, name })).status).toBe(202);
    expect(await people()).toMatchObject([{ name: kept }]);
  });

  test.each(['a\0b', 'a\nb', 'a\r\nBcc: x', '\u202eatterG', '\ud800', 'x'.repeat(101), '\u200b', '\u0301'])(
    'are rejected: %j',
    async (name) => {
      expect((await register({ ...GRETA, name })).status).toBe(422);
      expect(await people()).toEqual([]);
    },
  );
});

describe('limits', () => {
  test('of a network: 429 with Retry-After; others still register', async () => {
    await rows(`insert into rate_limits select encode(sha256('register network 192.0.2.1'), 'hex'), 60, now() + interval '10 minutes'`);
    const refused = await register(GRETA);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);
    expect((await register(GRETA, '192.0.2.2')).status).toBe(202);
  });

  test('of an address are not revealed: five emails in an hour', async () => {
    await register(GRETA);
    const answers = new Set<string>();
    for (let n = 0; n < 8; n += 1) {
      await rows(`update rate_limits set expires_at = now() where expires_at < now() + interval '61 seconds'`);
      answers.add(JSON.stringify(await seen(await site.ask(`${API}/resend`, { json: { email: GRETA.email } }))));
    }
    expect(answers.size).toBe(1);
    expect(await kinds()).toHaveLength(5);
    // The last link sent still works.
    const { token } = linkOf((await site.mails())[4]?.mail);
    expect((await site.ask('/api/v1/verifications', { json: { token, email: GRETA.email } })).status).toBe(200);
  });
});
