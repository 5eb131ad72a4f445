import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addPerson } from '#test/person.ts';
import { findKey, isLiveKey } from './api-keys.ts';
import { makeKey, revokeKey } from './keys.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('an answer that goes on with a key ends with it, and counts as no use of it', async () => {
  const { db, pool } = database;
  const { id } = await addPerson(pool, { role: 'admin' });
  const { key, secret } = await makeKey(db, id, { name: 'Watcher', scope: 'read', expires_at: null });
  expect(await isLiveKey(db, secret)).toBe(true);
  expect(await findKey(db, secret, { isUse: false })).toMatchObject({ id: key.id, personId: id, isAdmin: true });
  expect((await pool.query('select last_used_at from api_keys')).rows).toEqual([{ last_used_at: null }]);
  await pool.query("update profiles set role = 'user'");
  expect(await isLiveKey(db, secret)).toBe(false);
  await pool.query("update profiles set role = 'admin'");
  await revokeKey(db, id, key.id);
  expect([await isLiveKey(db, secret), await isLiveKey(db, ''), await isLiveKey(db, 'tw_x')]).toEqual([false, false, false]);
});
