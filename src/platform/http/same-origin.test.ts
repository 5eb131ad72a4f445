import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { AppError } from '#src/platform/errors.ts';
import type { AppEnv } from './request-context.ts';
import { bearerOf, hasBearer, sameOrigin } from './same-origin.ts';

let changes = 0;
const app = new Hono<AppEnv>();
app.use(sameOrigin('https://tales.example'));
app.all('/thing', (c) => {
  changes += 1;
  return c.text('done');
});
app.onError((error, c) =>
  c.text(error instanceof AppError ? error.code : 'unknown', error instanceof AppError ? (error.status as 403) : 500),
);

const OURS = { Origin: 'https://tales.example', 'Sec-Fetch-Site': 'same-origin' };
async function send(headers: Record<string, string>, method = 'POST'): Promise<{ status: number; changed: boolean }> {
  changes = 0;
  const { status } = await app.request('https://tales.example/thing', { method, headers });
  return { status, changed: changes === 1 };
}

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s from our own pages is taken', async (method) => {
  expect(await send(OURS, method)).toEqual({ status: 200, changed: true });
});

test.each([
  ['another site', { Origin: 'https://evil.example' }],
  ['a sibling host', { Origin: 'https://www.tales.example' }],
  ['the same name without encryption', { Origin: 'http://tales.example' }],
  ['another port', { Origin: 'https://tales.example:8443' }],
  ['a name that begins like ours', { Origin: 'https://tales.example.evil.example' }],
  ['a page without an origin', { Origin: 'null' }],
  ['nobody says where', {}],
  ['a browser that says cross-site', { ...OURS, 'Sec-Fetch-Site': 'cross-site' }],
  ['a browser that says same-site', { ...OURS, 'Sec-Fetch-Site': 'same-site' }],
  ['an address bar', { ...OURS, 'Sec-Fetch-Site': 'none' }],
])('from %s: rejected without effect', async (_, headers) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) expect(await send(headers, method)).toEqual({ status: 403, changed: false });
});

test.each(['text/plain', 'multipart/form-data; boundary=x', 'application/xml', '', 'application/jsonp'])(
  'a body of type "%s": refused, nothing done',
  async (type) => {
    expect(await send({ ...OURS, 'Content-Type': type })).toEqual({ status: 403, changed: false });
  },
);

test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON', 'application/x-www-form-urlencoded'])(
  'a body of type "%s" is taken',
  async (type) => {
    expect(await send({ ...OURS, 'Content-Type': type })).toEqual({ status: 200, changed: true });
  },
);

test('a form without a referrer is accepted if Sec-Fetch-Site says same-origin', async () => {
  expect(await send({ Origin: 'null', 'Sec-Fetch-Site': 'same-origin' })).toEqual({ status: 200, changed: true });
  for (const site of ['same-site', 'cross-site', 'none']) expect((await send({ Origin: 'null', 'Sec-Fetch-Site': site })).status).toBe(403);
});

test('a local site accepts all of its names', async () => {
  const local = new Hono<AppEnv>().use(sameOrigin('http://localhost:3000')).post('/', (c) => c.text('done'));
  local.onError((_, c) => c.text('refused', 403));
  const post = async (origin: string) => (await local.request('/', { method: 'POST', headers: { origin } })).status;
  for (const name of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000']) expect(await post(`http://${name}`)).toBe(200);
  for (const name of ['localhost', '127.0.0.1', '127.0.0.2:3000', 'localhost.evil.example:3000'])
    expect(await post(`http://${name}`)).toBe(403);
});

test('a request with an API key is checked like others, except where API keys are accepted', async () => {
  const foreign = { Origin: 'https://evil.example', Authorization: 'Bearer x', Cookie: 'talewood_session=y' };
  expect(await send(foreign)).toEqual({ status: 403, changed: false });
  const open = new Hono<AppEnv>().use(sameOrigin('https://tales.example', { takesKeys: true })).post('/', (c) => c.text('done'));
  open.onError((_, c) => c.text('refused', 403));
  const post = async (headers: Record<string, string>) => (await open.request('/', { method: 'POST', headers })).status;
  expect([await post({ Authorization: 'Bearer x' }), await post({ Authorization: 'Basic x' })]).toEqual([200, 403]);
});

test('GET requests are always allowed', async () => {
  for (const method of ['GET', 'OPTIONS']) expect((await send({ Origin: 'https://evil.example' }, method)).status).toBe(200);
});

test('a path may accept files of one type; other types are rejected with its message', async () => {
  const takesFiles = (path: string) => (path === '/upload' ? { begin: 'image/', refusal: 'Send an image.' } : undefined);
  const files = new Hono<AppEnv>().use(sameOrigin('https://tales.example', { takesFiles })).post('*', (c) => c.text('done'));
  files.onError((error, c) => c.json(error instanceof AppError ? [error.status, error.code, error.message] : []));
  const post = async (path: string, type: string) => {
    const response = await files.request(path, { method: 'POST', headers: { ...OURS, 'Content-Type': type } });
    return response.json().catch(() => 'done');
  };
  expect(await post('/upload', 'IMAGE/png')).toBe('done');
  expect(await post('/upload', 'application/json')).toBe('done');
  expect(await post('/upload', 'text/html')).toEqual([415, 'type_not_taken', 'Send an image.']);
  expect(await post('/other', 'image/png')).toEqual([403, 'type_not_taken', expect.any(String)]);
});

test.each([
  ['Bearer abc', true, 'abc'],
  ['bearer   abc', true, 'abc'],
  ['Bearer', true, ''],
  ['Bearer-x abc', false, ''],
  ['Bearers abc', false, ''],
  ['Basic Bearer', false, ''],
  [undefined, false, ''],
])('the bearer token of "%s"', async (authorization, isSent, token) => {
  const tokens = new Hono().get('/', (c) => c.json([hasBearer(c), bearerOf(c)]));
  const response = await tokens.request('/', { headers: authorization === undefined ? {} : { authorization } });
  expect(await response.json()).toEqual([isSent, token]);
});
