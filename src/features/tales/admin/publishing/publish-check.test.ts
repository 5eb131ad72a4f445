import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sanitizeHtml } from '#src/features/tale-html/sanitize-html.ts';
import { type AdminApi, openAdminApi } from '#test/admin-api.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale, taleInput, wordsOf } from '#test/factories.ts';
import { addUser } from '#test/users.ts';
import { deleteTale, updateTale } from '../../tales.ts';
import { listDeadLinks } from './publish-check.ts';

let database: TestDatabase;
let staff: AdminApi;
let id: string;

beforeAll(async () => {
  database = await createTestDatabase();
  staff = await openAdminApi(database);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await staff.rows('delete from tales');
  await staff.rows('delete from tale_slugs');
  ({ id } = await addTale(database.db, { title: 'One', slug: 'one', status: 'draft', rights: '', tags: ['dark'] }));
});

const publicUrl = 'https://tales.example';
const list = (html: string, taleId: string | null = null) => listDeadLinks(database.db, sanitizeHtml(html).html, { publicUrl, id: taleId });
const patch = (match: number, body: object) => staff.call('PATCH', `/tales/${id}`, { match, body });

test('lists links to tales that are not public or do not exist', async () => {
  const soon = new Date(Date.now() + 86_400_000).toISOString();
  const open = await addTale(database.db, { slug: 'open' });
  const draft = await addTale(database.db, { slug: 'a-draft', status: 'draft' });
  await addTale(database.db, { slug: 'soon', publish_date: soon });
  await updateTale(database.db, open.id, open.version, taleInput({ slug: 'open-now' }));
  const gone = await addTale(database.db, { slug: 'gone' });
  await deleteTale(database.db, gone.id);
  const binned = await addTale(database.db, { slug: 'binned' });
  await database.pool.query('update tales set deleted_at = now() where id = $1', [binned.id]);
  const html = `<p><a href="/tale/open">a former address</a> <a href="/tale/open-now?x=1#t-a">open</a> <a href="/tale/${open.id}">by id</a>
    <a href="/tale/a-draft">a <em>draft</em></a> <a href="${publicUrl}/tale/soon/">soon</a> <a href="/tale/gone">gone</a>
    <a href="/tale/binned">binned</a> <a href="/tale/never#t-b">never</a> <a id="x" href="/tale/${draft.id}">by id</a>
    <a href="https://other.example/tale/never">elsewhere</a> <a href="/tales">all</a> <a href="#t-note">note</a></p>`;
  expect(await list(html)).toEqual([
    { address: '/tale/a-draft', words: 'a draft', isHidden: true },
    { address: `${publicUrl}/tale/soon/`, words: 'soon', isHidden: true },
    { address: '/tale/gone', words: 'gone', isHidden: false },
    { address: '/tale/binned', words: 'binned', isHidden: false },
    { address: '/tale/never#t-b', words: 'never', isHidden: false },
    { address: `/tale/${draft.id}`, words: 'by id', isHidden: true },
  ]);
  expect((await list(html, draft.id)).map(({ words }) => words)).toEqual(['soon', 'gone', 'binned', 'never']);
});

test('handles malformed tale URLs', async () => {
  const html = `<a href="/tale/'; drop table tales">x</a><a href="/tale/${'a'.repeat(300)}">long</a><a href="/tale/%00">nul</a>`;
  expect((await list(html)).every(({ isHidden }) => !isHidden)).toBe(true);
});

describe('POST /publish-check', () => {
  const check = (body: object) => staff.call('POST', '/publish-check', { body });
  const ids = async (fields: object) => (await check({ fields })).body.items.map((item: { id: string }) => item.id);

  test('checks fields as typed, saved or not, after sanitizing them', async () => {
    const content = `${wordsOf(120)}<script>x</script><p><img src=/media/a.webp onerror=x><a href="/tale/one">Mill</a><a href="javascript:x">no</a></p>`;
    const { status, body } = await check({
      fields: { title: 'x', author: 'x', category: 'x', excerpt: 'x', content, source: 'x' },
      id: null,
    });
    expect(status).toBe(200);
    expect(body.items.map((item: { id: string; level: string }) => [item.id, item.level])).toEqual([
      ['alt-1', 'blocks'],
      ['rights', 'blocks'],
      ['link-1', 'advice'],
    ]);
    // A link to the tale itself is not a dead link.
    expect((await check({ fields: { content }, id })).body.items).not.toContainEqual(expect.objectContaining({ id: 'link-1' }));
    expect(await ids({})).toEqual(['title', 'author', 'category', 'excerpt', 'source', 'rights', 'length']);
  });

  test.each([{}, { fields: { title: 7 } }, { fields: { id: 'x' } }, { fields: {}, id: 'x' }, { fields: {}, more: 1 }, []])(
    'refuses %j',
    async (body) => {
      expect((await check(body)).status).toBe(422);
    },
  );
});

describe('publishing is refused with errors by field', () => {
  const refused = { status: 422, body: { code: 'invalid', errors: { rights: [expect.any(String)] } } };
  const fields = { title: 'New', author: 'A', category: 'dark', excerpt: 'e', source: 'Here' };

  test('when a tale is created', async () => {
    expect(await staff.call('POST', '/tales', { body: { ...fields, status: 'published' } })).toMatchObject(refused);
    expect((await staff.call('POST', '/tales', { body: fields })).status).toBe(201);
    const content = '<p><img src="/media/a.webp"></p>';
    const answer = await staff.call('POST', '/tales', { body: { ...fields, source: '', content, status: 'published', rights: 'Mine' } });
    expect(Object.keys(answer.body.errors).toSorted()).toEqual(['content', 'source']);
  });

  test('when it is updated, also with a future date', async () => {
    expect(await patch(1, { status: 'published' })).toMatchObject(refused);
    expect(await patch(1, { status: 'published', publish_date: '2199-01-01T00:00:00Z' })).toMatchObject(refused);
    expect((await patch(1, { status: 'published', rights: 'Public domain' })).status).toBe(200);
  });

  test('without blocking other tales of a bulk action', async () => {
    const ready = await addTale(database.db, { status: 'draft' });
    const { body } = await staff.call('POST', '/tales/bulk', { body: { action: 'publish', ids: [id, ready.id] } });
    expect(body).toMatchObject({ done: [ready.id], refused: [{ id, title: 'One', reason: expect.stringContaining('right') }] });
  });

  test('but published tales can be changed', async () => {
    const { id: old } = await addTale(database.db, { source: '', rights: '' });
    expect((await staff.call('PATCH', `/tales/${old}`, { match: 1, body: { title: 'Still here', status: 'published' } })).status).toBe(200);
  });
});

test('checking is for administrators only', async () => {
  const reader = await addUser(database.pool);
  expect((await staff.call('POST', '/publish-check', { as: reader })).status).toBe(403);
  expect((await staff.call('POST', '/publish-check', { as: { ...reader, cookie: '' } })).status).toBe(401);
});
