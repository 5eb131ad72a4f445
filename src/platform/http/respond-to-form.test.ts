import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { AppError } from '#src/platform/errors.ts';
import type { AppEnv } from './request-context.ts';
import { type RenderForm, respondToForm } from './respond-to-form.ts';

const renderForm: RenderForm = async (_c, { href, status, form }) => Response.json({ href, form }, { status });

async function post(work: (fields: Record<string, string>) => Promise<string>, onError = (error: unknown) => String(error)) {
  const app = new Hono<AppEnv>()
    .post('/', (c) => respondToForm(c, { renderForm, href: '/login?next=%2Ftales', keep: ['email'], work }))
    .onError((error, c) => c.text(onError(error), 500));
  return app.request('/', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'email=a%40b.example&password=secret&token=t0ken',
  });
}

test('a success redirects with GET and is not cached', async () => {
  const answer = await post(async ({ email }) => `/after?${email}`);
  expect([answer.status, answer.headers.get('location'), answer.headers.get('cache-control')]).toEqual([
    303,
    '/after?a@b.example',
    'no-store',
  ]);
});

test('a field error is shown with the input, without secrets', async () => {
  const answer = await post(async () => {
    throw new AppError(429, 'too_many', 'Wait a little.', { headers: { 'Retry-After': '60' }, fields: { email: ['Wait.'] } });
  });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60']);
  const text = await answer.text();
  expect(JSON.parse(text)).toEqual({
    href: '/login?next=%2Ftales',
    form: { values: { email: 'a@b.example' }, problems: { email: ['Wait.'] }, code: 'too_many', message: 'Wait a little.' },
  });
  expect(text).not.toMatch(/secret|t0ken/);
});

test.each([
  [new AppError(500, 'unexpected', 'No.'), 500],
  [new TypeError('no'), 500],
])('an unexpected error is rethrown', async (error, status) => {
  const answer = await post(async () => {
    throw error;
  });
  expect(answer.status).toBe(status);
});

test('an overload is reported on the page', async () => {
  const answer = await post(async () => {
    throw new AppError(503, 'busy', 'Too many at once.');
  });
  expect([answer.status, (await answer.json()).form.message]).toEqual([503, 'Too many at once.']);
});

test('the page may depend on the fields; missing fields are left out', async () => {
  const href = ({ token = '' }: Record<string, string>) => `/reset?token=${token}`;
  const work = () => Promise.reject(new AppError(410, 'expired', 'The link has expired.'));
  const app = new Hono<AppEnv>().post('/', (c) => respondToForm(c, { renderForm, href, keep: ['email', 'name'], work }));
  const response = await app.request('/', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'email=a%40b.example&token=t0ken',
  });
  expect(response.status).toBe(410);
  expect(await response.json()).toMatchObject({ href: '/reset?token=t0ken', form: { values: { email: 'a@b.example' }, problems: {} } });
});

test('a conflict in the database is reported on the page', async () => {
  const answer = await post(() => Promise.reject(Object.assign(new Error('deadlock detected'), { code: '40P01' })));
  expect(answer.status).toBe(409);
});
