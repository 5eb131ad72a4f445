import http from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type ListeningTestApp } from '#test/create-test-app.ts';
import { parseResponse, rawGet, requestRaw, sendRaw } from '#test/raw-http.ts';
import { readText } from './read-body.ts';
import { securityHeaders } from './security-headers.ts';

let site: ListeningTestApp;
let posted = 0;

beforeAll(async () => {
  site = await createTestApp({
    mount: (app) => {
      app.get('/hello', (c) => c.text('hello'));
      app.get('/api/v1/hello', (c) => c.json({ hello: true }));
      app.post('/api/v1/echo', async (c) => {
        posted += 1;
        return c.json({ length: (await readText(c)).length });
      });
      app.get('/boom', () => {
        throw new Error('select secret from inside');
      });
      app.get('/api/v1/away', () => {
        throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.7'), { code: 'ECONNREFUSED', syscall: 'connect' });
      });
      app.get('/api/v1/faults/:code', (c) => {
        const code = c.req.param('code');
        throw Object.assign(new Error(`fault ${code}`), code === 'EAGAIN' ? { code, syscall: 'connect' } : { code });
      });
    },
  }).listen();
});
afterAll(() => site.close());

const ask = (text: string | Buffer) => requestRaw(site.port, text);

test.each([
  ['two Hosts', 'GET /hello HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n', 400],
  ['no Host', 'GET /hello HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['an empty Host', rawGet('/hello', ''), 400],
  ['a Host that is none', rawGet('/hello', 'a/b'), 400],
  ['a public Host that is not ours', rawGet('/hello', 'evil.example'), 421],
  ['an absolute target for another host', rawGet('http://evil.example/hello'), 421],
  ['an absolute target for us', rawGet('http://localhost/hello', 'evil.example'), 200],
  ['a NUL in the path', rawGet('/hel%00lo'), 400],
  ['a raw NUL', 'GET /he\0llo HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
  ['a raw NUL in a header', 'GET /hello HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\n\r\n', 400],
  ['bytes above ASCII', rawGet('/h\xe4llo'), 400],
  ['no UTF-8', rawGet('/%e4'), 400],
  ['a way up', rawGet('/../etc/passwd'), 400],
  ['an escaped slash', rawGet('/a%2f..%2fb'), 400],
  ['an address of 9,000 bytes', rawGet(`/${'a'.repeat(9_000)}`), 414],
  ['an address of 100,000 bytes', rawGet(`/${'a'.repeat(100_000)}`), 414],
  ['a header of 20,000 bytes', rawGet('/hello', 'localhost', `X-Long: ${'a'.repeat(20_000)}\r\n`), 431],
  ['TRACE', 'TRACE /hello HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 405],
  ['CONNECT', 'CONNECT localhost:25 HTTP/1.1\r\nHost: localhost\r\n\r\n', 405],
  ['PROPFIND', 'PROPFIND / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 501],
  ['a method of nobody', 'FROB / HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
  ['no HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  ['HTTP/2 without asking', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  [
    'a length and chunks',
    'POST /api/v1/echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['two lengths', 'POST /api/v1/echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd', 400],
  ['a length that is none', 'POST /api/v1/echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n', 400],
  ['GET with a body', 'GET /hello HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc', 400],
  ['a bare line feed as end', 'GET /hello HTTP/1.1\nHost: localhost\n\n', 400],
  ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 404],
  ['POST where only GET is', 'POST /hello HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n', 405],
  ['OPTIONS of a page', 'OPTIONS /hello HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 204],
  ['an unknown address', rawGet('/nowhere'), 404],
  ['a throw', rawGet('/boom'), 500],
  ['a page', rawGet('/hello?q=1&q=2&q[]=3&__proto__=4'), 200],
])('%s: the expected status, security headers and a request id, without internal details', async (_, bytes, status) => {
  const answer = await ask(bytes);
  expect(answer.status, JSON.stringify(answer)).toBe(status);
  for (const [name, value] of securityHeaders(new URL('http://localhost'))) expect(answer.headers[name.toLowerCase()]).toBe(value);
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{12}-[0-9a-z]+$/);
  expect(new Set(answer.headerNames).size, 'no header twice').toBe(answer.headerNames.length);
  expect(answer.body).not.toMatch(/secret|node_modules|\bat .*:\d+:\d+|Error:/);
  if (status >= 400) {
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toContain(`<h1>${status}</h1>`);
    expect(site.logged('request').filter((line) => line.id === answer.headers['x-request-id'])).toHaveLength(1);
  }
});

test('405 responses list the allowed methods', async () => {
  const trace = await ask('TRACE /hello HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  expect(trace.headers.allow).toContain('GET');
  const post = await ask('POST /hello HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  expect(post.headers.allow).toBe('GET, HEAD');
  const options = await ask('OPTIONS /api/v1/echo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  expect(options.headers.allow).toBe('POST');
});

test('duplicate and trailing slashes redirect to the canonical URL with its query', async () => {
  const answer = await ask(rawGet('//hello/?q=1'));
  expect(answer.status).toBe(308);
  expect(answer.headers.location).toBe('/hello?q=1');
});

test('below /api an error is a problem with a code', async () => {
  const unknown = await ask(rawGet('/api/v1/nothing'));
  expect(unknown.headers['content-type']).toBe('application/problem+json');
  expect(JSON.parse(unknown.body)).toMatchObject({ status: 404, code: 'not_found', requestId: unknown.headers['x-request-id'] });
  const away = await ask(rawGet('/api/v1/away'));
  expect(away.status).toBe(503);
  expect(Number(away.headers['retry-after'])).toBeGreaterThan(0);
  expect(JSON.parse(away.body)).toMatchObject({ code: 'database_unavailable' });
  expect(away.body).not.toContain('10.0.0.7');
});

test.each(['EAGAIN', '25006', '57P01', '53300', '08006'])(
  'a passing fault of the database is 503 and one line without a stack: %s',
  async (code) => {
    const answer = await ask(rawGet(`/api/v1/faults/${code}`));
    expect(answer.status).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    const lines = site.logged('request_unavailable').filter((line) => line.requestId === answer.headers['x-request-id']);
    expect(lines).toEqual([expect.objectContaining({ level: 'warn', reason: `fault ${code}` })]);
    expect(lines[0]).not.toHaveProperty('err');
  },
);

test('HEAD is GET without its body', async () => {
  const get = await ask(rawGet('/hello'));
  const head = parseResponse(await sendRaw(site.port, rawGet('/hello').replace('GET', 'HEAD')));
  expect(get.body).toBe('hello');
  expect(head).toMatchObject({ status: 200, body: '' });
  expect(head.headers['content-length'] ?? '5').toBe('5');
});

test('an unexpected error is logged once with its stack and the request id of the response', async () => {
  const answer = await ask(rawGet('/boom'));
  const lines = site.logged('request_failed').filter((line) => line.requestId === answer.headers['x-request-id']);
  expect(lines).toHaveLength(1);
  expect(JSON.stringify(lines[0])).toContain('select secret from inside');
});

test('a body of 64 KB is accepted; one byte more is rejected without calling the handler', async () => {
  const before = posted;
  const post = (length: number) =>
    ask(`POST /api/v1/echo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n${'x'.repeat(length)}`);
  expect((await post(65_536)).status).toBe(200);
  const refused = await post(65_537);
  expect(refused.status).toBe(413);
  expect(refused.headers.connection).toBe('close');
  expect(JSON.parse(refused.body)).toMatchObject({ code: 'too_large' });
  expect(posted).toBe(before + 1);
});

test('chunks are counted as they arrive', async () => {
  const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
  const head = 'POST /api/v1/echo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n';
  expect(JSON.parse((await ask(`${head}${chunk}0\r\n\r\n`)).body.match(/\{.*\}/)?.[0] ?? '{}')).toEqual({ length: 0x4000 });
  expect((await ask(`${head}${chunk.repeat(5)}0\r\n\r\n`)).status).toBe(413);
});

test('a body of 64 MB, or with a Content-Length of 10 GB, is rejected without being read', async () => {
  const before = process.memoryUsage().rss;
  for (const length of [64 * 1024 * 1024, 10 * 1024 ** 3]) {
    const head = `POST /api/v1/echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`;
    const answer = await requestRaw(site.port, Buffer.concat([Buffer.from(head), Buffer.alloc(1024 * 1024)]));
    expect(answer.status).toBe(413);
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(20 * 1024 * 1024);
});

test('Expect: 100-continue is rejected before the body is sent', async () => {
  const ask100 = (length: number) =>
    requestRaw(site.port, `POST /api/v1/echo HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`);
  expect((await ask100(70_000)).status).toBe(413);
});

test('a pending response is sent before the rejection of a later pipelined request', async () => {
  const text = await sendRaw(site.port, `GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n${'GARBAGE\r\n\r\n'}`);
  expect(text.startsWith('HTTP/1.1 200')).toBe(true);
});

test('each request has its own id and one line in the log, without the values of secret parameters', async () => {
  const before = site.logged('request').length;
  const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });
  const ids = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const response = await new Promise<http.IncomingMessage>((resolve) =>
        http.get({ port: site.port, agent, path: '/hello?token=s3cr3t-value&q=frog&newPassword=s3cr3t-value&code=s3cr3t-value' }, resolve),
      );
      response.resume();
      await new Promise((resolve) => response.on('end', resolve));
      return response.headers['x-request-id'];
    }),
  );
  agent.destroy();
  expect(new Set(ids).size).toBe(200);
  await expect.poll(() => site.logged('request').length).toBe(before + 200);
  expect(site.logText()).not.toContain('s3cr3t-value');
  expect(site.logged('request').at(-1)).toMatchObject({
    method: 'GET',
    status: 200,
    bytes: expect.any(Number),
    ms: expect.any(Number),
    cache: 'none',
  });
});

test('a log line has method, path, status, size and error code of its own request', async () => {
  const target = '/hello?page=2';
  const wanted = [
    { method: 'GET', status: 200 },
    { method: 'POST', status: 405 },
    { method: 'TRACE', status: 405, code: 'method_not_allowed' },
    { method: 'GET', status: 200 },
  ];
  for (const line of wanted) {
    const { headers, body } = await ask(rawGet(target).replace('GET', line.method));
    expect(headers['content-length']).toBe(String(body.length));
    const logged = site.logged('request').find(({ id }) => id === headers['x-request-id']);
    expect(logged).toMatchObject({ path: target, ...line });
    if (line.status >= 400) expect(logged?.bytes).toBe(body.length);
    expect(Object.hasOwn(logged ?? {}, 'code')).toBe('code' in line);
  }
  const { headers } = await ask('CONNECT localhost:25 HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(headers.allow).toBe('GET, HEAD');
  const line = site.logged('request').find(({ id }) => id === headers['x-request-id']);
  expect(line).toMatchObject({ method: 'CONNECT', path: 'localhost:25', status: 405 });
});

test('no URL breaks a log line', async () => {
  for (const target of ['/a"b', '/a\\"b', '/x?q="},{"level":"fake']) {
    const { headers } = await ask(rawGet(target));
    expect(site.logged('request').find((line) => line.id === headers['x-request-id'])).toMatchObject({ path: target });
  }
});

test('forwarded headers and request ids of untrusted clients are ignored', async () => {
  const answer = await ask(rawGet('/hello', 'localhost', 'X-Forwarded-Host: evil.example\r\nX-Request-Id: chosen-by-me\r\n'));
  expect(answer.status).toBe(200);
  expect(answer.headers['x-request-id']).not.toBe('chosen-by-me');
});
