import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { cardsByIds } from './cards.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('cards come in the order asked for; of a tale that is not public there is none', async () => {
  const { db, pool } = database;
  const [first, second, draft, deleted, scheduled] = await Promise.all([
    addTale(db),
    addTale(db),
    addTale(db, { status: 'draft' }),
    addTale(db),
    addTale(db, { daysAgo: -1 }),
  ]);
  await pool.query('update tales set deleted_at = now() where id = $1', [deleted.id]);
  const cards = await cardsByIds(db, [second.id, draft.id, crypto.randomUUID(), deleted.id, scheduled.id, first.id]);
  expect(cards.map(({ id }) => id)).toEqual([second.id, first.id]);
});
