import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ROLES } from '#src/permissions.ts';
import { type AdminApi, openAdminApi } from '#test/admin-api.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addSession, addUser, type TestUser } from '#test/users.ts';

let database: TestDatabase;
let admin: TestUser;
let { logs, rows, send, ask, change } = {} as AdminApi;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  ({ admin, logs, rows, send, ask, change } = await openAdminApi(database));
});

const logged = () => rows('select action, actor, subject_id, details from audit_log order by id desc limit 1');

describe('permissions', () => {
  const calls = (id: string): [string, string, unknown?][] => [
    ['GET', '/users'],
    ['GET', '/log'],
    ['PATCH', `/users/${id}`, { role: 'admin' }],
    ['PATCH', `/users/${id}`, { disabled: true }],
    ['POST', `/users/${id}/resend`],
    ['DELETE', `/users/${id}/sessions`],
  ];

  test('visitors get 401, users 403, and nothing changes', async () => {
    const [kai, gerda] = [await addUser(database.pool), await addUser(database.pool)];
    for (const [method, path, body] of calls(gerda.id)) {
      const asVisitor = await send(method, `/api/v1/admin${path}`, { as: { cookie: '' }, body });
      expect([path, asVisitor.status, (await asVisitor.json()).code]).toEqual([path, 401, 'signed_out']);
      const asUser = await send(method, `/api/v1/admin${path}`, { as: kai, body });
      expect([path, asUser.status, (await asUser.json()).code]).toEqual([path, 403, 'not_allowed']);
    }
    expect(await rows("select from users where role = 'admin'")).toHaveLength(1);
    expect(await rows('select from sessions')).toHaveLength(3);
  });

  test('a revoked role or disabled account is rejected at the next request', async () => {
    expect((await ask('/users')).status).toBe(200);
    await rows("update users set role = 'user'");
    expect((await ask('/users')).status).toBe(403);
    await rows("update users set role = 'admin', disabled_at = now()");
    expect((await ask('/users')).status).toBe(401);
  });

  test('cross-origin requests and other content types are rejected', async () => {
    const kai = await addUser(database.pool);
    const path = `/api/v1/admin/users/${kai.id}`;
    for (const origin of ['https://evil.example', 'null', 'http://localhost:3001', 'https://localhost:3000', 'http://www.localhost:3000'])
      expect((await send('PATCH', path, { body: { disabled: true }, headers: { origin } })).status).toBe(403);
    const sent = { body: { disabled: true }, headers: { 'sec-fetch-site': 'same-site' } };
    expect((await send('PATCH', path, sent)).status).toBe(403);
    for (const type of ['text/plain', 'multipart/form-data; boundary=x'])
      expect((await send('PATCH', path, { body: { disabled: true }, headers: { 'content-type': type } })).status).toBe(403);
    expect((await send('DELETE', `${path}/sessions`, { headers: { origin: 'https://evil.example' } })).status).toBe(403);
    expect(await rows('select from users where disabled_at is not null')).toHaveLength(0);
    expect(await rows('select from sessions')).toHaveLength(2);
  });

  test('unknown fields are rejected', async () => {
    const kai = await addUser(database.pool);
    for (const body of [{ email: 'x@y.example' }, { role: 'owner' }, { role: 'admin', email_verified: true }, { disabled: 'yes' }, {}, []])
      expect((await change(kai, body)).status).toBe(422);
    expect((await send('PATCH', `/api/v1/admin/users/${kai.id}`, { headers: { 'content-type': 'application/json' } })).status).toBe(400);
    expect(await rows("select from users where role = 'admin'")).toHaveLength(1);
    for (const id of ['0', 'null', '../users', kai.id.slice(1), crypto.randomUUID()])
      expect((await send('PATCH', `/api/v1/admin/users/${encodeURIComponent(id)}`, { body: { role: 'admin' } })).status).toBe(404);
  });
});

describe('changes', () => {
  test('disabling ends all sessions and open links, sends an email and adds an audit log entry', async () => {
    const kai = await addUser(database.pool, { name: 'Kai' });
    await addSession(database.pool, kai.id);
    await rows(
      "insert into one_time_tokens (subject, purpose, hash, email, expires_at) values ($1, 'reset', repeat('a', 64), $2, now() + interval '1 hour')",
      [kai.id, kai.email],
    );
    const { status, body } = await change(kai, { disabled: true });
    expect(status).toBe(200);
    expect(body).toEqual({ ...body, id: kai.id, isDisabled: true, lastSeenAt: null });
    expect(await rows('select from sessions where user_id = $1', [kai.id])).toHaveLength(0);
    expect(await rows('select from one_time_tokens')).toHaveLength(0);
    expect(await rows('select to_address, template, subject from outbound_emails')).toEqual([
      { to_address: kai.email, template: 'account-disabled', subject: 'To Kai' },
    ]);
    expect(await logged()).toEqual([{ action: 'user.disabled', actor: admin.id, subject_id: kai.id, details: { sessions: 2 } }]);
    expect((await change(kai, { disabled: true })).status).toBe(200);
    expect(await rows('select from outbound_emails')).toHaveLength(1);
    expect((await change(kai, { disabled: false })).body).toMatchObject({ isDisabled: false });
    expect(logs.events().filter((event) => event === 'admin_action')).toHaveLength(2);
    expect(logs.text()).not.toContain(kai.email);
  });

  test.each([{ disabled: true }, { role: 'admin' }])('after the response to %o all of 100 requests are rejected', async (body) => {
    const kai = await addUser(database.pool);
    const mine = () => send('GET', '/api/v1/mine', { as: kai });
    expect((await mine()).status).toBe(200);
    expect((await change(kai, body)).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 100 }, mine));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  });

  test('sessions can be ended everywhere', async () => {
    const kai = await addUser(database.pool);
    await addSession(database.pool, kai.id);
    expect((await send('DELETE', `/api/v1/admin/users/${kai.id}/sessions`)).status).toBe(204);
    expect((await send('GET', '/api/v1/mine', { as: kai })).status).toBe(401);
    expect(await logged()).toMatchObject([{ action: 'user.signed-out', details: { sessions: 2 } }]);
    expect((await ask('/users')).status).toBe(200);
  });

  test('the confirmation email can be resent to unverified users, not too often, and never to disabled ones', async () => {
    const resend = async (id: string) => (await send('POST', `/api/v1/admin/users/${id}/resend`)).status;
    const kai = await addUser(database.pool, { isVerified: false });
    expect(await resend(kai.id)).toBe(202);
    expect(await rows('select to_address, template from outbound_emails')).toEqual([{ to_address: kai.email, template: 'verify' }]);
    expect(await rows('select purpose from one_time_tokens where subject = $1', [kai.id])).toEqual([{ purpose: 'verify' }]);
    expect(await logged()).toMatchObject([{ action: 'user.verification-sent', subject_id: kai.id }]);
    expect(await resend(kai.id)).toBe(429);
    expect(await resend(admin.id)).toBe(409);
    const gerda = await addUser(database.pool, { isVerified: false });
    await change(gerda, { disabled: true });
    expect(await resend(gerda.id)).toBe(409);
    expect(await rows("select from outbound_emails where template = 'verify'")).toHaveLength(1);
  });

  test('a demoted administrator stays logged in without the role; a promoted user has to log in again', async () => {
    const kai = await addUser(database.pool, { role: 'admin' });
    const asked = async () => (await send('GET', '/api/v1/admin/users', { as: kai })).status;
    const me = async () => (await send('GET', '/api/v1/mine', { as: kai })).status;
    await change(kai, { role: 'user' });
    expect([await asked(), await me()]).toEqual([403, 200]);
    await change(kai, { role: 'admin' });
    expect([await asked(), await me()]).toEqual([401, 401]);
  });

  test.each(ROLES.flatMap((from) => ROLES.filter((to) => to !== from).map((to) => [from, to] as const)))(
    'from %s to %s: an email tells, and only more permissions end the sessions',
    async (from, to) => {
      const kai = await addUser(database.pool, { role: from });
      expect((await change(kai, { role: to })).body).toMatchObject({ role: to });
      const isPromotion = ROLES.indexOf(to) > ROLES.indexOf(from);
      expect((await send('GET', '/api/v1/mine', { as: kai })).status).toBe(isPromotion ? 401 : 200);
      const [mail, ...others] = await rows('select to_address, template, text from outbound_emails');
      expect([mail.to_address, mail.template, JSON.parse(mail.text).role, others]).toEqual([kai.email, 'role-changed', to, []]);
      expect(await logged()).toMatchObject([{ action: 'user.role-changed', subject_id: kai.id, details: { from, to } }]);
    },
  );

  test('a user with an unconfirmed address gets no role', async () => {
    const kai = await addUser(database.pool, { isVerified: false });
    for (const role of ROLES.filter((each) => each !== 'user'))
      expect(await change(kai, { role })).toMatchObject({ status: 409, body: { code: 'not_verified' } });
  });

  test('nobody changes their own role or disables themselves', async () => {
    await addUser(database.pool, { role: 'admin' });
    for (const body of [{ role: 'user' }, { role: 'admin' }, { disabled: true }])
      expect(await change(admin, body)).toMatchObject({ status: 409, body: { code: 'own_role' } });
  });

  test.each([{ role: 'user' }, { disabled: true }])(
    'one of two administrators who concurrently send %o for each other remains',
    async (body) => {
      for (let round = 0; round < 5; round += 1) {
        await rows('delete from users');
        const two = [await addUser(database.pool, { role: 'admin' }), await addUser(database.pool, { role: 'admin' })] as const;
        const answers = await Promise.all([change(two[1], body, two[0]), change(two[0], body, two[1])]);
        const statuses = answers.map(({ status }) => status).toSorted();
        expect(statuses[0]).toBe(200);
        // 409 when both passed the guard; 401 or 403 when one was demoted before the other's request.
        expect([401, 403, 409]).toContain(statuses[1]);
        expect(await rows("select from users where role = 'admin' and disabled_at is null")).toHaveLength(1);
      }
    },
  );

  test('the last administrator remains, also when another has just been demoted', async () => {
    const other = await addUser(database.pool, { role: 'admin' });
    const { changeUser } = await import('./admin-users.ts');
    const renderEmail = async () => ({ subject: 's', html: 'h', text: 't' });
    const deps = { db: database.db, publicUrl: 'http://localhost:3000', renderEmail };
    await rows("update users set role = 'user' where id = $1", [other.id]);
    await expect(changeUser(deps, other, admin.id, { role: 'user' })).rejects.toMatchObject({ status: 409, code: 'last_admin' });
    await expect(changeUser(deps, other, admin.id, { disabled: true })).rejects.toMatchObject({ status: 409, code: 'last_admin' });
    const kai = await addUser(database.pool);
    await expect(changeUser(deps, other, kai.id, { role: 'admin' })).rejects.toMatchObject({ status: 403 });
    expect(await rows('select from outbound_emails')).toHaveLength(0);
  });
});
