import { parseDocument } from 'htmlparser2';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AdminApi, openAdminApi } from '#test/admin-api.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addUser } from '#test/users.ts';
import { PAGE_NAMES } from './page-names.ts';
import { findPage } from './static-pages.ts';

let database: TestDatabase;
let staff: AdminApi;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query('delete from page_versions');
  staff = await openAdminApi(database);
});

const save = (body: object, match: number | undefined = 0, name = 'about') =>
  staff.call('PATCH', `/pages/${name}`, { body, ...(match !== undefined && { match }) });
const restore = (version: number, match: number) => staff.call('POST', '/pages/about/restore', { body: { version }, match });
const shown = async (name = 'about') => await findPage(database.db, name);

describe('default texts', () => {
  test.each(PAGE_NAMES)('%s has a title, a date and only known links', async (name) => {
    const page = await shown(name);
    expect(page).toMatchObject({
      slug: name,
      title: expect.stringMatching(/^[A-Z]/),
      changed_at: expect.stringMatching(/^20\d\d-\d\d-\d\dT00:00:00\.000Z$/),
    });
    expect(page?.html.length).toBeGreaterThan(1_000);
    expect(page?.html).not.toMatch(/<h1|\]\(|\*\*|^---/m);
    const links = [...(page?.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    for (const href of links) expect(href).toMatch(/^\/(contact|privacy|takedown|settings|api)$/);
    expect(parseDocument(page?.html ?? '').children.length).toBeGreaterThan(5);
  });

  test('unknown names are not found', async () => {
    for (const name of ['imprint', '', '__proto__', '../README']) expect(await shown(name)).toBeNull();
  });
});

describe('saving', () => {
  test('creates a version with its author, visible to readers', async () => {
    const { status, headers, body } = await save({ title: 'About us', markdown: '## We\r\n\r\nread *tales*.' });
    expect([status, headers.get('etag')]).toEqual([200, '"1"']);
    expect(body).toMatchObject({
      id: 'about',
      version: 1,
      is_default: false,
      by: 'The Snow Queen',
      markdown: '## We\n\nread *tales*.',
      tidied: false,
    });
    expect(await shown()).toMatchObject({ title: 'About us', html: expect.stringContaining('<p>read <em>tales</em>.</p>') });
    const [audited] = await staff.rows('select action, subject_id, details from audit_log where actor = $1', [staff.admin.id]);
    expect(audited).toEqual({ action: 'page.changed', subject_id: 'about', details: { page: 'about' } });
  });

  test('one field keeps the other; unchanged values create no version', async () => {
    const { body: before } = await staff.call('GET', '/pages/about');
    expect((await save({ title: 'Us' })).body).toMatchObject({ version: 1, title: 'Us', markdown: before.markdown });
    expect((await save({ title: 'Us' }, 1)).body.version).toBe(1);
    expect(await staff.rows('select from page_versions')).toHaveLength(1);
  });

  test('sanitizes hostile HTML before storing it', async () => {
    const { body } = await save({
      markdown: 'Hello <script>alert(1)</script><a href="javascript:alert(1)" onclick="x">there</a> [x](javascript:alert(1))',
    });
    expect(body.tidied).toBe(true);
    const [{ html }] = await staff.rows('select html from page_versions');
    expect(html).toContain('there');
    expect(html).not.toMatch(/script|onclick/i);
    expect((await shown())?.html).toBe(html);
    const preview = await staff.call('POST', '/page-previews', { body: { markdown: '<img src=x onerror=alert(1)>Words' } });
    expect([preview.status, preview.body.html]).toEqual([200, expect.not.stringContaining('onerror')]);
  });

  test.each([
    [{ title: '' }, ['title']],
    [{ title: 'Two\nlines' }, ['title']],
    [{ title: 'x'.repeat(121) }, ['title']],
    [{ markdown: '  ' }, ['markdown']],
    [{ markdown: 'a\0' }, ['markdown']],
    [{ markdown: 'x'.repeat(60_001) }, ['markdown']],
    [{ html: '<p>x</p>' }, ['html']],
  ])('%o is rejected with field errors', async (body, fields) => {
    const answer = await save(body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, fields]);
    expect(await staff.rows('select from page_versions')).toEqual([]);
  });

  test('requires the version it is based on; of two concurrent saves one wins', async () => {
    expect((await staff.call('PATCH', '/pages/about', { body: { title: 'x' } })).body.code).toBe('version_needed');
    const both = await Promise.all([save({ title: 'One' }), save({ title: 'Two' })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    expect((await save({ title: 'Three' })).body.code).toBe('changed_since');
    expect((await save({ title: 'x' }, 0, 'imprint')).status).toBe(404);
  });
});

describe('version history', () => {
  test('lists versions newest first down to the default text', async () => {
    await save({ title: 'One', markdown: 'One.' });
    await save({ title: 'Two', markdown: 'Two.' }, 1);
    const { body } = await staff.call('GET', '/pages/about/versions');
    expect(body.versions.map(({ version, title }: { version: number; title: string }) => [version, title])).toEqual([
      [2, 'Two'],
      [1, 'One'],
      [0, 'About'],
    ]);
    expect(body.next).toBeNull();
    expect((await staff.call('GET', '/pages/about/versions/1')).body).toMatchObject({
      markdown: 'One.',
      html: '<p>One.</p>',
      by: 'The Snow Queen',
    });
    expect((await staff.call('GET', '/pages/about/versions/0')).body).toMatchObject({ is_default: true, by: null });
    expect((await staff.call('GET', '/pages/about/versions/9')).body.code).toBe('unknown_version');
    expect((await staff.call('GET', '/pages/about/versions/-1')).status).toBe(404);
  });

  test('is paged', async () => {
    await staff.rows(
      "insert into page_versions select 'about', n, 'Title ' || n, 'x', '<p>x</p>', now(), null from generate_series(1, 60) n",
    );
    const first = (await staff.call('GET', '/pages/about/versions')).body;
    expect([first.versions.length, first.versions.at(-1).version, first.next]).toEqual([50, 11, '11']);
    const second = (await staff.call('GET', `/pages/about/versions?before=${first.next}`)).body;
    expect([second.versions.length, second.versions.at(-1).version, second.next]).toEqual([11, 0, null]);
  });

  test('restores a version as a new one; 0 restores the default text, also that of a later release', async () => {
    const { title } = (await shown()) ?? {};
    await save({ title: 'One', markdown: 'One.' });
    await save({ title: 'Two', markdown: 'Two.' }, 1);
    expect((await restore(1, 2)).body).toMatchObject({ version: 3, title: 'One', is_default: false });
    expect((await restore(1, 2)).status).toBe(412);
    expect((await restore(0, 3)).body).toMatchObject({ version: 4, title, is_default: true, by: 'The Snow Queen' });
    expect(await shown()).toMatchObject({ title, html: expect.stringContaining('<h2') });
    expect(await staff.rows('select title, html from page_versions where version = 4')).toEqual([{ title: null, html: null }]);
    expect((await restore(9, 4)).body.code).toBe('unknown_version');
  });

  test('keeps versions of deleted accounts', async () => {
    const kay = await addUser(database.pool, { role: 'admin' });
    await staff.call('PATCH', '/pages/terms', { body: { title: 'Rules' }, match: 0, as: kay });
    await staff.rows('delete from users where id = $1', [kay.id]);
    expect((await staff.call('GET', '/pages')).body.pages.find(({ id }: { id: string }) => id === 'terms')).toMatchObject({
      title: 'Rules',
      by: null,
    });
  });
});
