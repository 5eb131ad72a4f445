import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { runSql } from '#test/sql.ts';
import { addUser, type TestUser } from '#test/users.ts';
import { invitationRoutes } from './invitations.ts';
import { issueToken } from './one-time-tokens.ts';

let database: TestDatabase;
let site: TestApp;
let queen: TestUser;
beforeAll(async () => {
  database = await createTestDatabase();
  site = createTestApp({ database, routes: invitationRoutes });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await site.clear();
  queen = await addUser(database.pool, { name: 'The Snow Queen', role: 'admin' });
});

const EMAIL = 'kay@tales.example';
const KAY = { email: EMAIL, name: 'Kay', password: 'nineteen moths around a lamp' };
const rows = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) => runSql<Row>(database.ownerUrl, text, values);
const accept = (json: object) => site.ask('/api/v1/invitations', { json: { ...KAY, ...json } });
const kay = async () => (await rows('select name, role, email_verified from users where email = $1', [EMAIL]))[0];

async function invite(role: string): Promise<string> {
  const [invitation] = await rows<{ id: string }>(
    "insert into invitations (email, role, invited_by, expires_at) values ($1, $2, $3, now() + interval '7 days') returning id",
    [EMAIL, role, queen.id],
  );
  return issueToken(database.db, { subject: invitation?.id ?? '', purpose: 'invitation', email: EMAIL });
}

test('accepting creates a confirmed account with the role, logs it in, and works once', async () => {
  const token = await invite('admin');
  const answer = await accept({ token });
  expect([answer.status, await answer.json()]).toEqual([200, { person: { name: 'Kay', email: EMAIL, role: 'admin' } }]);
  expect(answer.headers.getSetCookie().join()).toContain('session');
  expect(await kay()).toEqual({ name: 'Kay', role: 'admin', email_verified: true });
  expect(await rows('select from invitations')).toEqual([]);
  const [user] = await rows('select id from users where email = $1', [EMAIL]);
  expect(await rows('select action, actor, details from audit_log where subject_id = $1', [user?.id])).toEqual([
    { action: 'user.invitation-accepted', actor: user?.id, details: { role: 'admin' } },
  ]);
  expect((await accept({ token, name: 'Again' })).status).toBe(410);
});

test.each(["update users set role = 'user'", "update users set role = 'editor'", 'update users set disabled_at = now()'])(
  'the administrator role is not granted after: %s',
  async (change) => {
    const token = await invite('admin');
    await rows(`${change} where id = $1`, [queen.id]);
    expect((await accept({ token })).status).toBe(200);
    expect((await kay())?.role).toBe('user');
  },
);

test('the link does not work for another address or purpose, after it expired, or once it was revoked', async () => {
  const token = await invite('user');
  expect((await accept({ token, email: 'gerda@tales.example' })).status).toBe(400);
  expect((await accept({ token: await issueToken(database.db, { subject: queen.id, purpose: 'verify', email: EMAIL }) })).status).toBe(410);
  await rows('delete from invitations');
  expect((await accept({ token })).status).toBe(410);
  const other = await invite('user');
  await rows("update one_time_tokens set expires_at = now() where purpose = 'invitation'");
  expect((await accept({ token: other })).status).toBe(410);
  expect(await kay()).toBeUndefined();
});

test('invalid input keeps the link valid', async () => {
  const token = await invite('user');
  expect((await accept({ token, password: 'password12' })).status).toBe(422);
  expect((await accept({ token, name: ' ' })).status).toBe(422);
  expect((await accept({ token })).status).toBe(200);
});

test('an unconfirmed account of a stranger is taken over with a new password; a confirmed one is kept', async () => {
  const stranger = await addUser(database.pool, { name: 'Stranger', email: EMAIL });
  const token = await invite('user');
  expect(await (await accept({ token })).json()).toMatchObject({ status: 409, code: 'has_account' });
  await rows('update users set email_verified = false where id = $1', [stranger.id]);
  expect((await accept({ token })).status).toBe(200);
  expect(await kay()).toEqual({ name: 'Kay', role: 'user', email_verified: true });
  expect(await rows('select from sessions where user_id = $1', [stranger.id])).toHaveLength(1);
});

test('of many concurrent requests one accepts', async () => {
  const token = await invite('user');
  const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await accept({ token })).status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(await rows('select from users where email = $1', [EMAIL])).toHaveLength(1);
});
