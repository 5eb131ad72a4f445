import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { classifyDatabaseError } from '#src/platform/errors.ts';
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

test('a statement that takes too long is cancelled, and the connection stays usable', async () => {
  const pool = openPool(database.url, { log: silent, max: 1, statementTimeoutMs: 100 });
  const error = await pool.query('select pg_sleep(30)').catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: '57014' });
  expect(classifyDatabaseError(error)).toBe('busy');
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test('waiting for a connection times out after 2 s', async () => {
  const pool = openPool(database.url, { log: silent, max: 1 });
  const taken = await pool.connect();
  const began = performance.now();
  const error = await pool.query('select 1').catch((reason: unknown) => reason);
  expect(classifyDatabaseError(error)).toBe('lost');
  expect(performance.now() - began).toBeGreaterThan(1_900);
  taken.release();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test('a broken idle connection is reported and replaced', async () => {
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

test('a connection that breaks in use fails only its own query', async () => {
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

test.each([
  ['that turned out to be read-only', 'begin read only; create table a (); commit', { code: '25006' }],
  ['whose answer never came', 'set statement_timeout = 0; select pg_sleep(4)', { message: 'Query read timeout' }],
])('a connection %s is not used again', async (_, statement, failure) => {
  const pool = openPool(database.url, { log: silent, max: 1, statementTimeoutMs: 100 });
  const pidOf = async (asked: Pick<typeof pool, 'query'>) =>
    (await asked.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
  // As kysely uses it: acquired, queried, and released without the error.
  const client = await pool.connect();
  const first = await pidOf(client as unknown as typeof pool);
  await expect(client.query(statement)).rejects.toMatchObject(failure);
  await client.query('rollback').catch(() => {});
  client.release();
  expect(await pidOf(pool)).not.toBe(first);
  await pool.end();
});

test('a connection uses no startup parameters that PgBouncer rejects by default', async () => {
  const { promise: packet, resolve } = Promise.withResolvers<Buffer>();
  const server = net
    .createServer((socket) =>
      socket.once('data', (data) => {
        resolve(data);
        socket.destroy();
      }),
    )
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  const pool = openPool(`postgres://any:any@127.0.0.1:${(server.address() as net.AddressInfo).port}/any`, { log: silent });
  await expect(pool.query('select 1')).rejects.toThrow();
  const parts = (await packet).subarray(8).toString().split('\0');
  const names = parts.filter((_, at) => at % 2 === 0 && parts[at] !== '');
  expect(names.toSorted()).toEqual(['application_name', 'client_encoding', 'database', 'user']);
  await pool.end();
  server.close();
});
