import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTaleSender } from './use-save.ts';

type Call = { method: string; path: string; key: string | undefined; match: string | undefined; body: unknown };

let calls: Call[];
let answers: (() => Response)[];

beforeEach(() => {
  calls = [];
  answers = [];
  vi.stubGlobal(
    'fetch',
    async (path: string, { method, headers, body }: { method: string; headers: Record<string, string>; body: string }) => {
      calls.push({ method, path, key: headers['idempotency-key'], match: headers['if-match'], body: body && JSON.parse(body) });
      const answer = answers.shift();
      if (answer === undefined) throw new Error('Nobody expected this request.');
      return answer();
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

const saved = () => Response.json({ tale: { id: 't1', version: 1 }, tidied: false }, { status: 201 });
const changed = () => Response.json({ tale: { id: 't1', version: 2 }, tidied: false });
const refused = () =>
  Response.json({ code: 'invalid', detail: 'Author is required', errors: { author: ['Author is required'] } }, { status: 422 });
const lost = (): never => {
  throw new TypeError('Failed to fetch');
};

test('a retry without changes has the same idempotency key', async () => {
  answers = [lost, saved];
  const { create } = createTaleSender();
  await expect(create({ title: 'Kay' })).rejects.toMatchObject({ status: 0 });
  await create({ title: 'Kay' });
  expect(calls.map(({ method, key }) => [method, key])).toEqual([
    ['POST', calls[0]?.key],
    ['POST', calls[0]?.key],
  ]);
  expect(calls[0]?.key).toMatch(/^[\w-]{36}$/);
});

test('changes after a lost response do not create a second tale', async () => {
  answers = [lost, saved, changed];
  const { create } = createTaleSender();
  await expect(create({ title: 'Kay' })).rejects.toThrow();
  expect((await create({ title: 'Gerda' })).tale.version).toBe(2);
  expect(calls.slice(1)).toMatchObject([
    { method: 'POST', key: calls[0]?.key, body: { title: 'Kay' } },
    { method: 'PATCH', path: '/api/v1/admin/tales/t1', match: '"1"', body: { title: 'Gerda' } },
  ]);
});

test.each([
  ['without a response', lost],
  ['that is rejected', refused],
])('an update %s does not lead to a second tale either', async (_, failed) => {
  answers = [lost, saved, failed, changed];
  const { create } = createTaleSender();
  for (const title of ['Kay', 'Gerda']) await expect(create({ title })).rejects.toThrow();
  expect((await create({ title: 'The Robber Girl' })).tale.version).toBe(2);
  expect(calls.slice(2)).toMatchObject([
    { method: 'PATCH', path: '/api/v1/admin/tales/t1', match: '"1"', body: { title: 'Gerda' } },
    { method: 'PATCH', path: '/api/v1/admin/tales/t1', match: '"1"', body: { title: 'The Robber Girl' } },
  ]);
});

test('a created tale that others have changed or deleted since is not overwritten', async () => {
  for (const status of [404, 412]) {
    answers = [lost, saved, () => Response.json({ code: 'x', detail: '' }, { status }), saved];
    calls = [];
    const { create } = createTaleSender();
    for (const title of ['Kay', 'Gerda']) await expect(create({ title })).rejects.toThrow();
    await create({ title: 'Gerda' });
    expect(calls[3]).toMatchObject({ method: 'POST', body: { title: 'Gerda' } });
    expect(calls[3]?.key).not.toBe(calls[0]?.key);
  }
});

test.each([
  [2, 'changed'],
  [3, 'created again'],
])('after an update without a response, a tale of version %i is %s', async (version, outcome) => {
  const mismatch = () => Response.json({ code: 'x', detail: '' }, { status: 412 });
  answers = [lost, saved, lost, mismatch, () => Response.json({ id: 't1', version }), ...(version === 2 ? [changed] : [saved])];
  const { create } = createTaleSender();
  for (const title of ['Kay', 'Gerda']) await expect(create({ title })).rejects.toThrow();
  if (version === 2) await create({ title: 'The Robber Girl' });
  else {
    await expect(create({ title: 'The Robber Girl' })).rejects.toMatchObject({ status: 412 });
    await create({ title: 'The Robber Girl' });
  }
  const last = { changed: { method: 'PATCH', match: '"2"' }, 'created again': { method: 'POST' } }[outcome];
  expect(calls.at(-1)).toMatchObject({ ...last, body: { title: 'The Robber Girl' } });
});

test('while offline, the first attempt is the one to be repeated', async () => {
  answers = [lost, lost, saved, changed];
  const { create } = createTaleSender();
  for (const title of ['Kay', 'Gerda']) await expect(create({ title })).rejects.toMatchObject({ status: 0 });
  await create({ title: 'The Robber Girl' });
  expect(calls.map(({ key, body }) => [key, body])).toEqual([
    [calls[0]?.key, { title: 'Kay' }],
    [calls[0]?.key, { title: 'Kay' }],
    [calls[0]?.key, { title: 'Kay' }],
    [undefined, { title: 'The Robber Girl' }],
  ]);
});

test('after a rejection the next attempt has a new key', async () => {
  answers = [refused, saved];
  const { create } = createTaleSender();
  await expect(create({ title: 'Kay' })).rejects.toMatchObject({ fields: { author: ['Author is required'] } });
  await create({ title: 'Kay', author: 'Gerda' });
  expect(calls[1]).toMatchObject({ method: 'POST', body: { title: 'Kay', author: 'Gerda' } });
  expect(calls[1]?.key).not.toBe(calls[0]?.key);
});

test('if the repeated attempt is rejected, the current values are sent', async () => {
  answers = [lost, refused, saved];
  const { create } = createTaleSender();
  await expect(create({ title: 'Kay' })).rejects.toThrow();
  await create({ title: 'Kay', author: 'Gerda' });
  expect(calls.map(({ body }) => body)).toEqual([{ title: 'Kay' }, { title: 'Kay' }, { title: 'Kay', author: 'Gerda' }]);
  expect(calls[2]?.key).not.toBe(calls[1]?.key);
});
