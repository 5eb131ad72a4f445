import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AdminApi, openAdminApi } from '#test/admin-api.ts';
import { addFile, attach } from '#test/attached-files.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { addUser } from '#test/users.ts';

let database: TestDatabase;
let { rows, call, auditedActions } = {} as AdminApi;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  ({ rows, call, auditedActions } = await openAdminApi(database));
  await rows('delete from tales');
  await rows('delete from tale_slugs');
});

const COVER = '/media/the-old-mill.webp#x40y25';

test('a copy is an unpublished draft with all other fields of the tale, cover included', async () => {
  const { id } = await addTale(database.db, {
    ...{ title: 'The Seven Ravens', content: '<p>One <em>two</em>.</p>', tags: ['animals', 'dark'], language: 'de', tale_type: 'ATU 451' },
    ...{ content_notes: ['violence'], motifs: ['a mill'], questions: ['Why?'], mood: 'eerie', read_time: 12 },
  });
  await rows('update tales set featured_rank = 1, cover_image = $2 where id = $1', [id, COVER]);
  const original = (await call('GET', `/tales/${id}`)).body;
  const { status, headers, body } = await call('POST', `/tales/${id}/duplicate`);
  expect([status, headers.get('etag'), headers.get('location')]).toEqual([201, '"1"', `/api/v1/admin/tales/${body.tale.id}`]);
  const { id: _, created_at, updated_at, publish_date, cover, slug, edited_by, ...same } = original;
  expect(body.tale).toEqual({
    ...same,
    ...{ id: expect.any(String), created_at: expect.any(String), updated_at: expect.any(String), publish_date: expect.any(String) },
    ...{ title: 'Copy of The Seven Ravens', slug: 'copy-of-the-seven-ravens', status: 'draft', state: 'draft', version: 1 },
    ...{ featured_rank: null, edited_by: 'The Snow Queen', cover: COVER },
  });
  const [copy] = await rows('select publish_date_is_manual, first_published_at from tales where id = $1', [body.tale.id]);
  expect(copy).toEqual({ publish_date_is_manual: false, first_published_at: null });
  expect(await auditedActions()).toEqual([
    { action: 'tale.duplicated', subject_id: body.tale.id, details: { title: 'Copy of The Seven Ravens', of: 'The Seven Ravens' } },
  ]);
  expect((await call('GET', `/tales/${id}`)).body).toEqual(original);
});

test('the files of a tale are attached to its copy in the same order', async () => {
  const { id } = await addTale(database.db);
  const files = [await addFile(database.pool, { name: 'b.pdf' }), await addFile(database.pool, { name: 'a.pdf', access: 'members' })];
  await attach(database.pool, id, files);
  await rows("update tale_files set label = 'Draw', description = 'The mill', kind = 'colouring-page' where file_id = $1", [files[0]]);
  const { tale } = (await call('POST', `/tales/${id}/duplicate`)).body;
  const attached = 'select file_id, position, kind, label, description from tale_files where tale_id = $1 order by position';
  expect(await rows(attached, [tale.id])).toEqual(await rows(attached, [id]));
  expect(await rows(attached, [tale.id])).toHaveLength(2);
  expect((await call('GET', `/tales/${tale.id}`)).body).toEqual(tale);
});

test('further copies get slugs of their own, and a long title is cut', async () => {
  const { id } = await addTale(database.db, { title: 'Crow' });
  const slugs = [];
  for (let n = 0; n < 2; n += 1) slugs.push((await call('POST', `/tales/${id}/duplicate`)).body.tale.slug);
  expect(slugs).toEqual(['copy-of-crow', 'copy-of-crow-2']);
  const { id: long } = await addTale(database.db, { title: 'x'.repeat(300) });
  expect((await call('POST', `/tales/${long}/duplicate`)).body.tale.title).toBe(`Copy of ${'x'.repeat(292)}`);
});

test('tales in the trash and unknown tales are not copied, and readers copy nothing', async () => {
  const { id } = await addTale(database.db);
  const kai = await addUser(database.pool);
  expect((await call('POST', `/tales/${id}/duplicate`, { as: kai })).status).toBe(403);
  expect((await call('POST', `/tales/${id}/duplicate`, { as: { ...kai, cookie: '' } })).status).toBe(401);
  await call('POST', `/tales/${id}/bin`);
  expect(await call('POST', `/tales/${id}/duplicate`)).toMatchObject({ status: 409, body: { code: 'in_bin' } });
  expect((await call('POST', '/tales/0198c0de-0000-7000-8000-000000000000/duplicate')).status).toBe(404);
  expect(await rows('select from tales')).toHaveLength(1);
});
