import { once } from 'node:events';
import net from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { classifyDatabaseError } from '#src/platform/errors.ts';
import { createTestDatabase, silent, type TestDatabase } from '#test/database.ts';
import { openFakePostgres } from '#test/fake-postgres.ts';
import { runSql } from '#test/sql.ts';
import { openDb } from './db.ts';
import { listenForNotices } from './listen.ts';
import { requireStandby } from './open-client.ts';
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

describe('a pool behind a transaction pooler', () => {
  test('limits each statement and transaction, in one round trip', async () => {
    const { user = '', password, host, port, database: name = '' } = new pg.Client({ connectionString: database.url });
    /** What the last flight must contain before any of it is passed on. */
    let last = '';
    const proxy = net.createServer((client) => {
      const server = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host);
      let held = Buffer.alloc(0);
      client.on('data', (data) => {
        held = Buffer.concat([held, data]);
        if (!held.includes(last)) return;
        server.write(held);
        held = Buffer.alloc(0);
      });
      server.pipe(client);
      for (const [socket, other] of [[client, server] as const, [server, client] as const])
        socket.on('close', () => other.destroy()).on('error', () => {});
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const address = `postgres://${user}:${encodeURIComponent(password || 'any')}@127.0.0.1:${(proxy.address() as net.AddressInfo).port}/${name}`;
    const pool = openPool(address, { log: silent, max: 1, statementTimeoutMs: 100, isPooled: true });
    const limit = "select current_setting('statement_timeout') as limit";
    await pool.query('select 1');
    last = 'commit';
    expect((await pool.query(limit)).rows).toEqual([{ limit: '100ms' }]);
    await expect(sql`select pg_sleep(30)`.execute(openDb(pool))).rejects.toMatchObject({ code: '57014' });
    const trx = openDb(pool).transaction();
    last = limit;
    await trx.execute(async (db) => {
      expect((await sql.raw(limit).execute(db)).rows).toEqual([{ limit: '100ms' }]);
      last = '';
    });
    // Sent past the pool.
    const client = await pool.connect();
    const result: unknown = Reflect.apply(pg.Client.prototype.query, client, [limit]);
    expect(await result).toMatchObject({ rows: [{ limit: '0' }] });
    client.release();
    await pool.end();
    proxy.close();
  });

  test('reports a failure at the end of a statement, and goes on', async () => {
    const pool = openPool(database.ownerUrl, { log: silent, max: 1, isPooled: true });
    await pool.query('create table shelves (id integer unique deferrable initially deferred)');
    await expect(pool.query('insert into shelves values (1), (1)')).rejects.toMatchObject({ code: '23505' });
    await expect(
      openDb(pool)
        .transaction()
        .execute((trx) => sql`select nothing`.execute(trx)),
    ).rejects.toMatchObject({ code: '42703' });
    await pool.query('insert into shelves values ($1)', [2]);
    expect((await pool.query('select id from shelves')).rows).toEqual([{ id: 2 }]);
    await pool.end();
  });
});

describe('several hosts', () => {
  const cleanUps: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    vi.useRealTimers();
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  });

  /** Starts a fake server. Changes of `state` make it another kind of server. */
  const open = async (server: string, state = { is_standby: 'f', is_read_only: 'off' }) => {
    const fake = await openFakePostgres(Object.assign(state, { server }), { is_standby: 16 });
    cleanUps.push(fake.close);
    return { host: new URL(fake.url).host, state };
  };
  const standby = () => ({ is_standby: 't', is_read_only: 'on' });
  const urlOf = (hosts: string[], search = '') => `postgres://any:secret@${hosts.join(',')}/any${search}`;
  const use = (url: string, max = 2) => {
    const pool = openPool(url, { log: silent, max });
    cleanUps.push(() => pool.end());
    return pool;
  };
  const serverOf = async (client: Pick<pg.Pool, 'query'>) => (await client.query<{ server: string }>('select')).rows[0]?.server;
  const UNREACHABLE = '127.0.0.1:1';

  const KINDS = {
    standby: standby(),
    'read-only': { is_standby: 'f', is_read_only: 'on' },
    primary: { is_standby: 'f', is_read_only: 'off' },
  };
  test.each<[search: string, servers: (keyof typeof KINDS)[], fitting: string]>([
    ['', ['standby', 'read-only', 'primary'], 'primary'],
    ['?target_session_attrs=read-write', ['standby', 'read-only', 'primary'], 'primary'],
    ['?target_session_attrs=primary', ['standby', 'read-only'], 'read-only'],
    ['?target_session_attrs=any', ['standby'], 'standby'],
    ['?target_session_attrs=standby', ['primary', 'standby'], 'standby'],
    ['?target_session_attrs=prefer-standby', ['read-only', 'standby'], 'standby'],
  ])('%s: connections lead to a server that fits', async (search, servers, fitting) => {
    const hosts = await Promise.all(servers.map(async (name) => (await open(name, { ...KINDS[name] })).host));
    expect(await serverOf(use(urlOf([UNREACHABLE, ...hosts], search)))).toBe(fitting);
  });

  test('a single host is checked only when the URL says so', async () => {
    const { host } = await open('standby', standby());
    expect(await serverOf(use(urlOf([host])))).toBe('standby');
    await expect(serverOf(use(urlOf([host], '?target_session_attrs=primary')))).rejects.toThrow('the server is read-only');
  });

  test('without a server that fits, the error names the reason of each, and the next search finds one', async () => {
    const { host, state } = await open('late', standby());
    const pool = use(urlOf([UNREACHABLE, host]));
    const error = await serverOf(pool).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      message: `No database server can be used (${UNREACHABLE}: connection refused; ${host}: the server is read-only).`,
    });
    expect(classifyDatabaseError(error)).toBe('lost');
    Object.assign(state, { is_standby: 'f', is_read_only: 'off' });
    await expect.poll(() => serverOf(pool).catch(() => 'none')).toBe('late');
  });

  test('a replica must be a standby, also when there is one host', async () => {
    const { host } = await open('primary');
    await expect(serverOf(use(requireStandby(urlOf([host]))))).rejects.toThrow(
      `No server of DATABASE_REPLICA_URL can be used (${host}: not a standby).`,
    );
  });

  test('after a failover, idle, used and listening connections to the former primary are replaced', async () => {
    const first = await open('first');
    const second = await open('second', standby());
    const url = urlOf([first.host, second.host]);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const heard: unknown[] = [];
    const log = { info: (facts: unknown) => heard.push(facts), warn: (facts: unknown) => heard.push(facts) };
    const listener = await listenForNotices(
      url,
      'channel',
      () => {},
      async (client) => heard.push(await serverOf(client as never)),
      log,
    );
    cleanUps.push(() => listener.close());
    const pool = use(url);
    const used = await pool.connect();
    expect([await serverOf(used as never), await serverOf(pool)]).toEqual(['first', 'first']);

    Object.assign(first.state, standby());
    Object.assign(second.state, { is_standby: 'f', is_read_only: 'off' });
    const failure = once(used, 'error');
    expect(await serverOf(pool)).toBe('first');
    vi.advanceTimersByTime(10_000);
    expect(classifyDatabaseError((await failure)[0])).toBe('lost');
    expect(await serverOf(pool)).toBe('second');
    await expect(serverOf(used as never)).rejects.toThrow();
    used.release();
    const events = ['first', { event: 'listening_lost', channel: 'channel' }, 'second', { event: 'listening_again', channel: 'channel' }];
    await expect.poll(() => heard).toEqual(events);
  });

  test('a known primary that turned into a standby gets no new connections', async () => {
    const first = await open('first');
    const second = await open('second', standby());
    const url = urlOf([first.host, second.host]);
    expect(await serverOf(use(url))).toBe('first');
    Object.assign(first.state, standby());
    Object.assign(second.state, { is_standby: 'f', is_read_only: 'off' });
    const pool = use(url);
    await expect(serverOf(pool)).rejects.toThrow('is a read-only standby');
    expect(await serverOf(pool)).toBe('second');
  });

  test('a write that a read-only server rejects leads to the new primary', async () => {
    const own = await createTestDatabase({ migrated: false });
    cleanUps.push(own.drop);
    const { user = '', password = '', host, port, database: name = '' } = new pg.Client({ connectionString: own.url });
    const next = await open('next', standby());
    const hosts = [`${encodeURIComponent(host)}:${port}`, next.host].join(',');
    const pool = use(`postgres://${user}:${encodeURIComponent(password || 'any')}@${hosts}/${name}`, 1);
    await pool.query('set default_transaction_read_only = on');
    // New sessions of this database are read-only, as on a demoted primary.
    await runSql(own.ownerUrl, `alter database ${name} set default_transaction_read_only = on`);
    Object.assign(next.state, { is_standby: 'f', is_read_only: 'off' });
    expect((await pool.query('select current_database() as name')).rows).toEqual([{ name }]);
    await expect(pool.query('create table a ()')).rejects.toMatchObject({ code: '25006' });
    expect(await serverOf(pool)).toBe('next');
  });
});
