import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findCollection } from '#src/features/collections/collections.ts';
import { findTale, isPublic, moveTale, taleRecords } from '#src/features/tales/tales.ts';
import { type AdminApi, openAdminApi } from '#test/admin-api.ts';
import { addFile } from '#test/attached-files.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { openFileLibrary } from '#test/file-library.ts';
import type { FileWithUses } from '../contract.ts';
import { readPublicFile } from '../files.ts';
import { listAttachments, listMemberFiles } from './attachments.ts';

let database: TestDatabase;
let staff: AdminApi;
let tale: { id: string; slug: string };
const ids: Record<string, string> = {};

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  for (const table of ['tales', 'collections', 'collection_slugs', 'files', 'folders']) await database.pool.query(`delete from ${table}`);
  staff = await openAdminApi(database);
  tale = await addTale(database.db);
  for (const access of ['public', 'members', 'private'] as const)
    ids[access] = await addFile(database.pool, { name: `${access} sheet.pdf`, access, pages: 2 });
});

const NONE = '00000000-0000-7000-8000-000000000000';
const file = (id: string | undefined, more = {}) => ({ id, kind: 'worksheet', ...more });
const all = () => ['private', 'members', 'public'].map((access) => file(ids[access]));
const get = (path = `/tales/${tale.id}/files`) => staff.call('GET', path);
const put = async (files: object[], path = `/tales/${tale.id}/files`) =>
  staff.call('PUT', path, { match: (await get(path)).headers.get('etag') ?? '', body: { files } });
const shown = async () => {
  const found = await findTale(database.db, tale.slug);
  return found.kind === 'found' ? found.tale : undefined;
};
const updatedAt = async () => (await staff.rows('select updated_at from tales where id = $1', [tale.id]))[0].updated_at.getTime();

test('attaches files in their order, with label, kind and description', async () => {
  const saved = await put([
    file(ids.members),
    file(ids.public, { kind: 'colouring-page', label: ' The mill ', description: 'For crayons' }),
  ]);
  expect([saved.status, saved.headers.get('etag')]).toEqual([200, `"${saved.body.tag}"`]);
  expect(saved.body.files).toMatchObject([
    { id: ids.members, kind: 'worksheet', label: '', access: 'members' },
    { id: ids.public, kind: 'colouring-page', label: 'The mill', description: 'For crayons', access: 'public', bytes: 1234, pages: 2 },
  ]);
  expect((await get()).body).toEqual(saved.body);
  expect((await put([file(ids.public), file(ids.members)])).body.files.map((each: { id: string }) => each.id)).toEqual([
    ids.public,
    ids.members,
  ]);
  const audited = (await staff.auditedActions()).filter(({ action }) => action === 'tale.files_changed');
  expect(audited).toMatchObject([{ subject_id: tale.id, details: { files: 2 } }, {}]);
});

test('refuses a list that is not based on the current one, and what is no file', async () => {
  const path = `/tales/${tale.id}/files`;
  const { tag } = (await get()).body;
  await put(all());
  expect((await staff.call('PUT', path, { match: `"${tag}"`, body: { files: [] } })).body).toMatchObject({ code: 'changed_since' });
  expect((await staff.call('PUT', path, { body: { files: [] } })).status).toBe(428);
  for (const files of [
    [file(NONE)],
    [file(ids.public), file(ids.public)],
    [file(ids.public, { kind: 'video' })],
    [file(ids.public, { label: 'a\0' })],
    [file(ids.public, { label: 'x'.repeat(201) })],
    Array.from({ length: 21 }, () => file(crypto.randomUUID())),
  ])
    expect((await put(files)).status, JSON.stringify(files).slice(0, 80)).toBe(422);
  expect((await get()).body.files).toHaveLength(3);
  expect((await get(`/tales/${NONE}/files`)).status).toBe(404);
  await moveTale(database.db, tale.id, 'bin', staff.admin.id);
  expect((await get()).body).toMatchObject({ code: 'unknown_tale' });
});

test('readers see files of public folders, and the number of those for members', async () => {
  await put(all());
  const seen = { label: 'public sheet', name: 'public sheet.pdf', address: `/files/${ids.public}/public%20sheet.pdf?v=1` };
  expect(await shown()).toMatchObject({ files: [{ ...seen, preview: `/files/${ids.public}/preview?v=1` }], memberFiles: 1 });
  const [record] = await taleRecords(database.db, [tale.id]);
  expect(record?.files.map(({ id }) => id)).toEqual([ids.public]);
  expect(JSON.stringify([await shown(), record])).not.toMatch(/members sheet|private sheet/);
});

test('members list further files of what is published, never private ones', async () => {
  await put(all());
  const list = () => listMemberFiles(database.db, 'tale', tale.slug, isPublic);
  expect(await list()).toMatchObject([{ id: ids.members, label: 'members sheet' }]);
  await database.pool.query("update tales set status = 'draft'");
  await expect(list()).rejects.toMatchObject({ status: 404 });
});

test('a collection has files of its own, for readers once it is shown', async () => {
  const made = await staff.call('POST', '/collections', { body: { title: 'Mills' } });
  const path = `/collections/${made.body.id}/files`;
  expect((await put(all(), path)).body.files).toHaveLength(3);
  const list = () => listMemberFiles(database.db, 'collection', 'mills', isPublic);
  await expect(list()).rejects.toMatchObject({ status: 404 });
  await staff.call('PATCH', `/collections/${made.body.id}`, { match: 1, body: { tales: [tale.id] } });
  const found = await findCollection(database.db, 'mills');
  expect(found).toMatchObject({ files: [{ id: ids.public }], memberFiles: 1 });
  expect(await list()).toMatchObject([{ id: ids.members }]);
  await put([file(ids.public)]);
  expect(await listAttachments(database.db, ids.public ?? '')).toEqual([
    { kind: 'collection', id: String(made.body.id), title: 'Mills' },
    { kind: 'tale', id: tale.id, title: expect.any(String) },
  ]);
});

test('a tale changes with its files and their folders, and only then', async () => {
  await put([file(ids.public)]);
  let before = await updatedAt();
  await put([file(ids.public)]);
  expect(await updatedAt()).toBe(before);
  const changes = [
    "update files set name = 'b.pdf' where id = $1",
    'update files set content_version = 2 where id = $1',
    "update folders set access = 'members' where id = (select folder_id from files where id = $1)",
    'update tale_files set label = $1::text where file_id = $1',
    'delete from files where id = $1',
  ];
  for (const change of changes) {
    await database.pool.query(change, [ids.public]);
    const now = await updatedAt();
    expect(now, change).toBeGreaterThan(before);
    before = now;
  }
  expect(await shown()).toMatchObject({ files: [], memberFiles: 0 });
});

test('a notification drops old pages when a file is removed or its folder is closed', async () => {
  await put(all());
  const client = await database.pool.connect();
  const notices: string[] = [];
  client.on('notification', ({ payload }) => notices.push(payload ?? ''));
  try {
    await client.query('listen talewood_cache');
    const withdrawn = async (change: string) => {
      notices.length = 0;
      await client.query(change);
      await client.query('select 1');
      return notices.some((payload) => payload.includes('withdrawn:'));
    };
    expect(await withdrawn("update folders set access = 'private' where access = 'members'")).toBe(true);
    expect(await withdrawn("delete from tale_files where file_id = (select id from files where name like 'public%')")).toBe(true);
    expect(await withdrawn("update folders set name = 'Other' where access = 'public'")).toBe(false);
  } finally {
    client.release(true);
  }
});

test('the library says what a file is attached to; books read its bytes while everyone may', async () => {
  const library = await openFileLibrary(database);
  const [open, closed] = [await library.addFolder('Open'), await library.addFolder('Closed', 'members')];
  const bytes = Buffer.from('Mill, Wheel');
  const { body: sheet } = await library.upload(open.id, 'Words & more.csv', bytes);
  await put([file(sheet.id)]);
  const seen = await library.ask<FileWithUses>('GET', `/files/${sheet.id}`);
  expect(seen.body.used_in).toEqual([{ kind: 'tale', id: tale.id, title: expect.any(String) }]);
  const read = (address: string, max = 100) => readPublicFile({ ...database, ...library }, address, max);
  const address = (await shown())?.files[0]?.address ?? '';
  expect((await read(address))?.equals(bytes)).toBe(true);
  expect([await read(address, 10), await read('/files/x/y.csv'), await read(`/files/${NONE}/y.csv`)]).toEqual(Array(3).fill(undefined));
  await library.ask('PATCH', `/files/${sheet.id}`, { folder_id: closed.id }, { match: sheet.version });
  expect(await read(address)).toBe(undefined);
  expect(await shown()).toMatchObject({ files: [], memberFiles: 1 });
  await library.ask('DELETE', `/files/${sheet.id}`, undefined, { match: sheet.version + 1 });
  expect([(await get()).body.files, (await shown())?.memberFiles]).toEqual([[], 0]);
  await library.close();
});
