import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RawResponse, rawGet, requestRaw } from '../raw-http.ts';
import { type Site, startSite } from '../site.ts';
import { runSql } from '../sql.ts';

/** Whatever comes over the wire: the right 4xx in our own words, one line in the log, never a 5xx, never a word of the inside. */

let site: Site;
/** Status by request id. */
const sent = new Map<string, number>();

beforeAll(async () => {
  site = await startSite();
  await runSql(site.databaseUrl, "insert into tale_slugs (slug) values ('taken-back')");
});
afterAll(async () => {
  // Everything that the whole file sent must have left the server sound.
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
  ['a tale that is not', '/tale/no-such-tale', 404],
  ['a tale that is gone', '/tale/taken-back', 410],
  ['a slug with capitals', '/tale/Rapunzel', 404],
  ['a slug in letters of other scripts', `/tale/${encodeURIComponent('сказка')}`, 404],
  ['an endless slug', `/tale/${'a-'.repeat(2_000)}a`, 404],
  ['an id that is not', `/tale/${UNKNOWN_ID}`, 404],
  ['an id that is none', '/tale/01890000-0000-7000-8000-00000000000g', 404],
  ['an old number', '/tale/1', 404],
  ['no slug', '/tale', 404],
  ['an object of the language', '/tale/__proto__', 404],
  ['another one', '/categories/constructor', 404],
  ['an unknown category', '/categories/nowhere', 404],
  ['an unknown author', '/author/nobody', 404],
  ['an unknown collection', '/collections/nothing', 404],
  ['a category to browse that is not', '/tales?category=nowhere', 404],
  ['a category without meaning', '/tales?category=A%20B', 400],
  ['minutes that are none', '/tales?minutes=-1', 400],
  ['minutes without end', '/tales?minutes=1e309', 400],
  ['an unknown order', '/tales?sort=;drop', 400],
  ['an unknown age', '/tales?age=0-99', 400],
  ['an origin with markup', '/tales?origin=%3Cscript%3E', 400],
  ['a language without meaning', '/tales?language=../..', 400],
  ['an author without meaning', "/tales?author='--", 400],
  ['more authors than anyone can choose', `/tales?author=${Array.from({ length: 30 }, (_, n) => `a${n}`).join(',')}`, 400],
  ['a random tale in an order that is none', '/random?sort=nonsense', 400],
  ['a cursor with other characters', '/tales?after=%F0%9F%90%BA', 400],
  ['a cursor that was never ours', '/tales?after=bm9uc2Vuc2U', 400],
  ['a cursor of noise', `/tales?after=${randomBytes(30).toString('base64url')}`, 400],
  ['a cursor that is too long', `/tales?after=${'a'.repeat(700)}`, 400],
  ['a cursor of noise in a category', '/categories/classic?after=bm9uc2Vuc2U', 400],
  ['a cursor of noise at an author', '/author/the-brothers-grimm?after=bm9uc2Vuc2U', 400],
  ['a cursor of noise in recent tales', '/recent?after=bm9uc2Vuc2U', 400],
  ['half an escape', '/tale/%', 400],
  ['a wrong escape', '/tale/%zz', 400],
  ['bytes that are no UTF-8', '/tale/%ff%fe', 400],
  ['an overlong encoding', '/tale/%c0%ae%c0%ae', 400],
  ['a surrogate alone', '/tale/%ed%a0%80', 400],
  ['a NUL in the path', '/tale/rapunzel%00', 400],
  ['a NUL in the query', '/tales?q=wolf%00', 400],
  ['bytes in the query that are no UTF-8', '/tales?q=%ff', 400],
  ['a line break in the path', '/tale/a%0d%0aSet-Cookie:%20a=b', 400],
  ['an escaped slash', '/tale/a%2fb', 400],
  ['a backslash', '/tale/a%5cb', 400],
  ['the way up', '/../../etc/passwd', 400],
  ['the way up, escaped', '/tale/%2e%2e/%2e%2e/etc/passwd', 400],
  ['the way up among the files', '/assets/../../package.json', 400],
  ['a source', '/src/server.ts', 404],
  ['a dot file', '/.env', 404],
  ['the history', '/.git/config', 404],
  ['the packages', '/package.json', 404],
  ['a cover that is not', '/covers/no-such-tale.svg', 404],
  ['a cover with the way up', '/covers/..%2f..%2fpackage.json', 400],
  ['a part of the sitemap that is none', '/sitemaps/tales.xml?after=%27', 400],
  ['an address that is too long', `/tales?q=${LONG}`, 414],
  ['a path that is too long', `/${LONG}`, 414],
];

test.each(PAGES)('%s', async (_what, target, status) => {
  const { answer } = await once(() => get(target, 'Accept: text/html\r\n'));
  expect(answer.status).toBe(status);
  expectOurPage(answer);
});

test.each([
  ['an unknown address', '/api/v1/nothing', 404],
  ['an unknown version', '/api/v9/tales', 404],
  ['a tale that is not', '/api/v1/tales/no-such-tale', 404],
  ['a tale that is gone', '/api/v1/tales/taken-back', 410],
  ['a category that is not', '/api/v1/categories/nowhere', 404],
  ['more pages than a list may grow to', '/api/v1/categories/classic?pages=21', 400],
  ['a category to browse that is not', '/api/v1/tales?category=nowhere', 404],
  ['an order that is none', '/api/v1/tales?sort=sideways', 400],
  ['minutes that are none', '/api/v1/tales?minutes=ten', 400],
  ['a cursor that was never ours', '/api/v1/tales?after=bm9uc2Vuc2U', 400],
  ['a cursor of recent tales that was never ours', '/api/v1/recent?after=!', 400],
  ['a NUL', '/api/v1/suggestions?q=%00', 400],
  ['an address that is too long', `/api/v1/tales?q=${LONG}`, 414],
])('the API: %s', async (_what, target, status) => {
  const { answer } = await once(() => get(target));
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toContain('application/problem+json');
  const problem = JSON.parse(answer.body) as Record<string, unknown>;
  expect(problem).toMatchObject({ status, type: expect.any(String), title: expect.any(String) });
  expect(problem.requestId).toBe(answer.headers['x-request-id']);
  expectNothingOfTheInside(answer);
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

test.each(SEARCHES)('any search is answered: %j', async (q) => {
  for (const address of [`/tales?q=${encodeURIComponent(q)}`, `/api/v1/suggestions?q=${encodeURIComponent(q)}`]) {
    const { answer } = await once(() => get(address));
    expect(answer.status, address.slice(0, 40)).toBe(200);
    expect(answer.body).not.toContain('<script>alert');
    expectNothingOfTheInside(answer);
  }
});

test('of a repeated parameter the first one counts, and unknown ones change nothing', async () => {
  const plain = await fetch(`${site.origin}/api/v1/tales?sort=title`);
  const repeated = await fetch(`${site.origin}/api/v1/tales?sort=title&sort=nonsense&utm_source=x&__proto__=1`);
  expect(repeated.status).toBe(200);
  expect(await repeated.json()).toEqual(await plain.json());
});

/** Whole requests, and the statuses that may answer them. */
const HOST = 'Host: localhost';
const REQUESTS: [what: string, request: () => string, statuses: number[]][] = [
  ['two Hosts', () => `GET / HTTP/1.1\r\n${HOST}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`, [400]],
  ['no Host', () => 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', [400]],
  ['another Host', () => 'GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n', [421]],
  ['a Host without meaning', () => 'GET / HTTP/1.1\r\nHost: a b/c\r\nConnection: close\r\n\r\n', [400]],
  ['another Host in the address', () => `GET http://evil.example/ HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`, [421, 400]],
  ['a header over the limit', () => `GET / HTTP/1.1\r\n${HOST}\r\nConnection: close\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`, [431]],
  ['a body with a reading request', () => `GET / HTTP/1.1\r\n${HOST}\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc`, [400]],
  [
    'two lengths',
    () => `POST /tales HTTP/1.1\r\n${HOST}\r\nConnection: close\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`,
    [400],
  ],
  [
    'a length and chunks',
    () => `POST /tales HTTP/1.1\r\n${HOST}\r\nConnection: close\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    [400],
  ],
  ['an announced gigabyte', () => `POST /tales HTTP/1.1\r\n${HOST}\r\nConnection: close\r\nContent-Length: 1073741824\r\n\r\n`, [413]],
  ['writing to a page', () => `POST /tales HTTP/1.1\r\n${HOST}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, [405]],
  ['deleting a tale', () => `DELETE /tale/rapunzel HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`, [405]],
  ['writing to the API', () => `PUT /api/v1/tales/rapunzel HTTP/1.1\r\n${HOST}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, [405]],
  ['TRACE', () => `TRACE / HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`, [405]],
  ['CONNECT', () => `CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`, [405]],
  ['an unknown method', () => `BREW / HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`, [400, 501]],
  ['bytes that are no HTTP', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [400]],
  ['a NUL in the request line', () => `GET /tales\0 HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`, [400]],
  ['a letter over 127 in the request line', () => `GET /t\xe9les HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`, [400]],
  ['a line break in a header', () => `GET / HTTP/1.1\r\n${HOST}\r\nX-A: b\n c\r\nConnection: close\r\n\r\n`, [400]],
];

test.each(REQUESTS)('%s', async (_what, request, statuses) => {
  const { answer } = await once(() => requestRaw(site.port, request()));
  expect(statuses).toContain(answer.status);
  if (answer.status === 405) expect(answer.headers.allow).toBeTruthy();
  expectNothingOfTheInside(answer);
});

test('of every one of these requests the log says once what became of it', async () => {
  expect(sent.size).toBeGreaterThan(100);
  for (const [id, status] of sent) {
    await site.logged((line) => line.id === id);
    const lines = site.log.filter((line) => line.id === id || line.requestId === id);
    expect(lines, `request ${id}`).toEqual([expect.objectContaining({ event: 'request', level: 'info', status })]);
  }
});

test('a tale by its id moves to its slug for good', async () => {
  const [tale] = await runSql<{ id: string }>(site.databaseUrl, "select id from tales where slug = 'rapunzel'");
  for (const [from, to] of [
    [`/tale/${tale?.id}`, '/tale/rapunzel'],
    ['/categories/magical', '/categories/magical-creatures'],
  ] as const) {
    const answer = await get(from);
    expect(answer.status).toBe(301);
    expect(new URL(answer.headers.location ?? '', site.origin).href).toBe(site.origin + to);
  }
});

test('a draft and a tale of tomorrow are unknown to readers', async () => {
  await runSql(site.databaseUrl, "update tales set status = 'draft' where slug = 'urashima-taro'");
  await runSql(site.databaseUrl, "update tales set publish_date = now() + interval '1 day' where slug = 'tattercoats'");
  for (const slug of ['urashima-taro', 'tattercoats']) {
    for (const address of [`/tale/${slug}`, `/api/v1/tales/${slug}`, `/covers/${slug}.svg`]) {
      expect((await get(address)).status, address).toBe(404);
    }
    expect((await get(`/tales?q=${slug}`)).body).not.toContain(`/tale/${slug}"`);
  }
});

function get(target: string, further = ''): Promise<RawResponse> {
  return requestRaw(site.port, rawGet(target, 'localhost', further));
}

/** Sends a request whose line in the log is looked for at the end, since the log is written every half second. */
async function once(send: () => Promise<RawResponse>): Promise<{ answer: RawResponse }> {
  const answer = await send();
  const id = answer.headers['x-request-id'] ?? '';
  expect(id, 'every answer carries an id').not.toBe('');
  sent.set(id, answer.status);
  return { answer };
}

function expectOurPage(answer: RawResponse): void {
  expect(answer.headers['content-type']).toContain('text/html');
  expect(answer.body).toContain('Talewood');
  expect(answer.body).toMatch(/<h1[ >]/);
  expect(answer.body).toContain('href="/"');
  expectNothingOfTheInside(answer);
}

function expectNothingOfTheInside(answer: RawResponse): void {
  expect(answer.body).not.toMatch(/\.ts:\d+|node_modules|\/work\/|node:internal|ECONN|syntax error|invalid input|pg_|select .* from/i);
  expect(answer.headers['x-powered-by']).toBeUndefined();
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
}
