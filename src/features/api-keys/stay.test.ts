import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addPerson } from '#test/person.ts';
import { findKey, isLiveKey } from './api-keys.ts';
import { hashKey } from './find-key.ts';
import { revokeKey } from './keys.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('an answer that goes on with a key ends with it, and counts as no use of it', async () => {
  const { db, pool } = database;
  const { id } = await addPerson(pool, { role: 'admin' });
  const secret = `tw_${'w'.repeat(43)}`;
  const { rows } = await pool.query<{ id: string }>(
    "insert into api_keys (hash, person_id, name, scope, start) values ($1, $2, 'Watcher', 'read', 'tw_wwww') returning id",
    [hashKey(secret), id],
  );
  const key = { id: rows[0]?.id ?? '' };
  expect(await isLiveKey(db, secret)).toBe(true);
  expect(await findKey(db, secret, { isUse: false })).toMatchObject({ id: key.id, personId: id, isAdmin: true });
  expect((await pool.query('select last_used_at from api_keys')).rows).toEqual([{ last_used_at: null }]);
  await pool.query("update profiles set role = 'user'");
  expect(await isLiveKey(db, secret)).toBe(false);
  await pool.query("update profiles set role = 'admin'");
  await revokeKey(db, id, key.id);
  expect([await isLiveKey(db, secret), await isLiveKey(db, ''), await isLiveKey(db, 'tw_x')]).toEqual([false, false, false]);
});
