import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectCache } from '#src/platform/cache/connect-cache.ts';
import { createReadiness } from '#src/platform/http/readiness.ts';
import { apiRoutes } from '#src/server/api.ts';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { addTale } from '#test/factories.ts';
import { openTestLog } from '#test/jobs.ts';
import { type ReplicatedServer, startReplicatedPostgres } from '#test/replicated-postgres.ts';
import { runSql } from '#test/sql.ts';
import { type Db, openDb } from './db.ts';
import type { Listener } from './listen.ts';
import { requireStandby } from './open-client.ts';
import { openPool } from './pool.ts';
import { openReadReplica, type ReadReplica } from './read-replica.ts';

/** The public API with its page cache, on a primary and a standby. The last tests stop servers, and the last one promotes the standby. */
let servers: Awaited<ReturnType<typeof startReplicatedPostgres>>;
let primary: ReplicatedServer;
let standby: ReplicatedServer;
let pool: pg.Pool;
let db: Db;
let replica: ReadReplica;
let app: TestApp;
let listener: Listener;
let slug: string;
const logs = openTestLog();

beforeAll(async () => {
  servers = await startReplicatedPostgres();
  ({ primary, standby } = servers);
  pool = openPool(primary.url, logs);
  db = openDb(pool);
  ({ slug } = await addTale(db, { title: 'Version 0' }));
  await runSql(primary.ownerUrl, 'create table unrelated (n int)');
  await runSql(primary.ownerUrl, 'insert into unrelated values (1)');
  replica = openReadReplica({ url: requireStandby(standby.url), db, pool, log: logs.log });
  app = createTestApp({ deps: { db }, readDb: replica.db, mount: (site, servePage) => site.route('/api/v1', apiRoutes({ servePage })) });
  listener = await connectCache(primary.url, app.cache, logs.log, { replica });
}, 120_000);
afterAll(async () => {
  await listener?.close();
  await replica?.close();
  await pool?.end();
  await servers?.stop();
});

const used = () => replica.stats().queries;
const get = (path: string, headers: Record<string, string> = {}) => app.api('GET', path, { headers });
/** As at any time a page may have been cached, each test begins with a cached one. */
beforeEach(async () => {
  await primary.start();
  await standby.start();
  await untilUsed();
  await get(`/tales/${slug}`);
});

/** Waits until an uncached read goes to the standby. */
async function untilUsed(): Promise<void> {
  await expect
    .poll(async () => {
      const before = used().replica;
      await get('/tales?q=mill');
      return used().replica > before;
    })
    .toBe(true);
}

/** Changes the title, and waits until this process was notified. */
async function edit(title: string): Promise<void> {
  const outdated = app.cache.stats().outdated;
  await runSql(primary.url, 'update tales set title = $1 where slug = $2', [title, slug]);
  await expect.poll(() => app.cache.stats().outdated, { interval: 1 }).toBeGreaterThan(outdated);
}

/** What is then replayed may cancel this query itself. */
const resume = () => runSql(standby.superuserUrl, 'select pg_wal_replay_resume()').catch(() => {});

const readTitle = async () => (await get(`/tales/${slug}`)).body.title;
const searchTitle = async () => (await get('/tales?q=mill')).body.tales[0].title;

test('reads of visitors go to the standby', async () => {
  const scans = (server: ReplicatedServer) =>
    runSql<{ n: number }>(server.url, "select seq_scan + idx_scan as n from pg_stat_user_tables where relname = 'tales'");
  const before = await scans(standby);
  const counts = used();
  await expect
    .poll(async () => {
      expect(await searchTitle()).toBe('Version 0');
      return Number((await scans(standby))[0]?.n) > Number(before[0]?.n);
    })
    .toBe(true);
  expect(used().replica).toBeGreaterThan(counts.replica);
  expect(used().retried).toBe(0);
});

test.each([
  ['with a session', `/tales/:slug`, { cookie: 'talewood_session=x' }],
  ['of a program with a key', '/tales?q=mill', { authorization: 'Bearer tw_x' }],
  ['of a shared list, which may just have been shared', '/shared-lists/abc', {}],
])('reads %s go to the primary', async (_, path, headers) => {
  const before = used();
  expect((await get(path.replace(':slug', slug), headers)).status).toBeLessThan(500);
  expect(used()).toEqual(before);
});

test('a page is never older than the notification of a write', async () => {
  const delayReplay = (ms: number) =>
    runSql(standby.superuserUrl, `alter system set recovery_min_apply_delay = ${ms}`).then(() =>
      runSql(standby.superuserUrl, 'select pg_reload_conf()'),
    );
  const before = used().replica;
  await delayReplay(30);
  for (let n = 1; n <= 20; n += 1) {
    const title = `Version ${n}`;
    await edit(title);
    // Sometimes at once, sometimes while the standby catches up, sometimes later.
    await wait((n % 5) * 10);
    expect(await Promise.all([readTitle(), searchTitle(), readTitle()])).toEqual([title, title, title]);
  }
  await delayReplay(0);
  await untilUsed();
  expect(await searchTitle()).toBe('Version 20');
  expect(used().replica).toBeGreaterThan(before);
});

test('while replay is paused, edited pages come from the primary; then from the standby again', async () => {
  await runSql(standby.superuserUrl, 'select pg_wal_replay_pause()');
  await edit('Paused');
  const before = used().replica;
  expect([await readTitle(), await searchTitle()]).toEqual(['Paused', 'Paused']);
  await wait(200);
  expect([await readTitle(), await searchTitle()]).toEqual(['Paused', 'Paused']);
  expect(used().replica).toBe(before);
  await resume();
  await untilUsed();
  expect(await searchTitle()).toBe('Paused');
});

test('a standby that lags behind writes without a notification is not used, and reported', async () => {
  await runSql(standby.superuserUrl, 'select pg_wal_replay_pause()');
  await runSql(primary.ownerUrl, 'insert into unrelated values (2)');
  await expect.poll(() => replica.isUsed()).toBe(false);
  expect(replica.stats().lagBytes).toBeGreaterThan(0);
  const before = used().replica;
  expect((await get('/tales?q=mill')).status).toBe(200);
  expect(used().replica).toBe(before);
  expect(logs.lines().at(-1)).toMatchObject({ event: 'replica_not_used', reason: 'the server is more than 5 s behind' });
  await resume();
  await untilUsed();
});

test('a query that conflicts with replay is repeated on the primary', async () => {
  const before = used();
  const slow = sql<{ n: number }>`select n, pg_sleep(0.7) from unrelated limit 1`.execute(replica.db);
  await wait(100);
  // Its lock is replayed.
  await runSql(primary.ownerUrl, 'truncate unrelated; insert into unrelated values (3)');
  expect((await slow).rows).toMatchObject([{ n: 3 }]);
  expect(used()).toMatchObject({ replica: before.replica + 1, retried: before.retried + 1 });
});

test('other errors of a query are not repeated', async () => {
  const before = used().retried;
  await expect(sql`select 1 / 0`.execute(replica.db)).rejects.toMatchObject({ code: '22012' });
  expect(used().retried).toBe(before);
});

test('a page that writes uses the primary', async () => {
  expect((await get('/tonight')).body.tale.slug).toBe(slug);
  expect(await runSql(primary.url, 'select from daily_tales')).toHaveLength(1);
});

test('no request fails when the standby stops, and it is used again when it is back', async () => {
  const statuses = new Set<number>();
  const stopping = standby.stop();
  let isStopped = false;
  void stopping.then(() => {
    isStopped = true;
  });
  while (!isStopped || replica.isUsed()) {
    const answers = await Promise.all(Array.from({ length: 5 }, () => get('/tales?q=mill')));
    for (const { status } of answers) statuses.add(status);
    await wait(5);
  }
  expect([...statuses]).toEqual([200]);
  await edit('Without a standby');
  expect(await searchTitle()).toBe('Without a standby');
  expect(logs.events()).toContain('replica_not_used');
  await standby.start();
  await untilUsed();
  expect(logs.lines().at(-1)).toMatchObject({ event: 'replica_used' });
  expect(await searchTitle()).toBe('Without a standby');
});

test('during an outage of the primary the standby serves visitors; afterwards every page is renewed', async () => {
  await primary.stop();
  expect((await get('/tales?q=outage')).status).toBe(200);
  expect((await get('/authors')).status).toBe(200);
  const readiness = createReadiness({ health: app.health, checkDatabase: () => sql`select 1`.execute(db), canRead: replica.isUsed });
  expect(await readiness()).toEqual({ status: 'degraded', reason: 'database' });
  expect((await get('/tales?q=mill', { cookie: 'talewood_session=x' })).status).toBe(503);
  await primary.start();
  const title = 'Edited before the listener is back';
  await runSql(primary.url, 'update tales set title = $1 where slug = $2', [title, slug]);
  await expect.poll(readTitle).toBe(title);
  await untilUsed();
  expect([await readTitle(), await searchTitle()]).toEqual([title, title]);
});

test('a promoted standby is not used', async () => {
  await runSql(standby.superuserUrl, 'select pg_promote()');
  await runSql(standby.url, "update tales set title = 'Of another history'");
  await expect.poll(() => replica.isUsed()).toBe(false);
  expect(logs.lines().at(-1)).toMatchObject({ event: 'replica_not_used', reason: 'the server is not a standby' });
  expect(await searchTitle()).toBe('Edited before the listener is back');
});
