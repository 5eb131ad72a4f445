import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { setSiteName, siteName } from '#src/platform/site-name.ts';
import { type AdminApi, openAdminApi } from '#test/admin-api.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addUser } from '#test/users.ts';

let database: TestDatabase;
let staff: AdminApi;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => {
  setSiteName('');
  return database.drop();
});
beforeEach(async () => {
  staff = await openAdminApi(database);
  await staff.rows('delete from tales');
  await staff.rows('delete from tale_slugs');
  await staff.rows("update site_settings set publish_requires_source = true, name = ''");
  setSiteName('');
});

const bare = { title: 'The Seven Ravens', author: 'Grimm', category: 'dark', excerpt: 'A sister looks for her brothers.' };
const MISSING = { source: [expect.any(String)], rights: [expect.any(String)] };
const settings = async () => (await staff.call('GET', '/site-settings')).body;
const save = async (publish_requires_source: unknown, match?: string) =>
  staff.call('PUT', '/site-settings', { body: { publish_requires_source }, match: match ?? `"${(await settings()).tag}"` });

test('source and rights are required to publish, by default and in every way of publishing', async () => {
  expect(await settings()).toMatchObject({ publish_requires_source: true });
  expect((await staff.call('GET', '/choices')).body.publish_requires_source).toBe(true);
  const published = { ...bare, status: 'published' };
  const scheduled = { ...published, publish_date: new Date(Date.now() + 86_400_000).toISOString() };
  for (const body of [published, scheduled])
    expect((await staff.call('POST', '/tales', { body })).body).toMatchObject({ status: 422, errors: MISSING });
  const { id } = (await staff.call('POST', '/tales', { body: bare })).body.tale;
  const bulk = (await staff.call('POST', '/tales/bulk', { body: { action: 'publish', ids: [id] } })).body;
  expect(bulk).toMatchObject({ done: [], refused: [{ id }] });
});

test('a scheduled tale cannot lose what it needs before its date; a public one may be changed', async () => {
  const full = { ...bare, status: 'published', source: 'Told', rights: 'CC0' };
  const publish_date = new Date(Date.now() + 86_400_000).toISOString();
  const scheduled = (await staff.call('POST', '/tales', { body: { ...full, publish_date } })).body.tale;
  const lose = (id: string, match: number) => staff.call('PATCH', `/tales/${id}`, { match, body: { rights: '' } });
  expect((await lose(scheduled.id, 1)).body).toMatchObject({ status: 422, errors: { rights: MISSING.rights } });
  expect((await staff.call('PATCH', `/tales/${scheduled.id}`, { match: 1, body: { rights: '', status: 'draft' } })).status).toBe(200);
  const open = (await staff.call('POST', '/tales', { body: { ...full, title: 'Another' } })).body.tale;
  expect((await lose(open.id, 1)).status).toBe(200);
});

test('an administrator switches the rule off and on again, and the log says so', async () => {
  expect((await save(false)).body).toMatchObject({ publish_requires_source: false });
  const body = { ...bare, status: 'published' };
  expect((await staff.call('POST', '/publish-check', { body: { fields: body } })).body.items).not.toContainEqual(
    expect.objectContaining({ level: 'blocks' }),
  );
  expect((await staff.call('POST', '/tales', { body })).status).toBe(201);
  await save(true);
  expect((await staff.call('POST', '/tales', { body })).status).toBe(422);
  const log = await staff.rows("select details from audit_log where action = 'settings.changed' and actor = $1 order by id", [
    staff.admin.id,
  ]);
  expect(log.map(({ details }) => details)).toEqual([{ publish_requires_source: false }, { publish_requires_source: true }]);
});

test('what cannot be a picture without a description stays so', async () => {
  await save(false);
  const content = '<p>Once.</p><figure><img src="/media/0123456789abcdef0123-500x400/500.webp" alt="" width="500" height="400"></figure>';
  expect((await staff.call('POST', '/tales', { body: { ...bare, content, status: 'published' } })).body.errors).toEqual({
    content: [expect.stringContaining('Picture 1')],
  });
});

test('settings are changed from what is there, by administrators alone', async () => {
  const { tag } = await settings();
  expect((await save('perhaps')).status).toBe(422);
  expect((await staff.call('PUT', '/site-settings', { body: { publish_requires_source: false } })).status).toBe(428);
  await save(false);
  expect((await save(true, `"${tag}"`)).body).toMatchObject({ status: 412, code: 'changed_since' });
  const reader = await addUser(database.pool);
  expect((await staff.call('GET', '/site-settings', { as: reader })).status).toBe(403);
});

const rename = async (name: unknown, match?: string) => {
  const body = { publish_requires_source: true, name };
  return staff.call('PUT', '/site-settings', { body, match: match ?? `"${(await settings()).tag}"` });
};

test('the name is normalized, kept by a change without it, and reset by an empty text or the default', async () => {
  expect(await settings()).toMatchObject({ name: '' });
  expect((await rename('  Cafe\u0301 “Once & upon”  ')).body).toMatchObject({ name: 'Café “Once & upon”' });
  expect(siteName()).toBe('Café “Once & upon”');
  expect((await save(false)).body).toMatchObject({ publish_requires_source: false, name: 'Café “Once & upon”' });
  expect(siteName()).toBe('Café “Once & upon”');
  for (const name of ['Talewood', ' ', '']) {
    await rename('Barn');
    expect((await rename(name)).body).toMatchObject({ name: '' });
    expect(siteName()).toBe('Talewood');
  }
  const [last] = await staff.rows("select details from audit_log where action = 'settings.changed' order by id desc limit 1");
  expect(last?.details).toEqual({ publish_requires_source: true, name: '' });
});

test.each([
  ['too long', 'x'.repeat(41), 'Must be 40 characters or fewer'],
  ['two lines', 'Tales\nBcc: all', 'Must be a single line without control characters'],
  ['a control character', 'Tales\u0007', 'Must be a single line without control characters'],
  ['text that turns around', 'Tales \u202edoow', 'Must be a single line without control characters'],
  ['half a character', 'Tales \ud83d', 'Must be a single line without control characters'],
  ['nothing visible', '\u200b', 'Must contain a visible character'],
  ['a number', 7, 'Must be a text'],
])('a name is refused: %s', async (_, name, problem) => {
  expect((await rename(name)).body).toMatchObject({ status: 422, errors: { name: [problem] } });
  expect(await settings()).toMatchObject({ name: '' });
});

test('40 characters fit, of any script; a name is not saved over newer settings', async () => {
  const name = `${'語'.repeat(38)}🏰é`;
  expect((await rename(name)).body).toMatchObject({ name });
  const { tag } = await settings();
  await rename('First');
  expect((await rename('Second', `"${tag}"`)).status).toBe(412);
  expect(await settings()).toMatchObject({ name: 'First' });
});
