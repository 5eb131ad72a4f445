import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, openApiClient } from '../api-client.ts';
import { type Site, startSite } from '../site.ts';
import { addUser } from '../users.ts';

/** The API with a typed client, which validates every response against the OpenAPI document. */

let site: Site;
let everyone: ApiClient;
let reader: ApiClient;
let editor: ApiClient;

beforeAll(async () => {
  site = await startSite();
  const pool = new pg.Client({ connectionString: site.databaseUrl });
  await pool.connect();
  everyone = await openApiClient(site.origin);
  reader = await openApiClient(site.origin, (await addUser(pool)).cookie);
  editor = await openApiClient(site.origin, (await addUser(pool, { role: 'admin' })).cookie);
  await pool.end();
});
afterAll(() => site?.stop());

const match = (version: number) => ({ header: { 'If-Match': `"${version}"` } });

describe('reading', () => {
  test('tales are listed, searched and read', async () => {
    const { data: home } = await everyone.GET('/home');
    expect(home?.talesCount).toBeGreaterThan(50);
    const { data: list } = await everyone.GET('/tales', { params: { query: { sort: 'title', age: '6-8' } } });
    expect(list?.tales).toHaveLength(12);
    const { data: next } = await everyone.GET('/tales', { params: { query: { sort: 'title', age: '6-8', after: list?.next ?? '' } } });
    expect(next?.tales[0]?.id).not.toBe(list?.tales[0]?.id);
    const { data: found } = await everyone.GET('/tales', { params: { query: { q: 'snow' } } });
    const slug = found?.tales[0]?.slug ?? '';
    const { data: tale } = await everyone.GET('/tales/{slug}', { params: { path: { slug } } });
    expect(tale).toMatchObject({ slug, content: expect.stringContaining('<p>') });
    const { data: cards } = await everyone.GET('/tale-cards', { params: { query: { ids: tale?.id ?? '' } } });
    expect(cards?.map((card) => card.slug)).toEqual([slug]);
    expect((await everyone.GET('/suggestions', { params: { query: { q: 'sno' } } })).data?.tales.length).toBeGreaterThan(0);
    expect((await everyone.GET('/recent')).data?.tales.length).toBe(24);
    expect((await everyone.GET('/tonight')).data?.tale).not.toBeNull();
    expect((await everyone.GET('/how-long', { params: { query: { minutes: '10' } } })).data?.tales.length).toBeGreaterThan(0);
    expect((await everyone.GET('/packs')).data?.length).toBeGreaterThan(0);
  });

  test('authors, categories and collections are listed and read', async () => {
    const { data: authors = [] } = await everyone.GET('/authors');
    const { data: author } = await everyone.GET('/authors/{slug}', { params: { path: { slug: authors[0]?.slug ?? '' } } });
    expect(author?.name).toBe(authors[0]?.name);
    const { data: categories = [] } = await everyone.GET('/categories');
    const { data: category } = await everyone.GET('/categories/{slug}', { params: { path: { slug: categories[0]?.slug ?? '' } } });
    expect(category?.tales.length).toBeGreaterThan(0);
    const { data: collections = [] } = await everyone.GET('/collections');
    const { data: collection } = await everyone.GET('/collections/{slug}', { params: { path: { slug: collections[0]?.slug ?? '' } } });
    expect(collection?.tales.length).toBe(collections[0]?.count);
    const { error, response } = await everyone.GET('/authors/{slug}', { params: { path: { slug: 'nobody' } } });
    expect([response.status, error?.status]).toEqual([404, 404]);
  });
});

describe('managing', () => {
  test('a tale is created, changed, moved to the trash, restored and deleted', async () => {
    const fields = { title: 'The Typed Tale', author: 'The Miller', category: 'dark', excerpt: 'Of types.', content: '<p>Once.</p>' };
    const { data: created } = await editor.POST('/admin/tales', { body: fields });
    const path = { id: created?.tale.id ?? '' };
    expect(created?.tale).toMatchObject({ title: fields.title, state: 'draft', version: 1 });
    const changed = await editor.PATCH('/admin/tales/{id}', { params: { path, ...match(1) }, body: { excerpt: 'Of more types.' } });
    expect(changed.data?.tale).toMatchObject({ version: 2, excerpt: 'Of more types.' });
    const late = await editor.PATCH('/admin/tales/{id}', { params: { path, ...match(1) }, body: { excerpt: 'Too late.' } });
    expect([late.response.status, late.error?.code]).toEqual([412, 'changed_since']);
    const wrong = await editor.PATCH('/admin/tales/{id}', { params: { path, ...match(2) }, body: { title: '' } });
    expect([wrong.response.status, Object.keys(wrong.error?.errors ?? {})]).toEqual([422, ['title']]);
    expect((await editor.GET('/admin/tales', { params: { query: { q: 'typed', state: 'draft' } } })).data?.tales).toHaveLength(1);
    expect((await editor.GET('/admin/tales/{id}/revisions', { params: { path } })).data?.revisions).toHaveLength(1);
    expect((await editor.POST('/admin/tales/{id}/bin', { params: { path } })).data?.tale.state).toBe('bin');
    expect((await editor.POST('/admin/tales/{id}/restore', { params: { path } })).data?.tale.state).toBe('draft');
    expect((await editor.DELETE('/admin/tales/{id}', { params: { path } })).response.status).toBe(204);
    expect((await editor.GET('/admin/tales/{id}', { params: { path } })).response.status).toBe(404);
    expect((await everyone.GET('/admin/tales')).response.status).toBe(401);
    expect((await reader.GET('/admin/tales')).response.status).toBe(403);
  });

  test('authors, categories and collections are created, changed and deleted', async () => {
    const { data: author } = await editor.POST('/admin/authors', { body: { name: 'Typed Author', kind: 'person' } });
    const ofAuthor = { path: { id: String(author?.id) } };
    const renamed = await editor.PATCH('/admin/authors/{id}', { params: { ...ofAuthor, ...match(1) }, body: { name: 'Better Typed' } });
    expect(renamed.data).toMatchObject({ name: 'Better Typed', other_names: ['Typed Author'] });
    expect((await editor.DELETE('/admin/authors/{id}', { params: { ...ofAuthor, ...match(2) } })).response.status).toBe(204);

    const { data: category } = await editor.POST('/admin/categories', { body: { name: 'Typed' } });
    const ofCategory = { path: { id: String(category?.id) } };
    const shown = await editor.PATCH('/admin/categories/{id}', { params: { ...ofCategory, ...match(1) }, body: { on_home: true } });
    expect(shown.data?.on_home).toBe(true);
    expect((await editor.GET('/admin/categories')).data?.categories.map(({ id }) => id)).toContain(category?.id);
    expect((await editor.DELETE('/admin/categories/{id}', { params: { ...ofCategory, ...match(2) } })).response.status).toBe(204);

    const { data: collection } = await editor.POST('/admin/collections', { body: { title: 'Typed tales' } });
    const ofCollection = { path: { id: String(collection?.id) } };
    const { data: options } = await editor.GET('/admin/choices/tales', { params: { query: { q: 'snow' } } });
    const tales = options?.tales.slice(0, 1).map(({ id }) => id) ?? [];
    const filled = await editor.PATCH('/admin/collections/{id}', { params: { ...ofCollection, ...match(1) }, body: { tales } });
    expect(filled.data?.tales.map(({ id }) => id)).toEqual(tales);
    expect((await editor.DELETE('/admin/collections/{id}', { params: { ...ofCollection, ...match(2) } })).response.status).toBe(204);
  });
});

describe('the reader’s library', () => {
  test('favorites and collections are saved, and hidden from other users', async () => {
    const { data: recent } = await everyone.GET('/recent');
    const [tale = '', shelf, at] = [recent?.tales[0]?.id, crypto.randomUUID(), new Date().toISOString()];
    const { data } = await reader.POST('/bookshelf/changes', {
      body: {
        changes: [
          { op: 'favorite', tale, on: true, at },
          { op: 'shelf', shelf, name: 'Winter', at },
          { op: 'shelve', shelf, tale, on: true, at },
          { op: 'position', tale, place: '1.0', progress: 0.5, finished: false, at },
          { op: 'favorite', tale: crypto.randomUUID(), on: true, at },
        ],
      },
    });
    expect(data?.refused).toEqual([{ index: 4, reason: 'unknown_tale' }]);
    const { data: saved } = await reader.GET('/bookshelf');
    expect(saved).toEqual(data?.bookshelf);
    expect(saved).toMatchObject({
      favorites: [{ tale }],
      shelves: [{ id: shelf, name: 'Winter', tales: [{ tale }] }],
      positions: [{ tale }],
    });
    expect((await editor.GET('/bookshelf')).data).toEqual({ favorites: [], shelves: [], positions: [] });
    expect((await everyone.GET('/bookshelf')).response.status).toBe(401);
  });

  test('the account is shown to its owner', async () => {
    const { data: account } = await reader.GET('/account');
    expect(account).toMatchObject({ role: 'user', newsletter: { isOn: false } });
    expect((await reader.GET('/me')).data).toMatchObject({ person: { email: account?.email } });
    expect((await everyone.GET('/me')).data).toEqual({ person: null });
  });
});
