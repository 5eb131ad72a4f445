import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDatabaseUnavailable } from '#src/platform/errors.ts';
import { createTestDatabase, silent, type TestDatabase } from '#test/database.ts';
import { runSql } from '#test/sql.ts';
import { openPool } from './pool.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
});
afterAll(() => database.drop());

test('counts arrive as numbers, times as dates', async () => {
  const { rows } = await database.pool.query("select count(*), 9007199254740991 as most, timestamptz '2026-11-21 10:00+02' as at");
  expect(rows).toEqual([{ count: 1, most: Number.MAX_SAFE_INTEGER, at: new Date('2026-11-21T08:00:00Z') }]);
});

test('a statement that takes too long is ended, and the connection serves on', async () => {
  const pool = openPool(database.url, { log: silent, max: 1, statementTimeoutMs: 100 });
  const error = await pool.query('select pg_sleep(30)').catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: '57014' });
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test('nobody waits for a connection longer than 2 s', async () => {
  const pool = openPool(database.url, { log: silent, max: 1 });
  const taken = await pool.connect();
  const began = performance.now();
  const error = await pool.query('select 1').catch((reason: unknown) => reason);
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect(performance.now() - began).toBeGreaterThan(1_900);
  taken.release();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test('an idle connection that breaks is told and replaced', async () => {
  const told = Promise.withResolvers<unknown>();
  const pool = openPool(database.url, { log: { warn: (facts: unknown) => told.resolve(facts) }, max: 1 });
  const { rows } = await pool.query<{ pid: number; name: string }>(
    "select pg_backend_pid() as pid, current_setting('application_name') as name",
  );
  expect(rows[0]?.name).toBe('talewood');
  // A role may end its own connections.
  await runSql(database.url, 'select pg_terminate_backend($1)', [rows[0]?.pid]);
  expect(await told.promise).toEqual({
    event: 'database_connection_lost',
    code: '57P01',
    reason: expect.stringContaining('terminating connection'),
  });
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test('one that breaks in use fails what is done with it, and nothing else', async () => {
  const pool = openPool(database.url, { log: silent, max: 1 });
  const client = await pool.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const ended = new Promise((resolve) => client.once('end', resolve));
  await runSql(database.url, 'select pg_terminate_backend($1)', [rows[0]?.pid]);
  await ended;
  await expect(client.query('select 1')).rejects.toThrow();
  client.release();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});
