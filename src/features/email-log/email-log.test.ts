import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hashToken } from '#src/features/accounts/cookies.ts';
import { createGuards } from '#src/features/accounts/guards.ts';
import { endpointRoutes } from '#src/platform/http/endpoint.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { sameOrigin } from '#src/platform/http/same-origin.ts';
import { queueEmail } from '#src/platform/mail/queue-email.ts';
import { createTestApp, type ListeningTestApp } from '#test/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { listQueue } from '#test/jobs.ts';
import { runSql } from '#test/sql.ts';
import { FailedEmailPage } from './contract.ts';
import { failedEmailEndpoints } from './email-log.ts';

const SITE = 'http://localhost:3000';
let database: TestDatabase;
let server: ListeningTestApp;
let admin: { id: string; cookie: string };
let user: { id: string; cookie: string };

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const guards = createGuards({ db, publicUrl: SITE });
  const api = new Hono<AppEnv>();
  api.use(sameOrigin(SITE, { takesKeys: true }));
  api.route('/', endpointRoutes(failedEmailEndpoints({ db, log: { info: () => {} } }), guards.require('manageSite')));
  server = await createTestApp({ mount: (app) => app.route('/api/v1/admin', api) }).listen();
  [admin, user] = [await addUser('admin'), await addUser('user')];
});
afterAll(async () => {
  await server.close();
  await database.drop();
});
beforeEach(async () => {
  await runSql(database.ownerUrl, 'delete from outbound_emails; delete from graphile_worker._private_jobs');
});

async function addUser(role: string): Promise<{ id: string; cookie: string }> {
  const token = randomBytes(32).toString('base64url');
  const { rows } = await database.pool.query(
    'insert into users (name, email, email_verified, role) values ($1, $2, true, $1) returning id',
    [role, `${role}@tales.example`],
  );
  await database.pool.query("insert into sessions (token, user_id, expires_at) values ($1, $2, now() + interval '1 day')", [
    hashToken(token),
    rows[0].id,
  ]);
  return { id: rows[0].id, cookie: `talewood_session=${token}` };
}

/** Adds an email with a job that has used all attempts. */
async function addDeadMail(to = 'kai@tales.example'): Promise<string> {
  const id = await queueEmail(database.db, { to, template: 'verify', subject: 'Please confirm', html: '<p>hush', text: 'hush' });
  await runSql(database.ownerUrl, 'delete from graphile_worker._private_jobs where key = $1', [`mail:${id}`]);
  await runSql(database.ownerUrl, "update outbound_emails set attempts = 23, last_error = 'ESOCKET' where id = $1", [id]);
  return id;
}

type Ask = { cookie?: string | undefined; method?: string; origin?: string };

async function ask(path: string, { cookie = admin.cookie, method = 'GET', origin = SITE }: Ask = {}) {
  const response = await fetch(`${server.url}/api/v1/admin${path}`, { method, headers: { cookie, origin } });
  const text = await response.text();
  return { status: response.status, text, code: /"code":"(\w+)"/.exec(text)?.[1], headers: response.headers };
}
const retry = (id: string, asked: Ask = {}) => ask(`/mails/${id}/retry`, { method: 'POST', ...asked });
const audited = async (id: string) => (await database.pool.query('select * from audit_log where subject_id = $1', [id])).rows;

test('administrators list failed emails, newest first, without their text', async () => {
  const [older, newer] = [await addDeadMail(), await addDeadMail('gerda@tales.example')];
  await queueEmail(database.db, { to: 'alive@tales.example', subject: 'Alive', html: '<p>', text: 'a' });
  const { text, status, headers } = await ask('/mails');
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  const page = FailedEmailPage.parse(JSON.parse(text));
  expect(page.mails.map(({ id }) => id)).toEqual([newer, older]);
  expect(page.mails[0]).toMatchObject({ to: 'gerda@tales.example', template: 'verify', tries: 23, lastError: 'ESOCKET' });
  expect(page.next).toBeNull();
  expect(text).not.toContain('hush');
});

test('pages have 100 emails', async () => {
  await runSql(
    database.ownerUrl,
    "insert into outbound_emails (to_address, subject, html, text) select 'a@b.example', 's' || n, 'h', 't' from generate_series(1, 101) n",
  );
  const first = FailedEmailPage.parse(JSON.parse((await ask('/mails')).text));
  const second = FailedEmailPage.parse(JSON.parse((await ask(`/mails?before=${first.next}`)).text));
  expect([first.mails.length, second.mails.length, second.next]).toEqual([100, 1, null]);
  expect(new Set([...first.mails, ...second.mails].map(({ id }) => id)).size).toBe(101);
});

test('resending an email queues it once and is audited', async () => {
  const id = await addDeadMail();
  expect((await retry(id)).status).toBe(204);
  expect(await listQueue(database.ownerUrl)).toHaveLength(1);
  expect(await retry(id)).toMatchObject({ status: 404, code: 'unknown_mail' });
  expect(await listQueue(database.ownerUrl)).toHaveLength(1);
  expect(await audited(id)).toMatchObject([{ actor: admin.id, action: 'mail.retried', subject_kind: 'mail', subject_id: id }]);
});

test('other users and other sites cannot list or resend them', async () => {
  const id = await addDeadMail();
  for (const [cookie, status, code] of [
    ['', 401, 'signed_out'],
    [user.cookie, 403, 'not_allowed'],
  ] as const) {
    expect(await ask('/mails', { cookie })).toMatchObject({ status, code });
    expect(await retry(id, { cookie })).toMatchObject({ status, code });
  }
  for (const origin of ['https://evil.example', 'null']) expect(await retry(id, { origin })).toMatchObject({ status: 403 });
  expect(await listQueue(database.ownerUrl)).toEqual([]);
  expect(await audited(id)).toEqual([]);
});

test.each([
  ['/mails?before=1', 400],
  ['/mails?after=x', 400],
])('%s is rejected', async (path, status) => {
  expect(await ask(path)).toMatchObject({ status, code: 'bad_query' });
});

test.each(['x', '019a0000-0000-7000-8000-000000000001', "'; select 1"])('email %s does not exist', async (id) => {
  expect(await retry(encodeURIComponent(id))).toMatchObject({ status: 404 });
});
