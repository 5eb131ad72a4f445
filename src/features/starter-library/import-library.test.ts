import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { createTestDatabase, silent, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { importLibrary } from './import-library.ts';

/** The smallest library: an author, a tale and a collection. */
const SMALL = {
  'authors/the-miller.md':
    '---\nname: The Miller\nsort_name: Miller, The\nkind: person\nborn_year: 1700\n---\nHe *ground*.\n\nThen he died.\n',
  'tales/the-mill.md': [
    '---\ntitle: The Mill\nauthor: The Miller\ncategory: dark\ntags: [animals]\nexcerpt: "It turned."\norigin: German',
    'age_band: "6-8"\ncontent_notes: [drink, violence]\npublish_date: 2020-02-03\n---\n\nIt *turned*.\n\n* * *\n\n> Round,\\\n> round\n',
  ].join('\n'),
  'collections/mills.md': '---\ntitle: Mills\ndescription: All of them.\nposition: 3\ntales:\n  - the-mill\n---\nThere is *one*.\n',
};

let test: TestDatabase;
let folder: string;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-library-'));
  for (const kind of ['authors', 'tales', 'collections']) await mkdir(path.join(folder, kind));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  for (const table of ['seed_runs', 'collections', 'tales', 'tale_slugs', 'authors', 'author_slugs', 'collection_slugs'])
    await test.pool.query(`delete from ${table}`);
});

async function write(files: Record<string, string>): Promise<void> {
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(folder, file), text);
}

async function countRows(): Promise<Record<string, number>> {
  const { rows } = await test.pool.query(`select (select count(*) from tales) as tales, (select count(*) from authors) as authors,
    (select count(*) from collections) as collections, (select count(*) from seed_runs) as imports`);
  return rows[0];
}

const none = { tales: 0, authors: 0, collections: 0, imports: 0 };
const one = { tales: 1, authors: 1, collections: 1, imports: 1 };

describe('importLibrary', () => {
  it('imports tales, authors and collections, and returns the number of tales', async () => {
    await write(SMALL);
    const log = { info: vi.fn() };
    expect(await importLibrary(test.db, folder, { log: log as never })).toBe(1);
    expect(log.info).toHaveBeenCalledExactlyOnceWith({ event: 'library_imported', tales: 1 }, expect.stringContaining('1 tales'));
    const { rows } = await test.pool.query('select t.*, c.introduction, a.biography, a.born_year from tales t, collections c, authors a');
    expect(rows).toEqual([
      expect.objectContaining({
        slug: 'the-mill',
        status: 'published',
        publish_date: new Date('2020-02-03T06:00:00Z'),
        content: '<p>It <em>turned</em>.</p>\n<hr />\n<blockquote>\n<p>Round,<br />round</p>\n</blockquote>',
        words: 4,
        introduction: 'There is one.',
        biography: 'He ground.\n\nThen he died.',
        born_year: 1700,
      }),
    ]);
  });

  it('imports once, also after all tales were deleted', async () => {
    await write(SMALL);
    await importLibrary(test.db, folder, { log: silent });
    expect(await importLibrary(test.db, folder, { log: silent })).toBe(0);
    await test.pool.query('delete from tales');
    expect(await importLibrary(test.db, folder, { log: silent })).toBe(0);
    expect(await countRows()).toEqual({ ...one, tales: 0 });
  });

  it('imports once if several processes start concurrently', async () => {
    await write(SMALL);
    const pools = Array.from({ length: 4 }, () => openPool(test.url, { log: silent, max: 1, statementTimeoutMs: 20_000 }));
    const counts = await Promise.all(pools.map((pool) => importLibrary(openDb(pool), folder, { log: silent })));
    expect(counts.sort()).toEqual([0, 0, 0, 1]);
    expect(await countRows()).toEqual(one);
    await Promise.all(pools.map((pool) => pool.end()));
  });

  it('never changes a database that has tales', async () => {
    await write(SMALL);
    const { id } = await addTale(test.db, { author: 'Somebody' });
    expect(await importLibrary(test.db, folder, { log: silent })).toBe(0);
    await test.pool.query('delete from tales where id = $1', [id]);
    expect(await importLibrary(test.db, folder, { log: silent })).toBe(0);
    expect(await countRows()).toEqual({ tales: 0, authors: 1, collections: 0, imports: 1 });
  });

  const tale = SMALL['tales/the-mill.md'];
  const author = SMALL['authors/the-miller.md'];
  const collection = SMALL['collections/mills.md'];
  it.each<[string, Record<string, string>, RegExp]>([
    ['a missing field', { 'tales/z.md': tale.replace('title: The Mill\n', '') }, /^tales\/z\.md: title: /],
    ['an empty field', { 'tales/z.md': tale.replace('"It turned."', '""') }, /^tales\/z\.md: excerpt: Excerpt is required/],
    ['an unknown field', { 'tales/z.md': tale.replace('origin:', 'orgin:') }, /^tales\/z\.md: .*orgin/],
    [
      'two wrong fields',
      { 'tales/z.md': tale.replace('"6-8"', '"7"').replace('dark', 'grim') },
      /^tales\/z\.md: .*(age_band.*category|category.*age_band)/,
    ],
    ['an unknown content note', { 'tales/z.md': tale.replace('[drink, violence]', '[drink, boredom]') }, /^tales\/z\.md: .*content_notes/],
    ['an unknown tag', { 'tales/z.md': tale.replace('[animals]', '[animals, bats]') }, /^tales\/z\.md: tags: .*bats/],
    ['an impossible day', { 'tales/z.md': tale.replace('2020-02-03', '2020-02-30') }, /^tales\/z\.md: publish_date: /],
    ['an excerpt of 301 characters', { 'tales/z.md': tale.replace('It turned.', 'x'.repeat(301)) }, /^tales\/z\.md: excerpt: .*300/],
    ['no text', { 'tales/z.md': `${tale.split('\n---\n')[0]}\n---\n \n` }, /^tales\/z\.md: it has no text/],
    ['no front matter', { 'tales/z.md': 'Once upon a time' }, /^tales\/z\.md: it must begin with front matter/],
    ['broken YAML', { 'tales/z.md': tale.replace('"It turned."', '"It turned.') }, /^tales\/z\.md: front matter: /],
    ['a key said twice', { 'tales/z.md': tale.replace('title:', 'title: x\ntitle:') }, /^tales\/z\.md: front matter: .*unique/],
    ['a bomb of aliases', { 'tales/z.md': tale.replace('[animals]', '&a [animals]\nx: [*a, *a]') }, /^tales\/z\.md: /],
    ['a NUL', { 'tales/z.md': tale.replace('turned', 'tur\0ned') }, /^tales\/z\.md: it has characters that cannot be stored/],
    ['a bad name of a file', { 'tales/The Mill.md': tale }, /^tales\/The Mill\.md: its name/],
    ['an author without a file', { 'tales/z.md': tale.replace('The Miller', 'The Baker') }, /^tales\/z\.md: author: .*The Baker/],
    ['a wrong kind of author', { 'authors/z.md': author.replace('person', 'ghost') }, /^authors\/z\.md: kind: /],
    ['an author twice', { 'authors/z.md': author }, /^authors\/z\.md: name: .*The Miller/],
    ['a year that is no number', { 'authors/z.md': author.replace('1700', 'soon') }, /^authors\/z\.md: born_year: /],
    [
      'a collection of tales that are not there',
      { 'collections/z.md': collection.replace('the-mill', 'no-mill') },
      /^collections\/z\.md: tales: .*no-mill/,
    ],
    [
      'a collection with a tale twice',
      { 'collections/z.md': `${collection.replace('- the-mill', '- the-mill\n  - the-mill')}` },
      /^collections\/z\.md: tales: .*twice/,
    ],
    ['an empty collection', { 'collections/z.md': collection.replace('\n  - the-mill', ' []') }, /^collections\/z\.md: tales: /],
  ])('imports nothing and reports the file when there is %s', async (_, files, message) => {
    await write({ ...SMALL, ...files });
    const failed = importLibrary(test.db, folder, { log: silent });
    await expect(failed).rejects.toMatchObject({ name: 'LibraryFileError', message: expect.stringMatching(message) });
    expect(await countRows()).toEqual(none);
    // Mended, it is brought in.
    for (const file of Object.keys(files)) await rm(path.join(folder, file));
    await write(SMALL);
    expect(await importLibrary(test.db, folder, { log: silent })).toBe(1);
  });

  it('reads files with the line endings of other systems', async () => {
    await write({ ...SMALL, 'tales/the-mill.md': `\u{FEFF}${tale.replaceAll('\n', '\r\n')}` });
    expect(await importLibrary(test.db, folder, { log: silent })).toBe(1);
  });
});
