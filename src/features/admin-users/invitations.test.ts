import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { removeExpiredInvitations } from '#src/features/accounts/retention.ts';
import { type AdminApi, openAdminApi } from '#test/admin-api.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addUser } from '#test/users.ts';

/** Invitations as administrators see them. Their acceptance belongs to accounts. */

let database: TestDatabase;
let staff: AdminApi;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  staff = await openAdminApi(database);
  for (const table of ['invitations', 'one_time_tokens', 'rate_limits', 'outbound_emails']) await staff.rows(`delete from ${table}`);
});

const invite = (email: string, role = 'user') => staff.call('POST', '/invitations', { body: { email, role } });
const tokens = () => staff.rows("select subject, email, expires_at - created_at = interval '7 days' as week from one_time_tokens");
const actions = () =>
  staff.rows("select action, subject_kind, details from audit_log where action like 'user.invit%' and actor = $1 order by id", [
    staff.admin.id,
  ]);

test('an invitation is created, listed, resent and revoked, and each is in the audit log without the address', async () => {
  const { status, body } = await invite(' Kay@Tales.example ', 'admin');
  expect([status, body]).toMatchObject([201, { invitation: { email: 'kay@tales.example', role: 'admin', isExpired: false } }]);
  const { id } = body.invitation;
  expect(await tokens()).toEqual([{ subject: id, email: 'kay@tales.example', week: true }]);
  expect((await staff.call('GET', '/invitations')).body.invitations).toEqual([body.invitation]);

  await staff.rows("update invitations set expires_at = now() - interval '1 day'");
  expect((await staff.call('GET', '/invitations')).body.invitations).toMatchObject([{ isExpired: true }]);
  await staff.rows('delete from rate_limits');
  expect((await staff.call('POST', `/invitations/${id}/resend`)).body).toMatchObject({ invitation: { isExpired: false } });

  expect((await staff.call('DELETE', `/invitations/${id}`)).status).toBe(204);
  expect(await tokens()).toEqual([]);
  for (const [method, path] of [
    ['DELETE', ''],
    ['POST', '/resend'],
  ] as const)
    expect((await staff.call(method, `/invitations/${id}${path}`)).body).toMatchObject({ status: 404, code: 'unknown_invitation' });
  const details = { role: 'admin' };
  expect(await actions()).toEqual(
    ['user.invited', 'user.invitation-resent', 'user.invitation-revoked'].map((action) => ({
      action,
      subject_kind: 'invitation',
      details,
    })),
  );
});

test('with a mail server the link is sent and not returned; without one it is returned', async () => {
  const { link } = (await invite('gerda@tales.example')).body;
  const sent = await staff.rows('select to_address, template from outbound_emails');
  if (sent.length > 0) expect([link, sent]).toEqual([null, [{ to_address: 'gerda@tales.example', template: 'invitation' }]]);
  else expect(link).toMatch(/\/invitation\?token=[\w-]{43}&email=gerda%40tales\.example$/);
});

test('an address with an account or an invitation is refused; an unconfirmed account is no obstacle', async () => {
  const { email } = await addUser(database.pool);
  expect((await invite(email)).body).toMatchObject({ status: 409, code: 'has_account' });
  await staff.rows('update users set email_verified = false where email = $1', [email]);
  expect((await invite(email)).status).toBe(201);
  await staff.rows('delete from rate_limits');
  expect((await invite(email)).body).toMatchObject({ status: 409, code: 'already_invited' });
  for (const bad of ['', 'kay', 'kay@']) expect((await invite(bad)).body.errors).toMatchObject({ email: [expect.any(String)] });
  expect((await invite('a@tales.example', 'king')).status).toBe(422);
});

test('invitations are limited by address and by inviter', async () => {
  const { id } = (await invite('kay@tales.example')).body.invitation;
  expect((await staff.call('POST', `/invitations/${id}/resend`)).status).toBe(429);
  const statuses: number[] = [];
  for (let n = 0; n < 50; n += 1) statuses.push((await invite(`kay${n}@tales.example`)).status);
  expect(statuses.indexOf(429)).toBe(48);
});

test('only administrators may invite, without API keys, and not after losing the role', async () => {
  const reader = await addUser(database.pool);
  for (const [method, path] of [
    ['GET', ''],
    ['POST', ''],
    ['POST', `/${crypto.randomUUID()}/resend`],
    ['DELETE', `/${crypto.randomUUID()}`],
  ] as const) {
    const body = method === 'POST' ? { email: 'x@tales.example', role: 'admin' } : undefined;
    expect((await staff.call(method, `/invitations${path}`, { as: reader, body })).status).toBe(403);
    expect((await staff.call(method, `/invitations${path}`, { as: { ...reader, cookie: '' }, body })).status).toBe(401);
  }
  expect(await staff.rows('select from invitations')).toEqual([]);
});

test('invitations are deleted with their inviter, and 30 days after they have expired', async () => {
  await invite('kay@tales.example');
  await invite('gerda@tales.example');
  await staff.rows("update invitations set expires_at = now() - interval '30 days' where email like 'kay%'");
  await staff.rows("update invitations set expires_at = now() - interval '29 days' where email like 'gerda%'");
  expect(await removeExpiredInvitations(database.db)).toBe(1);
  await staff.rows('delete from users where id = $1', [staff.admin.id]);
  expect(await staff.rows('select from invitations')).toEqual([]);
});
