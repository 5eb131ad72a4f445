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
  expect(await readiness()).toBe('starting');
  health.ready = true;
  expect(await readiness()).toBeUndefined();
  isAway = true;
  expect(await readiness()).toBe('database');
  isAway = false;
  expect(await readiness()).toBeUndefined();
  health.stopping = true;
  expect(await readiness()).toBe('stopping');
});

test('a database that hangs is not waited for, and many askers make one check', async () => {
  let checks = 0;
  const checkDatabase = () => {
    checks += 1;
    return new Promise(() => {});
  };
  const readiness = createReadiness({ health: { ready: true, stopping: false }, timeoutMs: 30, checkDatabase });
  expect(await Promise.all([readiness(), readiness(), readiness()])).toEqual(['database', 'database', 'database']);
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
