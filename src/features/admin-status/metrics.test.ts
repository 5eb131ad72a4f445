import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createFunctionHost } from '#src/features/functions/functions.ts';
import { VERSION } from '#src/platform/config.ts';
import { type Db, openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { notFound, unavailable } from '#src/platform/errors.ts';
import { addJob } from '#src/platform/jobs/add-job.ts';
import { queueEmail } from '#src/platform/mail/queue-email.ts';
import { createTestApp } from '#test/create-test-app.ts';
import { createTestDatabase, silent, type TestDatabase } from '#test/database.ts';
import { openTestLog } from '#test/jobs.ts';
import { rawGet, requestRaw } from '#test/raw-http.ts';
import { runSql } from '#test/sql.ts';
import { createMetrics, type MetricsDeps } from './metrics.ts';

const TOKEN = 'a-token-of-this-test';
const NOWHERE = 'postgresql://nobody@127.0.0.1:1/none';
const PAGE = { status: 200, headers: { 'Content-Type': 'text/html' }, body: 'once upon a time', tags: ['list'] };
const WITH_TOKEN = `Authorization: Bearer ${TOKEN}\r\n`;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const REPLICA = { isUsed: () => false, stats: () => ({ lagBytes: 512, queries: { replica: 90, primary: 9, retried: 1 } }) };

/** Serves a site with metrics; by default without a database. */
async function openSite(deps: Partial<MetricsDeps> = {}) {
  const logs = openTestLog();
  const pool = openPool(NOWHERE, { log: silent, max: 1 });
  const functions = createFunctionHost({ folder: '/nowhere', account: undefined, allowPrivate: false, concurrency: 1 }, logs.log);
  let isBroken = false;
  const metrics = createMetrics({
    ...{ token: TOKEN, log: logs.log, db: openDb(pool), pool, disk: { isDegraded: () => false }, dataDir: os.tmpdir(), cacheMs: 0 },
    ...{ realtime: { size: () => 3 }, functions, cacheStats: () => app.cache.stats() },
    ...deps,
  });
  const app = createTestApp({
    metrics,
    mount(site, servePage) {
      const render = async () => {
        if (isBroken) throw unavailable('database_unavailable', 2);
        return PAGE;
      };
      site.get('/tale/:slug', (c) => {
        if (c.req.param('slug') !== 'snow') throw notFound();
        return servePage(c, { key: '/tale/snow', render });
      });
      site.use('/api/*', (_, next) => next());
      site.get('/api/broken', () => {
        throw new Error('A defect');
      });
      site.get('/stream', () => new Response(new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from('…')) })));
      site.all('/functions/:name', (c) => c.text('ok'));
    },
    server: { observe: metrics.observe, isPublicUrlSet: true },
  });
  const site = await app.listen();
  const get = async (target: string, headers = '') => (await requestRaw(site.port, rawGet(target, 'localhost', headers))).status;
  const scrape = async () => parseMetrics((await requestRaw(site.port, rawGet('/metrics', '10.1.2.3:3000', WITH_TOKEN))).body);
  const breakRendering = () => {
    isBroken = true;
    site.cache.invalidate(['all']);
  };
  return { ...site, functions, logs, get, scrape, breakRendering };
}

/** Returns the values by series, such as `talewood_emails{state="failed"}`. */
function parseMetrics(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}

const requests = (method: string, route: string, status: string) =>
  `talewood_http_requests_total{method="${method}",route="${route}",status="${status}"}`;
const ownSeries = (found: Map<string, number>) => [...found.keys()].filter((series) => series.startsWith('talewood_')).toSorted();

test('without a token in the settings, the path does not exist', async () => {
  const site = await createTestApp({}).listen();
  expect((await requestRaw(site.port, rawGet('/metrics', 'localhost', WITH_TOKEN))).status).toBe(404);
  await site.close();
});

test('a missing or wrong token gets 401 and no metrics', async () => {
  const site = await openSite();
  const wrong = ['', `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, 'Bearer ', `Basic ${TOKEN}`, 'Bearer ä'];
  for (const header of wrong) {
    const line = header === '' ? '' : `Authorization: ${header}\r\n`;
    const response = await requestRaw(site.port, rawGet('/metrics', 'localhost', line));
    expect(response).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer', 'cache-control': 'no-store' } });
    expect(response.body).not.toContain('talewood_');
  }
  const response = await requestRaw(site.port, rawGet('/metrics', 'localhost', WITH_TOKEN));
  expect(response).toMatchObject({ status: 200, headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' } });
  expect(response.headers['cache-control']).toBe('no-store');
  await site.close();
});

describe('requests', () => {
  test('are counted by route and status, and measured unless they were cached', async () => {
    const site = await openSite();
    const statuses = [];
    for (const target of ['/tale/snow', '/tale/snow', '/tale/gone', '/nothing', '/api/broken', '/api/nothing', '/functions/a'])
      statuses.push(await site.get(target));
    expect(statuses).toEqual([200, 200, 404, 404, 500, 404, 200]);
    await requestRaw(site.port, rawGet('/tale/snow', 'evil.example'));
    await expect.poll(async () => (await site.scrape()).get(requests('GET', 'none', '4xx'))).toBe(3);
    const found = await site.scrape();
    const counted = [...found].filter(([series]) => series.startsWith('talewood_http_requests_total') && !series.includes('/metrics'));
    expect(Object.fromEntries(counted)).toEqual({
      [requests('GET', '/tale/:slug', '2xx')]: 1,
      [requests('GET', 'cached', '2xx')]: 1,
      [requests('GET', '/tale/:slug', '4xx')]: 1,
      [requests('GET', 'none', '4xx')]: 3,
      [requests('GET', '/api/broken', '5xx')]: 1,
      [requests('GET', '/functions/:name', '2xx')]: 1,
    });
    const measured = [...found].filter(([series]) => series.startsWith('talewood_http_request_duration_seconds_count'));
    expect(measured.map(([series, count]) => `${/route="([^"]*)"/.exec(series)?.[1]} ${count}`)).toEqual(
      expect.arrayContaining(['/tale/:slug 2', '/api/broken 1', '/functions/:name 1']),
    );
    expect(measured.filter(([series]) => /route="(?!\/)/.test(series))).toEqual([]);
    await site.close();
  });

  test('that the client aborts are counted as such, and not measured', async () => {
    const site = await openSite();
    const client = net.connect(site.port, '127.0.0.1');
    client.write(rawGet('/stream'));
    await once(client, 'data');
    client.destroy();
    await expect.poll(async () => (await site.scrape()).get(requests('GET', '/stream', 'aborted'))).toBe(1);
    expect([...(await site.scrape()).keys()].filter((series) => /duration.*route="\/stream"/.test(series))).toEqual([]);
    await site.close();
  });

  test('of 1,000 unknown paths and methods add no series', async () => {
    const site = await openSite();
    await site.get('/nothing');
    await site.get('/tale/nothing');
    await requestRaw(site.port, 'MKCOL / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    await site.scrape();
    const before = ownSeries(await site.scrape());
    for (let n = 0; n < 500; n += 1) {
      const answers = await Promise.all([
        fetch(`${site.url}/wp-${n}.php?x=${n}`, { signal: AbortSignal.timeout(10_000) }),
        fetch(`${site.url}/tale/wp-${n}`, { signal: AbortSignal.timeout(10_000) }),
      ]);
      for (const answer of answers) expect([answer.status, (await answer.arrayBuffer()).byteLength > 0]).toEqual([404, true]);
    }
    await requestRaw(site.port, 'PROPFIND / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    await expect.poll(async () => (await site.scrape()).get(requests('GET', 'none', '4xx'))).toBe(501);
    const after = await site.scrape();
    expect(after.get(requests('GET', '/tale/:slug', '4xx'))).toBe(501);
    expect(ownSeries(after)).toEqual(before);
    await site.close();
  });
});

test('the page cache reports its results, also those served because rendering fails', async () => {
  const site = await openSite();
  await site.get('/tale/snow');
  await site.get('/tale/snow');
  site.breakRendering();
  expect(await site.get('/tale/snow')).toBe(200);
  expect(await site.get('/tale/snow', 'Cookie: talewood_session=x\r\n')).toBe(200);
  const found = await site.scrape();
  const results = ['hit', 'stale', 'miss', 'fallback'].map((result) => found.get(`talewood_page_cache_requests_total{result="${result}"}`));
  expect(results).toEqual([1, 1, 1, 1]);
  expect([found.get('talewood_page_cache_pages'), found.get('talewood_page_renders')]).toEqual([1, 0]);
  expect(found.get('talewood_page_cache_bytes')).toBeGreaterThan(0);
  await site.close();
});

test('requests for functions are counted while they run and wait, and when they are rejected', async () => {
  const site = await openSite();
  const { promise, resolve } = Promise.withResolvers<void>();
  const runs = Array.from({ length: 22 }, () => site.functions.limit(() => promise).catch((error: Error) => error.message));
  const busy = await site.scrape();
  expect(['running', 'waiting'].map((state) => busy.get(`talewood_function_requests{state="${state}"}`))).toEqual([1, 20]);
  expect(busy.get('talewood_function_requests_rejected_total')).toBe(1);
  resolve();
  await Promise.all(runs);
  expect((await site.scrape()).get('talewood_function_requests{state="running"}')).toBe(0);
  await site.close();
});

test('figures of the database, disk and process are read at each scrape', async () => {
  await addJob(database.db, 'publish-tale', { id: 1 });
  await queueEmail(database.db, { to: 'kai@tales.example', subject: 'Hello', html: '<p>x', text: 'x' });
  await runSql(database.ownerUrl, "update graphile_worker._private_jobs set attempts = max_attempts where key like 'mail:%'");
  await runSql(database.ownerUrl, "insert into backup_log (at, kind, bytes) values ('2026-01-04T00:00:00Z', 'file', 1)");
  const site = await openSite({ db: database.db, pool: database.pool, disk: { isDegraded: () => true } });
  const found = await site.scrape();
  expect(Object.fromEntries(found)).toMatchObject({
    [`talewood_build_info{version="${VERSION}"}`]: 1,
    talewood_database_up: 1,
    'talewood_database_pool_connections{state="busy"}': 0,
    talewood_database_pool_waiting: 0,
    'talewood_jobs{task="publish-tale",state="waiting"}': 1,
    'talewood_jobs{task="publish-tale",state="failed"}': 0,
    'talewood_emails{state="waiting"}': 0,
    'talewood_emails{state="failed"}': 1,
    'talewood_last_backup_timestamp_seconds{kind="file"}': Date.parse('2026-01-04T00:00:00Z') / 1000,
    talewood_disk_full: 1,
    talewood_realtime_connections: 3,
  });
  expect(found.get('talewood_disk_size_bytes')).toBeGreaterThan(found.get('talewood_disk_free_bytes') ?? Number.NaN);
  expect(found.get('process_resident_memory_bytes')).toBeGreaterThan(0);
  await runSql(database.ownerUrl, 'delete from graphile_worker._private_jobs');
  const later = await site.scrape();
  expect([...later.keys()].filter((series) => series.startsWith('talewood_jobs'))).toEqual([]);
  await site.close();
});

test('a read replica has its metrics, a site without one has none', async () => {
  const site = await openSite({ replica: REPLICA });
  expect(Object.fromEntries(await site.scrape())).toMatchObject({
    talewood_replica_up: 0,
    talewood_replica_lag_bytes: 512,
    'talewood_replica_reads_total{server="replica"}': 90,
    'talewood_replica_reads_total{server="primary"}': 9,
    'talewood_replica_reads_total{server="retried"}': 1,
  });
  await site.close();
  const without = await openSite();
  expect([...(await without.scrape()).keys()].filter((series) => series.includes('replica'))).toEqual([]);
  await without.close();
});

describe('while the database is down', () => {
  test('other metrics are served, without figures of before', async () => {
    let isDown = false;
    const down = openDb(openPool(NOWHERE, { log: silent, max: 1 }));
    const site = await openSite({ db: { connection: () => (isDown ? down : database.db).connection() } as Db });
    expect((await site.scrape()).get('talewood_emails{state="waiting"}')).toBeDefined();
    isDown = true;
    const found = await site.scrape();
    expect(found.get('talewood_database_up')).toBe(0);
    expect(found.get(requests('GET', '/metrics', '2xx'))).toBe(1);
    expect([...found.keys()].filter((series) => /^talewood_(jobs|emails|last_backup)/.test(series))).toEqual([]);
    expect(site.logs.lines()).toContainEqual(expect.objectContaining({ event: 'metrics_incomplete' }));
    isDown = false;
    expect((await site.scrape()).get('talewood_database_up')).toBe(1);
    await site.close();
  });

  test('a scrape does not wait for one that hangs, nor starts another connection', async () => {
    const sockets: net.Socket[] = [];
    const hanging = net.createServer((socket) => sockets.push(socket));
    await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
    const { port } = hanging.address() as net.AddressInfo;
    const pool = openPool(`postgresql://any@127.0.0.1:${port}/any`, { log: silent });
    const site = await openSite({ db: openDb(pool), timeoutMs: 20 });
    const scrapes = [await site.scrape(), await site.scrape(), ...(await Promise.all([site.scrape(), site.scrape()]))];
    expect(scrapes.map((found) => found.get('talewood_database_up'))).toEqual([0, 0, 0, 0]);
    expect(sockets.length).toBe(1);
    for (const socket of sockets) socket.destroy();
    hanging.close();
    await site.close();
  });
});

test('alert rules and dashboard use existing metrics, and the documentation lists each metric', async () => {
  const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
  const site = await openSite({ replica: REPLICA });
  const { body } = await requestRaw(site.port, rawGet('/metrics', 'localhost', WITH_TOKEN));
  await site.close();
  const types = [...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type]) => ({ name, type }));
  const known = new Set(
    types.flatMap(({ name, type }) => (type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name])),
  );
  const rules = parse(read('deploy/prometheus/alerts.yaml')) as { groups: { rules: { alert: string; expr: string }[] }[] };
  const panels = (JSON.parse(read('deploy/grafana/dashboard.json')) as { panels: { targets?: { expr: string }[] }[] }).panels;
  const queries = [
    ...rules.groups.flatMap(({ rules: all }) => all.map(({ expr }) => expr)),
    ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ];
  expect(queries.length).toBeGreaterThan(30);
  const used = new Set(queries.flatMap((query) => query.match(/\b(talewood|process|nodejs)_\w+/g) ?? []));
  expect([...used].filter((name) => !known.has(name))).toEqual([]);
  const own = types.filter(({ name }) => !/^(process|nodejs)_/.test(name)).map(({ name }) => name);
  const docs = read('docs/operators/monitoring.md');
  const listed = new Set(docs.match(/(?<=`)talewood_\w+(?=`)/g));
  expect([...listed].toSorted()).toEqual(own.toSorted());
  const alerts = rules.groups.flatMap(({ rules: all }) => all.map(({ alert }) => alert));
  expect(docs.match(/(?<=`)Talewood[A-Z]\w+(?=`)/g)?.toSorted()).toEqual(alerts.toSorted());
});
