import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AdminApi, openAdminApi } from '#test/admin-api.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { addUser, PASSWORD } from '#test/users.ts';
import { removeEndedKeys } from './api-keys.ts';
import type { ApiKey, CreatedKey } from './contract.ts';

let database: TestDatabase;
let staff: AdminApi;
let tale = '';

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  staff = await openAdminApi(database);
  await database.pool.query('delete from rate_limits');
  tale = (await addTale(database.db)).id;
});

async function make(about: object = {}): Promise<CreatedKey> {
  const answer = await staff.send('POST', '/api/v1/admin/keys', { body: { name: 'Import', scope: 'write', current: PASSWORD, ...about } });
  expect(answer.status).toBe(201);
  return (await answer.json()) as CreatedKey;
}

type Sent = { method?: string; path?: string; body?: unknown; headers?: Record<string, string>; cookie?: string };

/** Like an application: without a cookie or origin unless the test sets them. */
async function ask(secret: string | undefined, { method = 'GET', path = `/tales/${tale}`, body, headers = {}, cookie }: Sent = {}) {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const key = secret === undefined ? {} : { authorization: `Bearer ${secret}` };
  const answer = await staff.app.request(`/api/v1/admin${path}`, {
    method,
    headers: { ...key, ...type, ...headers, ...(cookie !== undefined && { cookie }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const code = answer.ok || text === '' ? undefined : (JSON.parse(text) as { code: string }).code;
  return { status: answer.status, code, headers: answer.headers };
}
const DRAFT = '/drafts/01a1fed2-db9c-7e0b-967b-7804cf1d9c62';
const change: Sent = { method: 'PUT', path: DRAFT, body: { tale_id: null, base_version: null, fields: { title: 'By a program' } } };
const keys = async () => ((await staff.ask('/keys')).body as { keys: ApiKey[] }).keys;

describe('a key', () => {
  test('edits the collection without a cookie and from any origin, on behalf of its owner', async () => {
    const { secret } = await make();
    expect((await ask(secret)).status).toBe(200);
    expect((await ask(secret, change)).status).toBe(200);
    expect(await staff.rows('select user_id from tale_drafts')).toEqual([{ user_id: staff.admin.id }]);
    const from = { ...change, headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } };
    expect((await ask(secret, from)).status, 'who has the key has it').toBe(200);
  });

  test('with read-only scope changes nothing', async () => {
    const { secret } = await make({ scope: 'read' });
    expect((await ask(secret)).status).toBe(200);
    expect((await ask(secret, { method: 'HEAD' })).status).toBe(200);
    expect(await ask(secret, change)).toMatchObject({ status: 403, code: 'read_only_key' });
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const { status } = await ask(secret, { method, path: method === 'POST' ? '/tales' : `/drafts/${tale}`, body: {} });
      expect([method, status]).toEqual([method, 403]);
    }
  });

  test('is returned once and stored as a hash', async () => {
    const { secret, key } = await make();
    expect(secret).toMatch(/^tw_[A-Za-z0-9_-]{43}$/);
    expect(key).toMatchObject({ name: 'Import', scope: 'write', start: secret.slice(0, 7), made_by: 'The Snow Queen', state: 'active' });
    const everything = await staff.rows(
      'select (select json_agg(k) from api_keys k)::text || (select json_agg(l) from audit_log l)::text as text',
    );
    expect(JSON.stringify([everything, await keys(), staff.logs.text()])).not.toContain(secret.slice(7));
  });

  test('stops working when it is revoked or expired, or its owner is demoted, disabled or deleted', async () => {
    const [revoked, expired, mine] = [await make(), await make({ expires_at: '2100-01-01T00:00:00Z' }), await make()];
    expect((await staff.send('DELETE', `/api/v1/admin/keys/${revoked.key.id}`)).status).toBe(204);
    expect(await ask(revoked.secret)).toMatchObject({ status: 401, code: 'bad_key' });
    expect((await ask(expired.secret)).status).toBe(200);
    await database.pool.query('update api_keys set expires_at = now() where id = $1', [expired.key.id]);
    expect(await ask(expired.secret)).toMatchObject({ status: 401, code: 'bad_key' });
    const owner = (sql: string) => database.pool.query(`update users set ${sql} where id = $1`, [staff.admin.id]);
    for (const [taken, back] of [
      ["role = 'user'", "role = 'admin'"],
      ['disabled_at = now()', 'disabled_at = null'],
      ['email_verified = false', 'email_verified = true'],
    ] as const) {
      await owner(taken);
      expect([taken, await ask(mine.secret)]).toMatchObject([taken, { status: 403, code: 'not_allowed' }]);
      await owner(back);
      expect((await ask(mine.secret)).status).toBe(200);
    }
    await database.pool.query('delete from users where id = $1', [staff.admin.id]);
    expect((await ask(mine.secret)).status).toBe(401);
  });

  test.each(['', 'tw_', 'x', `tw_${'a'.repeat(43)}`, `tw_${'a'.repeat(44)}`, 'tw_\u00e9'.padEnd(46, 'a'), 'a b'])(
    '%j is not a key',
    async (wrong) => {
      await make();
      expect(await ask(wrong)).toMatchObject({ status: 401, code: 'bad_key' });
    },
  );

  test('is accepted in its header only', async () => {
    const { secret } = await make();
    expect((await ask(undefined, { path: `/tales/${tale}?access_token=${secret}` })).status).toBe(401);
    expect((await ask(undefined, { headers: { authorization: secret } })).status).toBe(401);
    expect((await ask(undefined, { headers: { authorization: `Basic ${secret}` } })).status).toBe(401);
    expect((await ask(undefined, { headers: { authorization: `bearer   ${secret}` } })).status).toBe(200);
  });
});

describe('together with a cookie', () => {
  test('only the key counts, even with an administrator’s cookie', async () => {
    const { cookie } = staff.admin;
    const headers = { origin: 'http://localhost:3000' };
    expect(await ask('wrong', { cookie })).toMatchObject({ status: 401, code: 'bad_key' });
    expect(await ask('', { cookie })).toMatchObject({ status: 401, code: 'bad_key' });
    const weak = await make({ scope: 'read' });
    expect(await ask(weak.secret, { ...change, headers, cookie })).toMatchObject({ status: 403, code: 'read_only_key' });
    await database.pool.query("update users set role = 'user' where id = $1", [staff.admin.id]);
    const other = await addUser(database.pool, { role: 'admin' });
    expect(await ask(weak.secret, { cookie: other.cookie })).toMatchObject({ status: 403, code: 'not_allowed' });
  });

  test('an invalid cookie is ignored', async () => {
    const { secret } = await make();
    const user = await addUser(database.pool);
    expect((await ask(secret, { cookie: user.cookie })).status).toBe(200);
    expect((await ask(secret, { cookie: 'talewood_session=x' })).status).toBe(200);
  });

  test('without a key, or with another kind of header, the origin is still checked', async () => {
    const { cookie } = staff.admin;
    expect(await ask(undefined, { ...change, cookie })).toMatchObject({ status: 403, code: 'foreign_origin' });
    const basic = { authorization: 'Basic Z2VyZGE6eA==' };
    expect(await ask(undefined, { ...change, cookie, headers: basic })).toMatchObject({ status: 403, code: 'foreign_origin' });
    expect((await ask(undefined, { ...change, cookie, headers: { ...basic, origin: 'http://localhost:3000' } })).status).toBe(200);
  });
});

describe('users, the audit log and keys', () => {
  test.each(['/users', '/log', '/keys'])('%s cannot be accessed with a key, even together with a cookie', async (path) => {
    const { secret } = await make();
    expect(await ask(secret, { path })).toMatchObject({ status: 401, code: 'signed_out' });
    expect(await ask(secret, { path, cookie: staff.admin.cookie })).toMatchObject({ status: 401, code: 'signed_out' });
  });

  test('a key cannot create or revoke keys, or sign in', async () => {
    const { secret, key } = await make();
    const body = { name: 'More', scope: 'write' };
    expect((await ask(secret, { method: 'POST', path: '/keys', body })).status).toBe(401);
    expect((await ask(secret, { method: 'DELETE', path: `/keys/${key.id}` })).status).toBe(401);
    const mine = await staff.app.request('/api/v1/mine', { headers: { authorization: `Bearer ${secret}`, cookie: staff.admin.cookie } });
    expect(mine.status).toBe(401);
  });

  test('only administrators create and see keys', async () => {
    const user = await addUser(database.pool);
    const body = { name: 'x', scope: 'read' };
    expect((await staff.send('POST', '/api/v1/admin/keys', { as: user, body })).status).toBe(403);
    expect((await staff.send('GET', '/api/v1/admin/keys', { as: user })).status).toBe(403);
    const foreign = await staff.send('POST', '/api/v1/admin/keys', { body, headers: { origin: 'https://evil.example' } });
    expect(foreign.status).toBe(403);
  });
});

test('after twenty wrong keys a network is limited; a valid key still works', async () => {
  const { secret } = await make();
  for (let tries = 0; tries < 20; tries += 1) expect((await ask('wrong')).status).toBe(401);
  const refused = await ask('wrong');
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await ask(secret)).status).toBe(200);
});

test('an error response names the authentication scheme', async () => {
  expect((await ask('wrong')).headers.get('www-authenticate')).toContain('Bearer');
});

test('the last use is recorded at most every ten minutes', async () => {
  const { secret } = await make();
  expect((await keys())[0]?.last_used_at).toBeNull();
  await ask(secret);
  const first = (await keys())[0]?.last_used_at;
  expect(first).not.toBeNull();
  await ask(secret);
  expect((await keys())[0]?.last_used_at).toBe(first);
  await database.pool.query("update api_keys set last_used_at = now() - interval '11 minutes'");
  await ask(secret);
  expect(Date.parse((await keys())[0]?.last_used_at ?? '')).toBeGreaterThanOrEqual(Date.parse(first ?? ''));
});

test('creating and revoking are audited, revoking twice once', async () => {
  const { key } = await make();
  for (let times = 0; times < 2; times += 1) await staff.send('DELETE', `/api/v1/admin/keys/${key.id}`);
  expect((await staff.send('DELETE', '/api/v1/admin/keys/01a1fed2-db9c-7e0b-967b-7804cf1d9c62')).status).toBe(404);
  const actions = await staff.rows('select action, actor, details from audit_log where subject_id = $1 order by id', [key.id]);
  expect(actions).toEqual([
    { action: 'key.created', actor: staff.admin.id, details: { name: 'Import', scope: 'write' } },
    { action: 'key.revoked', actor: staff.admin.id, details: { name: 'Import' } },
  ]);
});

test('a new key is validated by field, and a user can have fifty', async () => {
  const problems = async (about: object) => {
    const answer = await staff.send('POST', '/api/v1/admin/keys', { body: { name: 'x', scope: 'read', current: PASSWORD, ...about } });
    return [answer.status, Object.keys(((await answer.json()) as { errors?: object }).errors ?? {})];
  };
  expect(await problems({ name: ' ' })).toEqual([422, ['name']]);
  expect(await problems({ name: 'a\u0000b' })).toEqual([422, ['name']]);
  expect(await problems({ scope: 'all' })).toEqual([422, ['scope']]);
  expect(await problems({ expires_at: '2001-01-01T00:00:00Z' })).toEqual([422, ['expires_at']]);
  expect(await problems({ expires_at: 'soon' })).toEqual([422, ['expires_at']]);
  expect(await problems({ user_id: 'x' })).toEqual([422, ['user_id']]);
});

test('concurrent requests cannot exceed the maximum of fifty keys', async () => {
  await database.pool.query(
    `insert into api_keys (hash, user_id, name, scope, prefix)
      select lpad(n::text, 43, 'x'), $1, 'Old', 'read', 'tw_xxxx' from generate_series(1, 47) n`,
    [staff.admin.id],
  );
  const body = { name: 'New', scope: 'read', current: PASSWORD };
  const answers = await Promise.all(Array.from({ length: 5 }, () => staff.send('POST', '/api/v1/admin/keys', { body })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409]);
  expect(await keys()).toHaveLength(50);
});

describe('creating a key', () => {
  const ofMails = () => staff.rows('select to_address, template from outbound_emails');

  test('requires the password, with the sign-in rate limits', async () => {
    const body = { name: 'Import', scope: 'write' };
    for (const current of [undefined, '', 'not the right one at all', 'x', 'y', 'z']) {
      const answer = await staff.send('POST', '/api/v1/admin/keys', { body: { ...body, current } });
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([403, 'wrong_password']);
    }
    await staff.send('POST', '/api/v1/admin/keys', { body: { ...body, current: 'w' } });
    expect((await staff.send('POST', '/api/v1/admin/keys', { body: { ...body, current: PASSWORD } })).status).toBe(429);
    expect([await keys(), await ofMails()]).toEqual([[], []]);
  });

  test('is possible without a password shortly after the sign-in', async () => {
    await database.pool.query('delete from credentials');
    await make({ current: '' });
    await database.pool.query("update sessions set created_at = now() - interval '11 minutes'");
    const late = await staff.send('POST', '/api/v1/admin/keys', { body: { name: 'x', scope: 'read' } });
    expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([403, 'sign_in_again']);
  });

  test('is reported by email', async () => {
    await make();
    expect(await ofMails()).toEqual([{ to_address: staff.admin.email, template: 'api-key-created' }]);
  });
});

test('keys that expired long ago are deleted, others are not', async () => {
  const [old, fresh, living] = [await make(), await make(), await make()];
  const set = (id: string, days: number) =>
    database.pool.query("update api_keys set revoked_at = now() - $2 * interval '1 day' where id = $1", [id, days]);
  await set(old.key.id, 91);
  await set(fresh.key.id, 89);
  expect(await removeEndedKeys(database.db)).toBe(1);
  expect((await keys()).map(({ id }) => id)).toEqual([living.key.id, fresh.key.id]);
});
