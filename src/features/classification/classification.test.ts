import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteTale } from '#src/features/tales/tales.ts';
import { openAdminApi } from '#test/admin-api.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { findReasons, saveClassifications } from './classification.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const dark = [{ what: 'Category: Dark', why: '‘grave’ twice.' }];
const save = (id: string, reasons: typeof dark) => saveClassifications(database.db, [{ taleId: id, reasons }]);

test('stores reasons, replaces them, and deletes them with the tale', async () => {
  const { id } = await addTale(database.db);
  expect(await findReasons(database.db, id)).toEqual({ reasons: [], made_at: null });
  await save(id, []);
  await save(id, dark);
  const found = await findReasons(database.db, id);
  expect(found.reasons).toEqual(dark);
  expect(Date.now() - Date.parse(found.made_at ?? '')).toBeLessThan(60_000);
  const staff = await openAdminApi(database);
  expect((await staff.call('GET', `/tales/${id}/classification`)).body).toEqual(found);
  await deleteTale(database.db, id);
  await expect(findReasons(database.db, id)).rejects.toMatchObject({ status: 404, code: 'unknown_tale' });
  expect((await database.pool.query('select from tale_classifications')).rowCount).toBe(0);
});
