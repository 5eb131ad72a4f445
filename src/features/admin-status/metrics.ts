/** Metrics of this process for Prometheus, served at /metrics. Loaded only when METRICS_TOKEN is set. */
import cluster from 'node:cluster';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Context } from 'hono';
import type pg from 'pg';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, type MetricConfiguration, Registry } from 'prom-client';
import type { FunctionHost } from '#src/features/functions/functions.ts';
import type { PageCache } from '#src/platform/cache/page-cache.ts';
import { VERSION } from '#src/platform/config.ts';
import type { ReadReplica } from '#src/platform/db/read-replica.ts';
import type { DiskGuard } from '#src/platform/disk-guard.ts';
import type { LogRequest } from '#src/platform/http/request-log.ts';
import { bearerIn } from '#src/platform/http/same-origin.ts';
import { createDatabaseReader, type DatabaseReaderDeps } from './read-panels.ts';

export type MetricsDeps = DatabaseReaderDeps & {
  /** The bearer token of scrapes. */
  token: string;
  pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;
  replica?: Pick<ReadReplica, 'isUsed' | 'stats'> | undefined;
  disk: Pick<DiskGuard, 'isDegraded'>;
  dataDir: string;
  cacheStats: PageCache['stats'];
  /** The connections of the WebSocket endpoint. */
  realtime: { size(): number };
  functions: Pick<FunctionHost, 'limit'>;
};

export type Metrics = {
  /** Counts a request. Cheap, because it is on the path of every cached page. */
  observe: LogRequest;
  /** Responds to a scrape; with 401 without the token. */
  serve(c: Context): Promise<Response>;
};

type Labels = Record<string, string>;
/** Values with their labels. */
type Samples = Iterable<readonly [Labels, number]>;
type Source = { name: string; help: string; labels?: string[]; read: () => Samples | Promise<Samples> };

/** Other methods have one label together: clients choose them. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** By the first digit of the status. */
const STATUSES = ['aborted', '1xx', '2xx', '3xx', '4xx', '5xx'];
const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Sampling wakes the process, so it is less frequent than by default. */
const EVENT_LOOP_SAMPLE_MS = 20;

export function createMetrics(deps: MetricsDeps): Metrics {
  const { token, pool, replica, disk, dataDir, cacheStats, realtime, functions } = deps;
  const registry = new Registry();
  if (cluster.worker !== undefined) shareWithSupervisor(registry, cluster.worker.id);
  const readDatabase = createDatabaseReader(deps);
  const requests = countRequests(registry);
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });

  const counters: Source[] = [
    {
      ...{ name: 'http_requests_total', labels: ['method', 'route', 'status'], read: requests.list },
      help: 'Requests by method, route pattern and class of the status.',
    },
    {
      ...{ name: 'page_cache_requests_total', labels: ['result'] },
      help: 'Requests for cacheable pages by result: hit, stale, disk, miss, or fallback while rendering fails.',
      read: () => Object.entries(cacheStats().uses).map(([result, count]) => [{ result }, count]),
    },
    {
      ...{ name: 'function_requests_rejected_total', help: 'Requests for functions that were rejected because the queue was full.' },
      read: () => one(functions.limit.counts().rejected),
    },
  ];
  // Without a replica there are no such metrics, as a value of 0 would be an alert.
  if (replica !== undefined)
    counters.push({
      ...{ name: 'replica_reads_total', help: 'Reads of public pages by server: replica, primary; and retried on the primary.' },
      ...{ labels: ['server'], read: () => by('server', replica.stats().queries) },
    });
  const gauges: Source[] = [
    {
      ...{ name: 'build_info', help: 'Version of Talewood; always 1.', labels: ['version'] },
      read: () => [[{ version: VERSION }, 1]],
    },
    { name: 'page_cache_pages', help: 'Pages in the page cache.', read: () => one(cacheStats().pages) },
    { name: 'page_cache_bytes', help: 'Size of the page cache.', read: () => one(cacheStats().bytes) },
    { name: 'page_renders', help: 'Pages that are being rendered.', read: () => one(cacheStats().renders) },
    {
      ...{ name: 'database_pool_connections', help: 'Database connections of the pool by state.', labels: ['state'] },
      read: () => by('state', { busy: pool.totalCount - pool.idleCount, idle: pool.idleCount }),
    },
    { name: 'database_pool_waiting', help: 'Requests that wait for a database connection.', read: () => one(pool.waitingCount) },
    {
      ...{ name: 'database_up', help: 'Whether the database answered this scrape or one shortly before.' },
      read: async () => one((await readDatabase()) === undefined ? 0 : 1),
    },
    {
      ...{
        name: 'jobs',
        help: 'Jobs by task and state: waiting (also scheduled), running, failed permanently.',
        labels: ['task', 'state'],
      },
      read: async () =>
        ((await readDatabase())?.tasks ?? []).flatMap(({ task, waiting, running, dead: failed }) =>
          Object.entries({ waiting, running, failed }).map(([state, count]) => [{ task, state }, count] as const),
        ),
    },
    {
      ...{ name: 'emails', help: 'Unsent emails by state: waiting, failed permanently.', labels: ['state'] },
      read: async () => by('state', (await readDatabase())?.emails ?? {}),
    },
    {
      ...{ name: 'last_backup_timestamp_seconds', help: 'Time of the last backup by kind: file, base.', labels: ['kind'] },
      read: async () => ((await readDatabase())?.backups ?? []).map(({ kind, at }) => [{ kind }, at.getTime() / 1000] as const),
    },
    { name: 'disk_full', help: 'Whether the site is read-only because the disk is full.', read: () => one(disk.isDegraded() ? 1 : 0) },
    { name: 'disk_free_bytes', help: 'Free space of DATA_DIR.', read: () => readDisk(({ bavail }) => bavail) },
    { name: 'disk_size_bytes', help: 'Size of the file system of DATA_DIR.', read: () => readDisk(({ blocks }) => blocks) },
    { name: 'realtime_connections', help: 'Open WebSocket connections.', read: () => one(realtime.size()) },
    {
      ...{ name: 'function_requests', help: 'Requests for functions by state: running, waiting.', labels: ['state'] },
      read: () => {
        const { running, waiting } = functions.limit.counts();
        return by('state', { running, waiting });
      },
    },
  ];
  if (replica !== undefined)
    gauges.push(
      { name: 'replica_up', help: 'Whether public pages are read from the replica.', read: () => one(replica.isUsed() ? 1 : 0) },
      { name: 'replica_lag_bytes', help: 'Write-ahead log that the replica has not replayed.', read: () => one(replica.stats().lagBytes) },
    );
  for (const source of counters) new Counter(collected(source, registry, (metric: Counter, labels, value) => metric.inc(labels, value)));
  for (const source of gauges) new Gauge(collected(source, registry, (metric: Gauge, labels, value) => metric.set(labels, value)));

  return {
    observe: requests.observe,
    async serve(c) {
      const headers = { 'Cache-Control': 'no-store', 'Content-Type': registry.contentType };
      if (isSame(bearerIn(c.req.header('authorization')) ?? '', token))
        return c.body((await askSupervisor()) ?? (await registry.metrics()), 200, headers);
      return c.text('The token of METRICS_TOKEN is required.\n', 401, { 'Cache-Control': 'no-store', 'WWW-Authenticate': 'Bearer' });
    },
  };

  async function readDisk(blocksOf: (stats: StatsFs) => number): Promise<Samples> {
    return one(
      await statfs(dataDir).then(
        (stats) => blocksOf(stats) * stats.bsize,
        () => Number.NaN,
      ),
    );
  }
}

/** Lets the supervisor read the metrics. Those of different workers are told apart by a label, as each counts from its start. */
function shareWithSupervisor(registry: Registry, id: number): void {
  registry.setDefaultLabels({ worker: String(id) });
  AggregatorRegistry.setRegistries(registry);
  // Its constructor answers the requests of the supervisor.
  new AggregatorRegistry();
}

/** Messages with which a worker asks the supervisor for the metrics of all workers, as a scrape reaches only one. */
const ASK = 'talewood:ask-metrics';
const ANSWER = 'talewood:metrics';
let lastId = 0;

/** Returns the metrics of all workers; undefined without a supervisor, or if a worker does not answer within 5 s. */
async function askSupervisor(): Promise<string | undefined> {
  if (!cluster.isWorker) return undefined;
  const id = ++lastId;
  return new Promise((resolve) => {
    const listen = (message: { type: string; id: number; text?: string }) => {
      if (message.type !== ANSWER || message.id !== id) return;
      process.off('message', listen);
      resolve(message.text);
    };
    process.on('message', listen);
    process.send?.({ type: ASK, id });
  });
}

/** Answers workers that ask for the metrics of all. To be called in the supervisor. */
export function shareAmongWorkers(): void {
  const everyone = new AggregatorRegistry();
  cluster.on('message', (worker, { type, id }: { type?: string; id?: number }) => {
    if (type !== ASK) return;
    const answer = (text?: string) => void (worker.isConnected() && worker.send({ type: ANSWER, id, text }));
    everyone.clusterMetrics().then(answer, () => answer());
  });
}

/** Compares in constant time. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

function one(value: number): Samples {
  return [[{}, value]];
}

function by(label: string, values: Record<string, number>): Samples {
  return Object.entries(values).map(([name, value]) => [{ [label]: name }, value]);
}

type Settable = { reset(): void };

/** Returns the configuration of a metric whose values are read at each scrape. Values that are missing this time are removed. */
function collected<Metric extends Settable>(
  { name, help, labels = [], read }: Source,
  registry: Registry,
  set: (metric: Metric, labels: Labels, value: number) => void,
): MetricConfiguration<string> & { collect(this: Metric): Promise<void> } {
  return {
    ...{ name: `talewood_${name}`, help, labelNames: labels, registers: [registry] },
    async collect() {
      const samples = await read();
      this.reset();
      for (const [labels, value] of samples) set(this, labels, value);
    },
  };
}

/**
 * Counts requests, and measures those that the router answered. Incrementing the library's counter would take ten times as long, so it gets
 * the sums at each scrape.
 */
function countRequests(registry: Registry): { observe: LogRequest; list(): Samples } {
  /** By route and method, one count for each of STATUSES. */
  const counts = new Map<string, Map<string, number[]>>();
  const durations = new Histogram({
    name: 'talewood_http_request_duration_seconds',
    help: 'Time from the request to the end of the response, without cached pages, static files and aborted requests.',
    ...{ labelNames: ['method', 'route'], buckets: BUCKETS_SECONDS, registers: [registry] },
  });

  function countsOf(route: string, method: string): number[] {
    const methods = counts.get(route) ?? new Map<string, number[]>();
    counts.set(route, methods);
    const created = STATUSES.map(() => 0);
    methods.set(method, created);
    return created;
  }

  return {
    *list() {
      for (const [route, methods] of counts) {
        for (const [method, found] of methods) {
          for (const [at, status] of STATUSES.entries()) if (found[at]) yield [{ method, route, status }, found[at]];
        }
      }
    },
    observe({ method: given, route = 'none', status, ms, code }) {
      const method = METHODS.has(given) ? given : 'other';
      const found = counts.get(route)?.get(method) ?? countsOf(route, method);
      const at = code === 'aborted' ? 0 : Math.trunc(status / 100);
      found[at] = (found[at] ?? 0) + 1;
      // Long-lived event streams end by an abort.
      if (code === undefined && route.startsWith('/')) durations.observe({ method, route }, ms / 1000);
    },
  };
}
