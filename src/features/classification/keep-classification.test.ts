import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteTale } from '#src/features/tales/tales.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { openStaff } from '#test/staff.ts';
import { keepClassifications } from './classification.ts';
import { findReasons } from './keep-classification.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const dark = [{ what: 'Category: Dark', why: '‘grave’ twice.' }];
const keep = (id: string, reasons: typeof dark) => keepClassifications(database.db, [{ taleId: id, reasons }]);

test('the reasons of a tale are kept, the newer in place of the older, and go with it', async () => {
  const { id } = await addTale(database.db);
  expect(await findReasons(database.db, id)).toEqual({ reasons: [], made_at: null });
  await keep(id, []);
  await keep(id, dark);
  const found = await findReasons(database.db, id);
  expect(found.reasons).toEqual(dark);
  expect(Date.now() - Date.parse(found.made_at ?? '')).toBeLessThan(60_000);
  const staff = await openStaff(database);
  expect((await staff.call('GET', `/tales/${id}/classification`)).body).toEqual(found);
  await deleteTale(database.db, id);
  await expect(findReasons(database.db, id)).rejects.toMatchObject({ status: 404, code: 'unknown_tale' });
  expect((await database.pool.query('select from tale_classifications')).rowCount).toBe(0);
});
