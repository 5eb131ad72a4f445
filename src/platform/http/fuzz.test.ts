/** Random input: the server responds with a status below 500 or closes the connection, and keeps working. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type ListeningTestApp } from '#test/create-test-app.ts';
import { fc } from '#test/fast-check.ts';
import { rawGet, requestRaw, sendRaw } from '#test/raw-http.ts';

let site: ListeningTestApp;
beforeAll(async () => {
  site = await createTestApp({
    server: { limits: { headersTimeoutMs: 60, requestTimeoutMs: 90, checkEveryMs: 20, keepAliveTimeoutMs: 60, lingerMs: 60 } },
    mount: (app, servePage) => {
      app.get('/tale/:slug', (c) => {
        const page = { status: 200, headers: { 'Content-Type': 'text/html' }, body: c.req.param('slug'), tags: ['list'] };
        return servePage(c, { key: c.req.path, render: async () => page });
      });
      app.post('/api/v1/echo', async (c) => c.json(await c.req.text()));
    },
  }).listen();
});
afterAll(() => site.close());

const fragment = fc.oneof(
  fc.constantFrom(
    ...[
      'GET ',
      'HEAD ',
      'POST ',
      'PUT ',
      'TRACE ',
      'CONNECT ',
      'GET\t',
      '/',
      '//',
      '/tale/x',
      '/api/v1/echo',
      '?q=',
      '%00',
      '%',
      '%ff',
      '\\',
      '..',
    ],
    ...[
      ' HTTP/1.1\r\n',
      ' HTTP/1.0\r\n',
      ' HTTP/9.9\r\n',
      '\r\n',
      '\n',
      '\r',
      '\0',
      'Host: localhost\r\n',
      'Host: \r\n',
      'Host: a b\r\n',
      ': x\r\n',
    ],
    ...['Content-Length: 5\r\n', 'Content-Length: -5\r\n', 'Content-Length: 99999999999999999999\r\n', 'Transfer-Encoding: chunked\r\n'],
    ...[
      'Transfer-Encoding: xchunked\r\n',
      '5\r\nabcde\r\n',
      '0\r\n\r\n',
      'ffffffffff\r\n',
      'Expect: 100-continue\r\n',
      'Upgrade: websocket\r\n',
    ],
    ...[
      'Connection: upgrade\r\n',
      'Connection: close\r\n',
      'Range: bytes=0-1\r\n',
      'If-None-Match: "\r\n',
      'Accept-Encoding: br;q=\r\n',
      'Cookie: talewood=;\r\n',
    ],
    ...['__proto__: x\r\n', 'Accept: application/json\r\n', 'X-Forwarded-For: ,,\r\n'],
  ),
  fc.string({ maxLength: 8, unit: 'binary' }),
);

test('arbitrary bytes', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fragment, { minLength: 1, maxLength: 14 }), async (fragments) => {
      const text = await sendRaw(site.port, fragments.join(''));
      expect(text).not.toMatch(/HTTP\/1\.1 5(?!01|05)/);
    }),
    { numRuns: 600 },
  );
  expect((await requestRaw(site.port, rawGet('/tale/still-here'))).status).toBe(200);
});

test('arbitrary targets and hosts in an otherwise valid request', { timeout: 120_000 }, async () => {
  const text = fc.oneof(
    fc.webPath(),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.webQueryParameters().map((query) => `/tale/x?${query}`),
  );
  await fc.assert(
    fc.asyncProperty(
      text,
      fc.oneof(fc.constant('localhost'), fc.domain(), fc.string({ unit: 'binary', maxLength: 12 })),
      async (target, host) => {
        const answer = await sendRaw(site.port, Buffer.from(rawGet(`/${target}`, host), 'utf8'));
        expect(answer).toMatch(/^HTTP\/1\.1 [234]/);
        expect(answer).toMatch(/X-Request-Id: /i);
      },
    ),
    { numRuns: 600 },
  );
  expect(site.logged('request_failed')).toEqual([]);
});
