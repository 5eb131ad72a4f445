import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createLog } from '#src/platform/log.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#src/platform/postgres/embedded-postgres.ts';
import { setSiteName, siteName } from '#src/platform/site-name.ts';
import { runSql } from '#test/sql.ts';
import { connectCache, readTags } from './connect-cache.ts';
import { createPageCache, type PageCache } from './page-cache.ts';

let dataDir: string;
let postgres: EmbeddedPostgres;
let caches: PageCache[];
let listeners: Awaited<ReturnType<typeof connectCache>>[];
const { log } = createLog({ level: 'silent' });

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'talewood-cache-'));
  const quiet = { debug() {}, info() {}, warn() {} };
  postgres = await startEmbeddedPostgres({ dataDir, log: quiet, durable: false });
  await runSql(postgres.url, 'create sequence cache_withdrawals');
  await runSql(postgres.url, 'create table site_settings (name text not null)');
  await runSql(postgres.url, "insert into site_settings values ('')");
  caches = [createPageCache({ log }), createPageCache({ log })];
  listeners = await Promise.all(caches.map((cache) => connectCache(postgres.appUrl, cache, log)));
});
afterAll(async () => {
  await Promise.all(listeners?.map((listener) => listener.close()) ?? []);
  await postgres?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

beforeEach(async () => {
  for (const cache of caches) {
    cache.invalidate(['all', 'withdrawn:']);
    for (const tale of ['1', '2']) {
      await cache.get(tale, async () => ({ status: 200, headers: {}, body: tale, tags: [`tale:${tale}`] }));
    }
  }
});

const notify = (payload: string) => runSql(postgres.url, 'select pg_notify($1, $2)', ['talewood_cache', payload]);
const states = () => caches.map((cache) => `${cache.stats().outdated} of ${cache.stats().pages}`);
const both = (state: string) => [state, state];

test('a write outdates its pages in every process', async () => {
  await notify('["tale:1","list"]');
  await expect.poll(states, { interval: 10 }).toEqual(both('1 of 2'));
  for (const cache of caches) expect(await cache.get('2', () => Promise.reject(new Error('dropped')))).toMatchObject({ use: 'hit' });
});

test('a write that is rolled back changes nothing', async () => {
  await runSql(postgres.url, `do $$ begin perform pg_notify('talewood_cache', '["all"]'); raise exception 'no'; end $$`).catch(() => {});
  await notify('["tale:1"]');
  await expect.poll(states, { interval: 10 }).toEqual(both('1 of 2'));
});

test('an invalid notice drops everything', async () => {
  await notify('tale:1');
  await expect.poll(states, { interval: 10 }).toEqual(both('0 of 0'));
});

test('a purge drops its pages', async () => {
  await withdraw('tale:1');
  await expect.poll(states, { interval: 10 }).toEqual(both('0 of 1'));
});

// A role may end its own connections.
const cutConnections = () =>
  runSql(postgres.appUrl, "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'talewood listen'");
const withdraw = (tag: string) =>
  runSql(
    postgres.url,
    `select pg_notify('talewood_cache', jsonb_build_array($1::text, 'withdrawn:' || nextval('cache_withdrawals'))::text)`,
    [tag],
  );

test('a new name of the site is known before a page is rendered with it, and read again after a lost connection', async () => {
  onTestFinished(() => setSiteName(''));
  await notify('["name:Mum & Dad’s \\"Tales\\"","all"]');
  await expect.poll(states, { interval: 10 }).toEqual(both('2 of 2'));
  expect(siteName()).toBe('Mum & Dad’s "Tales"');
  // As if the notice of it had been missed.
  await runSql(postgres.url, "update site_settings set name = 'Old Barn'");
  await cutConnections();
  await expect.poll(siteName, { interval: 10 }).toBe('Old Barn');
  await runSql(postgres.url, "update site_settings set name = ''");
});

test('a lost connection marks everything as outdated but keeps it for a second outage; notices are received again', async () => {
  await cutConnections();
  await expect.poll(states, { interval: 10 }).toEqual(both('2 of 2'));
  for (const cache of caches) {
    for (const key of ['1', '2'])
      expect(await cache.get(key, () => Promise.reject(new Error('away again')))).toMatchObject({ use: 'stale' });
  }
  await withdraw('tale:1');
  await expect.poll(states, { interval: 10 }).toEqual(both('1 of 1'));
});

test('a purge during a lost connection drops everything', async () => {
  // As if the notice of it had been missed.
  await runSql(postgres.url, "select nextval('cache_withdrawals')");
  await cutConnections();
  await expect.poll(states, { interval: 10 }).toEqual(both('0 of 0'));
});

test('only a list of texts is a notice', () => {
  expect(readTags('["list","tale:1"]')).toEqual(['list', 'tale:1']);
  for (const text of ['', 'list', '{}', '"list"', '[1]', '[null]', 'null']) expect(readTags(text)).toBeUndefined();
});
