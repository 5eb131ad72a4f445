import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { suggest } from '#src/features/search/suggest.ts';
import { pagesSitemap } from '#src/features/syndication/sitemap.ts';
import { findTale, updateTale } from '#src/features/tales/tales.ts';
import { purgeOldTrash } from '#src/features/tales/trash.ts';
import { type AdminApi, openAdminApi } from '#test/admin-api.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { findAuthor, findOldAuthor, listAuthors } from './authors.ts';

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

const names = async () => (await staff.rows('select name from authors order by name')).map(({ name }) => name);
const creditsOf = async (slug: string) => {
  const found = await findTale(database.db, slug);
  return found.kind === 'found' ? found.tale.credits : found.kind;
};
const personNamed = async (q: string) => (await staff.ask(`/authors?${new URLSearchParams({ q })}`)).body.authors[0];

test('a tale credits people by role, in order, known by any of their names and once per role', async () => {
  const { db } = database;
  await staff.call('POST', '/authors', { body: { name: 'Margaret Hunt', other_names: ['Mrs Hunt'] } });
  const { id, slug } = await addTale(db, {
    author: 'The Miller',
    translators: ['New Person', ' mrs hunt', 'MARGARET HUNT', ''],
    illustrators: ['new person', 'The Miller'],
  });
  expect(await creditsOf(slug)).toEqual([
    { role: 'translator', name: 'New Person', slug: 'new-person' },
    { role: 'translator', name: 'Margaret Hunt', slug: 'margaret-hunt' },
    { role: 'illustrator', name: 'New Person', slug: 'new-person' },
    { role: 'illustrator', name: 'The Miller', slug: 'the-miller' },
  ]);
  await updateTale(db, id, 1, { title: 'Another title' });
  expect(await creditsOf(slug)).toHaveLength(4);
  await updateTale(db, id, 2, { translators: ['Margaret Hunt'], illustrators: [] });
  expect([await creditsOf(slug), await names()]).toEqual([
    [{ role: 'translator', name: 'Margaret Hunt', slug: 'margaret-hunt' }],
    ['Margaret Hunt', 'The Miller'],
  ]);
});

test('rejects too many and too long names', async () => {
  const wrong = await staff.call('POST', '/tales', {
    body: { title: 'A', author: 'B', category: 'classic', excerpt: 'C', translators: Array(21).fill('x'), editors: ['x'.repeat(201)] },
  });
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['translators', 'editors']]);
});

test('a person has a page with lists by role; who only translated is not in the list of authors', async () => {
  const { db } = database;
  await addTale(db, { author: 'Hunt', title: 'Own' });
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five'])
    await addTale(db, { author: 'Grimm', title, translators: ['Hunt', 'Crane'] });
  await addTale(db, { author: 'Grimm', status: 'draft', translators: ['Hidden'], illustrators: ['Crane'] });
  const hunt = await findAuthor(db, 'hunt', '');
  expect(hunt).toMatchObject({ role: 'author', count: 1, tales: [{ title: 'Own' }] });
  expect(hunt?.lists.map(({ role, total, tales }) => [role, total.count, tales.length])).toEqual([
    ['author', 1, 0],
    ['translator', 5, 4],
  ]);
  const translated = await findAuthor(db, 'hunt', '', { size: 3, role: 'translator' });
  expect(translated?.tales.map(({ title }) => title)).toEqual(['One', 'Two', 'Three']);
  const rest = await findAuthor(db, 'hunt', translated?.next ?? '', { size: 3, role: 'translator' });
  expect([rest?.tales.map(({ title }) => title), rest?.next]).toEqual([['Four', 'Five'], null]);
  expect(await findAuthor(db, 'hunt', '', { role: 'editor' })).toBeNull();
  await expect(findAuthor(db, 'hunt', '', { role: 'miller' })).rejects.toMatchObject({ status: 400 });

  const crane = await findAuthor(db, 'crane', '');
  expect([crane?.role, crane?.count, crane?.tales.length]).toEqual(['translator', 0, 5]);
  expect(await findAuthor(db, 'hidden', '')).toBeNull();
  expect((await listAuthors(db)).map(({ name }) => name)).toEqual(['Grimm', 'Hunt']);
  expect((await suggest(db, 'crane')).authors).toEqual([{ slug: 'crane', name: 'Crane' }]);
  expect((await suggest(db, 'hidden')).authors).toEqual([]);
  const sitemap = await pagesSitemap(db, 'https://tales.example');
  expect([sitemap.includes('/author/crane<'), sitemap.includes('/author/hidden<')]).toEqual([true, false]);
});

test('a new slug of a translator redirects, and a new name changes the date of the tales', async () => {
  const { db } = database;
  const { id, slug } = await addTale(db, { translators: ['Crane'] });
  const crane = await personNamed('Crane');
  await staff.rows("update tales set updated_at = '2020-01-01' where id = $1", [id]);
  await staff.call('PATCH', `/authors/${crane.id}`, { match: 1, body: { name: 'Lucy Crane', slug: 'lucy-crane' } });
  expect(await findOldAuthor(db, 'crane')).toEqual({ kind: 'moved', slug: 'lucy-crane' });
  expect(await creditsOf(slug)).toEqual([{ role: 'translator', name: 'Lucy Crane', slug: 'lucy-crane' }]);
  expect(await staff.rows("select from tales where updated_at > '2021-01-01'")).toHaveLength(1);
});

test('merging moves credits, once per tale and role', async () => {
  const { db } = database;
  const both = await addTale(db, { author: 'L. Crane', translators: ['L. Crane', 'Lucy Crane'], illustrators: ['L. Crane'] });
  const draft = await addTale(db, { author: 'Grimm', status: 'draft', editors: ['L. Crane'] });
  const [wrong, right] = [await personNamed('L. Crane'), await personNamed('Lucy Crane')];
  expect(wrong).toMatchObject({ tales: 1, credited: 2 });
  const merged = await staff.call('POST', `/authors/${wrong.id}/merge`, { match: 1, body: { into: right.id } });
  expect(merged.body).toMatchObject({ tales: 1, credited: 2 });
  expect((await creditsOf(both.slug)) as unknown[]).toEqual([
    { role: 'translator', name: 'Lucy Crane', slug: 'lucy-crane' },
    { role: 'illustrator', name: 'Lucy Crane', slug: 'lucy-crane' },
  ]);
  expect((await staff.ask(`/tales/${draft.id}`)).body).toMatchObject({ author: 'Grimm', editors: ['Lucy Crane'] });
});

test('a credited person cannot be deleted, but goes with the last tale if created with it', async () => {
  const { db } = database;
  const { id } = await addTale(db, { author: 'Grimm', translators: ['Crane'] });
  const crane = await personNamed('Crane');
  const refused = await staff.call('DELETE', `/authors/${crane.id}`, { match: 1 });
  expect([refused.status, refused.body.code]).toEqual([409, 'has_tales']);
  expect(JSON.stringify(refused.body)).toContain('is credited on 1 tale');
  await staff.rows("update tales set deleted_at = now() - interval '31 days' where id = $1", [id]);
  expect([await purgeOldTrash(db), await names()]).toEqual([1, []]);
});
