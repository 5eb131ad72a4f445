import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale, copyTale } from '#test/factories.ts';
import { openSyndicationServer, SITE, type SyndicationServer } from '#test/syndication-server.ts';
import { talesList } from '../list-names.ts';
import { listBook, MAX_IN_BOOK } from './list-epub.ts';

let database: TestDatabase;
let server: SyndicationServer;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(
    "insert into collections (slug, title, description, position) values ('evenings', 'Long evenings', 'By the stove', 1)",
  );
});
beforeEach(async () => {
  await database.pool.query('delete from tales');
  server = await openSyndicationServer(database);
});
afterEach(() => server.close());
afterAll(() => database.drop());

const titlesOf = (book: { tales: { title: string }[] }) => book.tales.map(({ title }) => title);
const add = async (title: string, status: 'published' | 'draft' = 'published') => (await addTale(database.db, { title, status })).slug;
const bookAt = async (address: string) => (await server.get(address)).json();

describe('the EPUB of a list', () => {
  test.each(['/tales.epub', '/categories/dark.epub', '/author/the-miller.epub', '/collections/evenings.epub', '/tales.epub?q=raven'])(
    '%s',
    async (address) => {
      for (const [n, title] of ['The Raven', 'The Crow', 'The Rook'].entries()) {
        const { id } = await addTale(database.db, {
          title,
          category: 'dark',
          content: `<p>A raven said ${n}.</p>`,
          language: n === 0 ? 'de' : 'en',
          daysAgo: n + 1,
        });
        await database.pool.query('insert into collection_tales (collection_id, tale_id, position) select id, $1, $2 from collections', [
          id,
          n,
        ]);
      }
      const book = await bookAt(address);
      expect(titlesOf(book).toSorted()).toEqual(['The Crow', 'The Raven', 'The Rook']);
      expect(book.facts.map(({ title }: { title: string }) => title)).toEqual(titlesOf(book));
      expect(book).toMatchObject({ language: 'en', creators: ['The Miller'], subjects: ['Dark'], cover: { address: '', palette: 'dark' } });
      expect(book.address).toBe(`${SITE}${address.replace('.epub', '')}`);
      expect(book.identifier).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect((await bookAt(address)).identifier).toBe(book.identifier);
      const raven = book.tales.find(({ title }: { title: string }) => title === 'The Raven');
      expect(raven).toMatchObject({
        content: '<p>A raven said 0.</p>',
        language: 'de',
        author: 'The Miller',
        categoryName: 'Dark',
        source: 'Told at the mill',
      });
    },
  );

  test('of a search has the same cover for every search', async () => {
    await addTale(database.db, { title: 'The Raven', category: 'dark' });
    const [one, other] = [await bookAt('/tales.epub?q=raven'), await bookAt('/tales.epub?q=the')];
    expect(one.title).not.toBe(other.title);
    const words = { title: 'Fairy tales', author: '' };
    for (const { cover } of [one, other]) expect(cover).toEqual({ address: '', palette: 'dark', words });
    expect((await bookAt('/categories/dark.epub')).cover).toEqual({ address: '', palette: 'dark' });
  });

  test('has the order of its page', async () => {
    for (const title of ['B', 'C', 'A']) await addTale(database.db, { title });
    expect(titlesOf(await bookAt('/tales.epub?sort=title'))).toEqual(['A', 'B', 'C']);
    expect(titlesOf(await bookAt('/tales.epub'))).toEqual(['B', 'C', 'A']);
  });

  test('of very many tales has the first thousand, and a note', async () => {
    const { id } = await addTale(database.db, { title: 'First', daysAgo: 1 });
    await copyTale(database.pool, id, 1_004);
    const book = await listBook(database.db, talesList(), SITE);
    expect([book.facts.length, new Set(book.facts.map(({ slug }) => slug)).size]).toEqual([MAX_IN_BOOK, MAX_IN_BOOK]);
    expect(book.description).toContain('The first 1000 tales of this list.');
    let count = 0;
    for await (const tale of book.tales) {
      expect(tale.content).toBe('<p>There was a mill.</p>');
      count += 1;
    }
    expect(count).toBe(MAX_IN_BOOK);
  });

  test('keeps a placeholder of a tale that is unpublished while it is written', async () => {
    await addTale(database.db, { title: 'Stays' });
    const { id } = await addTale(database.db, { title: 'Goes' });
    const book = await listBook(database.db, talesList(), SITE);
    await database.pool.query('update tales set deleted_at = now() where id = $1', [id]);
    const contents: string[] = [];
    for await (const tale of book.tales) contents.push(tale.content);
    expect(contents).toEqual(['<p>There was a mill.</p>', '<p>This tale is no longer available.</p>']);
  });

  test.each([
    ['/tales.epub', 404],
    ['/tales.epub?minutes=7', 400],
    ['/categories/nowhere.epub', 404],
    ['/categories/dark.epub', 404],
    ['/author/nobody.epub', 404],
    ['/recent.epub', 404],
  ])('%s without tales returns %i', async (address, status) => {
    expect((await server.get(address)).status).toBe(status);
  });
});

describe('the EPUB of selected tales', () => {
  const JSON_TYPE = 'application/json';
  const FORM = 'application/x-www-form-urlencoded';
  const send = (body: unknown) => server.post('/books', JSON.stringify(body), JSON_TYPE);

  test('has them in order, each once, without hidden ones', async () => {
    const [a = '', b = '', c = '', hidden = ''] = await Promise.all([add('A'), add('B'), add('C'), add('Hidden', 'draft')]);
    const book = await (await send({ title: '  My\nshelf ', slugs: [c, hidden, a, 'no-such-tale', c] })).json();
    expect([book.title, titlesOf(book)]).toEqual(['My shelf', ['C', 'A']]);
    const form = await (await server.post('/books', `slug=${c}&slugs=${a},${b}&title=`, FORM)).json();
    expect([form.title, titlesOf(form)]).toEqual(['My tales', ['C', 'A', 'B']]);
    expect(form.identifier).not.toBe(book.identifier);
  });

  test('has the discussion questions if they are requested', async () => {
    const { slug } = await addTale(database.db, { title: 'A', questions: ['Who?', 'Why?'] });
    const questionsOf = (book: { tales: { questions?: string[] }[] }) => book.tales.map(({ questions }) => questions);
    const [plain, withThem] = [await (await send({ slugs: [slug] })).json(), await (await send({ slugs: [slug], questions: true })).json()];
    expect([questionsOf(plain), questionsOf(withThem)]).toEqual([[[]], [['Who?', 'Why?']]]);
    expect(withThem.identifier).not.toBe(plain.identifier);
    const form = await (await server.post('/books', `slug=${slug}&questions=on`, FORM)).json();
    expect([questionsOf(form), form.identifier]).toEqual([[['Who?', 'Why?']], expect.stringMatching(/^urn:uuid:/)]);
  });

  test('has its title on the cover only for logged-in users, so that guests cannot render arbitrary covers', async () => {
    const [a = '', b = ''] = await Promise.all([add('A'), add('B')]);
    const covers = [];
    for (const title of ['One', 'Another'])
      for (const slugs of [[a], [a, b]]) covers.push((await (await send({ title, slugs })).json()).cover);
    const drawn = { address: '', palette: expect.any(String), words: { title: 'My tales', author: '' } };
    expect(covers).toEqual(covers.map(() => drawn));
    const signedIn = await server.post('/books', JSON.stringify({ title: 'One', slugs: [a] }), JSON_TYPE, { 'x-signed-in': '1' });
    const own = await signedIn.json();
    expect([own.title, own.cover.words]).toEqual(['One', undefined]);
  });

  test('is counted like those of lists, except when it is rejected', async () => {
    const before = server.downloads();
    await send({ slugs: [await add('A')] });
    await bookAt('/tales.epub');
    await send({});
    expect(server.downloads() - before).toBe(2);
  });

  test.each([
    ['nothing', {}, 422],
    ['no tale', { slugs: [] }, 422],
    ['what is no slug', { slugs: ['../x'] }, 422],
    ['more than a thousand', { slugs: Array.from({ length: 1_001 }, (_, n) => `tale-${n}`) }, 422],
    ['a field that is not known', { slugs: ['a'], author: 'x' }, 422],
    ['a title that cannot be kept', { slugs: ['a'], title: 'a\uD83Db' }, 422],
    ['a long title', { slugs: ['a'], title: 'a'.repeat(201) }, 422],
    ['tales that are not there', { slugs: ['no-such-tale'] }, 404],
  ])('%s creates none', async (_name, body, status) => {
    expect((await send(body)).status).toBe(status);
  });

  test('invalid JSON is rejected', async () => {
    expect((await server.post('/books', '{', JSON_TYPE)).status).toBe(400);
  });
});
