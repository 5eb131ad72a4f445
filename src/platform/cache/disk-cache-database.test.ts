import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openClient } from '#src/platform/db/open-client.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { openTestLog } from '#test/jobs.ts';
import { runSql } from '#test/sql.ts';
import { countStatements } from '#test/statements.ts';
import { connectCache, createCacheChanges, notifyCache, removeOldCacheChanges } from './connect-cache.ts';
import { openDiskCache } from './disk-cache.ts';
import { createPageCache, type PageResult } from './page-cache.ts';

let database: TestDatabase;
let folder: string;
let id: string;
let clients: pg.Client[];
beforeEach(async () => {
  clients = [];
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-disk-'));
  ({ id } = await addTale(database.db, { title: 'First' }));
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts a process that serves pages of tales. */
async function start() {
  const { log } = openTestLog();
  const changes = createCacheChanges({ log });
  const limits = { maxBytes: 1e6, secret: 'a secret', context: () => 'build', isFull: () => false };
  const diskCache = openDiskCache({ ...limits, folder, changes, log });
  const cache = createPageCache({ log, diskCache });
  const listener = await connectCache(database.url, cache, log, { changes });
  const render = async (): Promise<PageResult> => {
    const { title } = await database.db.selectFrom('tales').select('title').where('id', '=', id).executeTakeFirstOrThrow();
    return { status: 200, headers: {}, body: title, tags: [`tale:${id}`] };
  };
  return {
    changes,
    get: async () => {
      const { page, use } = await cache.get('page', render);
      return [page.variants.identity.body.toString(), use];
    },
    stop: async () => {
      await diskCache.close();
      await listener.close();
    },
  };
}

/** Lets a process render the page and stop. */
async function cachePage() {
  const site = await start();
  await site.get();
  await site.stop();
}

/** What a process serves that starts now. */
async function served() {
  const site = await start();
  const answer = await site.get();
  await site.stop();
  return answer;
}

test('a restarted process serves a page from disk without a statement', async () => {
  await cachePage();
  const site = await start();
  let answer: unknown;
  const statements = await countStatements(async () => (answer = await site.get()));
  await site.stop();
  expect([answer, statements]).toEqual([['First', 'disk'], '']);
});

test('a change made while no process ran is shown', async () => {
  await cachePage();
  await runSql(database.ownerUrl, "update tales set title = 'Second'");
  expect(await served()).toEqual(['Second', 'miss']);
  expect(await served()).toEqual(['Second', 'disk']);
});

test('changes of other tales, and changes that are rolled back, cost nothing', async () => {
  await addTale(database.db, { title: 'Other' });
  await cachePage();
  await runSql(database.ownerUrl, "update tales set title = 'Changed' where title = 'Other'");
  await runSql(database.ownerUrl, "do $$ begin update tales set title = 'Third'; raise exception 'no'; end $$").catch(() => {});
  expect(await served()).toEqual(['First', 'disk']);
});

test('a change that was written before the page and committed after the stop is shown', async () => {
  const client = await openClient(database.ownerUrl, 'test');
  try {
    await client.query("begin; update tales set title = 'Second'");
    await cachePage();
    await client.query('commit');
  } finally {
    await client.end();
  }
  expect(await served()).toEqual(['Second', 'miss']);
});

test('a change heard by the process counts, and its new page is current once the transaction has ended', async () => {
  const site = await start();
  await site.get();
  await runSql(database.ownerUrl, "update tales set title = 'Second'");
  await expect.poll(site.get).toEqual(['Second', expect.anything()]);
  const { number } = site.changes.stamp() ?? { number: 0 };
  await expect.poll(() => site.changes.stamp()?.number ?? 0).toBeGreaterThan(number);
  expect(site.changes.isCurrent({ database: site.changes.stamp()?.database ?? '', number }, [`tale:${id}`])).toBe(false);
  await site.stop();
  expect((await served())[0]).toBe('Second');
});

test('statements without a trigger count as well', async () => {
  await cachePage();
  await notifyCache(['all']).execute(database.db);
  expect((await served())[1]).toBe('miss');
});

test('a scheduled tale that became public while no process ran outdates all pages', async () => {
  const scheduled = await addTale(database.db, { publish_date: new Date(Date.now() + 3_600_000).toISOString() });
  await cachePage();
  // As if an hour had passed: without triggers, so that nothing is recorded.
  await runSql(
    database.ownerUrl,
    `alter table tales disable trigger user;
     update tales set publish_date = now() - interval '1 minute' where id = '${scheduled.id}';
     alter table tales enable trigger user`,
  );
  expect((await served())[1]).toBe('miss');
});

test('after a crash or a restore of the database, which empty the records, no page counts as current', async () => {
  await cachePage();
  await runSql(database.ownerUrl, 'truncate cache_identity, cache_changes');
  expect((await served())[1]).toBe('miss');
  expect(
    await runSql(database.ownerUrl, "select distinct relpersistence from pg_class where relname in ('cache_identity', 'cache_changes')"),
  ).toEqual([{ relpersistence: 'u' }]);
});

test('if changes cannot be read, pages are served without those on disk', async () => {
  await cachePage();
  await runSql(database.ownerUrl, 'drop function open_cache_changes()');
  expect(await served()).toEqual(['First', 'miss']);
});

test('every notification of the database is recorded', async () => {
  expect(
    await runSql(database.ownerUrl, "select proname from pg_proc where prosrc like '%pg_notify(''talewood_cache''%' order by 1"),
  ).toEqual([{ proname: 'notify_cache' }]);
});

test('records are removed after two days', async () => {
  await sql`insert into cache_changes (tags, at) values ('{old}', now() - interval '49 hours'), ('{new}', now() - interval '47 hours')`.execute(
    database.db,
  );
  expect(await removeOldCacheChanges(database.db)).toBe(1);
  expect(await runSql(database.ownerUrl, "select tags from cache_changes where '{old,new}' && tags")).toEqual([{ tags: ['new'] }]);
});

describe('a reader with a session', () => {
  /** A process that is told of no change, such as one whose notifications are late. */
  async function openReader(deliveryMs = 0) {
    const { log } = openTestLog();
    const changes = createCacheChanges({ log, deliveryMs });
    const client = await openClient(database.url, 'test');
    clients.push(client);
    await changes.connect(client);
    const cache = createPageCache({ log });
    const store = (tags: string[]) => cache.get('page', async () => ({ status: 200, headers: {}, body: 'First', tags }));
    await store([`tale:${id}`]);
    return {
      store,
      ask: async () => (await cache.findCurrent('page', () => changes.listRecent(database.db)))?.variants.identity.body.toString(),
    };
  }

  test('gets the stored page, unless one of its tags has changed', async () => {
    const { ask } = await openReader();
    expect(await ask()).toBe('First');
    await notifyCache(['tale:other']).execute(database.db);
    expect(await ask()).toBe('First');
    await runSql(database.ownerUrl, "update tales set title = 'Second'");
    expect(await ask()).toBeUndefined();
  });

  test('sees a change that began long before it was committed', async () => {
    const client = await openClient(database.ownerUrl, 'test');
    clients.push(client);
    await client.query("begin; update tales set title = 'Second'");
    const { ask } = await openReader();
    await notifyCache(['tale:other']).execute(database.db);
    expect(await ask()).toBe('First');
    await client.query('commit');
    expect(await ask()).toBeUndefined();
  });

  test('gets no stored page without tags, of another server, after many changes, or while notifications may be under way', async () => {
    const { store, ask } = await openReader();
    await store([]);
    const without = await openReader();
    await without.store([`tale:${id}`]);
    expect(await without.ask()).toBe('First');
    await database.db
      .insertInto('cache_changes')
      .values(Array.from({ length: 200 }, () => ({ tags: ['tale:other'] })))
      .execute();
    expect(await without.ask()).toBeUndefined();
    const promoted = await openReader();
    expect(await promoted.ask()).toBe('First');
    await runSql(database.ownerUrl, 'truncate cache_identity, cache_changes');
    expect(await promoted.ask()).toBeUndefined();
    expect(await (await openReader(60_000)).ask()).toBeUndefined();
    expect(await ask()).toBeUndefined();
  });
});
