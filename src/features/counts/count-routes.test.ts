import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApp } from '#src/app.ts';
import { openTestLog } from '#test/jobs.ts';
import { countRoutes } from './count-routes.ts';
import { createNetworkLimit } from './network-limit.ts';

const publicUrl = 'http://localhost:3000';
const tale = '01a1fed2-db9c-7e0b-967b-7804cf1d9c62';
let counted: string[] = [];
let app: ReturnType<typeof createApp>;

beforeEach(() => {
  counted = [];
  const counter = { count: (kind: string, id?: string) => void counted.push(`${kind} ${id}`) };
  app = createApp({
    log: openTestLog().log,
    health: { ready: true, stopping: false },
    checkDatabase: async () => {},
    mount: (site) => site.route('/api/v1', countRoutes({ counter, publicUrl })),
  });
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

test('the page of a tale tells that it was read, and gets nothing back', async () => {
  const answer = await tell();
  expect([answer.status, await answer.text(), answer.headers.getSetCookie()]).toEqual([204, '', []]);
  await tell({ body: { kind: 'finish', tale: tale.toUpperCase() } });
  expect(counted).toEqual([`read ${tale}`, `finish ${tale}`]);
});

test.each([
  { 'sec-gpc': '1' },
  { dnt: '1' },
  { 'user-agent': 'Mozilla/5.0 (compatible; Somebot/2.1; +https://bot.example)' },
  { 'sec-purpose': 'prefetch;prerender' },
])('%o counts nothing, and is told nothing else', async (headers) => {
  expect((await tell({ headers })).status).toBe(204);
  expect(counted).toEqual([]);
});

test.each([
  [{ kind: 'download', tale }],
  [{ kind: 'read', tale: 'x' }],
  [{ kind: 'read' }],
  [{ kind: 'read', tale, reader: 'Gerda' }],
  [{ kind: '__proto__', tale }],
  [null],
])('%o is refused', async (body) => {
  expect((await tell({ body })).status).toBe(422);
  expect(counted).toEqual([]);
});

test('no page of another site counts anything', async () => {
  expect((await tell({ headers: { origin: 'https://evil.example' } })).status).toBe(403);
  expect((await tell({ headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
  expect(counted).toEqual([]);
});

test('one network cannot make a tale famous, and is not told so', async () => {
  const answers = await Promise.all(Array.from({ length: 310 }, () => tell()));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
  expect(counted).toHaveLength(300);
});

test('networks are told apart up to a number, and forgotten at the end of the window', async () => {
  vi.useFakeTimers();
  const isAllowed = createNetworkLimit({ points: 2, windowMs: 1_000, most: 2 });
  const [a, b, c] = ['192.0.2.1', '192.0.2.2', '192.0.2.3'] as const;
  expect([a, a, a, b, c].map(isAllowed)).toEqual([true, true, false, true, false]);
  await vi.advanceTimersByTimeAsync(999);
  expect(isAllowed(a)).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect([c, a, a, b].map(isAllowed)).toEqual([true, true, true, false]);
});

test('a network of many small ones counts little more than one of them', () => {
  const isAllowed = createNetworkLimit({ points: 2, windowMs: 1_000, most: 100 });
  const addresses = Array.from({ length: 20 }, (_, n) => `2001:db8:1:${n.toString(16)}00::1`);
  expect(addresses.filter(isAllowed)).toHaveLength(8);
});
