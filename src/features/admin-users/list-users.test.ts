import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AdminApi, openAdminApi } from '#test/admin-api.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addUser } from '#test/users.ts';

let database: TestDatabase;
let { rows, ask, change } = {} as AdminApi;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  ({ rows, ask, change } = await openAdminApi(database));
});

describe('the list of users', () => {
  const names = async (query: string) => (await ask(`/users${query}`)).body.users.map(({ name }: { name: string }) => name);

  beforeEach(async () => {
    await addUser(database.pool, { name: 'Jürgen', email: 'lantern@mill.example' });
    await addUser(database.pool, { name: '100% Wolf_', email: 'wolf@mill.example', isVerified: false });
  });

  test('contains the documented fields only', async () => {
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
        hasSecondFactor: false,
        hasTwoFactor: false,
        hasPasskey: false,
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

  test.each(['?role=owner', '?state=x', '?x=1', '?after=%20', '?after=abc', `?q=${'a'.repeat(201)}`])('%s is rejected', async (query) => {
    expect((await ask(`/users${query}`)).status).toBe(400);
  });

  test('is paginated by a cursor, complete and without duplicates', async () => {
    await rows("insert into users (name, email) select 'Goose ' || i, 'goose' || i || '@tales.example' from generate_series(1, 120) i");
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

test('the audit log has actors with their current names, and is paginated', async () => {
  const kai = await addUser(database.pool, { name: 'Kai' });
  await change(kai, { role: 'admin' });
  const { entries } = (await ask('/log')).body;
  expect(entries[0]).toMatchObject({
    actor: 'The Snow Queen',
    bySite: false,
    action: 'user.role-changed',
    subject: { kind: 'user', id: kai.id, name: 'Kai' },
    details: { from: 'user', to: 'admin', sessions: 1 },
  });
  await rows('delete from users where id = $1', [kai.id]);
  expect((await ask('/log')).body.entries[0].subject.name).toBeNull();
  await rows(
    "insert into audit_log (actor_kind, action, subject_kind, subject_id) select 'site', 'x', 'mail', i::text from generate_series(1, 60) i",
  );
  const first = (await ask('/log')).body;
  const second = (await ask(`/log?after=${first.next}`)).body;
  expect(first.entries).toHaveLength(50);
  expect(second.entries[0].subject.id).toBe('10');
});
