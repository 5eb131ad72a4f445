import { expect, test, vi } from 'vitest';
import { createTestApp } from '#test/create-test-app.ts';
import { openTestLog } from '#test/jobs.ts';
import { rawGet, requestRaw } from '#test/raw-http.ts';
import { type DiskGuard, watchDisk } from './disk-guard.ts';
import { databaseProblem } from './errors.ts';

const MB = 1024 * 1024;

/** A guard of a disk with a number of free megabytes; without it, of a remote database. */
async function openGuard(megabytes?: number) {
  const folder = megabytes === undefined ? undefined : '/data/postgres/cluster';
  const logs = openTestLog();
  const disk = { free: (megabytes ?? 0) * MB, time: 0 };
  const onFull = vi.fn();
  const guard = await watchDisk({ folder, log: logs.log, findFree: async () => disk.free, everyMs: 5, now: () => disk.time, onFull });
  return { guard, disk, logs, onFull };
}

const post = (port: number, path: string) =>
  requestRaw(port, `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);

async function openSite(guard: DiskGuard) {
  const database = { fails: undefined as Error | undefined, writes: 0 };
  const site = await createTestApp({
    disk: { guard, mayWrite: (path) => path === '/login' },
    mount: (app) => {
      app.get('/page', (c) => c.text('once upon a time'));
      for (const path of ['/api/v1/tales', '/login', '/contact'])
        app.post(path, (c) => {
          if (database.fails !== undefined) throw database.fails;
          database.writes += 1;
          return c.json({}, 201);
        });
    },
  }).listen();
  return { ...site, database };
}

test('the disk is full below the threshold and free well above it, with one log line each', async () => {
  const { guard, disk, logs, onFull } = await openGuard(80);
  expect([guard.isFull(), onFull.mock.calls.length]).toEqual([false, 0]);
  disk.free = 63 * MB;
  await expect.poll(guard.isFull).toBe(true);
  disk.free = 95 * MB;
  await expect.poll(guard.isFull, { timeout: 100 }).toBe(true);
  disk.free = 97 * MB;
  await expect.poll(guard.isFull).toBe(false);
  guard.stop();
  expect(onFull).toHaveBeenCalledTimes(1);
  expect(logs.lines()).toMatchObject([
    { level: 'error', event: 'disk_full', folder: '/data/postgres/cluster', free: 63 * MB },
    { level: 'info', event: 'disk_ok', free: 97 * MB },
  ]);
});

test('while it is full, reads work, writes get 507 with the reason, and /readyz shows it', async () => {
  const { guard, disk, logs } = await openGuard(10);
  const site = await openSite(guard);
  expect(await requestRaw(site.port, rawGet('/page'))).toMatchObject({ status: 200, body: 'once upon a time' });
  for (const path of ['/api/v1/tales', '/contact']) {
    const refused = await post(site.port, path);
    expect(refused).toMatchObject({ status: 507, headers: { 'retry-after': '60' } });
    expect(refused.body).toContain('The disk of the server is full, so nothing can be saved.');
  }
  expect(JSON.parse((await post(site.port, '/api/v1/tales')).body)).toMatchObject({ code: 'no_room' });
  expect(await post(site.port, '/login')).toMatchObject({ status: 201 });
  expect(await requestRaw(site.port, rawGet('/readyz'))).toMatchObject({ status: 200, body: '{"status":"degraded","reason":"disk_full"}' });
  expect(site.database.writes).toBe(1);
  disk.free = 500 * MB;
  await expect.poll(guard.isFull).toBe(false);
  expect(await post(site.port, '/api/v1/tales')).toMatchObject({ status: 201 });
  expect(await requestRaw(site.port, rawGet('/readyz'))).toMatchObject({ status: 200, body: '{"status":"ready"}' });
  expect(logs.events()).toEqual(['disk_full', 'disk_ok']);
  expect(site.logged().filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
  guard.stop();
  await site.close();
});

test('a full disk of the database is reported once; writes are rejected for 30 s and then tried again', async () => {
  const { guard, disk, logs } = await openGuard();
  const site = await openSite(guard);
  site.database.fails = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' });
  expect(databaseProblem(site.database.fails)).toMatchObject({ status: 507 });
  for (let times = 0; times < 3; times += 1) expect((await post(site.port, '/api/v1/tales')).status).toBe(507);
  disk.time += 31_000;
  expect((await post(site.port, '/api/v1/tales')).status).toBe(507);
  site.database.fails = undefined;
  expect((await post(site.port, '/api/v1/tales')).status).toBe(507);
  expect(await requestRaw(site.port, rawGet('/page'))).toMatchObject({ status: 200 });
  disk.time += 31_000;
  expect(guard.isDegraded()).toBe(true);
  expect((await post(site.port, '/api/v1/tales')).status).toBe(201);
  expect(guard.isDegraded()).toBe(false);
  expect(logs.events()).toEqual(['disk_full', 'disk_ok']);
  expect(site.logged().filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
  guard.stop();
  await site.close();
});
