import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { createMemoryRateLimit, trackingRoutes } from './analytics.ts';

const publicUrl = 'http://localhost:3000';
const tale = '01a1fed2-db9c-7e0b-967b-7804cf1d9c62';
let counted: string[] = [];
let app: TestApp['app'];

beforeEach(() => {
  counted = [];
  const counter = {
    count: (kind: string, id?: string) => void counted.push(`${kind} ${id}`),
    countDepth: (id: string, tenths: number) => void counted.push(`depth ${id} ${tenths}`),
  };
  ({ app } = createTestApp({ mount: (site) => site.route('/api/v1', trackingRoutes({ counter, publicUrl })) }));
});
afterEach(() => {
  vi.useRealTimers();
});

type Sent = { body?: unknown; headers?: Record<string, string> };

function tell({ body = { kind: 'read', tale }, headers = {} }: Sent = {}) {
  return app.request('/api/v1/counts', {
    method: 'POST',
    headers: { origin: publicUrl, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

test('a read event is counted and answered with 204', async () => {
  const answer = await tell();
  expect([answer.status, await answer.text(), answer.headers.getSetCookie()]).toEqual([204, '', []]);
  await tell({ body: { kind: 'finish', tale: tale.toUpperCase() } });
  await tell({ body: { kind: 'depth', tale: tale.toUpperCase(), tenths: 7 } });
  expect(counted).toEqual([`read ${tale}`, `finish ${tale}`, `depth ${tale} 7`]);
});

test.each([
  { 'sec-gpc': '1' },
  { dnt: '1' },
  { 'user-agent': 'Mozilla/5.0 (compatible; Somebot/2.1; +https://bot.example)' },
  { 'sec-purpose': 'prefetch;prerender' },
])('%o is not counted and gets the same response', async (headers) => {
  expect((await tell({ headers })).status).toBe(204);
  expect(counted).toEqual([]);
});

test.each([
  [{ kind: 'download', tale }],
  [{ kind: 'read', tale: 'x' }],
  [{ kind: 'read' }],
  [{ kind: 'read', tale, reader: 'Gerda' }],
  [{ kind: 'read', tale, tenths: 3 }],
  [{ kind: 'depth', tale }],
  [{ kind: 'depth', tale, tenths: 11 }],
  [{ kind: 'depth', tale, tenths: 0.5 }],
  [{ kind: '__proto__', tale }],
  [null],
])('%o is rejected', async (body) => {
  expect((await tell({ body })).status).toBe(422);
  expect(counted).toEqual([]);
});

test('cross-origin requests count nothing', async () => {
  expect((await tell({ headers: { origin: 'https://evil.example' } })).status).toBe(403);
  expect((await tell({ headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
  expect(counted).toEqual([]);
});

test('requests beyond the limit of a network are not counted and get the same response', async () => {
  const answers = await Promise.all(Array.from({ length: 460 }, () => tell()));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
  expect(counted).toHaveLength(450);
});

test('tracks a limited number of networks, and resets at the end of the window', async () => {
  vi.useFakeTimers();
  const isAllowed = createMemoryRateLimit({ points: 2, windowMs: 1_000, maxNetworks: 2 });
  const [a, b, c] = ['192.0.2.1', '192.0.2.2', '192.0.2.3'] as const;
  expect([a, a, a, b, c].map(isAllowed)).toEqual([true, true, false, true, false]);
  await vi.advanceTimersByTimeAsync(999);
  expect(isAllowed(a)).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect([c, a, a, b].map(isAllowed)).toEqual([true, true, true, false]);
});

test('a network of many subnets gets little more than a single one', () => {
  const isAllowed = createMemoryRateLimit({ points: 2, windowMs: 1_000, maxNetworks: 100 });
  const addresses = Array.from({ length: 20 }, (_, n) => `2001:db8:1:${n.toString(16)}00::1`);
  expect(addresses.filter(isAllowed)).toHaveLength(8);
});
