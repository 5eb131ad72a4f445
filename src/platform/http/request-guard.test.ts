import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createHostCheck, createRequestGuard, type HttpLimits, readHead } from './request-guard.ts';

const configured = createHostCheck('Tales.example');
const trying = createHostCheck(undefined);

test.each(['tales.example', 'TALES.example:8443', 'tales.example.', 'localhost', 'localhost:3000', '127.0.0.1:1', '[::1]:3000'])(
  '%s is ours when the public address is tales.example',
  (host) => {
    expect(configured(host)).toBe('ours');
  },
);

test.each(['evil.example', 'tales.example.evil.example', 'x.tales.example', '192.168.1.5', 'nas'])('%s is then unknown', (host) => {
  expect(configured(host)).toBe('unknown');
});

test.each(['192.168.1.5:3000', '[fe80::1]:3000', 'nas', 'nas.local:3000', 'talewood.lan', 'site.test'])(
  '%s is ours while trying out',
  (host) => {
    expect(trying(host)).toBe('ours');
  },
);

test.each(['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example', 'local.example'])(
  '%s is a public name, never ours while trying out',
  (host) => {
    expect(trying(host)).toBe('unknown');
  },
);

test.each([
  undefined,
  '',
  'a b',
  'a/b',
  'user@localhost',
  'localhost:99999',
  'localhost:x',
  '[::1',
  '99999999999',
  '-',
  '..',
  'a\0',
  'x'.repeat(300),
])('%j is not a valid host', (host) => {
  expect(trying(host)).toBe('malformed');
  expect(configured(host)).toBe('malformed');
});

describe('a request', () => {
  const guard = createRequestGuard({
    publicHost: 'tales.example',
    limits: { maxTargetBytes: 100 } as HttpLimits,
    bodyLimitFor: (path) => (path === '/upload' ? 1_000 : 10),
  });
  type Sent = { method?: string; url?: string; headers?: string[]; isTrusted?: boolean };
  const receive = ({ method = 'GET', url = '/tales', headers = ['Host', 'tales.example'] }: Sent) => {
    const forwarded = headers[headers.indexOf('X-Forwarded-Host') + 1];
    const known = headers.includes('X-Forwarded-Host') ? { 'x-forwarded-host': forwarded } : {};
    return { request: { method, url, headers: known } as unknown as IncomingMessage, head: readHead(headers) };
  };
  const check = ({ isTrusted = false, ...sent }: Sent) => {
    const { request, head } = receive(sent);
    const verdict = guard.check(request, head, isTrusted);
    return 'error' in verdict ? { status: verdict.error.status, code: verdict.error.code, headers: verdict.error.headers } : verdict;
  };
  const host = ['Host', 'tales.example'];

  test.each<[string, Sent, object]>([
    ['two Host headers', { headers: [...host, 'host', 'tales.example'] }, { status: 400, code: 'two_hosts' }],
    ['no Host', { headers: [] }, { status: 400, code: 'bad_host' }],
    ['a foreign Host', { headers: ['Host', 'evil.example'] }, { status: 421, code: 'unknown_host' }],
    ['a foreign host in the target', { url: 'http://evil.example/tales' }, { status: 421, code: 'unknown_host' }],
    ['TRACE', { method: 'TRACE' }, { status: 405, headers: { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' } }],
    [
      'an unknown method',
      { method: 'BREW' },
      { status: 501, code: 'unknown_method', headers: { Allow: expect.stringContaining('PATCH') } },
    ],
    ['a long address', { url: `/${'a'.repeat(100)}` }, { status: 414, code: 'address_too_long' }],
    ['an invalid path', { url: '/a/../b' }, { status: 400, code: 'bad_path' }],
    ['an invalid query', { url: '/tales?q=%ff' }, { status: 400, code: 'bad_query' }],
    ['a body with GET', { headers: [...host, 'Content-Length', '1'] }, { status: 400, code: 'body_not_taken' }],
    ['chunks with HEAD', { method: 'HEAD', headers: [...host, 'Transfer-Encoding', 'chunked'] }, { status: 400, code: 'body_not_taken' }],
    ['a body over the limit', { method: 'POST', headers: [...host, 'Content-Length', '11'] }, { status: 413, code: 'too_large' }],
  ])('with %s is rejected', (_, sent, error) => {
    expect(check(sent)).toMatchObject(error);
  });

  test.each<[string, Sent, object]>([
    ['a query', { url: '/tales?q=wolf' }, { path: '/tales', target: '/tales?q=wolf' }],
    ['an address of the maximum length', { url: `/${'a'.repeat(99)}` }, { path: `/${'a'.repeat(99)}` }],
    ['an absolute target', { url: 'http://tales.example/tales', headers: ['Host', 'evil.example'] }, { path: '/tales' }],
    ['OPTIONS *', { method: 'OPTIONS', url: '*' }, { path: '/' }],
    ['a body at the limit', { method: 'POST', headers: [...host, 'Content-Length', '10'] }, { path: '/tales' }],
    ['the limit of its path', { method: 'PUT', url: '/upload', headers: [...host, 'Content-Length', '1000'] }, { path: '/upload' }],
    ['an empty body', { headers: [...host, 'Content-Length', '0'] }, { path: '/tales' }],
    ['any host, for health checks', { url: '/readyz', headers: ['Host', '10.0.0.1'] }, { path: '/readyz' }],
  ])('with %s is accepted', (_, sent, accepted) => {
    expect(check(sent)).toMatchObject(accepted);
  });

  test('for another form of a path is redirected, and the redirect is cached for five minutes', () => {
    const headers = { Location: '/tales?q=wolf', 'Cache-Control': 'public, max-age=300' };
    expect(check({ url: '/tales/?q=wolf' })).toMatchObject({ status: 308, code: 'moved', headers });
  });

  test('through a trusted proxy has the first forwarded host', () => {
    const forwarded = ['Host', '10.0.0.9', 'X-Forwarded-Host', ' tales.example , evil.example'];
    expect(check({ headers: forwarded, isTrusted: true })).toMatchObject({ path: '/tales' });
    expect(check({ headers: forwarded })).toMatchObject({ status: 421 });
    expect(check({ headers: host, isTrusted: true })).toMatchObject({ path: '/tales' });
  });

  test('is a plain read with GET or HEAD, one known host and no body', () => {
    const isPlainRead = (sent: Sent) => {
      const { request, head } = receive(sent);
      return guard.isPlainRead(request, head, false);
    };
    const plain: Sent[] = [{}, { method: 'HEAD' }];
    const others: Sent[] = [
      { method: 'POST' },
      { headers: [...host, ...host] },
      { headers: ['Host', 'evil.example'] },
      { headers: [...host, 'Content-Length', '1'] },
    ];
    expect([...plain, ...others].map(isPlainRead)).toEqual([true, true, false, false, false, false]);
  });
});

test('request headers are read in any case, and repeated ones are joined', () => {
  const lists = [
    'COOKIE',
    'a=1',
    'cookie',
    'b=2',
    'If-None-Match',
    '"x"',
    'if-none-match',
    '"y"',
    'ACCEPT-ENCODING',
    'br',
    'accept-encoding',
    'gzip',
  ];
  expect(readHead([...lists, 'HOST', 'a', 'If-Modified-Since', 'yesterday', 'CONTENT-LENGTH', '5', 'X-Host', 'b'])).toEqual({
    ...{ hosts: 1, host: 'a', cookie: 'a=1; b=2', ifNoneMatch: '"x", "y"', acceptEncoding: 'br, gzip' },
    ...{ ifModifiedSince: 'yesterday', contentLength: '5', hasBody: true },
  });
  expect(readHead(['transfer-ENCODING', 'chunked']).hasBody).toBe(true);
});
