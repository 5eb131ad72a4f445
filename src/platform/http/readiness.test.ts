import http from 'node:http';
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { VERSION } from '#src/platform/config.ts';
import type { App } from '#src/server/app.ts';
import { createTestApp } from '#test/create-test-app.ts';
import { rawGet, requestRaw, sendRaw } from '#test/raw-http.ts';
import { createReadiness, gracefulClose } from './readiness.ts';

test('ready when started, not stopping, and the database answers', async () => {
  const health = { ready: false, stopping: false };
  let isAway = false;
  const readiness = createReadiness({
    health,
    cacheMs: 0,
    staleMs: 0,
    checkDatabase: async () => {
      if (isAway) throw new Error('password authentication failed for user "talewood"');
    },
  });
  expect(await readiness()).toEqual({ status: 'not_ready', reason: 'starting' });
  health.ready = true;
  expect(await readiness()).toEqual({ status: 'ready' });
  isAway = true;
  expect(await readiness()).toEqual({ status: 'not_ready', reason: 'database' });
  isAway = false;
  expect(await readiness()).toEqual({ status: 'ready' });
  health.stopping = true;
  expect(await readiness()).toEqual({ status: 'not_ready', reason: 'stopping' });
});

test('a hanging database is not waited for, and concurrent requests share one check', async () => {
  let checks = 0;
  const checkDatabase = () => {
    checks += 1;
    return new Promise(() => {});
  };
  const readiness = createReadiness({ health: { ready: true, stopping: false }, timeoutMs: 30, checkDatabase });
  expect(await Promise.all([readiness(), readiness(), readiness()])).toEqual(
    Array.from({ length: 3 }, () => ({ status: 'not_ready', reason: 'database' })),
  );
  expect(checks).toBe(1);
});

test('frequent requests are answered at once while the database hangs', async () => {
  let answer: Promise<void> = Promise.resolve();
  const readiness = createReadiness({
    ...{ health: { ready: true, stopping: false }, canRead: () => true, checkDatabase: () => answer },
    ...{ timeoutMs: 200, cacheMs: 0, staleMs: 60_000 },
  });
  expect(await readiness()).toEqual({ status: 'ready' });
  answer = new Promise(() => {});
  // The check that this request starts has not ended.
  expect(await Promise.race([readiness(), wait(0, 'late')])).toEqual({ status: 'ready' });
  await wait(250);
  const degraded = { status: 'degraded', reason: 'database' };
  expect(await Promise.race([readiness(), wait(0, 'late')])).toEqual(degraded);
  answer = Promise.resolve();
  await expect.poll(readiness).toEqual({ status: 'ready' });
});

test('the response has a code without internal details; liveness does not query the database', async () => {
  const site = await createTestApp({
    checkDatabase: async () => {
      throw new Error('password authentication failed');
    },
  }).listen();
  const ready = await requestRaw(site.port, rawGet('/readyz'));
  expect(ready).toMatchObject({ status: 503, body: '{"status":"not_ready","reason":"database"}' });
  expect(ready.headers['cache-control']).toBe('no-store');
  // As load balancers request it, without the host name of the site.
  expect(await requestRaw(site.port, 'GET /readyz HTTP/1.0\r\n\r\n')).toMatchObject({ status: 503, body: ready.body });
  expect(await requestRaw(site.port, rawGet('/healthz'))).toMatchObject({ status: 200, body: `{"status":"ok","version":"${VERSION}"}` });
  await site.close();
});

test('a process with cached pages stays ready while the database is unavailable', async () => {
  let isAway = false;
  const check = async () => {
    if (isAway) throw new Error('connect ECONNREFUSED');
  };
  const site = await createTestApp({
    checkDatabase: check,
    mount: (app, servePage) =>
      app.get('/page', (c) =>
        servePage(c, {
          key: '/page',
          render: async () => {
            await check();
            return { status: 200, headers: { 'Content-Type': 'text/html' }, body: 'once upon a time', tags: ['list'] };
          },
        }),
      ),
  }).listen();
  const { port } = site;
  isAway = true;
  expect(await requestRaw(port, rawGet('/readyz'))).toMatchObject({ status: 503, body: '{"status":"not_ready","reason":"database"}' });
  isAway = false;
  await requestRaw(port, rawGet('/page'));
  isAway = true;
  site.cache.invalidate(['all']);
  const readyz = async () => (await requestRaw(port, rawGet('/readyz'))) as { status: number; body: string };
  await expect.poll(readyz).toMatchObject({ status: 200, body: '{"status":"degraded","reason":"database"}' });
  expect(await requestRaw(port, rawGet('/page'))).toMatchObject({ status: 200, body: 'once upon a time' });
  await site.close();
});

const slow = {
  mount: (app: App) => {
    app.get('/slow', async (c) => {
      await wait(Number(c.req.query('ms')));
      return c.text('done');
    });
  },
};

test('running requests finish, the port is closed, and readiness is off before it stops', async () => {
  const site = await createTestApp(slow).listen();
  const running = Array.from({ length: 20 }, () => requestRaw(site.port, 'GET /slow?ms=300 HTTP/1.1\r\nHost: localhost\r\n\r\n'));
  await expect.poll(() => new Promise<number>((resolve) => site.server.getConnections((_, count) => resolve(count)))).toBe(20);
  const closing = gracefulClose(site.server, { state: site.health, log: site.log, waitMs: 100 });
  const ready = await requestRaw(site.port, rawGet('/readyz'));
  expect(ready).toMatchObject({ status: 503, body: '{"status":"not_ready","reason":"stopping"}' });
  expect((await requestRaw(site.port, rawGet('/healthz'))).status).toBe(200);
  const answers = await Promise.all(running);
  expect(answers.map((answer) => answer.body)).toEqual(Array(20).fill('done'));
  expect(new Set(answers.map((answer) => answer.headers.connection))).toEqual(new Set(['close']));
  await closing;
  expect(await sendRaw(site.port, rawGet('/healthz'))).toBe('');
  await gracefulClose(site.server, { state: site.health, log: site.log });
});

test('busy keep-alive clients lose no request', async () => {
  const site = await createTestApp(slow).listen();
  const agent = new http.Agent({ keepAlive: true, maxSockets: 20 });
  const results: (number | string)[] = [];
  const client = async (): Promise<void> => {
    for (;;) {
      const answer = await request(site.port, agent);
      results.push(answer.result);
      // A load balancer opens no further connection to a process that says so.
      if (answer.isLast) return;
    }
  };
  const clients = Array.from({ length: 20 }, client);
  await expect.poll(() => results.length, { timeout: 20_000 }).toBeGreaterThan(100);
  await gracefulClose(site.server, { state: site.health, log: site.log });
  await Promise.all(clients);
  agent.destroy();
  expect(results.filter((status) => status !== 200)).toEqual([]);
});

test('requests that do not end in time are cut, and idle connections do not delay the stop', async () => {
  const site = await createTestApp(slow).listen();
  const hanging = sendRaw(site.port, rawGet('/slow?ms=60000'));
  const idle = net.connect(site.port, '127.0.0.1').on('error', () => {});
  await new Promise((resolve) => idle.once('connect', resolve));
  const started = performance.now();
  await gracefulClose(site.server, { state: site.health, log: site.log, drainMs: 300, idleGraceMs: 50 });
  expect(performance.now() - started).toBeGreaterThan(250);
  expect(await hanging).toBe('');
  expect(site.logged('drain_limit')).toHaveLength(1);
  idle.destroy();
});

function request(port: number, agent: http.Agent): Promise<{ result: number | string; isLast: boolean }> {
  return new Promise((resolve) => {
    const sent = http.get({ port, host: '127.0.0.1', agent, path: '/slow?ms=2' }, (response) => {
      response.resume();
      response.on('end', () => resolve({ result: response.statusCode ?? 0, isLast: response.headers.connection === 'close' }));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve({ result: error.code ?? 'error', isLast: true }));
  });
}
