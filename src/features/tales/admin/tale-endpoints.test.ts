import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AdminApi, openAdminApi } from '#test/admin-api.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { addUser, type TestUser } from '#test/users.ts';

let database: TestDatabase;
let admin: TestUser;
let { rows, call, auditedActions } = {} as AdminApi;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  ({ admin, rows, call, auditedActions } = await openAdminApi(database));
  await rows('delete from tales');
  await rows('delete from tale_slugs');
});

const form = {
  ...{ title: 'The Seven Ravens', author: 'The Brothers Grimm', category: 'dark', excerpt: 'A sister looks for her brothers.' },
  ...{ source: 'Told at the mill', rights: 'Public domain' },
};
const taleRow = async (id: string) => (await rows('select * from tales where id = $1', [id]))[0];

describe('access', () => {
  test('visitors get 401, readers 403, and nothing changes', async () => {
    const { id } = await addTale(database.db);
    const kai = await addUser(database.pool);
    const calls: [string, string, unknown?][] = [
      ['GET', '/tales'],
      ['GET', `/tales/${id}`],
      ['GET', '/choices'],
      ['GET', '/choices/authors'],
      ['POST', '/tales', form],
      ['PATCH', `/tales/${id}`, { title: 'x' }],
      ['DELETE', `/tales/${id}`],
      ['POST', `/tales/${id}/bin`],
      ['POST', `/tales/${id}/restore`],
      ['POST', '/tales/bulk', { action: 'delete', ids: [id] }],
    ];
    for (const [method, path, body] of calls) {
      const as = (who: TestUser) => call(method, path, { match: 1, body, as: who });
      expect([path, (await as({ ...kai, cookie: '' })).status]).toEqual([path, 401]);
      expect([path, (await as(kai)).status]).toEqual([path, 403]);
    }
    expect(await rows('select version, deleted_at from tales')).toEqual([{ version: 1, deleted_at: null }]);
  });
});

describe('creating a tale', () => {
  test('returns the whole tale with Location and ETag', async () => {
    const { status, headers, body } = await call('POST', '/tales', {
      body: { ...form, content: '<p>Once.</p><script>x</script>', tags: ['animals'], content_notes: ['violence', 'drink', 'violence'] },
    });
    const { tale, tidied } = body;
    expect([status, headers.get('etag'), headers.get('location'), headers.get('cache-control')]).toEqual([
      201,
      '"1"',
      `/api/v1/admin/tales/${tale.id}`,
      'no-store',
    ]);
    expect(tidied).toBe(true);
    expect(tale).toMatchObject({
      ...form,
      slug: 'the-seven-ravens',
      content: '<p>Once.</p>',
      status: 'draft',
      state: 'draft',
      tags: ['animals'],
      content_notes: ['violence', 'drink'],
      category_name: 'Dark',
      version: 1,
      edited_by: 'The Snow Queen',
      deleted_at: null,
    });
    expect((await call('GET', `/tales/${tale.id}`)).body).toEqual(tale);
    expect(await auditedActions()).toEqual([{ action: 'tale.created', subject_id: tale.id, details: { title: form.title } }]);
  });

  test('reports all problems of invalid input and saves nothing', async () => {
    const { status, body } = await call('POST', '/tales', {
      body: { title: ' ', category: 'none', rights: 'x'.repeat(501), content_notes: ['boredom'], id: 'x', created_at: 'x' },
    });
    expect([status, body.code]).toEqual([422, 'invalid']);
    expect(body.errors).toEqual({
      title: ['Title is required'],
      author: ['Author is required'],
      category: ['Unknown category'],
      excerpt: ['Excerpt is required'],
      rights: ['Must be 500 characters or fewer'],
      content_notes: ['Unknown content note'],
      id: ['Unknown field'],
      created_at: ['Unknown field'],
    });
    expect(await rows('select from tales')).toHaveLength(0);
    expect(await auditedActions()).toEqual([]);
  });

  test.each([[[]], ['a'], [7], [null]])('that is none is refused: %j', async (body) => {
    expect((await call('POST', '/tales', { body })).status).toBe(422);
  });

  test('rejects a __proto__ field', async () => {
    const body = JSON.parse(`{"__proto__": {"status": "published"}, "title": "A"}`);
    expect((await call('POST', '/tales', { body })).body.errors).toMatchObject({ ['__proto__']: ['Unknown field'] });
  });
});

describe('updating a tale', () => {
  test('saves the given fields and keeps the others', async () => {
    const { id } = await addTale(database.db, {
      ...form,
      content: '<p>One two.</p>',
      tags: ['animals'],
      tale_type: 'ATU 451',
      rights: 'CC0',
      motifs: ['a mill'],
      questions: ['Why?', 'Who?'],
    });
    const before = await taleRow(id);
    const { status, headers, body } = await call('PATCH', `/tales/${id}`, { match: 1, body: { rights: 'Public domain' } });
    expect([status, headers.get('etag'), body.tidied]).toEqual([200, '"2"', false]);
    const { version, rights, edited_by, updated_at, search, ...same } = before;
    expect(await taleRow(id)).toMatchObject({ ...same, version: 2, rights: 'Public domain', edited_by: admin.id });
    expect(body.tale.tags).toEqual(['animals']);
    expect(await auditedActions()).toEqual([{ action: 'tale.changed', subject_id: id, details: { title: form.title } }]);
  });

  test('requires If-Match and rejects an old version', async () => {
    const { id } = await addTale(database.db);
    const change = (match?: number | string) =>
      call('PATCH', `/tales/${id}`, { ...(match !== undefined && { match }), body: { title: 'B' } });
    expect(await change()).toMatchObject({ status: 428, body: { code: 'version_needed' } });
    expect((await change(1)).status).toBe(200);
    for (const old of [1, 3, '"x"', '*', '7', '""'])
      expect(await change(old)).toMatchObject({ status: 412, body: { code: 'changed_since' } });
    expect((await change('W/"2"')).status).toBe(200);
    expect((await taleRow(id)).version).toBe(3);
  });

  test('is rejected for trashed, deleted and unknown tales, with the reason', async () => {
    const { id } = await addTale(database.db);
    const change = (path: string) => call('PATCH', `/tales/${path}`, { match: 1, body: { title: 'B' } });
    await call('POST', `/tales/${id}/bin`);
    expect(await change(id)).toMatchObject({ status: 409, body: { code: 'in_bin' } });
    expect((await call('DELETE', `/tales/${id}`)).status).toBe(204);
    for (const path of [id, '0198c0de-0000-7000-8000-000000000000'])
      expect(await change(path)).toMatchObject({ status: 404, body: { code: 'unknown_tale' } });
    for (const path of ['1', 'null', encodeURIComponent('../tales')]) expect((await change(path)).status).toBe(404);
  });

  test('reports invalid fields and saves nothing', async () => {
    const { id } = await addTale(database.db);
    for (const [field, value] of Object.entries({
      title: '',
      version: 7,
      search: 'x',
      excerpt: 'x'.repeat(301),
      status: 'bin',
      title_: 'a\0b',
    })) {
      const { status, body } = await call('PATCH', `/tales/${id}`, { match: 1, body: { [field]: value } });
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    }
    expect((await call('PATCH', `/tales/${id}`, { match: 1, body: { title: 'a\0b' } })).body.errors).toHaveProperty('title');
    expect((await taleRow(id)).version).toBe(1);
  });

  test('accepts exactly one of 100 concurrent changes of one version', async () => {
    const { id } = await addTale(database.db);
    for (let version = 1; version <= 3; version += 1) {
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, n) =>
          call('PATCH', `/tales/${id}`, { match: version, body: { title: `From ${version} by ${n}` } }),
        ),
      );
      const taken = answers.filter(({ status }) => status === 200);
      expect([taken.length, new Set(answers.map(({ status }) => status))]).toEqual([1, new Set([200, 412])]);
      expect(await taleRow(id)).toMatchObject({ title: taken[0]?.body.tale.title, version: version + 1 });
    }
  });
});

describe('publish date', () => {
  const past = '2001-01-01T00:00:00.000Z';
  const year = async (id: string) => (await taleRow(id)).publish_date.getUTCFullYear();
  const old = async (about = {}) => {
    const { id } = (await call('POST', '/tales', { body: { ...form, ...about } })).body.tale;
    await rows(
      `update tales set created_at = '${past}', publish_date = case when publish_date_is_manual then publish_date else '${past}' end`,
    );
    return id;
  };

  test('is now when a draft without one is published, even if the form sends its default', async () => {
    for (const extra of [{}, { publish_date: past }]) {
      const id = await old();
      await call('PATCH', `/tales/${id}`, { match: 1, body: { status: 'published', ...extra } });
      expect(await year(id)).toBeGreaterThan(2020);
    }
  });

  test('is the one set explicitly, before or on publishing', async () => {
    const set = { publish_date: '2010-05-05T00:00:00Z' };
    const early = await old(set);
    await call('PATCH', `/tales/${early}`, { match: 1, body: { status: 'published' } });
    const late = await old();
    await call('PATCH', `/tales/${late}`, { match: 1, body: { status: 'published', ...set } });
    expect([await year(early), await year(late)]).toEqual([2010, 2010]);
  });

  test('is the time of saving for “now”, so that the tale is public at once, whatever its date was', async () => {
    const id = await old({ publish_date: '2199-01-01T00:00:00Z' });
    const now = { status: 'published', publish_date: 'now' };
    expect((await call('PATCH', `/tales/${id}`, { match: 1, body: now })).body.tale.state).toBe('published');
    expect((await call('POST', '/tales', { body: { ...form, ...now } })).body.tale.state).toBe('published');
    expect((await call('PATCH', `/tales/${id}`, { match: 2, body: { publish_date: 'soon' } })).body.errors).toEqual({
      publish_date: ['This is no date and time'],
    });
  });

  test('stays when a tale is published again', async () => {
    const id = await old({ status: 'published' });
    await rows(`update tales set publish_date = '${past}'`);
    await call('PATCH', `/tales/${id}`, { match: 1, body: { status: 'draft' } });
    await call('PATCH', `/tales/${id}`, { match: 2, body: { status: 'published' } });
    expect(await year(id)).toBe(2001);
    expect((await auditedActions()).map(({ action }) => action)).toEqual(['tale.created', 'tale.unpublished', 'tale.published']);
  });
});

describe('trash and deletion', () => {
  test('a trashed tale is hidden from readers and restored unchanged', async () => {
    const { id, slug } = await addTale(database.db, { tags: ['dark'] });
    expect((await call('POST', `/tales/${id}/bin`)).body.tale).toMatchObject({ state: 'bin', version: 2 });
    expect(await call('POST', `/tales/${id}/bin`)).toMatchObject({ status: 409, body: { code: 'in_bin' } });
    const { findTale } = await import('#src/features/tales/tales.ts');
    expect((await findTale(database.db, slug)).kind).toBe('gone');
    expect((await call('POST', `/tales/${id}/restore`)).body.tale).toMatchObject({
      state: 'published',
      deleted_at: null,
      tags: ['dark'],
      version: 3,
    });
    expect((await findTale(database.db, slug)).kind).toBe('found');
    expect(await call('POST', `/tales/${id}/restore`)).toMatchObject({ status: 409, body: { code: 'not_in_bin' } });
    expect((await auditedActions()).map(({ action }) => action)).toEqual(['tale.binned', 'tale.restored']);
  });

  test('deletion is permanent, removes favourites, and keeps the title in the audit log only', async () => {
    const { id } = await addTale(database.db, { title: 'Bluebeard' });
    await rows('insert into favorites (user_id, tale_id, is_on, at) values ($1, $2, true, now())', [admin.id, id]);
    expect((await call('DELETE', `/tales/${id}`)).status).toBe(204);
    expect(await call('DELETE', `/tales/${id}`)).toMatchObject({ status: 404, body: { code: 'unknown_tale' } });
    expect(await rows('select from favorites')).toHaveLength(0);
    expect(await auditedActions()).toEqual([{ action: 'tale.deleted', subject_id: id, details: { title: 'Bluebeard' } }]);
    expect(await call('GET', `/tales/${id}`)).toMatchObject({ status: 404, body: { code: 'unknown_tale' } });
  });

  test('the daily cleanup deletes tales after 30 days in the trash', async () => {
    const [stays, goes] = [await addTale(database.db), await addTale(database.db)];
    await addTale(database.db);
    await rows("update tales set deleted_at = now() - interval '29 days 23 hours' where id = $1", [stays.id]);
    await rows("update tales set deleted_at = now() - interval '30 days 1 minute' where id = $1", [goes.id]);
    const { purgeOldTrash } = await import('../trash.ts');
    expect([await purgeOldTrash(database.db), await purgeOldTrash(database.db)]).toEqual([1, 0]);
    expect(await taleRow(goes.id)).toBeUndefined();
    expect(await taleRow(stays.id)).toBeDefined();
  });
});
