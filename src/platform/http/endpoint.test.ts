import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AppError } from '#src/platform/errors.ts';
import { created, describeOperation, endpoint, endpointRoutes, Id, OptionalId, SmallId, WithId, WithSmallId } from './endpoint.ts';
import { ListCursor, SearchText } from './list-query.ts';

const about = { summary: 'Summary', description: 'Description' };

function openRoutes(guard = async () => 'Gerda') {
  const app = endpointRoutes<string>(
    [
      endpoint({
        ...{ ...about, id: 'getBook', method: 'GET', path: '/books/{id}', params: WithId, query: z.strictObject({ page: OptionalId }) },
        response: z.looseObject({}),
        run: async ({ caller, params, query }) => ({ caller, params, query }),
      }),
      endpoint({
        ...{ ...about, id: 'createBook', method: 'POST', path: '/books', status: 201 },
        ...{ body: z.strictObject({ title: z.string() }), response: z.looseObject({}) },
        run: async ({ c, body }) => ({ ...created(c, '/books', { id: 7, version: 3 }), ...body }),
      }),
      endpoint({ ...about, id: 'deleteBook', method: 'DELETE', path: '/books/{id}', params: WithId, run: async () => undefined }),
      endpoint({
        ...{ ...about, id: 'getCover', method: 'GET', path: '/cover', responseType: 'image/png' },
        run: async () => new Response('picture', { status: 203 }),
      }),
    ],
    guard,
  );
  app.onError((error, c) => c.json({ error: error instanceof AppError ? [error.status, error.code] : String(error) }));
  return app;
}

describe('an endpoint', () => {
  test('gets parsed parameters and the sender, and is not cached', async () => {
    const response = await openRoutes().request('/books/12?page=2&page=3');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ caller: 'Gerda', params: { id: 12 }, query: { page: 2 } });
  });

  test('answers with its status, Location and ETag', async () => {
    const request = { method: 'POST', body: '{"title":"Kay"}', headers: { 'Content-Type': 'application/json' } };
    const response = await openRoutes().request('/books', request);
    expect([response.status, response.headers.get('location'), response.headers.get('etag')]).toEqual([201, '/books/7', '"3"']);
    expect(await response.json()).toEqual({ id: 7, version: 3, title: 'Kay' });
  });

  test('without a result answers 204, and may return any response', async () => {
    const routes = openRoutes();
    expect((await routes.request('/books/1', { method: 'DELETE' })).status).toBe(204);
    expect((await routes.request('/cover')).status).toBe(203);
  });

  test.each([
    ['/books/0', 404, 'not_found'],
    ['/books/012', 404, 'not_found'],
    ['/books/1234567890', 404, 'not_found'],
    ['/books/x', 404, 'not_found'],
    ['/books/1?page=x', 400, 'bad_query'],
    ['/books/1?pages=1', 400, 'bad_query'],
  ])('rejects %s with %i %s', async (url, ...error) => {
    expect(await (await openRoutes().request(url)).json()).toEqual({ error });
  });

  test('is authorized before anything is read', async () => {
    const routes = openRoutes(() => Promise.reject(new AppError(401, 'not_signed_in', 'Log in.')));
    expect(await (await routes.request('/books/x?pages=1')).json()).toEqual({ error: [401, 'not_signed_in'] });
  });
});

test('an operation has status 204 without a response, and 200 with one of any type', () => {
  const operation = { ...about, id: 'x', method: 'GET', path: '/x' } as const;
  expect(describeOperation(operation)).toMatchObject({ status: 204, headers: {}, ifMatch: false, requestTypes: [], errors: {} });
  expect(describeOperation({ ...operation, response: z.string() }).status).toBe(200);
  expect(describeOperation({ ...operation, responseType: 'image/png' }).status).toBe(200);
  expect(describeOperation({ ...operation, response: z.string(), status: 202, ifMatch: true })).toMatchObject({
    status: 202,
    ifMatch: true,
  });
});

test('ids are positive and within their column', () => {
  const valid = [Id.safeParse(1), Id.safeParse(2_000_000_000), SmallId.safeParse(32_000), WithSmallId.safeParse({ id: '9999' })];
  const invalid = [Id.safeParse(0), Id.safeParse(2_000_000_001), SmallId.safeParse(32_001), WithSmallId.safeParse({ id: '10000' })];
  expect([...valid, ...invalid].map(({ success }) => success)).toEqual([true, true, true, true, false, false, false, false]);
});

test('parameters of lists are short and without control characters, and may be missing', () => {
  expect([ListCursor.parse(undefined), ListCursor.parse('A-z_0'.repeat(120))]).toEqual(['', 'A-z_0'.repeat(120)]);
  for (const wrong of ['a'.repeat(601), 'a b', 'a=', '\n']) expect(ListCursor.safeParse(wrong).success, wrong).toBe(false);
  expect([SearchText.parse(undefined), SearchText.parse(' e\u0301\u0000x\ud800 ')]).toEqual(['', 'é x']);
  expect([SearchText.safeParse('a'.repeat(200)).success, SearchText.safeParse('a'.repeat(201)).success]).toEqual([true, false]);
});
