import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { cardsByIds, parseTaleIds } from './cards.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('returns cards in the requested order, without tales that are not public', async () => {
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

const A = '0a000000-0000-4000-8000-00000000000a';
const B = '0b000000-0000-4000-8000-00000000000b';
const read = (ids: string) => parseTaleIds(new URLSearchParams({ ids }));

test('normalizes ids', () => {
  for (const ids of [`${A},${B}`, `${B},${A}`, `${B},${A.toUpperCase()},${B}`]) expect(read(ids)).toEqual([A, B]);
});

test.each(['', ',', 'x', `${A},`, `${A} ${B}`, Array.from({ length: 61 }, () => crypto.randomUUID()).join(',')])(
  'rejects ids "%s"',
  (ids) => {
    expect(() => read(ids)).toThrow('at most 60');
  },
);

test('rejects a request without ids', () => {
  expect(() => parseTaleIds(new URLSearchParams())).toThrow('at most 60');
});
