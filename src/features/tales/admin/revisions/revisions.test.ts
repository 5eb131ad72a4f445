import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AdminApi, openAdminApi } from '#test/admin-api.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { addUser } from '#test/users.ts';

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

const patch = (match: number, body: object) => staff.call('PATCH', `/tales/${id}`, { match, body });
const actions = async () =>
  (await staff.rows('select action from audit_log where subject_id = $1 order by id', [id])).map(({ action }) => action);

describe('earlier versions', () => {
  test('are listed newest first with editor and time, and can be read', async () => {
    const { body: two } = await patch(1, { title: 'Two', content: '<p>Now with words.</p>' });
    await patch(2, { status: 'published', rights: 'Public domain' });
    const { status, body } = await staff.ask(`/tales/${id}/revisions`);
    expect(status).toBe(200);
    expect(body).toEqual({
      revisions: [
        {
          version: 2,
          saved_at: two.tale.updated_at,
          edited_by: 'The Snow Queen',
          suggested_by: null,
          title: 'Two',
          status: 'draft',
          words: 3,
        },
        { version: 1, saved_at: expect.any(String), edited_by: null, suggested_by: null, title: 'One', status: 'draft', words: 4 },
      ],
      next: null,
    });
    const { body: first } = await staff.ask(`/tales/${id}/revisions/1`);
    expect(first).toMatchObject({
      version: 1,
      edited_by: null,
      fields: { title: 'One', slug: 'one', tags: ['dark'], content: '<p>There was a mill.</p>' },
    });
    const now = await staff.ask(`/tales/${id}`);
    const { fields } = (await staff.ask(`/tales/${id}/revisions/2`)).body;
    expect(fields).toEqual(Object.fromEntries(Object.keys(fields).map((name) => [name, { ...now.body, ...two.tale }[name]])));
  });

  test('saved before content notes existed have none', async () => {
    await patch(1, { content_notes: ['violence'] });
    await staff.rows("update tale_revisions set fields = fields - 'content_notes' where tale_id = $1", [id]);
    expect((await staff.ask(`/tales/${id}/revisions/1`)).body.fields.content_notes).toEqual([]);
  });

  test('are listed 50 per page', async () => {
    await staff.rows(
      `insert into tale_revisions (tale_id, version, saved_at, title, status, words, content, fields)
        select $1, n, now(), 'Old', 'draft', 0, '', '{}' from generate_series(1, 60) n`,
      [id],
    );
    const first = (await staff.ask(`/tales/${id}/revisions`)).body;
    expect([first.revisions.length, first.next]).toEqual([50, '11']);
    const rest = (await staff.ask(`/tales/${id}/revisions?after=11`)).body;
    expect([rest.revisions.map(({ version }: { version: number }) => version), rest.next]).toEqual([[10, 9, 8, 7, 6, 5, 4, 3, 2, 1], null]);
  });

  test.each([
    ['/tales/01a1fed2-db9c-7e0b-967b-7804cf1d9c62/revisions', 404],
    ['/tales/one/revisions', 404],
    ['/tales/ID/revisions/1', 404],
    ['/tales/ID/revisions/0', 404],
    ['/tales/ID/revisions/9999999999', 404],
    ['/tales/ID/revisions?after=0', 400],
    ['/tales/ID/revisions?before=3', 400],
  ])('%s is %d', async (path, status) => {
    expect((await staff.ask(path.replace('ID', id))).status).toBe(status);
  });
});

describe('restoring an earlier version', () => {
  const restore = (version: number, match?: number | string) =>
    staff.call('POST', `/tales/${id}/revisions/${version}/restore`, match === undefined ? {} : { match });

  test('creates a new version; slug, status and date stay', async () => {
    await patch(1, {
      title: 'Two',
      author: 'Another',
      category: 'fantasy',
      tags: [],
      slug: 'two',
      content: '<p>Otherwise.</p>',
      rights: 'Mine',
    });
    const { body } = await patch(2, { status: 'published' });
    const answer = await restore(1, 3);
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"4"']);
    expect(answer.body.tale).toMatchObject({
      ...{
        version: 4,
        title: 'One',
        author: 'The Miller',
        category: 'classic',
        tags: ['dark'],
        content: '<p>There was a mill.</p>',
        rights: '',
      },
      ...{ slug: 'two', status: 'published', publish_date: body.tale.publish_date, edited_by: 'The Snow Queen' },
    });
    expect((await actions()).at(-1)).toBe('tale.version-restored');
    // The replaced version can be restored as well.
    expect((await restore(3, 4)).body.tale).toMatchObject({ version: 5, title: 'Two', content: '<p>Otherwise.</p>', rights: 'Mine' });
  });

  test('requires If-Match and does not overwrite a newer version', async () => {
    await patch(1, { title: 'Two' });
    await patch(2, { title: 'Three' });
    expect(await restore(1)).toMatchObject({ status: 428, body: { code: 'version_needed' } });
    expect(await restore(1, 2)).toMatchObject({ status: 412, body: { code: 'changed_since' } });
    expect((await staff.ask(`/tales/${id}`)).body).toMatchObject({ title: 'Three', version: 3 });
    expect(await actions()).not.toContain('tale.version-restored');
  });

  test('saves once when requested concurrently', async () => {
    await patch(1, { title: 'Two' });
    const answers = await Promise.all([restore(1, 2), restore(1, 2), restore(1, 2)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
  });

  test('keeps the current category if the old one was deleted', async () => {
    await patch(1, { title: 'Two', category: 'fantasy', tags: ['animals'] });
    await staff.rows(`update tale_revisions set fields = fields || '{"category": "gone", "tags": ["gone", "dark"]}'`);
    expect((await restore(1, 2)).body.tale).toMatchObject({ title: 'One', category: 'fantasy', tags: ['dark'] });
  });

  test('resolves a category that was merged into another', async () => {
    await patch(1, { title: 'Two', category: 'fantasy', tags: [] });
    await staff.rows(`update tale_revisions set fields = fields || '{"category": "magical", "tags": ["magical"]}'`);
    expect((await restore(1, 2)).body.tale).toMatchObject({ title: 'One', category: 'magical-creatures', tags: [] });
  });

  test('leaves out images that were deleted since, and reports it', async () => {
    const [kept, gone] = ['a', 'b'].map((letter) => `/media/${letter.repeat(20)}-800x600/800.webp`);
    await staff.rows(`insert into media (hash, width, height, bytes, name, ready_at) values (repeat('a', 20), 800, 600, 1, 'A', now())`);
    const content = `<p>One<img src="${kept}" alt="A" /></p><p>Two<img src="${gone}" alt="B" /></p>`;
    await patch(1, { content, cover_image: gone });
    await patch(2, { content: '<p>Now.</p>', cover_image: '' });
    const { body } = await restore(2, 3);
    expect(body).toMatchObject({ tidied: true, tale: { cover_image: '', content: `<p>One<img src="${kept}" alt="A" /></p><p>Two</p>` } });
    expect((await restore(1, 4)).body.tidied).toBe(false);
  });

  test('reports fields that are no longer valid', async () => {
    await patch(1, { title: 'Two' });
    await staff.rows(`update tale_revisions set fields = fields || '{"cover_image": "https://elsewhere.example/x.png"}'`);
    expect(await restore(1, 2)).toMatchObject({ status: 422, body: { errors: { cover_image: [expect.any(String)] } } });
    expect((await staff.ask(`/tales/${id}`)).body.version).toBe(2);
  });

  test('fails for a trashed tale and for an unknown version', async () => {
    await patch(1, { title: 'Two' });
    expect((await restore(2, 2)).status).toBe(404);
    await staff.call('POST', `/tales/${id}/bin`);
    expect(await restore(1, 3)).toMatchObject({ status: 409, body: { code: 'in_bin' } });
  });
});

test('is for administrators only', async () => {
  const reader = await addUser(database.pool);
  for (const [method, path] of [
    ['GET', `/tales/${id}/revisions`],
    ['GET', `/tales/${id}/revisions/1`],
    ['POST', `/tales/${id}/revisions/1/restore`],
  ] as const) {
    expect((await staff.call(method, path, { as: reader })).status).toBe(403);
    expect((await staff.call(method, path, { as: { ...reader, cookie: '' } })).status).toBe(401);
  }
});
