import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '#src/app.ts';
import { createGuards } from '#src/features/accounts/guards.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { openTestLog } from '#test/jobs.ts';
import { addPerson, addSession, type TestPerson } from '#test/person.ts';
import { runSql } from '#test/sql.ts';
import { staffRoutes } from './routes.ts';

const publicUrl = 'http://localhost:3000';
let database: TestDatabase;
let admin: TestPerson;
let logs: ReturnType<typeof openTestLog>;
let app: ReturnType<typeof createApp>;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await rows('delete from profiles');
  await rows('delete from mails');
  admin = await addPerson(database.pool, { name: 'The Snow Queen', role: 'admin' });
  logs = openTestLog();
  app = createApp({
    log: logs.log,
    health: { ready: true, stopping: false },
    checkDatabase: async () => {},
    mount: (site) => {
      const guards = createGuards({ db: database.db, publicUrl });
      const renderMail = async ({ name }: { name: string }) => ({ subject: `To ${name}`, html: '<p>x</p>', text: 'x' });
      site.route('/api/v1/admin', staffRoutes({ db: database.db, guards, publicUrl, renderMail, log: logs.log }));
      site.get('/api/v1/mine', async (c) => c.json(await guards.person(c)));
    },
  });
});

const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;

type Sent = { as?: Pick<TestPerson, 'cookie'> | undefined; body?: unknown; headers?: Record<string, string> };

function send(method: string, path: string, { as = admin, body, headers = {} }: Sent = {}) {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const all = { cookie: as.cookie, origin: publicUrl, ...type, ...headers };
  return app.request(path, { method, headers: all, ...(body !== undefined && { body: JSON.stringify(body) }) });
}

async function ask(path: string, sent: Sent = {}) {
  const answer = await send('GET', `/api/v1/admin${path}`, sent);
  return { status: answer.status, body: await answer.json() };
}

async function change(person: TestPerson, body: unknown, as = admin) {
  const answer = await send('PATCH', `/api/v1/admin/users/${person.id}`, { body, as });
  return { status: answer.status, body: await answer.json() };
}

const logged = () => rows('select action, actor, subject_id, details from audit_log order by id desc limit 1');

describe('who may', () => {
  const calls = (id: string): [string, string, unknown?][] => [
    ['GET', '/users'],
    ['GET', '/log'],
    ['GET', '/tales'],
    ['PATCH', `/users/${id}`, { role: 'admin' }],
    ['PATCH', `/users/${id}`, { disabled: true }],
    ['DELETE', `/users/${id}/sessions`],
  ];

  test('a visitor is asked to log in, a user is refused, and nothing happens', async () => {
    const [kai, gerda] = [await addPerson(database.pool), await addPerson(database.pool)];
    for (const [method, path, body] of calls(gerda.id)) {
      const asVisitor = await send(method, `/api/v1/admin${path}`, { as: { cookie: '' }, body });
      expect([path, asVisitor.status, (await asVisitor.json()).code]).toEqual([path, 401, 'signed_out']);
      const asUser = await send(method, `/api/v1/admin${path}`, { as: kai, body });
      expect([path, asUser.status, (await asUser.json()).code]).toEqual([path, 403, 'not_allowed']);
    }
    expect(await rows("select from profiles where role = 'admin'")).toHaveLength(1);
    expect(await rows('select from sessions')).toHaveLength(3);
  });

  test('a role taken away, or an account disabled, is refused at the next request', async () => {
    expect((await ask('/users')).status).toBe(200);
    await rows("update profiles set role = 'user'");
    expect((await ask('/users')).status).toBe(403);
    await rows("update profiles set role = 'admin', disabled_at = now()");
    expect((await ask('/users')).status).toBe(401);
  });

  test('other sites, and bodies of other kinds, are refused', async () => {
    const kai = await addPerson(database.pool);
    const path = `/api/v1/admin/users/${kai.id}`;
    for (const origin of ['https://evil.example', 'null', 'http://localhost:3001', 'https://localhost:3000', 'http://www.localhost:3000'])
      expect((await send('PATCH', path, { body: { disabled: true }, headers: { origin } })).status).toBe(403);
    const sent = { body: { disabled: true }, headers: { 'sec-fetch-site': 'same-site' } };
    expect((await send('PATCH', path, sent)).status).toBe(403);
    for (const type of ['text/plain', 'multipart/form-data; boundary=x'])
      expect((await send('PATCH', path, { body: { disabled: true }, headers: { 'content-type': type } })).status).toBe(415);
    expect((await send('DELETE', `${path}/sessions`, { headers: { origin: 'https://evil.example' } })).status).toBe(403);
    expect(await rows('select from profiles where disabled_at is not null')).toHaveLength(0);
    expect(await rows('select from sessions')).toHaveLength(2);
  });

  test('only the fields that are known are taken', async () => {
    const kai = await addPerson(database.pool);
    for (const body of [{ email: 'x@y.example' }, { role: 'owner' }, { role: 'admin', email_verified: true }, { disabled: 'yes' }, {}, []])
      expect((await change(kai, body)).status).toBe(422);
    expect((await send('PATCH', `/api/v1/admin/users/${kai.id}`, { headers: { 'content-type': 'application/json' } })).status).toBe(400);
    expect(await rows("select from profiles where role = 'admin'")).toHaveLength(1);
    for (const id of ['0', 'null', '../users', kai.id.slice(1), crypto.randomUUID()])
      expect((await send('PATCH', `/api/v1/admin/users/${encodeURIComponent(id)}`, { body: { role: 'admin' } })).status).toBe(404);
  });
});

describe('changes', () => {
  test('disabling ends all sessions and open links, writes a mail and an entry', async () => {
    const kai = await addPerson(database.pool, { name: 'Kai' });
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
    expect(await rows('select to_address, template, subject from mails')).toEqual([
      { to_address: kai.email, template: 'account-disabled', subject: 'To Kai' },
    ]);
    expect(await logged()).toEqual([{ action: 'user.disabled', actor: admin.id, subject_id: kai.id, details: { sessions: 2 } }]);
    expect((await change(kai, { disabled: true })).status).toBe(200);
    expect(await rows('select from mails')).toHaveLength(1);
    expect((await change(kai, { disabled: false })).body).toMatchObject({ isDisabled: false });
    expect(logs.events().filter((event) => event === 'admin_action')).toHaveLength(2);
    expect(logs.text()).not.toContain(kai.email);
  });

  test.each([{ disabled: true }, { role: 'admin' }])('after the answer to %o none of 100 requests passes', async (body) => {
    const kai = await addPerson(database.pool);
    const mine = () => send('GET', '/api/v1/mine', { as: kai });
    expect((await mine()).status).toBe(200);
    expect((await change(kai, body)).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 100 }, mine));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  });

  test('sign out everywhere', async () => {
    const kai = await addPerson(database.pool);
    await addSession(database.pool, kai.id);
    expect((await send('DELETE', `/api/v1/admin/users/${kai.id}/sessions`)).status).toBe(204);
    expect((await send('GET', '/api/v1/mine', { as: kai })).status).toBe(401);
    expect(await logged()).toMatchObject([{ action: 'user.signed-out', details: { sessions: 2 } }]);
    expect((await ask('/users')).status).toBe(200);
  });

  test('nobody changes their own role or disables themselves', async () => {
    await addPerson(database.pool, { role: 'admin' });
    for (const body of [{ role: 'user' }, { role: 'admin' }, { disabled: true }])
      expect(await change(admin, body)).toMatchObject({ status: 409, body: { code: 'own_role' } });
  });

  test.each([{ role: 'user' }, { disabled: true }])('of two administrators who do %o to each other at once one stays', async (body) => {
    for (let round = 0; round < 5; round += 1) {
      await rows('delete from profiles');
      const two = [await addPerson(database.pool, { role: 'admin' }), await addPerson(database.pool, { role: 'admin' })] as const;
      const answers = await Promise.all([change(two[1], body, two[0]), change(two[0], body, two[1])]);
      const statuses = answers.map(({ status }) => status).toSorted();
      expect(statuses[0]).toBe(200);
      // 409 when both had been let in; 401 when one was out before the other asked.
      expect([401, 409]).toContain(statuses[1]);
      expect(await rows("select from profiles where role = 'admin' and disabled_at is null")).toHaveLength(1);
    }
  });

  test('the last administrator stays, also when an administrator of just now asks', async () => {
    const other = await addPerson(database.pool, { role: 'admin' });
    const { changeUser } = await import('./change-user.ts');
    const renderMail = async () => ({ subject: 's', html: 'h', text: 't' });
    const deps = { db: database.db, renderMail };
    await rows("update profiles set role = 'user' where id = $1", [other.id]);
    await expect(changeUser(deps, other, admin.id, { role: 'user' })).rejects.toMatchObject({ status: 409, code: 'last_admin' });
    await expect(changeUser(deps, other, admin.id, { disabled: true })).rejects.toMatchObject({ status: 409, code: 'last_admin' });
    const kai = await addPerson(database.pool);
    await expect(changeUser(deps, other, kai.id, { role: 'admin' })).rejects.toMatchObject({ status: 403 });
    expect(await rows('select from mails')).toHaveLength(0);
  });
});

describe('the list of people', () => {
  const names = async (query: string) => (await ask(`/users${query}`)).body.users.map(({ name }: { name: string }) => name);

  beforeEach(async () => {
    await addPerson(database.pool, { name: 'Jürgen', email: 'lantern@mill.example' });
    await addPerson(database.pool, { name: '100% Wolf_', email: 'wolf@mill.example', isVerified: false });
  });

  test('shows what is needed and no more', async () => {
    const { users, next } = (await ask('/users?q=lantern')).body;
    expect(next).toBeNull();
    expect(users).toEqual([
      {
        id: expect.any(String),
        name: 'Jürgen',
        email: 'lantern@mill.example',
        role: 'user',
        isVerified: true,
        isDisabled: false,
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        lastSeenAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
  });

  test.each([
    ['?q=jurgen', ['Jürgen']],
    ['?q=RGEN', ['Jürgen']],
    ['?q=mill.example', ['100% Wolf_', 'Jürgen']],
    ['?q=0%25', ['100% Wolf_']],
    ['?q=_', ['100% Wolf_']],
    ['?q=%25', ['100% Wolf_']],
    ['?q=%5C', []],
    ['?q=nobody', []],
    ['?role=admin', ['The Snow Queen']],
    ['?state=unverified', ['100% Wolf_']],
    ['?state=disabled', []],
    ['?state=active&role=user', ['Jürgen']],
  ])('%s', async (query, found) => {
    expect(await names(query)).toEqual(found);
  });

  test.each(['?role=owner', '?state=x', '?x=1', '?after=%20', '?after=abc', `?q=${'a'.repeat(201)}`])('%s is refused', async (query) => {
    expect((await ask(`/users${query}`)).status).toBe(400);
  });

  test('is paged by a cursor, complete and without repeats', async () => {
    await rows("insert into profiles (name, email) select 'Goose ' || i, 'goose' || i || '@tales.example' from generate_series(1, 120) i");
    const seen: string[] = [];
    let after = '';
    do {
      const { users, next } = (await ask(`/users?q=goose&after=${after}`)).body;
      seen.push(...users.map(({ name }: { name: string }) => name));
      after = next ?? '';
    } while (after !== '');
    expect([seen.length, new Set(seen).size]).toEqual([120, 120]);
  });
});

test('the log tells who did what, by the names of now, and is paged', async () => {
  const kai = await addPerson(database.pool, { name: 'Kai' });
  await change(kai, { role: 'admin' });
  const { entries } = (await ask('/log')).body;
  expect(entries[0]).toMatchObject({
    actor: 'The Snow Queen',
    bySite: false,
    action: 'user.role-changed',
    subject: { kind: 'user', id: kai.id, name: 'Kai' },
    details: { from: 'user', to: 'admin', sessions: 1 },
  });
  await rows('delete from profiles where id = $1', [kai.id]);
  expect((await ask('/log')).body.entries[0].subject.name).toBeNull();
  await rows(
    "insert into audit_log (actor_kind, action, subject_kind, subject_id) select 'site', 'x', 'mail', i::text from generate_series(1, 60) i",
  );
  const first = (await ask('/log')).body;
  const second = (await ask(`/log?after=${first.next}`)).body;
  expect(first.entries).toHaveLength(50);
  expect(second.entries[0].subject.id).toBe('10');
});

test('the tales of administrators: drafts too, newest created first, by parts of title, author or category', async () => {
  await addTale(database.db, { title: 'The Wild Swans', author: 'Hans Christian Andersen', category: 'fantasy' });
  await addTale(database.db, { title: 'The Juniper Tree', author: 'The Brothers Grimm', category: 'dark', status: 'draft' });
  const later = new Date(Date.now() + 86_400_000).toISOString();
  await addTale(database.db, { title: 'Cinderella', author: 'Charles Perrault', category: 'classic', publish_date: later });
  await runSql(database.ownerUrl, "update tales set created_at = now() - interval '1 day' where title = 'Cinderella'");
  const titles = async (q: string) => (await ask(`/tales?q=${q}`)).body.tales.map(({ title }: { title: string }) => title);
  expect(await titles('')).toEqual(['The Juniper Tree', 'The Wild Swans', 'Cinderella']);
  expect(await titles('SWAN')).toEqual(['The Wild Swans']);
  expect(await titles('grimm')).toEqual(['The Juniper Tree']);
  expect(await titles('fanta')).toEqual(['The Wild Swans']);
  expect(await titles('dragon')).toEqual([]);
  const { tales } = (await ask('/tales')).body;
  expect(tales.map(({ status, isPublic }: { status: string; isPublic: boolean }) => [status, isPublic])).toEqual([
    ['draft', false],
    ['published', true],
    ['published', false],
  ]);
  await rows('update tales set deleted_at = now()');
  expect(await titles('')).toEqual([]);
});
