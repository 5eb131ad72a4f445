import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { transact } from './transact.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const add = (name: string) => ({ slug: name, name, sort_name: name });
const names = async () => (await database.db.selectFrom('authors').select('name').orderBy('name').execute()).map((row) => row.name);

test('everything is written or nothing, also by nested calls', async () => {
  const { db } = database;
  await transact(db, async (outer) => {
    await outer.insertInto('authors').values(add('a')).execute();
    await transact(outer, (inner) => inner.insertInto('authors').values(add('b')).execute());
  });
  const failing = transact(db, async (outer) => {
    await transact(outer, (inner) => inner.insertInto('authors').values(add('c')).execute());
    throw new Error('too late');
  });
  await expect(failing).rejects.toThrow('too late');
  expect(await names()).toEqual(['a', 'b']);
});

test('two conflicting transactions both succeed in the end', async () => {
  const { db } = database;
  const meeting = Promise.withResolvers<void>();
  let tries = 0;
  let held = 0;
  const touch = (first: string, second: string) =>
    transact(db, async (trx) => {
      tries += 1;
      await sql`update authors set place = ${first} where name = ${first}`.execute(trx);
      held += 1;
      if (held === 2) meeting.resolve();
      await meeting.promise;
      await sql`update authors set place = ${first} where name = ${second}`.execute(trx);
    });
  await Promise.all([touch('a', 'b'), touch('b', 'a')]);
  expect(tries).toBeGreaterThan(2);
});

test('a second connection within a transaction is rejected, even if one is free', async () => {
  const { db, pool } = database;
  const second = [
    () => db.selectFrom('authors').select('name').execute(),
    () => transact(db, async () => {}),
    () => pool.query('select 1'),
    () => pool.connect(),
  ];
  for (const ask of second) {
    const nested = transact(db, async (trx) => {
      await trx.selectFrom('authors').select('name').execute();
      await ask();
    });
    await expect(nested).rejects.toThrow('A second connection was requested within a transaction.');
  }
  // Work started in a transaction may continue after it.
  const gate = Promise.withResolvers<void>();
  const later = await transact(db, async () => [gate.promise.then(() => pool.query('select 1'))]);
  gate.resolve();
  expect((await later[0])?.rows).toHaveLength(1);
});
