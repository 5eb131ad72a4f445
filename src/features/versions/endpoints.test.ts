import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale, wordsOf } from '#test/factories.ts';
import { addPerson } from '#test/person.ts';
import { openStaff, type Staff } from '#test/staff.ts';

let database: TestDatabase;
let staff: Staff;
let id: string;

beforeAll(async () => {
  database = await createTestDatabase();
  staff = await openStaff(database);
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

describe('former versions', () => {
  test('are listed with who wrote them and when, newest first, and read one by one', async () => {
    const { body: two } = await patch(1, { title: 'Two', content: '<p>Now with words.</p>' });
    await patch(2, { status: 'published', rights: 'Public domain' });
    const { status, body } = await staff.ask(`/tales/${id}/revisions`);
    expect(status).toBe(200);
    expect(body).toEqual({
      revisions: [
        { version: 2, saved_at: two.tale.updated_at, edited_by: 'The Snow Queen', title: 'Two', status: 'draft', words: 3 },
        { version: 1, saved_at: expect.any(String), edited_by: null, title: 'One', status: 'draft', words: 4 },
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

  test('of before there were content notes have none', async () => {
    await patch(1, { content_notes: ['violence'] });
    await staff.rows("update tale_revisions set fields = fields - 'content_notes' where tale_id = $1", [id]);
    expect((await staff.ask(`/tales/${id}/revisions/1`)).body.fields.content_notes).toEqual([]);
  });

  test('come fifty a page', async () => {
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

describe('a former version that is restored', () => {
  const restore = (version: number, match?: number | string) =>
    staff.call('POST', `/tales/${id}/revisions/${version}/restore`, match === undefined ? {} : { match });

  test('is a new version with the old words; address, status and date stay', async () => {
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
    // What it was before can be had back as well.
    expect((await restore(3, 4)).body.tale).toMatchObject({ version: 5, title: 'Two', content: '<p>Otherwise.</p>', rights: 'Mine' });
  });

  test('needs the version that is known, and writes nothing over a newer one', async () => {
    await patch(1, { title: 'Two' });
    await patch(2, { title: 'Three' });
    expect(await restore(1)).toMatchObject({ status: 428, body: { code: 'version_needed' } });
    expect(await restore(1, 2)).toMatchObject({ status: 412, body: { code: 'changed_since' } });
    expect((await staff.ask(`/tales/${id}`)).body).toMatchObject({ title: 'Three', version: 3 });
    expect(await actions()).not.toContain('tale.version-restored');
  });

  test('twice at the same time is written once', async () => {
    await patch(1, { title: 'Two' });
    const answers = await Promise.all([restore(1, 2), restore(1, 2), restore(1, 2)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
  });

  test('keeps the present category where the old one is gone', async () => {
    await patch(1, { title: 'Two', category: 'fantasy', tags: ['animals'] });
    await staff.rows(`update tale_revisions set fields = fields || '{"category": "gone", "tags": ["gone", "dark"]}'`);
    expect((await restore(1, 2)).body.tale).toMatchObject({ title: 'One', category: 'fantasy', tags: ['dark'] });
  });

  test('finds a category that was merged into another', async () => {
    await patch(1, { title: 'Two', category: 'fantasy', tags: [] });
    await staff.rows(`update tale_revisions set fields = fields || '{"category": "magical", "tags": ["magical"]}'`);
    expect((await restore(1, 2)).body.tale).toMatchObject({ title: 'One', category: 'magical-creatures', tags: [] });
  });

  test('comes without the pictures that were deleted since, and says so', async () => {
    const [kept, gone] = ['a', 'b'].map((letter) => `/media/${letter.repeat(20)}-800x600/800.webp`);
    await staff.rows(`insert into media (hash, width, height, bytes, name, ready_at) values (repeat('a', 20), 800, 600, 1, 'A', now())`);
    const content = `<p>One<img src="${kept}" alt="A" /></p><p>Two<img src="${gone}" alt="B" /></p>`;
    await patch(1, { content, cover_image: gone });
    await patch(2, { content: '<p>Now.</p>', cover_image: '' });
    const { body } = await restore(2, 3);
    expect(body).toMatchObject({ tidied: true, tale: { cover_image: '', content: `<p>One<img src="${kept}" alt="A" /></p><p>Two</p>` } });
    expect((await restore(1, 4)).body.tidied).toBe(false);
  });

  test('that cannot be written any more says why, by field', async () => {
    await patch(1, { title: 'Two' });
    await staff.rows(`update tale_revisions set fields = fields || '{"cover_image": "https://elsewhere.example/x.png"}'`);
    expect(await restore(1, 2)).toMatchObject({ status: 422, body: { errors: { cover_image: [expect.any(String)] } } });
    expect((await staff.ask(`/tales/${id}`)).body.version).toBe(2);
  });

  test('is refused for a tale in the bin, and for a version that is not kept', async () => {
    await patch(1, { title: 'Two' });
    expect((await restore(2, 2)).status).toBe(404);
    await staff.call('POST', `/tales/${id}/bin`);
    expect(await restore(1, 3)).toMatchObject({ status: 409, body: { code: 'in_bin' } });
  });
});

describe('links to previews', () => {
  const links = () => staff.ask(`/tales/${id}/preview-links`);

  test('are made, listed without their addresses, and withdrawn', async () => {
    const made = await staff.call('POST', `/tales/${id}/preview-links`);
    expect(made.status).toBe(201);
    expect(made.body.url).toMatch(/^http:\/\/localhost:3000\/preview\/[\w-]{43}$/);
    const { body } = await links();
    expect(body.links).toEqual([
      { id: made.body.id, created_at: expect.any(String), expires_at: made.body.expires_at, made_by: 'The Snow Queen' },
    ]);
    expect(staff.logs.text()).not.toContain(made.body.url.split('/').at(-1));
    expect((await staff.call('DELETE', `/tales/${id}/preview-links/${made.body.id}`)).status).toBe(204);
    expect((await staff.call('DELETE', `/tales/${id}/preview-links/${made.body.id}`)).status).toBe(404);
    expect((await links()).body).toEqual({ links: [] });
    expect((await staff.call('DELETE', `/tales/${id}/preview-links`)).status).toBe(404);
  });

  test('are not for a tale that is not there', async () => {
    await staff.rows('delete from tales');
    expect([(await links()).status, (await staff.call('POST', `/tales/${id}/preview-links`)).status]).toEqual([404, 404]);
  });
});

describe('the check', () => {
  const check = (body: object) => staff.call('POST', '/publish-check', { body });
  const ids = async (fields: object) => (await check({ fields })).body.items.map((item: { id: string }) => item.id);

  test('looks at what was typed, saved or not, and cleans it first', async () => {
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
    // A link to the tale itself is none that leads nowhere.
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

describe('publishing is refused, with the fields named,', () => {
  const refused = { status: 422, body: { code: 'invalid', errors: { rights: [expect.any(String)] } } };
  const fields = { title: 'New', author: 'A', category: 'dark', excerpt: 'e', source: 'Here' };

  test('when a tale is written', async () => {
    expect(await staff.call('POST', '/tales', { body: { ...fields, status: 'published' } })).toMatchObject(refused);
    expect((await staff.call('POST', '/tales', { body: fields })).status).toBe(201);
    const content = '<p><img src="/media/a.webp"></p>';
    const answer = await staff.call('POST', '/tales', { body: { ...fields, source: '', content, status: 'published', rights: 'Mine' } });
    expect(Object.keys(answer.body.errors).toSorted()).toEqual(['content', 'source']);
  });

  test('when it is changed, also with a date to come', async () => {
    expect(await patch(1, { status: 'published' })).toMatchObject(refused);
    expect(await patch(1, { status: 'published', publish_date: '2199-01-01T00:00:00Z' })).toMatchObject(refused);
    expect((await patch(1, { status: 'published', rights: 'Public domain' })).status).toBe(200);
  });

  test('and one of many keeps none of the others', async () => {
    const ready = await addTale(database.db, { status: 'draft' });
    const { body } = await staff.call('POST', '/tales/bulk', { body: { action: 'publish', ids: [id, ready.id] } });
    expect(body).toMatchObject({ done: [ready.id], refused: [{ id, title: 'One', reason: expect.stringContaining('right') }] });
  });

  test('but what is published already may be changed', async () => {
    const { id: old } = await addTale(database.db, { source: '', rights: '' });
    expect((await staff.call('PATCH', `/tales/${old}`, { match: 1, body: { title: 'Still here', status: 'published' } })).status).toBe(200);
  });
});

test('all of it is for administrators alone', async () => {
  const reader = await addPerson(database.pool);
  for (const [method, path] of [
    ['GET', `/tales/${id}/revisions`],
    ['GET', `/tales/${id}/revisions/1`],
    ['POST', `/tales/${id}/revisions/1/restore`],
    ['GET', `/tales/${id}/preview-links`],
    ['POST', `/tales/${id}/preview-links`],
    ['DELETE', `/tales/${id}/preview-links`],
    ['DELETE', `/tales/${id}/preview-links/${id}`],
    ['POST', '/publish-check'],
  ] as const) {
    expect((await staff.call(method, path, { as: reader })).status).toBe(403);
    expect((await staff.call(method, path, { as: { ...reader, cookie: '' } })).status).toBe(401);
  }
});
