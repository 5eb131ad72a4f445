import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AdminApi, openAdminApi } from '#test/admin-api.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import type { TestUser } from '#test/users.ts';

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
});

const taleRow = async (id: string) => (await rows('select * from tales where id = $1', [id]))[0];
const bulk = (body: unknown) => call('POST', '/tales/bulk', { body });
const ids = async (count: number, about = {}) => {
  const made = [];
  for (let n = 0; n < count; n += 1) made.push((await addTale(database.db, about)).id);
  return made;
};

test('bulk actions publish, categorise, trash, restore and delete, with one audit entry each', async () => {
  const all = await ids(3, { status: 'draft', category: 'dark' });
  for (const action of ['publish', 'categorise', 'bin', 'restore', 'unpublish'])
    expect((await bulk({ action, ids: all, ...(action === 'categorise' && { category: 'animals' }) })).body).toEqual({
      done: all,
      refused: [],
    });
  expect(await rows('select status, category_id, deleted_at, version, edited_by from tales')).toEqual(
    all.map(() => ({ status: 'draft', category_id: 8, deleted_at: null, version: 6, edited_by: admin.id })),
  );
  expect((await bulk({ action: 'delete', ids: all })).body.done).toEqual(all);
  expect(await auditedActions()).toHaveLength(18);
});

test('tales already in the wanted state get no new version; refused tales do not block others', async () => {
  const [one = '', two = ''] = await ids(2, { status: 'published' });
  await call('POST', `/tales/${two}/bin`);
  const gone = '0198c0de-0000-7000-8000-000000000000';
  const { body } = await bulk({ action: 'publish', ids: [gone, two, one, one] });
  expect(body.done).toEqual([one]);
  expect(body.refused).toEqual([
    { id: gone, title: '', reason: 'This tale has been deleted.' },
    { id: two, title: (await taleRow(two)).title, reason: 'This tale is in the trash. Restore it first.' },
  ]);
  expect((await taleRow(one)).version).toBe(1);
  expect((await bulk({ action: 'categorise', ids: [one], category: 'none' })).body.refused[0].reason).toBe('Unknown category');
});

test.each([
  { action: 'burn', ids: ['0198c0de-0000-7000-8000-000000000000'] },
  { action: 'bin', ids: [] },
  { action: 'bin', ids: ['x'] },
  { action: 'bin', ids: ['0198c0de-0000-7000-8000-000000000000'], category: 'dark' },
  { action: 'categorise', ids: ['0198c0de-0000-7000-8000-000000000000'] },
  { action: 'bin', ids: Array.from({ length: 201 }, () => crypto.randomUUID()) },
])('%j is rejected', async (body) => {
  expect((await bulk(body)).status).toBe(422);
});
