import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findAuthor, findOldAuthor } from '#src/features/authors/authors.ts';
import { type AdminApi, openAdminApi } from '#test/admin-api.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { addUser } from '#test/users.ts';

let database: TestDatabase;
let staff: AdminApi;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query('delete from tales');
  await database.pool.query('delete from authors');
  await database.pool.query('delete from author_slugs');
  staff = await openAdminApi(database);
});

const add = async (about: object) => (await staff.call('POST', '/authors', { body: about })).body;
const lastAction = () => staff.rows('select action, actor, details from audit_log order by id desc limit 1');

test('creates an author from a name, generating slug and sort name', async () => {
  const made = await staff.call('POST', '/authors', { body: { name: ' Hans  Christian Andersen ' } });
  expect(made.status).toBe(201);
  expect([made.headers.get('etag'), made.headers.get('location')]).toEqual(['"1"', `/api/v1/admin/authors/${made.body.id}`]);
  expect(made.body).toMatchObject({ slug: 'hans-christian-andersen', sort_name: 'Andersen, Hans  Christian', kind: 'person', tales: 0 });
  expect(await add({ name: 'The Akan', kind: 'tradition' })).toMatchObject({ slug: 'the-akan', sort_name: 'Akan' });
  expect((await staff.ask(`/authors/${made.body.id}`)).body).toEqual(made.body);
  expect((await lastAction())[0]).toMatchObject({ action: 'author.created', actor: staff.admin.id });
});

test('rejects invalid input by field and saves nothing', async () => {
  const grimm = await add({ name: 'Brothers Grimm', other_names: ['Grimm'] });
  const wrong: [object, string[]][] = [
    [{}, ['name']],
    [{ name: '\u200d' }, ['name']],
    [{ name: 'x\0' }, ['name']],
    [{ name: 'x'.repeat(201) }, ['name']],
    [{ name: 'brothers GRIMM' }, ['name']],
    [{ name: 'GRIMM' }, ['name']],
    [{ name: 'A', other_names: ['grimm'] }, ['other_names']],
    [{ name: 'A', slug: 'brothers-grimm' }, ['slug']],
    [{ name: 'A', slug: 'A b' }, ['slug']],
    [{ name: 'A', kind: 'ghost' }, ['kind']],
    [{ name: 'A', born_year: 1900, died_year: 1800 }, ['died_year']],
    [{ name: 'A', born_year: 1.5 }, ['born_year']],
    [{ name: 'A', biography: 'x'.repeat(10_001) }, ['biography']],
    [{ name: 'A', origin: '<b>' }, ['origin']],
    [{ name: 'A', id: 7 }, ['id']],
  ];
  for (const [body, fields] of wrong) {
    const answer = await staff.call('POST', '/authors', { body });
    expect([answer.status, Object.keys(answer.body.errors ?? {})], JSON.stringify(body).slice(0, 80)).toEqual([422, fields]);
  }
  expect(await staff.rows('select id from authors')).toEqual([{ id: grimm.id }]);
  for (const path of ['/authors/999999', '/authors/0', '/authors/x', '/authors/1e1']) {
    expect((await staff.call('GET', path)).status, path).toBe(404);
  }
});

test('requires the current version; one of two concurrent changes succeeds', async () => {
  const { id } = await add({ name: 'Perault' });
  const change = (match: string | undefined, name: string) =>
    staff.call('PATCH', `/authors/${id}`, { ...(match !== undefined && { match }), body: { name } });
  expect([(await change(undefined, 'X')).body.code, (await change('7', 'X')).body.code]).toEqual(['version_needed', 'version_needed']);
  const both = await Promise.all([change('"1"', 'Charles Perrault'), change('W/"1"', 'Perrault')]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
  expect(both.find(({ status }) => status === 200)?.headers.get('etag')).toBe('"2"');
  expect((await staff.ask(`/authors/${id}`)).body).toMatchObject({ version: 2, other_names: ['Perault'] });
});

test('keeps tales after a rename, and finds the author by old name and slug', async () => {
  const { db } = database;
  const { id } = await add({ name: 'Perault', slug: 'perault' });
  await addTale(db, { author: 'perault', title: 'Puss' });
  const body = { name: 'Charles Perrault', slug: 'charles-perrault' };
  expect((await staff.call('PATCH', `/authors/${id}`, { match: 1, body })).body).toMatchObject({ tales: 1, old_slugs: ['perault'] });
  await addTale(db, { author: 'PERAULT', title: 'Bluebeard' });
  expect((await findAuthor(db, 'charles-perrault', ''))?.tales.map(({ author }) => author.name)).toEqual([
    'Charles Perrault',
    'Charles Perrault',
  ]);
  expect(await findOldAuthor(db, 'perault')).toEqual({ kind: 'moved', slug: 'charles-perrault' });
  const back = await staff.call('PATCH', `/authors/${id}`, { match: 2, body: { slug: 'perault', other_names: [] } });
  expect(back.body).toMatchObject({ slug: 'perault', old_slugs: ['charles-perrault'], other_names: [] });
});

test('does not reveal authors without public tales by an old slug', async () => {
  const { db } = database;
  const { id } = await add({ name: 'Secret', slug: 'secret' });
  await addTale(db, { author: 'Secret', status: 'draft' });
  await addTale(db, { author: 'Secret', daysAgo: -1 });
  await staff.call('PATCH', `/authors/${id}`, { match: 1, body: { slug: 'still-secret' } });
  expect([await findOldAuthor(db, 'secret'), await findOldAuthor(db, 'still-secret')]).toEqual([{ kind: 'unknown' }, { kind: 'unknown' }]);
  await addTale(db, { author: 'Secret' });
  expect(await findOldAuthor(db, 'secret')).toEqual({ kind: 'moved', slug: 'still-secret' });
});

test('searches all names with pagination', async () => {
  await staff.rows(
    `insert into authors (slug, name, sort_name) select 'n-' || n, 'Name ' || n, 'Name ' || n from generate_series(100, 219) n`,
  );
  await add({ name: 'Äse Gruda', other_names: ['Åsa the Elder'] });
  const names: string[] = [];
  for (let after = ''; ; ) {
    const { status, body } = await staff.ask(`/authors?${after && `after=${after}`}`);
    expect(status).toBe(200);
    names.push(...body.authors.map(({ name }: { name: string }) => name));
    if (body.next === null) break;
    after = body.next;
  }
  expect(names.slice(0, 2)).toEqual(['Äse Gruda', 'Name 100']);
  expect(new Set(names).size).toBe(121);
  expect((await staff.ask('/authors?q=asa%20the')).body.authors.map(({ name }: { name: string }) => name)).toEqual(['Äse Gruda']);
  expect((await staff.ask('/authors?q=%25')).body.authors).toEqual([]);
  expect((await staff.ask('/authors?after=zzz')).status).toBe(400);
  expect((await staff.ask('/authors?colour=red')).status).toBe(400);
});

describe('merge', () => {
  test('moves tales, names, slugs and counts', async () => {
    const { db } = database;
    const wrong = await add({ name: 'J. Grimm', other_names: ['Jacob'] });
    const right = await add({ name: 'Brothers Grimm' });
    await addTale(db, { author: 'J. Grimm' });
    await addTale(db, { author: 'J. Grimm', status: 'draft' });
    const { id: binned } = await addTale(db, { author: 'Jacob' });
    await staff.rows('update tales set deleted_at = now() where id = $1', [binned]);
    const merged = await staff.call('POST', `/authors/${wrong.id}/merge`, { match: 1, body: { into: right.id } });
    expect(merged.body).toMatchObject({ id: right.id, version: 2, tales: 3, public_tales: 1, old_slugs: ['j-grimm'] });
    expect(merged.body.other_names.toSorted()).toEqual(['J. Grimm', 'Jacob']);
    expect(await staff.rows("select author_id, tales from facet_counts where facet = '*' order by 1")).toEqual([
      { author_id: 0, tales: 1 },
      { author_id: right.id, tales: 1 },
    ]);
    expect(await findOldAuthor(db, 'j-grimm')).toEqual({ kind: 'moved', slug: 'brothers-grimm' });
    expect((await lastAction())[0]).toMatchObject({
      action: 'author.merged',
      details: { name: 'J. Grimm', into: 'Brothers Grimm', tales: 3 },
    });
    expect((await staff.call('POST', '/authors', { body: { name: 'J. Grimm' } })).body.errors).toEqual({
      name: ['“J. Grimm” is another name of Brothers Grimm'],
    });
  });

  test('rejects the same or an unknown author and an old version', async () => {
    const one = await add({ name: 'One' });
    const two = await add({ name: 'Two' });
    const merge = (match: number, into: unknown) => staff.call('POST', `/authors/${one.id}/merge`, { match, body: { into } });
    expect((await merge(1, one.id)).body.errors).toEqual({ into: ['Choose another author'] });
    expect((await merge(1, 999_999)).body.errors).toEqual({ into: ['This author no longer exists'] });
    expect((await merge(1, 'two')).status).toBe(422);
    expect((await merge(2, two.id)).status).toBe(412);
    expect(await staff.rows('select name from authors order by name')).toEqual([{ name: 'One' }, { name: 'Two' }]);
  });

  test('loses no tale that is saved concurrently', async () => {
    const { db } = database;
    const right = await add({ name: 'Right' });
    for (let round = 0; round < 15; round += 1) {
      const wrong = await add({ name: `Wrong ${round}` });
      const tales = await Promise.all([0, 1].map(() => addTale(db, { author: wrong.name })));
      const elsewhere = await addTale(db, { author: 'Elsewhere' });
      const work = [
        staff.call('POST', `/authors/${wrong.id}/merge`, { match: 1, body: { into: right.id } }),
        addTale(db, { author: wrong.name, title: 'New' }),
        ...tales.map(({ id }) => staff.call('PATCH', `/tales/${id}`, { match: 1, body: { author: wrong.name, title: 'Saved' } })),
        staff.call('PATCH', `/tales/${elsewhere.id}`, { match: 1, body: { author: wrong.name } }),
      ];
      const done = await Promise.all(work);
      expect(done.map((each) => ('status' in each ? each.status : 200))).toEqual([200, 200, 200, 200, 200]);
    }
    expect(await staff.rows('select author, count(*)::integer from tales group by author')).toEqual([{ author: 'Right', count: 60 }]);
    const counted = await staff.rows("select tales from facet_counts where facet = '*' and author_id = $1", [right.id]);
    expect(counted).toEqual([{ tales: 60 }]);
  }, 60_000);
});

describe('delete', () => {
  test('is rejected while there are tales, including drafts and trash; then the URL returns 410', async () => {
    const { db } = database;
    const { id } = await add({ name: 'Nobody' });
    const { id: tale } = await addTale(db, { author: 'Nobody', status: 'draft' });
    await staff.rows('update tales set deleted_at = now() where id = $1', [tale]);
    const retire = (match = 1) => staff.call('DELETE', `/authors/${id}`, { match });
    expect(await retire()).toMatchObject({ status: 409, body: { code: 'has_tales' } });
    await staff.rows('delete from tales');
    expect((await retire(2)).status).toBe(412);
    expect((await retire()).status).toBe(204);
    expect((await retire()).status).toBe(404);
    expect(await findOldAuthor(db, 'nobody')).toEqual({ kind: 'gone' });
    expect((await staff.call('POST', '/authors', { body: { name: 'Nobody', slug: 'nobody' } })).status).toBe(422);
    await addTale(db, { author: 'Nobody' });
    expect(await staff.rows('select slug from authors')).toEqual([{ slug: 'nobody-2' }]);
  });
});

test('allows administrators only', async () => {
  const { id } = await add({ name: 'One' });
  const reader = await addUser(database.pool, {});
  const requests: [string, string, object?][] = [
    ['GET', '/authors'],
    ['POST', '/authors', { name: 'Two' }],
    ['GET', `/authors/${id}`],
    ['PATCH', `/authors/${id}`, { name: 'Two' }],
    ['POST', `/authors/${id}/merge`, { into: 1 }],
    ['DELETE', `/authors/${id}`],
    ['PUT', '/featured', { ids: [] }],
    ['POST', '/categories', { name: 'Ghosts' }],
    ['POST', '/collections', { title: 'Winter' }],
  ];
  for (const [method, path, body] of requests) {
    expect((await staff.call(method, path, { match: 1, body, as: reader })).status, `${method} ${path}`).toBe(403);
  }
});
