import { afterAll, beforeAll, expect, test } from 'vitest';
import { findKey, hashKey, isLiveKey } from '#src/features/accounts/guards.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addUser } from '#test/users.ts';
import { revokeKey } from './api-keys.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a streaming response ends with its key and does not count as a use', async () => {
  const { db, pool } = database;
  const { id } = await addUser(pool, { role: 'admin' });
  const secret = `tw_${'w'.repeat(43)}`;
  const { rows } = await pool.query<{ id: string }>(
    "insert into api_keys (hash, user_id, name, scope, prefix) values ($1, $2, 'Watcher', 'read', 'tw_wwww') returning id",
    [hashKey(secret), id],
  );
  const key = { id: rows[0]?.id ?? '' };
  expect(await isLiveKey(db, secret)).toBe(true);
  expect(await findKey(db, secret, { isUse: false })).toMatchObject({ id: key.id, personId: id, isAdmin: true });
  expect((await pool.query('select last_used_at from api_keys')).rows).toEqual([{ last_used_at: null }]);
  await pool.query("update users set role = 'user'");
  expect(await isLiveKey(db, secret)).toBe(false);
  await pool.query("update users set role = 'admin'");
  await revokeKey(db, id, key.id);
  expect([await isLiveKey(db, secret), await isLiveKey(db, ''), await isLiveKey(db, 'tw_x')]).toEqual([false, false, false]);
});
