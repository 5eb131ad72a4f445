import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chapter, makeEpub, packageOf } from '#test/books.ts';
import { encodeTales } from './archive/read-tales.ts';
import { type OpenOptions, openBook, openSmallFiles } from './book-process.ts';
import { kindOf } from './formats/accepted-files.ts';
import { parseManyOutputs, parseTalesOutput } from './worker-output.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-open-book-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function open(name: string, bytes: string | Buffer, options: OpenOptions = {}) {
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  return openBook(file, { kind: kindOf(file) ?? 'text', hash: 'abc' }, options);
}
const refusal = (work: Promise<unknown>) => work.then(JSON.stringify, ({ status, code, cause }) => [status, code, String(cause)].join(' '));
const told = 'Once upon a time there was a miller who had three sons, and the youngest was called stupid by all who knew him. '.repeat(8);

describe('a book', () => {
  test('yields its tales with the metadata of the book', async () => {
    const opf = packageOf({
      facts:
        '<dc:title>A Book</dc:title><dc:creator>Ada Miller</dc:creator><dc:language>en-GB</dc:language><dc:identifier id="id">urn:x:1</dc:identifier>',
      items: '<item id="a" href="one.xhtml" media-type="application/xhtml+xml"/>',
      spine: '<itemref idref="a"/>',
    });
    const page = chapter(`<h2>The Mill</h2><p>${told}</p><script>alert(1)</script><h2>The Sons</h2><p>${told}</p>`);
    const book = await open('a.epub', makeEpub({ 'OPS/book.opf': opf, 'OPS/one.xhtml': page }));
    expect(book).toMatchObject({ key: 'epub:urn:x:1', name: 'A Book', authors: ['Ada Miller'], language: 'en', gutenbergId: null });
    expect(book.tales).toEqual([
      { title: 'The Mill', author: 'Ada Miller', source: 'A Book', content: `<p>${told.trim()}</p>`, warnings: [] },
      { title: 'The Sons', author: 'Ada Miller', source: 'A Book', content: `<p>${told.trim()}</p>`, warnings: [] },
    ]);
  });

  test('without title and number is identified by its bytes and named after its file', async () => {
    expect(await open('words.txt', 'nothing here')).toMatchObject({ key: 'sha256:abc', name: 'words.txt', tales: [] });
  });

  test('with too much text, or a symbolic link, is not read', async () => {
    expect(await refusal(open('long.txt', Buffer.alloc(16 * 1024 * 1024 + 1, 97)))).toMatch(/^413 too_much_text|^422 too_much_text/);
    await symlink('/etc/passwd', path.join(folder, 'link.txt'));
    expect(await refusal(openBook(path.join(folder, 'link.txt'), { kind: 'text', hash: '' }))).toContain('ELOOP');
  });

  test.each([
    ['half a million paragraphs', 'hard.html', `<html><body><h2>One</h2>${'<p><i>a</i><b>b</b></p>'.repeat(500_000)}</body></html>`],
    ['one line of three million words', 'hard.txt', 'word '.repeat(3_000_000)],
  ])('designed to exhaust resources ends only the worker: %s', async (_, name, text) => {
    expect(await refusal(open(name, text))).toMatch(/^422 book_too_hard .*(SIGABRT|SIGTRAP|134|133)/);
  });
});

test('waits while two others are read', async () => {
  const worker = path.join(folder, 'worker.mjs');
  // Each records when it began and ended.
  await writeFile(
    worker,
    `const began = Date.now(); setTimeout(() => process.stdout.write(JSON.stringify({ book: {
    key: 'k', name: began + ' ' + Date.now(), title: null, authors: [], translators: [], language: null, year: null, gutenbergId: null, tales: [], notes: [] } })), 60);`,
  );
  const books = await Promise.all(Array.from({ length: 5 }, (_, at) => open(`${at}.txt`, '', { worker })));
  const spans = books.map(({ name }) => name.split(' ').map(Number));
  for (const [began = 0] of spans) expect(spans.filter(([from = 0, to = 0]) => from <= began && began < to).length).toBeLessThanOrEqual(2);
});

test('is accepted from the worker only when well-formed', () => {
  const book = {
    key: 'k',
    name: 'n',
    title: null,
    authors: [],
    translators: [],
    language: null,
    year: null,
    gutenbergId: null,
    notes: ['n'],
  };
  const tale = { title: 'T', content: '<p>x</p>', warnings: [] };
  expect(parseTalesOutput(Buffer.concat(encodeTales({ ...book, tales: [tale] })))).toEqual({ ...book, tales: [tale] });
  for (const wrong of [
    { book },
    { book: { ...book, tales: [{ ...tale, more: 1 }] } },
    { book: { ...book, tales: [], key: '' } },
    { fault: 'other', where: null },
    [],
    'x',
  ])
    expect(() => parseTalesOutput(Buffer.from(JSON.stringify(wrong)))).toThrow();
});

describe('small files', () => {
  const task = (name: string, text: string) => ({ kind: 'html' as const, hash: name, fileName: name, bytes: Buffer.from(text) });
  const page = (title: string) => `<html><body><h2>${title}</h2><p>${told}</p><h2>More</h2><p>${told}</p></body></html>`;

  test('are read together, each with its own result', async () => {
    const books = await openSmallFiles([task('a', page('The Mill')), task('b', ''), task('c', page('Die Mühle\n{"book":1}'))]);
    expect(books).toMatchObject([
      { key: 'sha256:a', name: 'a', tales: [{ title: 'The Mill' }, {}] },
      { key: 'sha256:b', tales: [] },
      { key: 'sha256:c', tales: [{ title: expect.stringMatching(/^Die Mühle/) }, {}] },
    ]);
  });

  test('fail together when one ends the process, and for a wrong number of results', async () => {
    expect(await refusal(openSmallFiles([task('a', page('The Mill'))], { heapMb: 8 }))).toMatch(/^422 book_too_hard/);
    const line = Buffer.concat([
      ...encodeTales({
        key: 'k',
        name: 'n',
        title: null,
        authors: [],
        translators: [],
        language: null,
        year: null,
        gutenbergId: null,
        tales: [],
        notes: [],
      }),
      Buffer.from('\n'),
    ]);
    expect(parseManyOutputs(line, 1).results).toHaveLength(1);
    expect(() => parseManyOutputs(line, 2)).toThrow('another number');
    expect(() => parseManyOutputs(Buffer.concat([line, line]), 1)).toThrow('another number');
  });
});
