import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, MIGRATIONS, silent, type TestDatabase } from '#test/database.ts';
import { type Db, openDb } from './db.ts';
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
    // A pooler keeps statements by their text, and must not use those of a former schema.
    const newest = (await readdir(MIGRATIONS)).sort().at(-1)?.replace('.sql', '');
    expect(rows).toEqual([{ statement: `select 10 / $1::integer as half /* prepared, ${newest} */` }]);
  } finally {
    await pool.end();
  }
});

test('without a pooler, those that a pooled connection tries out do not stay', async () => {
  const pool = openPool(database.url, { log: silent, max: 1, isPooled: true });
  try {
    for (let run = 0; run < 3; run += 1) await sql`select ${1}::integer ${preparedStatement}`.execute(openDb(pool));
    expect((await pool.query('select name from pg_prepared_statements')).rows).toEqual([]);
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

describe('statements at the same time', () => {
  let pool: pg.Pool;
  let db: Db;
  beforeEach(() => {
    pool = openPool(database.ownerUrl, { log: silent, max: 3 });
    db = openDb(pool);
  });
  afterEach(() => pool.end());
  const half = async (of: number) =>
    (await sql<{ half: number }>`select 10 / ${of}::integer as half ${preparedStatement}`.execute(db)).rows[0]?.half;
  const sleep = (ms: number) => sql`select pg_sleep(${ms / 1000}) ${preparedStatement}`.execute(db);

  test('share a connection, in which one that fails does not affect the others', async () => {
    const results = await Promise.allSettled([half(1), half(0), half(2), half(5)]);
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([10, 'failed', 5, 2]);
    expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
  });

  test.each([
    [24, 1],
    [25, 2],
    [72, 3],
    [100, 5],
  ])('have other connections when too many wait: %i have %i', async (count, connections) => {
    const crowded = openPool(database.ownerUrl, { log: silent, max: 5 });
    const db = openDb(crowded);
    const run = (n: number) => sql<{ n: number }>`select ${n}::integer as n ${preparedStatement}`.execute(db);
    const numbers = Array.from({ length: count }, (_, n) => n);
    expect((await Promise.all(numbers.map(run))).map(({ rows }) => rows[0]?.n)).toEqual(numbers);
    expect(crowded.totalCount).toBe(connections);
    await crowded.end();
  });

  test('fail with their connection, and those that follow have another one', async () => {
    const waiting = Promise.allSettled([sleep(20_000), half(1)]);
    const other = openPool(database.ownerUrl, { log: silent, max: 1 });
    const end = `select pg_terminate_backend(pid) as done from pg_stat_activity where query like '%pg_sleep%' and pid <> pg_backend_pid()`;
    await expect.poll(async () => (await other.query(end)).rows).toEqual([{ done: true }]);
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await other.end();
    expect(await half(2)).toBe(5);
  });

  test('in a transaction use its connection, and see what it has written', async () => {
    const count = async (on: Db) =>
      (await sql<{ count: number }>`select count(*) as count from pages ${preparedStatement}`.execute(on)).rows[0]?.count;
    await pool.query('create table pages (id integer)');
    const blocking = sleep(200);
    await db.transaction().execute(async (trx) => {
      await sql`insert into pages values (1)`.execute(trx);
      expect([await count(trx), await count(db)]).toEqual([1, 0]);
    });
    await blocking;
    expect(await count(db)).toBe(1);
    await expect(
      db.transaction().execute(async (trx) => {
        await sql`insert into pages values (2)`.execute(trx);
        await sql`select 1 / 0 ${preparedStatement}`.execute(trx);
      }),
    ).rejects.toThrow('division by zero');
    expect([await count(db), pool.idleCount]).toEqual([1, pool.totalCount]);
  });
});
