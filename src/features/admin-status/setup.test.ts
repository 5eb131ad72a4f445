import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importLibrary } from '#src/features/starter-library/import-library.ts';
import { type AdminApi, openAdminApi } from '#test/admin-api.ts';
import { operationsDeps } from '#test/admin-deps.ts';
import { createTestDatabase, silent, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { runSql } from '#test/sql.ts';
import { addUser, PASSWORD } from '#test/users.ts';
import { SETUP_STEPS, SetupStatus } from './contract.ts';
import { readSetup } from './setup.ts';

const LIBRARY: Record<string, string> = {
  'authors/the-miller.md': '---\nname: The Miller\nsort_name: Miller, The\nkind: person\n---\nHe ground.\n',
  'tales/the-mill.md':
    '---\ntitle: The Mill\nauthor: The Miller\ncategory: dark\nexcerpt: "It turned."\npublish_date: 2020-02-03\n---\nIt turned.\n',
};

let database: TestDatabase;
let staff: AdminApi;

beforeAll(async () => {
  database = await createTestDatabase();
  await startFirstTime();
});
afterAll(() => database.drop());
beforeEach(async () => {
  staff = await openAdminApi(database);
  await owner("delete from tales where slug <> 'the-mill'");
  for (const table of ['newsletter_issues', 'backup_log']) await owner(`delete from ${table}`);
  await owner("update site_settings set name = '', setup_dismissed_at = null");
  await owner("update newsletter_schedule set updated_at = (select imported_at - interval '1 second' from seed_runs)");
});

/** Imports a starter library with one tale, as the first start of a site does. */
async function startFirstTime(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-library-'));
  for (const kind of ['authors', 'tales', 'collections']) await mkdir(path.join(folder, kind));
  for (const [file, text] of Object.entries(LIBRARY)) await writeFile(path.join(folder, file), text);
  await importLibrary(database.db, folder, { log: silent });
  await rm(folder, { recursive: true });
}

const owner = (text: string, values: unknown[] = []) => runSql<Record<string, unknown>>(database.ownerUrl, text, values);
const read = async () => SetupStatus.parse((await staff.ask('/setup')).body);
const done = async () => (await read()).steps.filter(({ is_done }) => is_done).map(({ id }) => id);
const put = (is_dismissed: unknown) => staff.call('PUT', '/setup', { body: { is_dismissed } });

describe('the steps of a new site', () => {
  test('are not done, in their order', async () => {
    expect(await read()).toEqual({ is_dismissed: false, steps: SETUP_STEPS.map((id) => ({ id, is_done: false })) });
  });

  test('the name is done once it is chosen', async () => {
    await owner("update site_settings set name = 'Tales of the mill'");
    expect(await done()).toEqual(['site_name']);
  });

  test('email is done with a mail server', async () => {
    const { config } = operationsDeps({ SMTP_URL: 'smtp://mail.example' });
    const { steps } = await readSetup({ db: database.db, config });
    expect(steps.filter(({ is_done }) => is_done)).toEqual([{ id: 'email', is_done: true }]);
  });

  test('the first tale is done once one is public that is not from the starter library', async () => {
    const draft = await addTale(database.db, { status: 'draft' });
    const scheduled = await addTale(database.db, { daysAgo: -1 });
    expect(await done()).toEqual([]);
    await owner('update tales set publish_date = now() where id = $1', [scheduled.id]);
    expect(await done()).toEqual(['first_tale']);
    await owner('update tales set deleted_at = now() where id = $1', [scheduled.id]);
    expect(await done()).toEqual([]);
    await owner("update tales set status = 'published', publish_date = '2019-01-01' where id = $1", [draft.id]);
    expect(await done()).toEqual(['first_tale']);
  });

  test('a change of a tale of the starter library does not count as a first tale', async () => {
    const [mill] = await staff.rows("select id, version from tales where slug = 'the-mill'");
    await staff.call('PATCH', `/tales/${mill.id}`, { match: mill.version, body: { title: 'Another mill', slug: 'the-mill' } });
    expect(await done()).toEqual([]);
  });

  test('the newsletter is done once an issue is edited', async () => {
    await addTale(database.db, { status: 'draft' });
    const { body: issue } = await staff.call('POST', '/newsletter/issues');
    expect(await done(), 'composed by the site').toEqual([]);
    const match = issue.version;
    await staff.call('PATCH', `/newsletter/issues/${issue.id}`, { match, body: { subject: 'News from the mill' } });
    expect(await done()).toEqual(['newsletter']);
  });

  test('the newsletter is done once its schedule is saved, even unchanged', async () => {
    const { tag, ...schedule } = (await staff.ask('/newsletter')).body.schedule;
    await staff.call('PUT', '/newsletter/schedule', { match: `"${tag}"`, body: schedule });
    expect(await done()).toEqual(['newsletter']);
  });

  test.each(['file', 'base'])('the backup is done with a %s', async (kind) => {
    await owner('insert into backup_log (at, kind, bytes) values (now(), $1, 1)', [kind]);
    expect(await done()).toEqual(['backup']);
  });
});

test('is dismissed and shown again, audited when that changes something, and without a conflict for an open form', async () => {
  const tag = async () => (await staff.ask('/site-settings')).body.tag;
  const before = await tag();
  expect((await put(true)).body).toMatchObject({ is_dismissed: true, steps: expect.any(Array) });
  await put(true);
  expect(await read()).toMatchObject({ is_dismissed: true });
  expect((await put(false)).body).toMatchObject({ is_dismissed: false });
  expect(await tag()).toBe(before);
  expect(
    await staff.rows("select action, subject_kind from audit_log where actor = $1 and action like 'setup.%' order by id", [staff.admin.id]),
  ).toEqual([
    { action: 'setup.dismissed', subject_kind: 'settings' },
    { action: 'setup.shown', subject_kind: 'settings' },
  ]);
  for (const wrong of ['yes', null, undefined]) expect((await put(wrong)).status).toBe(422);
});

test('is for administrators only, without API keys', async () => {
  const reader = await addUser(database.pool);
  const { body: key } = await staff.call('POST', '/keys', { body: { name: 'Import', scope: 'write', current: PASSWORD } });
  for (const method of ['GET', 'PUT']) {
    const body = method === 'PUT' ? { is_dismissed: true } : undefined;
    expect((await staff.call(method, '/setup', { as: reader, body })).status).toBe(403);
    expect((await staff.call(method, '/setup', { as: { ...reader, cookie: '' }, body })).status).toBe(401);
    const headers = { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' };
    const asProgram = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    expect((await staff.app.request('/api/v1/admin/setup', asProgram)).status).toBe(401);
  }
  expect((await read()).is_dismissed).toBe(false);
});
