import { buffer } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { bookOf, bookTale, epubOf, openEpub, plainPictures } from '#test/epubs.ts';
import type { BookTale } from './contract.ts';
import { writeEpub } from './write-epub.ts';

const FROG = '/media/0123456789abcdef0123-300x400/300.webp';
const OTHER = '/media/00000000000000000000-300x400/300.webp';

const frogKing = bookTale({
  slug: 'the-frog-king',
  title: 'The Frog King',
  author: 'The Brothers Grimm',
  content: `<h2 id="t-one">One</h2><p>Once<sup><a id="t-fnref1" href="#t-fn1">1</a></sup> <span class="small-caps" lang="la">rex</span>.</p><p class="verse">Come<br />out</p><figure><img src="${FROG}" alt="A frog" /><figcaption>He</figcaption></figure><section id="t-footnotes"><ol><li id="t-fn1">Long ago. <a href="#t-fnref1">↑</a></li></ol></section>`,
  retoldFrom: 'Kinder- und Hausmärchen',
});
const raven = bookTale({
  slug: 'the-raven',
  title: 'الغراب',
  language: 'ar',
  content: `<p>See <a href="/tale/the-frog-king#t-one">there</a>, <a href="/tale/elsewhere">elsewhere</a>, <a href="/tale/lost">lost</a> and <a href="#t-none">nowhere</a>.</p><p><img src="${FROG}" alt="" /></p>`,
});
const page = (book: Map<string, string>, name: string) =>
  /<body[^>]*>(.*)<\/body>/s.exec(book.get(`EPUB/${name}`) ?? '')?.[1]?.replaceAll('\n', '');

test('a book has its parts in order, with the right types', async () => {
  const bytes = await epubOf(bookOf([frogKing, raven]));
  expect([bytes.readUInt16LE(8), bytes.toString('latin1', 30, 58)], 'stored, first, at its place').toEqual([
    0,
    'mimetypeapplication/epub+zip',
  ]);
  const book = openEpub(bytes);
  expect([...book.keys()]).toEqual([
    'mimetype',
    'META-INF/container.xml',
    'EPUB/style.css',
    'EPUB/cover.jpg',
    'EPUB/cover.xhtml',
    'EPUB/title.xhtml',
    'EPUB/pictures/picture-1.jpg',
    'EPUB/tales/the-frog-king.xhtml',
    'EPUB/tales/the-raven.xhtml',
    'EPUB/about.xhtml',
    'EPUB/nav.xhtml',
    'EPUB/toc.ncx',
    'EPUB/package.opf',
  ]);
  expect(page(book, 'tales/the-frog-king.xhtml')).toBe(
    '<section epub:type="chapter" role="doc-chapter" aria-labelledby="title"><h1 id="title" dir="auto">The Frog King</h1>' +
      '<p class="by" dir="auto">The Brothers Grimm</p><div class="tale"><h2 id="t-one">One</h2>' +
      '<p>Once<sup><a epub:type="noteref" role="doc-noteref" id="t-fnref1" href="#t-fn1">1</a></sup> ' +
      '<span lang="la" xml:lang="la" class="small-caps">rex</span>.</p><p class="verse">Come<br/>out</p>' +
      '<figure><img src="../pictures/picture-1.jpg" alt="A frog"/><figcaption>He</figcaption></figure>' +
      '<section class="notes" epub:type="footnotes" aria-label="Notes" id="t-footnotes">' +
      '<aside class="note" epub:type="footnote" role="doc-footnote" id="t-fn1"><p><span class="note-number">1. </span>Long ago. ' +
      '<a role="doc-backlink" aria-label="Back to the text" href="#t-fnref1">↑</a></p></aside></section></div>' +
      '<p class="ornament" aria-hidden="true">✦</p><div class="colophon"><p dir="auto">Retold from Kinder- und Hausmärchen</p>' +
      '<p dir="auto">Told at the mill</p><p dir="auto">Public domain</p></div></section>',
  );
  expect(page(book, 'tales/the-raven.xhtml')).toContain(
    '<p>See <a href="the-frog-king.xhtml">there</a>, <a href="https://tales.example/tale/elsewhere">elsewhere</a>, ' +
      '<a href="https://tales.example/tale/lost">lost</a> and <a>nowhere</a>.</p><p><img src="../pictures/picture-1.jpg" alt=""/></p>',
  );
  expect(book.get('EPUB/tales/the-raven.xhtml')).toContain('lang="ar" xml:lang="ar" dir="rtl"');
  expect(page(book, 'nav.xhtml')).toBe(
    '<nav id="toc" epub:type="toc" role="doc-toc" aria-labelledby="contents"><h1 id="contents" lang="en" xml:lang="en">Contents</h1><ol>' +
      '<li><a href="title.xhtml" dir="auto">Tales of the mill</a></li>' +
      '<li><a href="tales/the-frog-king.xhtml" lang="en" xml:lang="en" dir="auto">The Frog King</a></li>' +
      '<li><a href="tales/the-raven.xhtml" lang="ar" xml:lang="ar" dir="auto">الغراب</a></li>' +
      '<li><a href="about.xhtml" lang="en" xml:lang="en" dir="auto">About this book</a></li></ol></nav>' +
      '<nav epub:type="landmarks" hidden="hidden" aria-label="Landmarks"><ol><li><a href="cover.xhtml" epub:type="cover" dir="auto">Cover</a></li>' +
      '<li><a href="title.xhtml" epub:type="titlepage" dir="auto">Tales of the mill</a></li>' +
      '<li><a href="tales/the-frog-king.xhtml" epub:type="bodymatter" lang="en" xml:lang="en" dir="auto">The Frog King</a></li>' +
      '<li><a href="about.xhtml" epub:type="colophon" lang="en" xml:lang="en" dir="auto">About this book</a></li>' +
      '<li><a href="#toc" epub:type="toc" dir="auto">Contents</a></li></ol></nav>',
  );
});

test('questions follow the text, and are in the table of contents of a single tale', async () => {
  const asked = { ...frogKing, whyItMatters: 'About promises.', questions: ['Why did she\n promise?', 'Would you?'] };
  const book = openEpub(await epubOf(bookOf([asked])));
  expect(page(book, 'tales/the-frog-king.xhtml')).toContain(
    '✦</p><section id="to-talk-about" class="questions" aria-labelledby="to-talk-about-title">' +
      '<h2 id="to-talk-about-title" lang="en" xml:lang="en" dir="ltr">To talk about</h2><p dir="auto">About promises.</p>' +
      '<ol><li dir="auto">Why did she promise?</li><li dir="auto">Would you?</li></ol></section><div class="colophon">',
  );
  const entry = '<li><a href="tales/the-frog-king.xhtml#to-talk-about" lang="en" xml:lang="en" dir="auto">To talk about</a></li>';
  expect(page(book, 'nav.xhtml')).toContain(entry);
  expect(book.get('EPUB/toc.ncx')).toContain('<content src="tales/the-frog-king.xhtml#to-talk-about"/>');

  const several = openEpub(await epubOf(bookOf([asked, raven])));
  expect(page(several, 'tales/the-frog-king.xhtml')).toContain('Would you?');
  expect(page(several, 'nav.xhtml')).not.toContain('To talk about');
  const short = openEpub(await epubOf(bookOf([{ ...asked, questions: [] }])));
  expect(page(short, 'nav.xhtml')).toContain('Why it matters');
});

test('the package states title, creators, rights and accessibility', async () => {
  const described = openEpub(await epubOf(bookOf([frogKing], { language: 'he' }))).get('EPUB/package.opf') ?? '';
  for (const line of [
    '<dc:identifier id="identifier">urn:uuid:0190163d-8694-739b-aea5-966c26f8ad91</dc:identifier>',
    '<meta property="dcterms:modified">2026-11-21T12:00:00Z</meta>',
    '<dc:creator id="creator-1">The Brothers Grimm</dc:creator>',
    '<meta refines="#creator-1" scheme="marc:relators" property="role">aut</meta>',
    '<dc:language>he</dc:language>',
    '<dc:subject>Fairy tales</dc:subject>',
    '<dc:source>Told at the mill</dc:source>',
    '<dc:rights>Public domain</dc:rights>',
    '<meta property="schema:accessModeSufficient">textual</meta>',
    '<meta property="schema:accessibilityFeature">alternativeText</meta>',
    '<meta property="schema:accessibilityHazard">none</meta>',
    '<meta id="conformance" property="dcterms:conformsTo">EPUB Accessibility 1.1 - WCAG 2.2 Level AA</meta>',
    '<item id="cover-image" href="cover.jpg" media-type="image/jpeg" properties="cover-image"/>',
    '<spine toc="ncx" page-progression-direction="rtl">',
  ])
    expect(described).toContain(line);
  expect(described, 'of a single tale the contents are no page').not.toContain('idref="nav"');
  const undescribed = openEpub(await epubOf(bookOf([frogKing, raven]))).get('EPUB/package.opf');
  expect(undescribed, 'a picture without words').not.toMatch(/alternativeText|conformsTo|accessModeSufficient">textual</);
});

test('the package and the end of a tale name translators, editors and illustrators', async () => {
  const credits = [
    { role: 'translator', name: 'Margaret Hunt' },
    { role: 'translator', name: 'Lucy Crane' },
    { role: 'editor', name: 'Andrew Lang' },
    { role: 'illustrator', name: 'Walter Crane' },
  ] as const;
  const book = openEpub(await epubOf(bookOf([bookTale({ slug: 'raven', credits: [...credits] })])));
  const described = book.get('EPUB/package.opf') ?? '';
  for (const [index, role] of ['trl', 'trl', 'edt', 'ill'].entries()) {
    const id = `contributor-${index + 1}`;
    expect(described).toContain(`<dc:contributor id="${id}">${credits.map(({ name }) => name)[index]}</dc:contributor>`);
    expect(described).toContain(`<meta refines="#${id}" scheme="marc:relators" property="role">${role}</meta>`);
  }
  const end = '<p dir="auto">Translated by Margaret Hunt, Lucy Crane</p><p dir="auto">Edited by Andrew Lang</p>';
  for (const file of ['tales/raven.xhtml', 'about.xhtml']) expect(page(book, file)?.replaceAll('\n', '')).toContain(end);
});

test('the same book produces the same bytes', async () => {
  expect(await epubOf(bookOf([frogKing, raven]))).toEqual(await epubOf(bookOf([frogKing, raven])));
});

test('a tale deleted meanwhile leaves a placeholder page for links to it', async () => {
  const book = bookOf([raven], { facts: [frogKing, raven, bookTale()].map(({ slug, title, author }) => ({ slug, title, author })) });
  const names = [...openEpub(await epubOf(book)).keys()].filter((name) => name.includes('tales/'));
  expect(names).toEqual(['EPUB/tales/the-raven.xhtml', 'EPUB/tales/the-frog-king.xhtml']);
});

test.each<[string, () => Promise<{ bytes: Uint8Array; type: string } | undefined>]>([
  ['is missing', async () => undefined],
  ['cannot be read', () => Promise.reject(new Error('away'))],
  ['is truncated', async () => ({ bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), type: 'image/jpeg' })],
  ['is something else', async () => ({ bytes: Buffer.from('<svg/>'), type: 'image/png' })],
  ['is empty', async () => ({ bytes: Buffer.alloc(0), type: 'image/webp' })],
])('an image that %s is replaced by its alt text', async (_, readPicture) => {
  const tale = bookTale({
    slug: 'a',
    content: `<figure><img src="${FROG}" alt="A frog" /></figure><figure><img src="${OTHER}" alt="" /></figure>`,
  });
  const book = openEpub(await epubOf(bookOf([tale]), { ...plainPictures, readPicture }));
  expect(page(book, 'tales/a.xhtml')).toContain('<div class="tale"><figure><span class="no-picture">[A frog]</span></figure></div>');
  expect([...book.keys()].filter((name) => name.includes('pictures'))).toEqual([]);
});

test('a failed cover is omitted with all references to it', async () => {
  const book = openEpub(await epubOf(bookOf([frogKing]), { ...plainPictures, cover: () => Promise.reject(new Error('busy')) }));
  expect([...book.keys()].some((name) => name.includes('cover'))).toBe(false);
  for (const name of ['package.opf', 'nav.xhtml', 'toc.ncx']) expect(book.get(`EPUB/${name}`)).not.toContain('cover');
});

/** An endless sequence of tales that counts those read. */
function endless() {
  const seen = { asked: 0, ended: false };
  async function* tales(): AsyncGenerator<BookTale> {
    try {
      for (;;) {
        seen.asked += 1;
        yield bookTale({ content: `<p>${'mill '.repeat(1000)}</p>` });
      }
    } finally {
      seen.ended = true;
    }
  }
  return { seen, tales: tales() };
}

test('a paused reader gets backpressure; a cancelled one stops the generation', async () => {
  const { seen, tales } = endless();
  const reader = writeEpub(bookOf([], { tales }), plainPictures).getReader();
  await reader.read();
  expect(seen.asked, 'the first bytes wait for no tale').toBe(0);
  while (seen.asked < 5) await reader.read();
  await new Promise((resolve) => setImmediate(resolve));
  expect(seen).toEqual({ asked: 5, ended: false });
  await reader.cancel();
  expect(seen).toEqual({ asked: 5, ended: true });
});

test('an error while reading tales aborts the stream', async () => {
  async function* tales(): AsyncGenerator<BookTale> {
    yield frogKing;
    throw new Error('the database is away');
  }
  await expect(buffer(writeEpub(bookOf([frogKing], { tales: tales() }), plainPictures))).rejects.toThrow('the database is away');
});

test('an image used by several tales is read once', async () => {
  const readPicture = vi.fn(plainPictures.readPicture);
  await epubOf(bookOf([frogKing, raven, bookTale({ content: frogKing.content })]), { ...plainPictures, readPicture });
  expect(readPicture).toHaveBeenCalledTimes(1);
});
