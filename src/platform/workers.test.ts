import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Site, startSite } from '#test/site.ts';

const METRICS_TOKEN = 'a-token-of-this-test';

let site: Site;
beforeAll(async () => {
  site = await startSite({ env: { WORKERS: '2', METRICS_TOKEN } });
  await site.logged(({ event }) => event === 'workers_started');
}, 120_000);
let isStopped = false;
afterAll(() => (isStopped ? undefined : site?.stop()));

const logged = (event: string) => site.log.filter((line) => line.event === event);
const workersOf = (event: string) => logged(event).at(-1)?.workers as number[];

/** Each request uses a new connection, so that the workers take turns. */
async function request(path: string): Promise<number> {
  const response = await fetch(site.origin + path, { headers: { connection: 'close' } });
  await response.arrayBuffer();
  return response.status;
}

/** Requests pages until `isDone`, and returns the number of each status; `failed` counts connection errors. */
async function requestWhile(work: Promise<unknown>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  let isDone = false;
  const done = work.finally(() => (isDone = true));
  while (!isDone) {
    const status = await request('/').catch(() => 'failed');
    counts[status] = (counts[status] ?? 0) + 1;
  }
  await done;
  return counts;
}

/** A process that has exited and was not yet waited for is a zombie. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

test('all processes answer requests, from one port and one log', async () => {
  expect(workersOf('workers_started')).toHaveLength(2);
  for (let count = 0; count < 20; count += 1) expect(await request('/categories')).toBe(200);
  await expect.poll(() => logged('request').filter(({ path }) => path === '/categories').length).toBe(20);
  // The first part of a request id names the process.
  const ids = logged('request').map(({ id }) => String(id).split('-', 1)[0]);
  expect(new Set(ids).size).toBe(2);
});

test('a scrape returns the metrics of all processes', async () => {
  const response = await fetch(`${site.origin}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  expect(response.headers.get('content-type')).toContain('version=0.0.4');
  const text = await response.text();
  expect(text.match(/^# TYPE talewood_build_info gauge$/gm)).toHaveLength(1);
  expect([...text.matchAll(/^talewood_build_info\{.*worker="(\d+)"\} 1$/gm)].map(([, worker]) => worker).sort()).toEqual(['1', '2']);
  const counted = [...text.matchAll(/^talewood_page_cache_requests_total\{result="hit",worker="\d+"\} (\d+)$/gm)].map(([, count]) =>
    Number(count),
  );
  expect(counted).toHaveLength(2);
  expect(Math.min(...counted)).toBeGreaterThan(0);
});

test('the supervisor starts another process for one that was killed; requests are answered meanwhile', async () => {
  const [first = 0] = workersOf('workers_started');
  process.kill(first, 'SIGKILL');
  const exited = await site.logged(({ event, worker }) => event === 'worker_exited' && worker === first);
  expect(exited).toMatchObject({ level: 'error', reason: 'SIGKILL' });
  expect(await request('/')).toBe(200);
  await site.logged(({ event }) => event === 'worker_replaced');
  expect(await request('/')).toBe(200);
});

test('SIGUSR2 replaces all processes without a failed request', async () => {
  process.kill(site.pid, 'SIGUSR2');
  const restarted = site.logged(({ event }) => event === 'workers_restarted');
  const counts = await requestWhile(restarted);
  expect(Object.keys(counts)).toEqual(['200']);
  expect(workersOf('workers_restarted')).toHaveLength(2);
  for (const pid of workersOf('workers_started')) expect(isRunning(pid)).toBe(false);
}, 120_000);

test('a stop ends all processes', async () => {
  const pids = workersOf('workers_restarted');
  expect(pids.map(isRunning)).toEqual([true, true]);
  isStopped = true;
  expect(await site.stop()).toBe(0);
  expect([site.pid, ...pids].map(isRunning)).toEqual([false, false, false]);
});

test('a start fails when the port is in use, and says so', async () => {
  const other = await startSite();
  try {
    const failed = startSite({ env: { WORKERS: '2', PORT: String(other.port) } });
    await expect(failed).rejects.toThrow(`Port ${other.port} is already in use`);
    // One process has nothing to restart.
    process.kill(other.pid, 'SIGUSR2');
    await other.logged(({ event }) => event === 'no_workers');
    await sleep(100);
    expect((await fetch(other.origin)).status).toBe(200);
  } finally {
    await other.stop();
  }
}, 120_000);
