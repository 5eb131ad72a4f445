import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RawResponse, rawGet, requestRaw } from '../raw-http.ts';
import { type Site, startSite } from '../site.ts';
import { runSql } from '../sql.ts';

/** Malformed requests get a 4xx response of the site and one log line, never a 5xx or internal details. */

let site: Site;
/** Status by request id. */
const sent = new Map<string, number>();

beforeAll(async () => {
  site = await startSite();
  await runSql(site.databaseUrl, "insert into tale_slugs (slug) values ('deleted')");
});
afterAll(async () => {
  // No request of this file may cause a server error.
  expect(site?.log.filter((line) => line.level === 'error' || line.level === 'fatal')).toEqual([]);
  expect(await site?.stop()).toBe(0);
});

const LONG = 'x'.repeat(9_000);
const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000';

/** Paths of pages, with the status of the answer. */
const PAGES: [what: string, target: string, status: number][] = [
  ['an unknown path', '/nowhere', 404],
  ['an unknown path below a known one', '/tales/more', 404],
  ['another case', '/Tales', 404],
  ['an unknown tale', '/tale/no-such-tale', 404],
  ['a deleted tale', '/tale/deleted', 410],
  ['a slug with capitals', '/tale/Rapunzel', 404],
  ['a slug in another script', `/tale/${encodeURIComponent('сказка')}`, 404],
  ['a very long slug', `/tale/${'a-'.repeat(2_000)}a`, 404],
  ['an unknown id', `/tale/${UNKNOWN_ID}`, 404],
  ['an invalid id', '/tale/01890000-0000-7000-8000-00000000000g', 404],
  ['a number', '/tale/1', 404],
  ['no slug', '/tale', 404],
  ['a JavaScript property', '/tale/__proto__', 404],
  ['another JavaScript property', '/categories/constructor', 404],
  ['an unknown category', '/categories/nowhere', 404],
  ['an unknown author', '/author/nobody', 404],
  ['an unknown collection', '/collections/nothing', 404],
  ['an unknown category filter', '/tales?category=nowhere', 404],
  ['an invalid category filter', '/tales?category=A%20B', 400],
  ['invalid minutes', '/tales?minutes=-1', 400],
  ['infinite minutes', '/tales?minutes=1e309', 400],
  ['an unknown sort order', '/tales?sort=;drop', 400],
  ['an unknown age filter', '/tales?age=0-99', 400],
  ['an origin filter with markup', '/tales?origin=%3Cscript%3E', 400],
  ['an invalid language filter', '/tales?language=../..', 400],
  ['an invalid author filter', "/tales?author='--", 400],
  ['too many authors', `/tales?author=${Array.from({ length: 30 }, (_, n) => `a${n}`).join(',')}`, 400],
  ['a random tale with an unknown sort order', '/random?sort=nonsense', 400],
  ['a cursor with invalid characters', '/tales?after=%F0%9F%90%BA', 400],
  ['an invalid cursor', '/tales?after=bm9uc2Vuc2U', 400],
  ['a random cursor', `/tales?after=${randomBytes(30).toString('base64url')}`, 400],
  ['a too long cursor', `/tales?after=${'a'.repeat(700)}`, 400],
  ['an invalid cursor of a category', '/categories/classic?after=bm9uc2Vuc2U', 400],
  ['an invalid cursor of an author', '/author/the-brothers-grimm?after=bm9uc2Vuc2U', 400],
  ['an invalid cursor of recent tales', '/recent?after=bm9uc2Vuc2U', 400],
  ['an incomplete escape', '/tale/%', 400],
  ['an invalid escape', '/tale/%zz', 400],
  ['invalid UTF-8', '/tale/%ff%fe', 400],
  ['an overlong encoding', '/tale/%c0%ae%c0%ae', 400],
  ['a lone surrogate', '/tale/%ed%a0%80', 400],
  ['a NUL in the path', '/tale/rapunzel%00', 400],
  ['a NUL in the query', '/tales?q=wolf%00', 400],
  ['invalid UTF-8 in the query', '/tales?q=%ff', 400],
  ['a line break in the path', '/tale/a%0d%0aSet-Cookie:%20a=b', 400],
  ['an escaped slash', '/tale/a%2fb', 400],
  ['a backslash', '/tale/a%5cb', 400],
  ['path traversal', '/../../etc/passwd', 400],
  ['path traversal, escaped', '/tale/%2e%2e/%2e%2e/etc/passwd', 400],
  ['path traversal in assets', '/assets/../../package.json', 400],
  ['a source file', '/src/server.ts', 404],
  ['a dot file', '/.env', 404],
  ['the Git folder', '/.git/config', 404],
  ['package.json', '/package.json', 404],
  ['an unknown cover', '/covers/no-such-tale.svg', 404],
  ['a cover with path traversal', '/covers/..%2f..%2fpackage.json', 400],
  ['an invalid part of the sitemap', '/sitemaps/tales.xml?after=%27', 400],
  ['a too long URL', `/tales?q=${LONG}`, 414],
  ['a too long path', `/${LONG}`, 414],
];

test.each(PAGES)('%s', async (_what, target, status) => {
  const { response } = await record(() => get(target, 'Accept: text/html\r\n'));
  expect(response.status).toBe(status);
  expectSitePage(response);
});

test.each([
  ['an unknown path', '/api/v1/nothing', 404],
  ['an unknown version', '/api/v9/tales', 404],
  ['an unknown tale', '/api/v1/tales/no-such-tale', 404],
  ['a deleted tale', '/api/v1/tales/deleted', 410],
  ['an unknown category', '/api/v1/categories/nowhere', 404],
  ['too many pages', '/api/v1/categories/classic?pages=21', 400],
  ['an unknown category filter', '/api/v1/tales?category=nowhere', 404],
  ['an unknown sort order', '/api/v1/tales?sort=sideways', 400],
  ['invalid minutes', '/api/v1/tales?minutes=ten', 400],
  ['an invalid cursor', '/api/v1/tales?after=bm9uc2Vuc2U', 400],
  ['an invalid cursor of recent tales', '/api/v1/recent?after=!', 400],
  ['a NUL', '/api/v1/suggestions?q=%00', 400],
  ['a too long URL', `/api/v1/tales?q=${LONG}`, 414],
])('the API: %s', async (_what, target, status) => {
  const { response } = await record(() => get(target));
  expect(response.status).toBe(status);
  expect(response.headers['content-type']).toContain('application/problem+json');
  const problem = JSON.parse(response.body) as Record<string, unknown>;
  expect(problem).toMatchObject({ status, type: expect.any(String), title: expect.any(String) });
  expect(problem.requestId).toBe(response.headers['x-request-id']);
  expectNoInternals(response);
});

const SEARCHES = [
  "' or 1=1 --",
  'a & | ! ( ) <-> :* \\',
  '"never closed',
  '%_%_%',
  '((((((((((',
  '🐺'.repeat(300),
  '\u202e\u0301\u0301\u0301',
  `${'the '.repeat(400)}`,
  '<script>alert(1)</script>',
  '\t \n',
  'ﷺ'.repeat(200),
  '-'.repeat(500),
  'null',
  "$1 \\' E'\\x00'",
];

test.each(SEARCHES)('any search gets a response: %j', async (q) => {
  for (const address of [`/tales?q=${encodeURIComponent(q)}`, `/api/v1/suggestions?q=${encodeURIComponent(q)}`]) {
    const { response } = await record(() => get(address));
    expect(response.status, address.slice(0, 40)).toBe(200);
    expect(response.body).not.toContain('<script>alert');
    expectNoInternals(response);
  }
});

test('the first of repeated parameters counts, and unknown ones are ignored', async () => {
  const plain = await fetch(`${site.origin}/api/v1/tales?sort=title`);
  const repeated = await fetch(`${site.origin}/api/v1/tales?sort=title&sort=nonsense&utm_source=x&__proto__=1`);
  expect(repeated.status).toBe(200);
  expect(await repeated.json()).toEqual(await plain.json());
});

/** Raw requests, and the allowed statuses. */
const HOST = 'Host: localhost';
const REQUESTS: [what: string, request: () => string, statuses: number[]][] = [
  ['two Host headers', () => `GET / HTTP/1.1\r\n${HOST}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`, [400]],
  ['no Host header', () => 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', [400]],
  ['another Host', () => 'GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n', [421]],
  ['an invalid Host', () => 'GET / HTTP/1.1\r\nHost: a b/c\r\nConnection: close\r\n\r\n', [400]],
  ['another host in an absolute URL', () => `GET http://evil.example/ HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`, [421, 400]],
  ['too large headers', () => `GET / HTTP/1.1\r\n${HOST}\r\nConnection: close\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`, [431]],
  ['a GET request with a body', () => `GET / HTTP/1.1\r\n${HOST}\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc`, [400]],
  [
    'two Content-Length headers',
    () => `POST /tales HTTP/1.1\r\n${HOST}\r\nConnection: close\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`,
    [400],
  ],
  [
    'Content-Length and chunked encoding',
    () => `POST /tales HTTP/1.1\r\n${HOST}\r\nConnection: close\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    [400],
  ],
  ['a Content-Length of 1 GB', () => `POST /tales HTTP/1.1\r\n${HOST}\r\nConnection: close\r\nContent-Length: 1073741824\r\n\r\n`, [413]],
  ['POST to a page', () => `POST /tales HTTP/1.1\r\n${HOST}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, [405]],
  ['DELETE of a tale', () => `DELETE /tale/rapunzel HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`, [405]],
  [
    'PUT to a read-only API',
    () => `PUT /api/v1/tales/rapunzel HTTP/1.1\r\n${HOST}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    [405],
  ],
  ['TRACE', () => `TRACE / HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`, [405]],
  ['CONNECT', () => `CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`, [405]],
  ['an unknown method', () => `BREW / HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`, [400, 501]],
  ['bytes that are not HTTP', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [400]],
  ['a NUL in the request line', () => `GET /tales\0 HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`, [400]],
  ['a non-ASCII byte in the request line', () => `GET /t\xe9les HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`, [400]],
  ['a line break in a header', () => `GET / HTTP/1.1\r\n${HOST}\r\nX-A: b\n c\r\nConnection: close\r\n\r\n`, [400]],
];

test.each(REQUESTS)('%s', async (_what, request, statuses) => {
  const { response } = await record(() => requestRaw(site.port, request()));
  expect(statuses).toContain(response.status);
  if (response.status === 405) expect(response.headers.allow).toBeTruthy();
  expectNoInternals(response);
});

test('each of these requests is logged record with its status', async () => {
  expect(sent.size).toBeGreaterThan(100);
  for (const [id, status] of sent) {
    await site.logged((line) => line.id === id);
    const lines = site.log.filter((line) => line.id === id || line.requestId === id);
    expect(lines, `request ${id}`).toEqual([expect.objectContaining({ event: 'request', level: 'info', status })]);
  }
});

test('the URL with the id of a tale redirects permanently to its slug', async () => {
  const [tale] = await runSql<{ id: string }>(site.databaseUrl, "select id from tales where slug = 'rapunzel'");
  for (const [from, to] of [
    [`/tale/${tale?.id}`, '/tale/rapunzel'],
    ['/categories/magical', '/categories/magical-creatures'],
  ] as const) {
    const response = await get(from);
    expect(response.status).toBe(301);
    expect(new URL(response.headers.location ?? '', site.origin).href).toBe(site.origin + to);
  }
});

test('drafts and scheduled tales are hidden from readers', async () => {
  await runSql(site.databaseUrl, "update tales set status = 'draft' where slug = 'urashima-taro'");
  await runSql(site.databaseUrl, "update tales set publish_date = now() + interval '1 day' where slug = 'tattercoats'");
  for (const slug of ['urashima-taro', 'tattercoats']) {
    for (const address of [`/tale/${slug}`, `/api/v1/tales/${slug}`, `/covers/${slug}.svg`]) {
      expect((await get(address)).status, address).toBe(404);
    }
    expect((await get(`/tales?q=${slug}`)).body).not.toContain(`/tale/${slug}"`);
  }
});

function get(target: string, headers = ''): Promise<RawResponse> {
  return requestRaw(site.port, rawGet(target, 'localhost', headers));
}

/** Sends a request and records its id. The log is checked at the end, as it is written every half second. */
async function record(send: () => Promise<RawResponse>): Promise<{ response: RawResponse }> {
  const response = await send();
  const id = response.headers['x-request-id'] ?? '';
  expect(id, 'every response has a request id').not.toBe('');
  sent.set(id, response.status);
  return { response };
}

function expectSitePage(response: RawResponse): void {
  expect(response.headers['content-type']).toContain('text/html');
  expect(response.body).toContain('Talewood');
  expect(response.body).toMatch(/<h1[ >]/);
  expect(response.body).toContain('href="/"');
  expectNoInternals(response);
}

function expectNoInternals(response: RawResponse): void {
  expect(response.body).not.toMatch(/\.ts:\d+|node_modules|\/work\/|node:internal|ECONN|syntax error|invalid input|pg_|select .* from/i);
  expect(response.headers['x-powered-by']).toBeUndefined();
  expect(response.headers['content-security-policy']).toContain("default-src 'none'");
  expect(response.headers['x-content-type-options']).toBe('nosniff');
}
