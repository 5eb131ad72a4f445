import { readdirSync, readFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createTestApp, type ListeningTestApp } from '#test/create-test-app.ts';
import { parseResponse, rawGet, requestRaw, sendRaw } from '#test/raw-http.ts';
import { readText } from './read-body.ts';
import { createByteBudget } from './request-body.ts';

const KB = 1024;
let site: ListeningTestApp;
/** Requests that have come to their handler. */
let arrived: number;
afterEach(() => site?.close());

type Memory = { total: number; perNetwork: number; waitMs: number };

async function open(smallBodies: Memory): Promise<void> {
  arrived = 0;
  site = await createTestApp({
    mount: (app) => {
      app.post('/api/v1/echo', (c) => {
        arrived += 1;
        return readText(c).then(({ length }) => c.json({ length }));
      });
      app.post('/api/v1/refuse', (c) => c.json({}, 401));
    },
    server: { limits: { smallBodies, lingerMs: 100 }, trustedProxies: ['127.0.0.1'] },
  }).listen();
}

const head = (from: string, where = 'echo') =>
  `POST /api/v1/${where} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Forwarded-For: ${from}\r\nTransfer-Encoding: chunked\r\n\r\n`;
const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`;

/** Sends a part of a body; `finish` sends its end and gives the answer. */
async function begin(from: string) {
  const socket = net.connect({ port: site.port, host: '127.0.0.1' });
  const received: Buffer[] = [];
  socket.on('data', (bytes) => received.push(bytes));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const before = arrived;
  socket.write(head(from) + chunk(KB));
  await expect.poll(() => arrived).toBe(before + 1);
  return {
    socket,
    async finish() {
      socket.write('0\r\n\r\n');
      await closed;
      return parseResponse(Buffer.concat(received).toString('latin1'));
    },
  };
}

const whole = (from: string) => requestRaw(site.port, `${head(from)}${chunk(KB)}0\r\n\r\n`);

test('bodies beyond the shared memory limit are rejected before they are read, until memory is free', async () => {
  await open({ total: 128 * KB, perNetwork: 128 * KB, waitMs: 20 });
  const first = await begin('192.0.2.1');
  const second = await begin('192.0.2.2');
  const refused = await requestRaw(site.port, head('192.0.2.3'));
  expect([refused.status, refused.headers['retry-after'], JSON.parse(refused.body).code]).toEqual([503, '5', 'busy']);
  expect((await first.finish()).status).toBe(200);
  expect((await whole('192.0.2.3')).status).toBe(200);
  second.socket.destroy();
  await expect.poll(async () => (await whole('192.0.2.3')).status).toBe(200);
});

test('bodies wait for memory in order', async () => {
  await open({ total: 64 * KB, perNetwork: 64 * KB, waitMs: 4_000 });
  const first = await begin('192.0.2.1');
  const waiting = whole('192.0.2.2');
  expect((await first.finish()).status).toBe(200);
  expect((await waiting).status).toBe(200);
});

test('one network cannot use the memory of others, even with many addresses', async () => {
  await open({ total: 256 * KB, perNetwork: 128 * KB, waitMs: 20 });
  const held = [await begin('2001:db8:1:1::1'), await begin('2001:db8:1:2::1')];
  expect((await requestRaw(site.port, head('2001:db8:1:3::1'))).status).toBe(503);
  expect((await whole('2001:db8:2::1')).status).toBe(200);
  for (const each of held) each.socket.destroy();
});

test('a rejected client gets the response before it sends the body', async () => {
  await open({ total: 64 * KB, perNetwork: 64 * KB, waitMs: 20 });
  const answer = await requestRaw(site.port, head('192.0.2.1', 'refuse') + chunk(KB));
  expect(answer.status).toBe(401);
});

test('a connection stays open after a small unread body, and is closed after a large one', async () => {
  await open({ total: 64 * KB, perNetwork: 64 * KB, waitMs: 20 });
  const refuse = 'POST /api/v1/refuse HTTP/1.1\r\nHost: localhost\r\n';
  const both = await sendRaw(site.port, `${refuse}Content-Length: 5\r\n\r\nhello${rawGet('/healthz')}`);
  expect(both.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 200']);
  const large = `${refuse}Transfer-Encoding: chunked\r\n\r\n${chunk(512 * KB)}${chunk(512 * KB)}`;
  expect((await sendRaw(site.port, large)).startsWith('HTTP/1.1 401')).toBe(true);
});

test('memory is granted in order, and released when a waiting request is aborted', async () => {
  const reserve = createByteBudget({ total: 10, perNetwork: 10, waitMs: 30 });
  const release = await reserve(6, 'a');
  const large = reserve(8, 'b');
  // The small one would fit, but came later.
  const small = reserve(2, 'c');
  await expect(large).rejects.toMatchObject({ status: 503, code: 'busy' });
  (await small)();
  release();
  (await reserve(10, 'a'))();
});

test('no route reads a body past the limits', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test)\.tsx?$/.test(name));
  const past = files.filter((name) =>
    /\bc\.req\.(?:text|json|arrayBuffer|blob|formData|parseBody)\(/.test(readFileSync(path.join(root, name), 'utf8')),
  );
  expect(past).toEqual([path.join('platform', 'http', 'read-body.ts')]);
});
