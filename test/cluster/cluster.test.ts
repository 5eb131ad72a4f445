import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { taleInput } from '../factories.ts';
import { type Pooler, startPgbouncer } from '../pgbouncer.ts';
import { runSql } from '../sql.ts';
import { addUser } from '../users.ts';
import { failureSpan, isAnswered, type Load, longestGap, type Sent, startLoad } from './load.ts';
import { type Node, type PatroniCluster, startPatroniCluster } from './patroni.ts';
import { NEXT_VERSION, type Sites, startSites } from './sites.ts';

/**
 * Three sites behind a load balancer, with PgBouncer, HAProxy, Patroni, etcd and three Postgres servers: the files in deploy/ in use. Each
 * line of figures is printed.
 */

let cluster: PatroniCluster;
let pooler: Pooler;
let sites: Sites;
let cookie: string;

beforeAll(async () => {
  cluster = await startPatroniCluster();
  pooler = await startPgbouncer(cluster.url, { max_prepared_statements: '', pool_mode: 'transaction' });
  sites = await startSites({
    databaseUrl: pooler.url,
    DATABASE_DIRECT_URL: cluster.url,
    DATABASE_REPLICA_URL: cluster.hostsUrl,
    DATABASE_WAIT_MS: '60000',
  });
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  ({ cookie } = await addUser(client, { role: 'admin' }));
  await client.end();
}, 300_000);

afterAll(async () => {
  await sites?.stop();
  await pooler?.stop();
  await cluster?.stop();
}, 120_000);

/** Runs the load during the work, checks that nothing acknowledged is lost, and returns what was sent. */
async function underLoad(work: (load: Load) => Promise<void>): Promise<Sent[]> {
  await runSql(cluster.url, "delete from tales where title like 'Written in turn %'");
  const load = startLoad(sites.origin, { cookie, tale: { ...taleInput(), status: 'draft' } });
  try {
    await work(load);
  } finally {
    await load.stop();
  }
  const rows = await runSql<{ title: string }>(cluster.url, "select title from tales where title like 'Written in turn %'");
  const saved = new Set(rows.map(({ title }) => title));
  print(`${load.acknowledged.length} acknowledged writes, ${load.sent.length} requests; failures: ${describeFailures(load.sent)}`);
  expect(load.acknowledged.length).toBeGreaterThan(0);
  expect(load.acknowledged.filter((title) => !saved.has(title))).toEqual([]);
  return load.sent;
}

const print = (line: string) => process.stdout.write(`  ${line}\n`);
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/** How a primary is lost, and what brings its server back afterwards. */
const LOSSES: [name: string, lose: (node: Node) => Promise<void>, recover: (node: Node) => Promise<void>][] = [
  ['its machine fails', (node) => node.signal('SIGKILL', 'all'), async (node) => node.start()],
  ['Postgres crashes', (node) => node.signal('SIGKILL', 'postgres'), async () => {}],
  ['its machine hangs', (node) => node.signal('SIGSTOP', 'all'), (node) => node.signal('SIGCONT', 'all')],
  ['a switchover is requested', (node) => node.switchOver(), async () => {}],
];
const FAILOVERS = Number(process.env.CLUSTER_FAILOVERS ?? 10);
/** Patroni waits for the end of the lease (ttl) before it replaces a machine that does not answer. */
const MAX_WRITE_GAP_MS = { machine: 25_000, other: 15_000 };
const MAX_PAGE_FAILURES_MS = 3_000;

test('failovers lose no acknowledged write, and cached pages stay available', async () => {
  const results: { loss: string; writes: number; pages: number; searches: number }[] = [];
  await underLoad(async ({ sent }) => {
    for (let number = 0; number < FAILOVERS; number += 1) {
      const [loss = '', lose, recover] = LOSSES[number % LOSSES.length] ?? [];
      const former = await cluster.primary();
      const from = performance.now();
      await lose?.(former);
      await cluster.waitForOtherPrimary(former);
      await wait(10_000);
      await recover?.(former);
      await cluster.waitUntilComplete();
      await wait(2_000);
      results.push({
        loss,
        writes: longestGap(sent, 'write', from, performance.now()),
        pages: failureSpan(sent, 'page', from),
        searches: failureSpan(sent, 'search', from),
      });
      const { writes, pages, searches } = results.at(-1) as (typeof results)[number];
      print(`${loss}: writes back after ${seconds(writes)}, failures of pages ${seconds(pages)}, of searches ${seconds(searches)}`);
    }
  });
  const limit = (loss: string) => (/machine/.test(loss) ? MAX_WRITE_GAP_MS.machine : MAX_WRITE_GAP_MS.other);
  expect(results.filter(({ loss, writes }) => writes > limit(loss))).toEqual([]);
  expect(results.filter(({ pages }) => pages > MAX_PAGE_FAILURES_MS)).toEqual([]);
  // A search that is not in the cache needs the primary or a standby that follows it.
  expect(results.filter(({ loss, searches }) => searches > limit(loss))).toEqual([]);
}, 1_800_000);

test('sites are restarted one after the other without a failed request', async () => {
  const sent = await underLoad(async () => {
    await wait(2_000);
    for (const index of sites.sites.keys()) await sites.restart(index);
    await wait(2_000);
  });
  expect(sent.filter((each) => !isAnswered(each))).toEqual([]);
}, 600_000);

test('sites are upgraded one after the other without a failed request, and a former one still starts after the first', async () => {
  const versions = () => Promise.all(sites.sites.map(async ({ origin }) => (await (await fetch(`${origin}/healthz`)).json()).version));
  const former = (await versions())[0];
  const sent = await underLoad(async () => {
    await wait(2_000);
    for (const index of sites.sites.keys()) {
      await sites.upgrade(index);
      if (index > 0) continue;
      await sites.restart(1);
      expect(await versions()).toEqual([NEXT_VERSION, former, former]);
    }
    await wait(2_000);
  });
  expect(await versions()).toEqual([NEXT_VERSION, NEXT_VERSION, NEXT_VERSION]);
  expect(sent.filter(({ kind }) => kind === 'file').length).toBeGreaterThan(100);
  expect(sent.filter((each) => !isAnswered(each))).toEqual([]);
}, 600_000);

const CUT_MS = 30_000;
const RECOVERY_MS = 15_000;

test('while the database cannot be reached, cached pages are served and writes are refused; afterwards both work again', async () => {
  let from = 0;
  let to = 0;
  const sent = await underLoad(async () => {
    await wait(5_000);
    from = performance.now();
    await cluster.freeze();
    await wait(CUT_MS);
    to = performance.now();
    await cluster.thaw();
    await wait(RECOVERY_MS);
    await cluster.waitUntilComplete();
  });
  const during = (kind: Sent['kind']) => sent.filter((each) => each.kind === kind && each.from > from && each.to < to);
  const pages = during('page');
  const answered = pages.filter(isAnswered).length / pages.length;
  print(`${pages.length} pages during the cut, ${(answered * 100).toFixed(1)} % answered; ${describeFailures(during('write'))}`);
  print(`writes back ${seconds(longestGap(sent, 'write', to, performance.now()))} after the cut`);
  expect(answered).toBeGreaterThanOrEqual(0.99);
  expect(new Set(during('write').map(({ status }) => status))).toEqual(new Set([503]));
  const last = performance.now() - 5_000;
  expect(sent.filter((each) => each.from > last && !isAnswered(each))).toEqual([]);
}, 300_000);

/** Returns each kind of failure with its number. */
function describeFailures(sent: readonly Sent[]): string {
  const counts = new Map<string, number>();
  for (const { kind, status, text } of sent.filter((each) => !isAnswered(each))) {
    const failure = `${kind} ${status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`.trim();
    counts.set(failure, (counts.get(failure) ?? 0) + 1);
  }
  return [...counts].map(([failure, count]) => `${count} × ${failure}`).join(', ') || 'none';
}
