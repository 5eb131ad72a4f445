import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, silent, type TestDatabase } from '#test/database.ts';
import { openDb } from './db.ts';
import { openPool } from './pool.ts';
import { preparedStatement } from './prepared-statements.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
});
afterAll(() => database.drop());

test('a marked statement is prepared once, others are not; a failure between leaves it usable', async () => {
  const pool = openPool(database.url, { log: silent, max: 1 });
  const db = openDb(pool);
  try {
    const half = async (of: number) =>
      (await sql<{ half: number }>`select 10 / ${of}::integer as half ${preparedStatement}`.execute(db)).rows[0]?.half;
    expect(await half(2)).toBe(5);
    await expect(half(0)).rejects.toThrow('division by zero');
    expect(await half(5)).toBe(2);
    await sql`select ${1}::integer`.execute(db);
    const { rows } = await pool.query('select statement from pg_prepared_statements');
    expect(rows).toEqual([{ statement: 'select 10 / $1::integer as half /* kept plan */' }]);
  } finally {
    await pool.end();
  }
});

test('a cached plan follows a changed table', async () => {
  const pool = openPool(database.ownerUrl, { log: silent, max: 1 });
  const db = openDb(pool);
  try {
    await pool.query('create table shelves (id integer primary key, name text)');
    const add = (id: number) =>
      sql`with t as (insert into shelves values (${id}, 'a') returning *) select id from t ${preparedStatement}`.execute(db);
    for (let id = 1; id <= 7; id += 1) await add(id);
    await pool.query("alter table shelves add column place text not null default 'door'");
    expect((await add(8)).rows).toEqual([{ id: 8 }]);
  } finally {
    await pool.end();
  }
});
