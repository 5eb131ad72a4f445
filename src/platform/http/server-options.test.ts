import net from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createTestApp, type ListeningTestApp } from '#test/create-test-app.ts';
import { rawGet, requestRaw, sendRaw } from '#test/raw-http.ts';

let site: ListeningTestApp | undefined;
afterEach(() => site?.close());

test('with a public https URL only its host is accepted, and every response has HSTS', async () => {
  site = await createTestApp({ server: { publicUrl: 'https://tales.example', isPublicUrlSet: true } }).listen();
  expect((await requestRaw(site.port, rawGet('/nowhere', 'tales.example'))).headers['strict-transport-security']).toContain(
    'includeSubDomains',
  );
  expect((await requestRaw(site.port, rawGet('/nowhere', '192.168.1.5'))).status).toBe(421);
  expect((await requestRaw(site.port, rawGet('/nowhere', 'localhost'))).status).toBe(404);
  expect((await requestRaw(site.port, rawGet('/healthz', '10.1.2.3'))).status).toBe(200);
});

test('a trusted proxy may set client address, host and request id, if they are valid', async () => {
  site = await createTestApp({
    server: { publicUrl: 'https://tales.example', isPublicUrlSet: true, trustedProxies: ['127.0.0.1'] },
    mount: (app) => app.get('/who', (c) => c.text(c.env.exchange.clientAddress())),
  }).listen();
  const forwarded = 'X-Forwarded-For: 6.6.6.6, 198.51.100.7\r\nX-Forwarded-Host: tales.example\r\nX-Request-Id: proxy-id.12345\r\n';
  const answer = await requestRaw(site.port, rawGet('/who', '10.0.0.9:3000', forwarded));
  expect(answer).toMatchObject({ status: 200, body: '198.51.100.7' });
  expect(answer.headers['x-request-id']).toBe('proxy-id.12345');
  expect((await requestRaw(site.port, rawGet('/who', 'tales.example', 'X-Forwarded-Host: evil.example\r\n'))).status).toBe(421);
  expect((await requestRaw(site.port, rawGet('/who', 'tales.example', 'X-Request-Id: "><script>\r\n'))).headers['x-request-id']).toMatch(
    /^[0-9a-f]{12}-[0-9a-z]+$/,
  );
});

test('unfinished heads and bodies are ended with 408', async () => {
  site = await createTestApp({
    server: { limits: { headersTimeoutMs: 150, requestTimeoutMs: 600_000, checkEveryMs: 50 } },
    mount: () => {},
  }).listen();
  expect((await requestRaw(site.port, 'GET / HTTP/1.1\r\nHost: local')).status).toBe(408);
  await site.close();
  site = await createTestApp({
    server: { limits: { headersTimeoutMs: 150, requestTimeoutMs: 400, checkEveryMs: 50 } },
    mount: (app) => app.post('/echo', async (c) => c.text(await c.req.text())),
  }).listen();
  expect((await requestRaw(site.port, 'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nabc')).status).toBe(408);
  expect(site.logged('request_failed')).toEqual([]);
});

test('a client that does not read is disconnected, a slow one is not', async () => {
  const size = 32 * 1024 * 1024;
  site = await createTestApp({
    server: { limits: { writeTimeoutMs: 300 } },
    mount: (app) => app.get('/big', (c) => c.body(streamOf(size))),
  }).listen();
  const cut = await readAtPace(site.port, 0);
  expect(cut.bytes).toBeLessThan(size);
  const slow = await readAtPace(site.port, 40);
  expect(slow.bytes).toBeGreaterThan(size);
  expect(slow.ms).toBeGreaterThan(600);
});

test('a connection is closed gracefully after its maximum number of requests', async () => {
  site = await createTestApp({
    server: { limits: { maxRequestsPerSocket: 3 } },
    mount: (app) => app.get('/hello', (c) => c.text('hello')),
  }).listen();
  const text = await sendRaw(site.port, 'GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(3));
  expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(3);
  expect(text.match(/Connection: close/g)).toHaveLength(1);
});

test('beyond the load limit requests are rejected at once, except health checks', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  site = await createTestApp({
    server: { limits: { maxRunning: 2 } },
    mount: (app) =>
      app.get('/slow', async (c) => {
        await held;
        return c.text('done');
      }),
  }).listen();
  const { port, logged } = site;
  const first = [requestRaw(port, rawGet('/slow')), requestRaw(port, rawGet('/slow'))];
  await expect.poll(async () => (await requestRaw(port, rawGet('/slow?probe'), 300).catch(() => ({ status: 0 }))).status).toBe(503);
  const refused = await requestRaw(port, rawGet('/slow'));
  expect(refused.headers['retry-after']).toBe('2');
  expect((await requestRaw(port, rawGet('/healthz'))).status).toBe(200);
  release();
  expect((await Promise.all(first)).map((answer) => answer.status)).toEqual([200, 200]);
  expect(logged('request').some((line) => line.code === 'overloaded')).toBe(true);
});

function streamOf(bytes: number): ReadableStream<Uint8Array> {
  let left = bytes;
  return new ReadableStream({
    pull(controller) {
      if (left <= 0) return controller.close();
      left -= 65_536;
      controller.enqueue(new Uint8Array(65_536));
    },
  });
}

/** Reads the big answer with a pause of `pauseMs` after each 2 MB; 0 never reads. */
function readAtPace(port: number, pauseMs: number): Promise<{ bytes: number; ms: number }> {
  return new Promise((resolve) => {
    const started = performance.now();
    const socket = net.connect({ port, host: '127.0.0.1' });
    let bytes = 0;
    let sincePause = 0;
    socket.on('close', () => resolve({ bytes, ms: performance.now() - started }));
    socket.on('error', () => socket.destroy());
    socket.write(rawGet('/big'));
    if (pauseMs === 0) {
      socket.pause();
      // A socket that is never read does not learn of its end: look for it by writing.
      const probe = setInterval(() => (socket.destroyed ? clearInterval(probe) : socket.write('\r\n')), 50);
      return;
    }
    socket.on('data', (chunk) => {
      bytes += chunk.length;
      sincePause += chunk.length;
      if (sincePause < 2 * 1024 * 1024) return;
      sincePause = 0;
      socket.pause();
      setTimeout(() => socket.resume(), pauseMs);
    });
  });
}
