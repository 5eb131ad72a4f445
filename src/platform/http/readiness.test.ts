import { expect, test } from 'vitest';
import { openServer } from '#test/open-server.ts';
import { askRaw, rawGet } from '#test/raw-http.ts';
import { createReadiness } from './readiness.ts';

test('ready when started, not stopping, and the database answers', async () => {
  const health = { ready: false, stopping: false };
  let isAway = false;
  const readiness = createReadiness({
    health,
    keepMs: 0,
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

test('a database that hangs is not waited for, and many askers make one check', async () => {
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

test('the outside is told a code and nothing of the inside; liveness does not ask the database', async () => {
  const site = await openServer({
    checkDatabase: async () => {
      throw new Error('password authentication failed');
    },
  });
  const ready = await askRaw(site.port, rawGet('/readyz'));
  expect(ready).toMatchObject({ status: 503, body: '{"status":"not_ready","reason":"database"}' });
  expect(ready.headers['cache-control']).toBe('no-store');
  // As load balancers ask that know no name of ours.
  expect(await askRaw(site.port, 'GET /readyz HTTP/1.0\r\n\r\n')).toMatchObject({ status: 503, body: ready.body });
  expect(await askRaw(site.port, rawGet('/healthz'))).toMatchObject({ status: 200, body: '{"status":"ok"}' });
  await site.close();
});

test('a process that has pages for its readers stays in the load balancer while the database is away', async () => {
  let isAway = false;
  const check = async () => {
    if (isAway) throw new Error('connect ECONNREFUSED');
  };
  const site = await openServer({
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
  });
  const { port } = site;
  isAway = true;
  expect(await askRaw(port, rawGet('/readyz'))).toMatchObject({ status: 503, body: '{"status":"not_ready","reason":"database"}' });
  isAway = false;
  await askRaw(port, rawGet('/page'));
  isAway = true;
  site.cache.invalidate(['all']);
  const readyz = async () => (await askRaw(port, rawGet('/readyz'))) as { status: number; body: string };
  await expect.poll(readyz).toMatchObject({ status: 200, body: '{"status":"degraded","reason":"database"}' });
  expect(await askRaw(port, rawGet('/page'))).toMatchObject({ status: 200, body: 'once upon a time' });
  await site.close();
});
