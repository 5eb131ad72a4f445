import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestApp, type ListeningTestApp } from '#test/create-test-app.ts';
import { createTestDatabase, silent, type TestDatabase } from '#test/database.ts';
import { openTestLog } from '#test/jobs.ts';
import { rawGet, requestRaw } from '#test/raw-http.ts';
import { openDb } from './db/db.ts';
import { openPool } from './db/pool.ts';
import { preparedStatement } from './db/prepared-statements.ts';
import { inSpan, isTracing, readTracingSettings, startSpan, startTracing } from './tracing.ts';

type Sent = {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  values: Record<string, unknown>;
  failed: boolean;
};
type SentSpan = Omit<Sent, 'values' | 'failed'> & {
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code: number };
};
type Batch = { resourceSpans: { resource: Pick<SentSpan, 'attributes'>; scopeSpans: { spans: SentSpan[] }[] }[] };

let collector: http.Server;
let batches: Batch[];
let stopTracing: () => Promise<void>;
let warnings: ReturnType<typeof openTestLog>;

const valuesOf = ({ attributes }: Pick<SentSpan, 'attributes'>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** The spans that were sent, after the end of tracing. */
async function sent(): Promise<Sent[]> {
  await stopTracing();
  return batches
    .flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)))
    .map((span) => ({ ...span, values: valuesOf(span), failed: span.status.code === 2 }));
}

beforeAll(async () => {
  collector = http.createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    if (request.url === '/v1/traces') batches.push(JSON.parse(Buffer.concat(parts).toString()));
    response.end('{}');
  });
  await once(collector.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => collector.close());

beforeEach(async () => {
  batches = [];
  warnings = openTestLog();
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${(collector.address() as AddressInfo).port}`);
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=test');
  stopTracing = await startTracing(warnings.log, '1.2.3');
});
afterEach(async () => {
  await stopTracing();
  vi.unstubAllEnvs();
});

test('is on with an address, unless the SDK is disabled', () => {
  expect(readTracingSettings({})).toBe(false);
  expect(readTracingSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' })).toBe(true);
  expect(readTracingSettings({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://localhost/traces' })).toBe(true);
  expect(readTracingSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318', OTEL_SDK_DISABLED: 'TRUE' })).toBe(false);
});

test('work without tracing is only run', async () => {
  await stopTracing();
  expect([isTracing(), startSpan('none'), await inSpan('none', {}, async () => 7)]).toEqual([false, undefined, 7]);
});

describe('a request', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let site: ListeningTestApp;
  beforeAll(async () => {
    database = await createTestDatabase({ migrated: false });
  });
  afterAll(() => database.drop());
  afterEach(async () => {
    await site.close();
    await pool.end();
  });
  async function openSite(trustedProxies: string[] = []): Promise<void> {
    pool = openPool(database.url, { log: silent });
    const db = openDb(pool);
    const app = createTestApp({
      server: { trustedProxies },
      mount(routes) {
        routes.get('/tale/:slug', async (c) => {
          const slug = c.req.param('slug');
          await Promise.all([1, 2].map(() => sql`select ${slug}::text as tale ${preparedStatement}`.execute(db)));
          await sql`(select ${slug}::text)`.execute(db);
          return c.text(slug);
        });
        routes.get('/broken', async () => {
          await inSpan('part', {}, () => sql`select ${'ana@example.org'}::integer`.execute(db));
          return new Response();
        });
      },
    });
    site = await app.listen();
  }

  test('is one trace with its statements, without their values', async () => {
    await openSite();
    await requestRaw(site.port, rawGet('/tale/snow?q=ana@example.org'));
    const spans = await sent();
    const request = spans.find(({ kind }) => kind === 2);
    expect(request).toMatchObject({ name: 'GET /tale/:slug', failed: false });
    expect(request?.parentSpanId).toBeFalsy();
    expect(request?.values).toMatchObject({ 'http.response.status_code': 200, 'http.route': '/tale/:slug', 'url.path': '/tale/snow' });
    const statements = spans.filter(({ kind }) => kind === 3);
    expect(statements.map(({ name, traceId, parentSpanId }) => [name, traceId, parentSpanId])).toEqual(
      Array(3).fill(['SELECT', request?.traceId, request?.spanId]),
    );
    expect(statements[0]?.values['db.query.text']).toContain('select $1::text');
    expect(JSON.stringify(batches)).not.toContain('ana@');
    expect(valuesOf(batches[0]?.resourceSpans[0]?.resource ?? { attributes: [] })).toMatchObject({
      ...{ 'service.name': 'talewood', 'service.version': '1.2.3', 'deployment.environment.name': 'test' },
    });
  });

  test('that fails is marked in all parts, with the kind of the error but not its message', async () => {
    await openSite();
    await requestRaw(site.port, rawGet('/broken'));
    const spans = await sent();
    expect(spans.map(({ name, failed, values }) => [name, failed, values['error.type']])).toEqual([
      ['SELECT', true, '22P02'],
      ['part', true, '22P02'],
      ['GET /broken', true, '500'],
    ]);
    expect(JSON.stringify(batches)).not.toContain('ana@');
  });

  test.each([
    ['continues the trace of a trusted proxy', ['127.0.0.1'], true],
    ['begins its own trace for all others', [], false],
  ])('%s', async (_, proxies, continues) => {
    await openSite(proxies);
    const header = `traceparent: 00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01\r\n`;
    await requestRaw(site.port, rawGet('/tale/snow', 'localhost', header));
    const spans = await sent();
    expect(spans.filter(({ kind }) => kind === 2).map(({ traceId }) => traceId === 'ab'.repeat(16))).toEqual([continues]);
  });
});

test('statements outside of requests and jobs are not traced', async () => {
  expect(startSpan('SELECT', { kind: 'client', isPart: true })).toBeUndefined();
});

test('a collector that does not answer is logged once and fails nothing', async () => {
  await stopTracing();
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:1');
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '500');
  stopTracing = await startTracing(warnings.log, '1.2.3');
  for (let at = 0; at < 3; at += 1) expect(await inSpan('work', {}, async () => at)).toBe(at);
  await stopTracing();
  expect(warnings.lines().filter(({ event }) => event === 'tracing_failed')).toHaveLength(1);
});
