import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { issueToken } from '#src/features/accounts/one-time-tokens.ts';
import { audit } from '#src/platform/audit/audit.ts';
import { queueEmail } from '#src/platform/mail/queue-email.ts';
import { addFile } from '#test/attached-files.ts';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { runSql } from '#test/sql.ts';
import { addSession, addUser, PASSWORD, type TestUser } from '#test/users.ts';
import { accountRoutes } from './account-routes.ts';

let database: TestDatabase;
let app: TestApp;
let gerda: TestUser;
let kai: TestUser;

beforeAll(async () => {
  database = await createTestDatabase();
  app = createTestApp({ database, routes: accountRoutes });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await app.clear();
  gerda = await addUser(database.pool);
  kai = await addUser(database.pool, { name: 'Kai' });
});

const remove = (person: TestUser, body: unknown = { current: PASSWORD }) => app.api('DELETE', '/account', { cookie: person.cookie, body });
const people = async () =>
  (await database.pool.query<{ name: string }>('select name from users order by name')).rows.map(({ name }) => name);

/** Names of the tables with a row that contains one of the texts, in all schemas except those of Postgres. */
async function tablesThatKnow(texts: string[]): Promise<string[]> {
  const tables = await runSql<{ name: string }>(
    database.ownerUrl,
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const anyOf = texts.map((text) => `%${text}%`);
  // One statement, as each call opens a connection.
  const search = tables.map(
    ({ name }) => `select '${name}' as name where exists (select from ${name} t where to_jsonb(t)::text ilike any ($1))`,
  );
  return (await runSql<{ name: string }>(database.ownerUrl, `${search.join(' union all ')} order by 1`, [anyOf])).map(({ name }) => name);
}

/** Adds a row to every table that may hold data about the user. */
async function leaveTraces(person: TestUser): Promise<void> {
  await addSession(database.pool, person.id);
  await issueToken(database.db, { subject: person.id, purpose: 'reset', email: person.email });
  await issueToken(database.db, { subject: kai.id, purpose: 'change_email', email: person.email });
  await queueEmail(database.db, { to: person.email, subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' });
  await database.pool.query("insert into second_factors (user_id, secret, backup_codes) values ($1, 'x', 'x')", [person.id]);
  await database.pool.query(
    `insert into passkeys (user_id, credential_id, public_key, counter, device_type, backed_up)
      values ($1, 'x', 'x', 0, 'singleDevice', false)`,
    [person.id],
  );
  const consent = "'confirmed', now(), 'Send me the letter'";
  await database.pool.query(`insert into newsletter_subscribers (user_id, status, consent_at, consent_text) values ($1, ${consent})`, [
    person.id,
  ]);
  await database.pool.query(`insert into newsletter_subscribers (email, status, consent_at, consent_text) values ($1, ${consent})`, [
    person.email,
  ]);
  await database.pool.query("insert into contact_messages (topic, text, email) values ('question', 'Who is the wolf?', $1)", [
    person.email,
  ]);
  await queueEmail(database.db, {
    to: 'keeper@tales.example',
    replyTo: person.email,
    subject: 'Hello',
    html: '<p>Hello</p>',
    text: 'Hello',
  });
  const acted = { action: 'user.disabled', details: {} };
  await audit(database.db, { ...acted, actor: kai.id, subject: { kind: 'user', id: person.id } });
  await audit(database.db, { ...acted, actor: person.id, subject: { kind: 'user', id: kai.id } });
  await database.pool.query(
    "insert into idempotency_keys (key, request, user_id, attempt_token, expires_at) values (repeat('a', 64), repeat('a', 64), $1, $1, now())",
    [person.id],
  );
  const values = [person.id, JSON.stringify({ challenge: 'x', userData: { id: person.id } })];
  for (const value of values)
    await database.pool.query("insert into verifications (identifier, value, expires_at) values ('x', $1, now() + interval '1 hour')", [
      value,
    ]);
}

test('an account is deleted completely; one farewell email is sent', async () => {
  await leaveTraces(gerda);
  expect(await tablesThatKnow([gerda.id, gerda.email])).toEqual(
    expect.arrayContaining(
      [
        'audit_log',
        'credentials',
        'idempotency_keys',
        'outbound_emails',
        'newsletter_subscribers',
        'one_time_tokens',
        'passkeys',
        'users',
        'second_factors',
        'sessions',
        'verifications',
      ].map((table) => `public.${table}`),
    ),
  );
  const { status, headers } = await remove(gerda);
  expect(status).toBe(204);
  expect(headers.get('clear-site-data')).toBe('"cache", "storage"');
  expect(headers.get('set-cookie')).toMatch(/^__Host-talewood_session=;.*Max-Age=0/);
  expect(await tablesThatKnow([gerda.id])).toEqual([]);
  expect(await tablesThatKnow([gerda.email])).toEqual(['public.outbound_emails']);
  const { rows } = await database.pool.query('select to_address, template from outbound_emails order by id');
  expect(rows).toEqual([
    { to_address: 'keeper@tales.example', template: 'plain' },
    { to_address: gerda.email, template: 'account-deleted' },
  ]);
  expect((await app.api('GET', '/account', { cookie: gerda.cookie })).status).toBe(401);
  expect(await people()).toEqual(['Kai']);
});

test.each([{}, { current: '' }, { current: 'not the right one at all' }])('keeps the account when the password is %j', async (body) => {
  const before = await tablesThatKnow([gerda.id, gerda.email]);
  expect(await remove(gerda, body)).toMatchObject({ status: 403, body: { code: 'wrong_password' } });
  expect(await tablesThatKnow([gerda.id, gerda.email])).toEqual(before);
});

test('two concurrent requests delete it once and send one email', async () => {
  const both = await Promise.all([remove(gerda), remove(gerda)]);
  expect(both.filter(({ status }) => status === 204)).toHaveLength(1);
  expect((await database.pool.query('select 1 from outbound_emails')).rowCount).toBe(1);
});

test('the last administrator cannot be deleted, even when the last two try concurrently', async () => {
  await database.pool.query("update users set role = 'admin' where id = $1", [gerda.id]);
  expect(await remove(gerda)).toMatchObject({ status: 409, body: { code: 'last_admin' } });
  await database.pool.query("update users set role = 'admin' where id = $1", [kai.id]);
  const both = await Promise.all([remove(gerda), remove(kai)]);
  expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
  expect(await people()).toHaveLength(1);
});

test('a disabled administrator does not count as the last one', async () => {
  await database.pool.query("update users set role = 'admin'");
  await database.pool.query('update users set disabled_at = now() where id = $1', [kai.id]);
  expect(await remove(gerda)).toMatchObject({ status: 409, body: { code: 'last_admin' } });
});

test('a user without a password must have signed in recently', async () => {
  await database.pool.query('delete from credentials where user_id = $1', [gerda.id]);
  await database.pool.query("update sessions set created_at = now() - interval '11 minutes'");
  expect(await remove(gerda, {})).toMatchObject({ status: 403, body: { code: 'sign_in_again' } });
  await database.pool.query("update sessions set created_at = now() - interval '9 minutes'");
  expect((await remove(gerda, {})).status).toBe(204);
});

test('all data about a user can be exported', async () => {
  await leaveTraces(gerda);
  for (const { id, name } of [
    { ...gerda, name: 'Mill.pdf' },
    { ...kai, name: 'Wheel.pdf' },
  ]) {
    const file = await addFile(database.pool, { name });
    await database.pool.query('update files set created_by = $1 where id = $2', [id, file]);
  }
  await database.pool.query(
    "with top as (insert into folders (name) values ('Worksheets') returning id) update folders set name = 'For Kai', parent_id = top.id from top",
  );
  const { status, headers, body, text } = await app.api('GET', '/account/export', { cookie: gerda.cookie });
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(headers.get('content-disposition')).toBe('attachment; filename="talewood-account.json"');
  expect(body).toMatchObject({ account: { name: 'Gerda', email: gerda.email }, mails: [{ subject: 'Hello', kind: 'plain', sent: null }] });
  expect(body.files).toEqual([{ name: 'Mill.pdf', folder: 'Worksheets / For Kai', bytes: 1234, created: expect.any(String) }]);
  expect(body.bookshelf).toEqual({ favorites: [], shelves: [], shelfTales: [], positions: [] });
  expect(body.account.newsletter).toMatchObject({ isOn: true });
  const said = { status: 'confirmed', consent_at: expect.any(String), consent_text: 'Send me the letter' };
  expect(body.newsletter).toMatchObject([
    { ...said, email: null },
    { ...said, email: gerda.email },
  ]);
  expect(body.administration).toMatchObject([
    { action: 'user.disabled', byMe: false },
    { action: 'user.disabled', byMe: true },
  ]);
  for (const foreign of [kai.id, kai.email]) expect(text).not.toContain(foreign);
  const { rows } = await database.pool.query<{ secret: string }>(
    'select password as secret from credentials union all select token from sessions union all select hash from one_time_tokens',
  );
  for (const { secret } of rows) expect(text).not.toContain(secret);
});
