import http from 'node:http';
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { App } from '#src/app.ts';
import { openServer } from '#test/open-server.ts';
import { askRaw, rawGet, sendRaw } from '#test/raw-http.ts';
import { gracefulClose } from './graceful-close.ts';

const slow = {
  mount: (app: App) => {
    app.get('/slow', async (c) => {
      await wait(Number(c.req.query('ms')));
      return c.text('done');
    });
  },
};

test('requests at work are answered, the port is closed, readiness is off, then nothing is left', async () => {
  const site = await openServer(slow);
  const running = Array.from({ length: 20 }, () => askRaw(site.port, 'GET /slow?ms=300 HTTP/1.1\r\nHost: localhost\r\n\r\n'));
  await expect.poll(() => new Promise<number>((resolve) => site.server.getConnections((_, count) => resolve(count)))).toBe(20);
  const closing = gracefulClose(site.server, { state: site.health, log: site.log, waitMs: 100 });
  const ready = await askRaw(site.port, rawGet('/readyz'));
  expect(ready).toMatchObject({ status: 503, body: '{"status":"not_ready","reason":"stopping"}' });
  expect((await askRaw(site.port, rawGet('/healthz'))).status).toBe(200);
  const answers = await Promise.all(running);
  expect(answers.map((answer) => answer.body)).toEqual(Array(20).fill('done'));
  expect(new Set(answers.map((answer) => answer.headers.connection))).toEqual(new Set(['close']));
  await closing;
  expect(await sendRaw(site.port, rawGet('/healthz'))).toBe('');
  await gracefulClose(site.server, { state: site.health, log: site.log });
});

test('busy keep-alive clients lose no request', async () => {
  const site = await openServer(slow);
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

test('what does not end in time is cut, and idle connections do not hold the end up', async () => {
  const site = await openServer(slow);
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
