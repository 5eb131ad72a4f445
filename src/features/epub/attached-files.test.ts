import { expect, test, vi } from 'vitest';
import { bookFile, bookOf, bookTale, epubOf, openEpub, plainPictures } from '#test/epubs.ts';

const PICTURE = bookFile('mill.jpg', 'image/jpeg', { description: 'For crayons' });
const SHEET = bookFile('sheet & more.pdf', 'application/pdf', { pages: 2, bytes: 2_000_000 });
const HUGE = bookFile('huge.png', 'image/png', { bytes: 5_000_001 });
const body = (book: Map<string, string>) => book.get('EPUB/files.xhtml')?.replaceAll('\n', '') ?? '';

test('the last chapter has the images among attached files, and links to all of them', async () => {
  const readPicture = vi.fn(plainPictures.readPicture);
  const tales = [
    bookTale({ title: 'The Mill', files: [PICTURE, SHEET, HUGE] }),
    bookTale(),
    bookTale({ title: 'The Raven', files: [PICTURE] }),
  ];
  const book = openEpub(await epubOf(bookOf(tales), { ...plainPictures, readPicture }));
  expect(readPicture.mock.calls).toEqual([[PICTURE.address]]);
  const page = body(book);
  expect(page).toContain('<h1 id="title" lang="en" xml:lang="en" dir="ltr">Worksheets and files</h1><h2 dir="auto">The Mill</h2>');
  expect(page.match(/<img src="pictures\/picture-1\.jpg" alt="mill"\/>/g)).toHaveLength(2);
  expect(page).toContain('<a href="https://tales.example/files/sheet%20&amp;%20more.pdf/sheet%20%26%20more.pdf?v=1">sheet &amp; more</a>');
  expect(page).toContain('Worksheet · PDF, 2 pages · 2.0 MB');
  expect(page).toContain('For crayons');
  const names = [...book.keys()];
  expect(names.indexOf('EPUB/files.xhtml')).toBe(names.indexOf('EPUB/about.xhtml') - 1);
  expect(book.get('EPUB/nav.xhtml')).toContain('files.xhtml');
});

test('a book without attached files has no such chapter, and an image that fails is a link', async () => {
  expect(openEpub(await epubOf(bookOf([bookTale()]))).has('EPUB/files.xhtml')).toBe(false);
  const failing = { ...plainPictures, readPicture: async () => undefined };
  const page = body(openEpub(await epubOf(bookOf([bookTale({ files: [PICTURE] })]), failing)));
  expect(page).not.toContain('<img');
  expect(page).toContain('>mill</a>');
});
