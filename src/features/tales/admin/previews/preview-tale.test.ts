import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGuards } from '#src/features/accounts/guards.ts';
import { endpointRoutes } from '#src/platform/http/endpoint.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { createTestApp, type TestApp } from '#test/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addUser, type TestUser } from '#test/users.ts';
import type { TaleView } from '../../contract.ts';
import { talePreviewEndpoints } from './preview-tale.ts';

let database: TestDatabase;
let app: TestApp;
let editor: TestUser;

beforeAll(async () => {
  database = await createTestDatabase();
  app = createTestApp({
    database,
    routes: (deps) => new Hono<AppEnv>().route('/api/v1/admin', endpointRoutes(talePreviewEndpoints(deps), createGuards(deps).editor)),
  });
  editor = await addUser(database.pool, { role: 'admin' });
});
afterAll(() => database.drop());

const preview = async (body: unknown, cookie = editor.cookie) => app.api('POST', '/admin/previews', { cookie, body });

test('an unfinished tale is returned as readers would see it, with sanitized text', async () => {
  const { status, body } = await preview({
    ...{ title: 'Kay', author: 'Gerda', category: 'classic', tags: ['dark', 'no-such'], publish_date: '2020-02-10T07:30:00Z' },
    content: `<p onclick="x()">${'snow '.repeat(201)}</p><script>alert(1)</script><img src="https://elsewhere.example/x.png" alt="">`,
  });
  expect(status).toBe(200);
  const tale = body as TaleView;
  expect(tale).toMatchObject({
    ...{ title: 'Kay', words: 201, readTime: 2, aloudTime: 2, publishDate: '2020-02-10T07:30:00.000Z', language: 'en' },
    author: { name: 'Gerda' },
    category: { slug: 'classic', name: 'Classic' },
    tags: [
      { slug: 'dark', name: 'Dark' },
      { slug: 'no-such', name: 'no-such' },
    ],
  });
  expect(tale.content).toMatch(/^<p>snow /);
  expect(tale.content).not.toMatch(/script|onclick|elsewhere/);
});

test('empty and invalid fields are allowed', async () => {
  expect((await preview({})).body).toMatchObject({ title: '', content: '', readTime: 10, language: 'en', category: { name: '' } });
  const odd = { language: 'no language', publish_date: 'soon', read_time: -3, slug: '', excerpt: 'x'.repeat(900) };
  expect((await preview(odd)).body).toMatchObject({ language: 'en', readTime: 10, excerpt: odd.excerpt });
});

test('an explicit reading time and cover are used', async () => {
  const { body } = await preview({ read_time: 7, content: '<p>Once.</p>', cover_image: '/media/aa-10x10/10.webp' });
  expect(body).toMatchObject({ readTime: 7, coverImage: '/media/aa-10x10/10.webp' });
});

test('without a cover one is generated, at a URL for editors only', async () => {
  const { coverImage } = (await preview({ title: 'Kay & <Gerda>', category: 'dark' })).body as TaleView;
  expect(coverImage).toBe('/api/v1/admin/drawn-cover?title=Kay+%26+%3CGerda%3E&category=dark');
  const answer = await app.ask(coverImage, { method: 'GET', headers: { cookie: editor.cookie } });
  expect(answer.headers.get('content-type')).toBe('image/svg+xml');
  expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
  expect(await answer.text()).toMatch(/^<svg .*<\/svg>$/s);
});

test('unknown fields are rejected, and only administrators get previews', async () => {
  expect(await preview({ titel: 'Kay' })).toMatchObject({ status: 422, body: { errors: { titel: expect.anything() } } });
  const user = await addUser(database.pool);
  for (const cookie of [user.cookie, '']) {
    expect([401, 403]).toContain((await preview({}, cookie)).status);
    expect([401, 403]).toContain((await app.api('GET', '/admin/drawn-cover', { cookie })).status);
  }
});
