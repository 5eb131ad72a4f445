import type { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashEmail } from '#src/api-client/account-header.ts';
import { bookshelfOwner } from '#src/features/reader-library/routes.ts';
import { saveChanges } from '#src/features/reader-library/save-changes.ts';
import { READ_LATER } from '#src/features/reader-library/store/apply-change.ts';
import { AppError } from '#src/platform/errors.ts';
import type { AppEnv } from '#src/platform/http/request-context.ts';
import { createTestApp } from '#test/create-test-app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { resetAccounts } from '#test/reader-library-app.ts';
import { exportSharedLists, findListByPath, findSharedList, readListLink, sharedListRoutes } from './shared-lists.ts';

const SITE = 'https://tales.example';
const SHELF = '11111111-1111-4111-8111-111111111111';
let database: TestDatabase;
let app: Hono<AppEnv>;
let session = 'gerda';
const tales: { id: string; slug: string }[] = [];
let gerda = '';

beforeAll(async () => {
  database = await createTestDatabase();
  for (const title of ['The Owl', 'The Crow', 'The Rook']) tales.push(await addTale(database.db, { title }));
  const person = async () => {
    const { rows } = await database.pool.query('select id, email from users where name = $1', [session]);
    if (rows[0] === undefined) throw new AppError(401, 'signed_out', 'Please log in again');
    return rows[0];
  };
  const deps = { db: database.db, publicUrl: SITE, owner: bookshelfOwner(person) };
  app = createTestApp({ database, mount: (site) => void site.route('/api/v1', sharedListRoutes(deps)) }).app;
});
afterAll(() => database.drop());
beforeEach(async () => {
  session = 'gerda';
  await resetAccounts(database);
  await database.pool.query('delete from rate_limits');
  gerda = (await database.pool.query("select id from users where name = 'gerda'")).rows[0].id;
  const [owl, crow] = tales;
  await save({ op: 'shelf', shelf: SHELF, name: 'For class 3' }, 1);
  await save({ op: 'shelve', shelf: SHELF, tale: owl?.id ?? '', on: true }, 1);
  await save({ op: 'shelve', shelf: SHELF, tale: crow?.id ?? '', on: true }, 2);
});

const START = Date.now() - 86_400_000;
const save = (change: Record<string, unknown>, minute: number, user = gerda) =>
  saveChanges(database.db, user, [{ ...change, at: new Date(START + minute * 60_000).toISOString() } as never]);
const send = async (method: string, { shelf = SHELF, headers = {} }: { shelf?: string; headers?: Record<string, string> } = {}) => {
  const answer = await app.request(`${SITE}/api/v1/bookshelf/shelves/${shelf}/share`, { method, headers: { Origin: SITE, ...headers } });
  const text = await answer.text();
  return { status: answer.status, cache: answer.headers.get('cache-control'), body: text === '' ? undefined : JSON.parse(text) };
};
const share = async (): Promise<string> => (await send('PUT')).body.share.path.replace('/lists/', '');
const shown = async (token: string) => {
  const list = await findSharedList(database.db, token);
  return list && { name: list.name, titles: list.tales.map(({ title }) => title), count: list.count };
};
const OPEN = { name: 'For class 3', titles: ['The Crow', 'The Owl'], count: 2 };

describe('the link to a collection', () => {
  test('is created once, is the same later, and holds 128 random bits', async () => {
    expect((await send('GET')).body).toEqual({ share: null });
    const first = await send('PUT');
    expect([first.status, first.cache]).toEqual([200, 'no-store']);
    expect(first.body.share.path).toMatch(/^\/lists\/[A-Za-z0-9_-]{22}$/);
    expect((await send('PUT')).body).toEqual(first.body);
    expect((await send('GET')).body).toEqual(first.body);
  });

  test('shows name and public tales in the order of the owner, and nothing about the owner', async () => {
    const list = await findSharedList(database.db, await share());
    expect(list).toMatchObject({ name: 'For class 3', count: 2, tales: [{ title: 'The Crow' }, { title: 'The Owl' }] });
    expect(JSON.stringify(list)).not.toMatch(/gerda|g@t\.example/);
    expect(JSON.stringify(list)).not.toContain(gerda);
  });

  test('follows later changes of the collection', async () => {
    const token = await share();
    await save({ op: 'shelf', shelf: SHELF, name: 'Winter' }, 3);
    await save({ op: 'shelve', shelf: SHELF, tale: tales[1]?.id ?? '', on: false }, 3);
    await save({ op: 'shelve', shelf: SHELF, tale: tales[2]?.id ?? '', on: true }, 4);
    expect(await shown(token)).toEqual({ name: 'Winter', titles: ['The Rook', 'The Owl'], count: 2 });
  });

  test('leaves out tales that are not public', async () => {
    const token = await share();
    await database.pool.query("update tales set status = 'draft' where id = $1", [tales[0]?.id]);
    expect(await shown(token)).toEqual({ ...OPEN, titles: ['The Crow'], count: 1 });
    await database.pool.query("update tales set status = 'published' where id = $1", [tales[0]?.id]);
    expect(await shown(token)).toEqual(OPEN);
  });

  test('ends when it is revoked; the next one is another', async () => {
    const token = await share();
    expect((await send('DELETE')).status).toBe(204);
    expect(await shown(token)).toBeNull();
    expect((await send('DELETE')).status).toBe(204);
    const next = await share();
    expect(next).not.toBe(token);
    expect([await shown(token), await shown(next)]).toEqual([null, OPEN]);
  });

  test('ends with the collection, and does not come back with it', async () => {
    const token = await share();
    await save({ op: 'shelf_gone', shelf: SHELF }, 5);
    expect(await shown(token)).toBeNull();
    expect((await send('PUT')).status).toBe(404);
    await save({ op: 'shelf', shelf: SHELF, name: 'Again' }, 6);
    expect([await shown(token), (await send('GET')).body]).toEqual([null, { share: null }]);
  });

  test('ends with the account, and while it is disabled', async () => {
    const token = await share();
    await database.pool.query('update users set disabled_at = now() where id = $1', [gerda]);
    expect(await shown(token)).toBeNull();
    await database.pool.query('update users set disabled_at = null where id = $1', [gerda]);
    expect(await shown(token)).toEqual(OPEN);
    await database.pool.query('delete from users where id = $1', [gerda]);
    expect(await shown(token)).toBeNull();
    expect((await database.pool.query('select from shared_lists')).rows).toEqual([]);
  });

  test('belongs to its owner: others neither see, create nor revoke it', async () => {
    const token = await share();
    session = 'kay';
    expect((await send('GET')).body).toEqual({ share: null });
    expect((await send('PUT')).status).toBe(404);
    await send('DELETE');
    session = '';
    for (const method of ['GET', 'PUT', 'DELETE']) expect((await send(method)).status).toBe(401);
    expect(await shown(token)).toEqual(OPEN);
  });

  test('is refused to other sites, other accounts, unknown collections and "Read later"', async () => {
    for (const method of ['PUT', 'DELETE']) expect((await send(method, { headers: { Origin: 'https://evil.example' } })).status).toBe(403);
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await send(method, { headers: { 'talewood-account': hashEmail('k@t.example') } })).status).toBe(403);
    await save({ op: 'shelve', shelf: READ_LATER, tale: tales[0]?.id ?? '', on: true }, 1);
    for (const shelf of ['no-uuid', '99999999-9999-4999-8999-999999999999', READ_LATER])
      expect((await send('PUT', { shelf })).status, shelf).toBe(404);
  });

  test('can be created 60 times an hour', async () => {
    for (let n = 0; n < 60; n += 1) await send('PUT');
    expect((await send('PUT')).status).toBe(429);
  });

  test('is part of the data export, without its token', async () => {
    const token = await share();
    const exported = await exportSharedLists(database.db, gerda);
    expect(exported).toEqual([{ shelf_id: SHELF, created_at: expect.any(Date) }]);
    expect(JSON.stringify(exported)).not.toContain(token);
  });

  test.each(['', 'x', 'x'.repeat(22), `${'x'.repeat(21)}'`, 'x'.repeat(5_000), '\u0000'])('%j opens nothing', async (token) => {
    expect(await shown(token)).toBeNull();
  });
});

describe('a link that carries the list', () => {
  const read = (query: string) => readListLink(database.db, new URLSearchParams(query));

  test('shows public tales in its order, each once', async () => {
    const draft = await addTale(database.db, { title: 'Hidden', status: 'draft' });
    const slugs = [tales[2]?.slug, draft.slug, 'no-such-tale', tales[0]?.slug, tales[2]?.slug];
    const list = await read(`name=%20For%20%20Ida%20&tales=${slugs.join()}`);
    expect([list.name, list.count, list.tales.map(({ title }) => title)]).toEqual(['For Ida', 2, ['The Rook', 'The Owl']]);
  });

  test('follows former slugs', async () => {
    const { id, slug } = await addTale(database.db, { title: 'The Old Name' });
    await database.pool.query("update tales set slug = 'the-new-name' where id = $1", [id]);
    expect((await read(`name=x&tales=${slug}`)).tales.map((tale) => tale.slug)).toEqual(['the-new-name']);
  });

  test('has at most 50 tales', async () => {
    const slugs = Array.from({ length: 50 }, (_, n) => `tale-${n}`);
    expect((await read(`name=x&tales=${slugs}`)).tales).toEqual([]);
    await expect(read(`name=x&tales=${[...slugs, 'one-more']}`)).rejects.toMatchObject({ status: 400 });
  });

  test.each([
    ['nothing', ''],
    ['no name', 'tales=rapunzel'],
    ['no tales', 'name=x'],
    ['an empty name', 'name=%20%E2%80%8B&tales=rapunzel'],
    ['a long name', `name=${'x'.repeat(81)}&tales=rapunzel`],
    ['a control character', 'name=a%00b&tales=rapunzel'],
    ['an empty slug', 'name=x&tales=rapunzel,'],
    ['a path', 'name=x&tales=../admin'],
    ['markup', 'name=x&tales=%3Cscript%3E'],
    ['a long slug', `name=x&tales=${'a'.repeat(201)}`],
  ])('%s is rejected', async (_, query) => {
    await expect(read(query)).rejects.toMatchObject({ status: 400 });
  });
});

describe('the path of a list in a message', () => {
  test('names the list while it is shared', async () => {
    const token = await share();
    expect(await findListByPath(database.db, `/lists/${token}`)).toMatchObject({ path: `/lists/${token}`, name: 'For class 3' });
    const carried = `/lists?name=Ours&tales=${tales[0]?.slug}`;
    expect(await findListByPath(database.db, carried)).toEqual({ path: carried, name: 'Ours', id: null });
    await send('DELETE');
    expect(await findListByPath(database.db, `/lists/${token}`)).toBeNull();
  });

  test.each([
    '',
    'x',
    '/',
    '/lists',
    '/lists/',
    '/lists?name=x',
    '//evil.example/lists?name=x&tales=a',
    'https://evil.example/lists',
    '/tale/x',
  ])('%j names none', async (path) => {
    expect(await findListByPath(database.db, path)).toBeNull();
  });
});
