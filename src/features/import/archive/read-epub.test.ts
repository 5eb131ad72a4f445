import { randomBytes } from 'node:crypto';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookFiles, chapter, localHeader, makeEpub, makeZip, packageOf, rootFiles, type ZipPart } from '#test/books.ts';
import { type ReadBook, readBook } from './read-epub.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-read-book-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(bytes: Buffer): Promise<ReadBook> {
  const file = path.join(folder, crypto.randomUUID());
  await writeFile(file, bytes);
  const handle = await open(file);
  try {
    return await readBook(handle.fd);
  } finally {
    await handle.close();
  }
}
/** Returns the error code, or the result. */
const faultOf = (bytes: Buffer) => read(bytes).then(JSON.stringify, ({ code, stack }) => code ?? stack);
const item = (id: string, href: string, type = 'application/xhtml+xml', more = '') =>
  `<item id="${id}" href="${href}" media-type="${type}" ${more}/>`;
const refs = (...ids: string[]) => ids.map((id) => `<itemref idref="${id}"/>`).join('');

describe('a book', () => {
  test('reads EPUB 3 in spine order with its table of contents', async () => {
    const facts = `<dc:identifier>isbn</dc:identifier><dc:identifier id="id"> urn:uuid:1 </dc:identifier><dc:language>de</dc:language>
      <dc:title>Märchen &amp; <!-- x -->Sagen&#8212;I</dc:title><dc:title>More</dc:title>
      <dc:creator id="w">Wilhelm</dc:creator><dc:creator id="t">A Translator</dc:creator><dc:creator>Jacob</dc:creator>
      <meta refines="#w" property="role">aut</meta><meta refines="#t" property="role">trl</meta>`;
    const items = [
      item('n', 'nav.xhtml', undefined, 'properties="nav"'),
      item('a', 'text/one%20two.xhtml'),
      item('b', './text/../b.xhtml'),
    ].join('');
    const nav =
      chapter(`<nav xmlns:epub="http://www.idpf.org/2007/ops" epub:type="landmarks"><ol><li><a href="b.xhtml">No</a></li></ol></nav>
      <nav epub:type="toc"><ol><li><a href="text/one%20two.xhtml#x">The <em>first</em>\n tale</a><ol><li><a href="b.xhtml">B</a></li></ol></li>
      <li><a href="https://example.org/">Elsewhere</a></li><li><a href="../../../etc/passwd">Out</a></li><li><a href="gone.xhtml">Gone</a></li></ol></nav>`);
    const picture = item('c', 'cover.svg', 'image/svg+xml') + item('far', 'https://example.org/film.mp4', 'video/mp4');
    const opf = packageOf({ facts, items: items + picture, spine: refs('b', 'c', 'a', 'b') });
    const second = chapter('<p>&nbsp;&eacute; &lt; &#233;</p>', '<!DOCTYPE html>');
    const book = await read(
      makeEpub({ 'OPS/book.opf': opf, 'OPS/nav.xhtml': nav, 'OPS/text/one two.xhtml': chapter('1'), 'OPS/b.xhtml': second }),
    );
    expect(book.documents.map(({ path: each, html }) => [each, html.toString()])).toEqual([
      ['OPS/b.xhtml', second],
      ['OPS/text/one two.xhtml', chapter('1')],
    ]);
    expect({ ...book, documents: [] }).toEqual({
      title: 'Märchen & Sagen—I',
      authors: ['Wilhelm', 'Jacob'],
      language: 'de',
      identifier: 'urn:uuid:1',
      documents: [],
      toc: [
        { title: 'The first tale', href: 'OPS/text/one two.xhtml#x' },
        { title: 'B', href: 'OPS/b.xhtml' },
      ],
    });
  });

  test('reads EPUB 2 with its NCX, in UTF-16 and Latin-1', async () => {
    const point = (label: string, src: string, inner = '') =>
      `<navPoint><navLabel><text>${label}</text></navLabel><content src="${src}"/>${inner}</navPoint>`;
    const ncx = `<!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://www.daisy.org/z3986/2005/ncx-2005-1.dtd"><ncx><navMap>
      ${point('One', 'one.xhtml', point('Inner', 'one.xhtml#i'))}${point('Two', 'two.html')}</navMap></ncx>`;
    const opf = packageOf({
      facts: '<dc:creator opf:role="aut">Jacob</dc:creator><dc:creator opf:role="ill">Nobody</dc:creator>',
      items: item('a', 'one.xhtml') + item('b', 'two.html') + item('t', 'toc.ncx', 'application/x-dtbncx+xml'),
      spine: refs('a', 'b'),
      toc: ' toc="t"',
    });
    const one = Buffer.from(`\ufeff${chapter('<p>naïve</p>').replace('utf-8', 'utf-16')}`, 'utf16le');
    const two = Buffer.from(chapter('<p>café</p>').replace('utf-8', 'iso-8859-1'), 'latin1');
    const book = await read(makeEpub({ 'OPS/book.opf': opf, 'OPS/toc.ncx': ncx, 'OPS/one.xhtml': one, 'OPS/two.html': two }));
    expect(book).toMatchObject({ title: null, authors: ['Jacob'], language: null, identifier: null });
    expect(book.documents.map(({ html }) => html.toString().match(/<p>(.*)<\/p>/)?.[1])).toEqual(['naïve', 'café']);
    expect(book.toc.map(({ title, href }) => `${title} ${href}`)).toEqual([
      'One OPS/one.xhtml',
      'Inner OPS/one.xhtml#i',
      'Two OPS/two.html',
    ]);
  });

  test('accepts obfuscated fonts, nested archives and folders, and unpacks only what is needed', async () => {
    const broken: ZipPart = { name: 'OPS/font.otf', packed: Buffer.from('no deflate'), size: 30 };
    const inner = { name: 'OPS/inner.epub', data: makeEpub(), method: 0 };
    const folderPart = { name: 'OPS/', method: 0, mode: 0x4000 };
    const book = await read(
      makeEpub({ 'META-INF/encryption.xml': encryption('http://www.idpf.org/2008/embedding') }, [broken, inner, folderPart]),
    );
    expect(book).toMatchObject({ title: 'A Book', documents: [{ path: 'OPS/one.xhtml' }], toc: [] });
  });
});

function encryption(algorithm: string, uri = 'OPS/font.otf', more = ''): string {
  return `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData>
    <enc:EncryptionMethod Algorithm="${algorithm}"/>${more}<enc:CipherData><enc:CipherReference URI="${uri}"/></enc:CipherData></enc:EncryptedData></encryption>`;
}

describe('a ZIP archive', () => {
  const withParts = (...parts: ZipPart[]) => makeEpub({}, parts);
  const x = (more: Partial<ZipPart>): ZipPart => ({ name: 'x', data: 'x', ...more });
  const whole = makeEpub();
  /** 20 MB that compress to a hundredth. */
  const large = Buffer.concat([randomBytes(180_000), Buffer.alloc(19_820_000)]);
  const packed = deflateRawSync(large, { level: 1 });

  test.each<[string, string, Buffer]>([
    ['not_a_zip', 'nothing', Buffer.alloc(0)],
    ['not_a_zip', 'a text', Buffer.from('Once upon a time'.repeat(100))],
    ['not_a_zip', 'cut off', whole.subarray(0, whole.length - 30)],
    ['damaged', 'its start missing', whole.subarray(200)],
    ['damaged', 'more entries promised than there are', makeZip(bookFiles(), { count: 9 })],
    ['encrypted', 'a password', withParts(x({ flags: 0x801 }))],
    ['encrypted', 'strong encryption', withParts(x({ flags: 0x841 }))],
    ['bad_name', 'a name that climbs', withParts(x({ name: '../../etc/cron.d/x' }))],
    ['bad_name', 'a name that climbs inside', withParts(x({ name: 'OPS/../../x' }))],
    ['bad_name', 'an absolute name', withParts(x({ name: '/etc/passwd' }))],
    ['bad_name', 'a drive', withParts(x({ name: 'C:/x' }))],
    ['bad_name', 'backslashes', withParts(x({ name: '..\\x' }))],
    ['bad_name', 'a NUL', withParts(x({ name: 'x\0.xhtml' }))],
    ['bad_name', 'no name', withParts(x({ name: '' }))],
    ['bad_name', 'letters that are none', withParts(x({ name: Buffer.from([0x78, 0xff]) }))],
    ['same_name_twice', 'one name twice', withParts(x({ name: 'OPS/one.xhtml' }))],
    ['same_name_twice', 'one name in both forms', withParts(x({ name: 'é'.normalize('NFC') }), x({ name: 'é'.normalize('NFD') }))],
    ['not_a_file', 'a symbolic link', withParts(x({ data: '/etc/passwd', mode: 0xa1ff }))],
    ['not_a_file', 'a device', withParts(x({ mode: 0x2000 }))],
    ['unknown_compression', 'bzip2', withParts(x({ method: 12 }))],
    ['damaged', 'two names for one entry', withParts(x({ localName: 'y' }))],
    ['overlapping', 'one kernel under two names', sharedKernel()],
    ['overlapping', 'one entry inside of another', makeZip(withinAnother())],
    ['overlapping', 'an entry that holds the directory', overDirectory()],
    ['too_many_files', '5,001 entries', makeZip(Array.from({ length: 5001 }, (_, at) => ({ name: `f${at}`, method: 0 })))],
    ['unpacks_too_large', 'an entry of 20 MB and a byte', withParts(x({ packed: Buffer.alloc(2 ** 18), size: 20 * 2 ** 20 + 1 }))],
    [
      'unpacks_too_large',
      'eleven of 19 MB',
      withParts(...Array.from({ length: 11 }, (_, at) => ({ name: `l${at}`, packed, size: large.length }))),
    ],
    ['unpacks_too_far', 'ten million zeros', withParts(x({ data: Buffer.alloc(10_000_000) }))],
    ['unpacks_too_large', 'four billion bytes said', withParts(x({ size: 0xfffffffe }))],
  ])('is rejected as %s: %s', async (code, _, bytes) => {
    expect(await faultOf(bytes)).toBe(code);
  });

  test.each<[string, Partial<ZipPart>]>([
    ['whose stated size is too small', { size: 10 }],
    ['whose stated size is too large', { size: 1000 }],
    ['that states ten bytes and is a bomb', { packed: deflateRawSync(Buffer.alloc(2 ** 24)), size: 10 }],
    ['with a wrong checksum', { crc: 1 }],
    ['that is not deflate data', { packed: Buffer.from('<html/>') }],
    ['that is stored with another size', { method: 0, size: 3 }],
  ])('is rejected as damaged for a chapter %s', async (_, lie) => {
    const files = bookFiles().map((part) => (part.name === 'OPS/one.xhtml' ? { ...part, ...lie } : part));
    expect(await faultOf(makeZip(files))).toBe('damaged');
  });

  test('is accepted with 5,000 entries, and with a high ratio below a megabyte', async () => {
    const many = Array.from({ length: 4995 }, (_, at) => ({ name: `f${at}`, method: 0 }));
    expect(await faultOf(withParts({ name: 'z', data: Buffer.alloc(1_000_000) }, ...many))).toContain('A Book');
  });
});

/** An overlapping bomb: the header of the second entry is in the extra field of the first, so both share the same bytes. */
function sharedKernel(): Buffer {
  const first = { name: 'a', data: Buffer.alloc(900_000) };
  const second = { ...first, name: 'b' };
  const book = bookFiles();
  const start = book.reduce((sum, part) => sum + localHeader(part).length + deflated(part).length, 0);
  return makeZip([...book, { ...first, extra: extraField(localHeader(second)) }, { ...second, at: start + localHeader(first).length + 4 }]);
}

/** An entry that contains a book whose files are also entries of the outer ZIP: a small self-containing ZIP. */
function withinAnother(): ZipPart[] {
  const outer = { name: 'x', data: makeEpub(), method: 0 };
  return [outer, ...bookFiles().map((part) => ({ ...part, at: localHeader(outer).length + outer.data.indexOf(part.name) - 30 }))];
}

function deflated({ data = '', method }: ZipPart): Buffer {
  return method === 0 ? Buffer.from(data) : deflateRawSync(Buffer.from(data), { level: 1 });
}

function extraField(data: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(0x9999, 0);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
}

/** The size of the last entry, in the central directory only, extends beyond the directory. */
function overDirectory(): Buffer {
  const bytes = makeEpub({}, [{ name: 'last', data: Buffer.alloc(50), method: 0 }]);
  const at = bytes.lastIndexOf('PK\x01\x02');
  bytes.writeUInt32LE(120, at + 20);
  bytes.writeUInt32LE(120, at + 24);
  return bytes;
}

describe('the contents', () => {
  const one = (text: string | Buffer) => ({ 'OPS/one.xhtml': text });
  const opf = (items: string, spine: string) => ({ 'OPS/book.opf': packageOf({ items, spine }) });
  const laughs = `<!DOCTYPE l [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, n) => `<!ENTITY ${'bcdefghij'[n]} "${`&${'abcdefghi'[n]};`.repeat(10)}">`).join('')}]>`;

  test.each<[string, string, Record<string, string | Buffer | null>]>([
    ['not_a_book', 'another type', { mimetype: 'application/zip' }],
    ['not_a_book', 'no container', { 'META-INF/container.xml': null }],
    ['no_package', 'no root file', { 'META-INF/container.xml': rootFiles() }],
    ['no_package', 'a root file that is not there', { 'META-INF/container.xml': rootFiles('OPS/gone.opf') }],
    ['several_packages', 'two root files', { 'META-INF/container.xml': rootFiles('OPS/book.opf', 'b.opf') }],
    ['package_outside', 'a root file above', { 'META-INF/container.xml': rootFiles('../../etc/passwd') }],
    ['package_outside', 'an absolute root file', { 'META-INF/container.xml': rootFiles('/etc/passwd') }],
    ['package_outside', 'a remote root file', { 'META-INF/container.xml': rootFiles('http://example.org/x.opf') }],
    ['no_documents', 'nothing to read', opf(item('a', 'one.xhtml'), '')],
    ['no_documents', 'pictures alone', opf(item('a', 'a.svg', 'image/svg+xml'), refs('a'))],
    ['missing_document', 'an unknown id', opf('', refs('a'))],
    ['missing_document', 'the id __proto__', opf('', refs('__proto__'))],
    ['missing_document', 'a chapter that is not there', opf(item('a', 'gone.xhtml'), refs('a'))],
    ['document_elsewhere', 'a remote chapter', opf(item('a', 'https://example.org/one.xhtml'), refs('a'))],
    ['document_elsewhere', 'a remote chapter without scheme', opf(item('a', '//example.org/one.xhtml'), refs('a'))],
    ['document_elsewhere', 'a file address', opf(item('a', 'file:///etc/passwd'), refs('a'))],
    ['document_elsewhere', 'a chapter above', opf(item('a', '../../etc/passwd'), refs('a'))],
    ['document_elsewhere', 'a chapter above, written otherwise', opf(item('a', '%2e%2e%2f..%2f..%2fetc%2fpasswd'), refs('a'))],
    ['copy_protected', 'Adobe', { 'META-INF/encryption.xml': encryption('http://www.w3.org/2001/04/xmlenc#aes128-cbc', 'OPS/one.xhtml') }],
    ['copy_protected', 'no method', { 'META-INF/encryption.xml': '<encryption><EncryptedData/></encryption>' }],
    ['copy_protected', 'an unnamed method', { 'META-INF/encryption.xml': encryption('') }],
    [
      'copy_protected',
      'two methods',
      { 'META-INF/encryption.xml': encryption('http://www.idpf.org/2008/embedding', 'x', '<EncryptionMethod/>') },
    ],
    ['copy_protected', 'keys', { 'META-INF/encryption.xml': '<encryption><EncryptedKey/></encryption>' }],
    [
      'copy_protected',
      'a mangled chapter',
      { 'META-INF/encryption.xml': encryption('http://www.idpf.org/2008/embedding', 'OPS/one.xhtml') },
    ],
    ['document_type', 'XXE in a chapter', one(chapter('&x;', '<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]>'))],
    [
      'document_type',
      'XXE in the container',
      { 'META-INF/container.xml': `<!DOCTYPE c [<!ENTITY x SYSTEM "file:///etc/passwd">]><c>&x;</c>` },
    ],
    ['document_type', 'laughs in the package', { 'OPS/book.opf': `${laughs}<package>&j;</package>` }],
    ['unknown_entity', 'an entity of nobody in the package', opf('&nbsp;', '')],
    ['too_deep', 'a chapter 257 deep', one(chapter('<b>'.repeat(255) + '</b>'.repeat(255)))],
    ['broken_xml', 'a chapter that does not end', one(chapter('<b>'))],
    ['not_text', 'bytes that are no UTF-8', one(Buffer.concat([Buffer.from(chapter('')), Buffer.from([0xff])]))],
    ['not_text', 'an encoding of long ago', one(chapter('').replace('utf-8', 'utf-7'))],
    ['unpacks_too_large', 'a package of 4 MB and a byte', { 'OPS/book.opf': `<package>${randomBytes(2 ** 21).toString('hex')}</package>` }],
  ])('are rejected as %s: %s', async (code, _, changes) => {
    expect(await faultOf(makeEpub(changes))).toBe(code);
  });

  test('are rejected when the text exceeds the limit', async () => {
    const ids = ['a', 'b'];
    const text = chapter(`<p>${randomBytes(10_000).toString('hex').repeat(460)}</p>`);
    const files = Object.fromEntries(ids.map((id) => [`OPS/${id}.xhtml`, text]));
    expect(await faultOf(makeEpub({ ...files, ...opf(ids.map((id) => item(id, `${id}.xhtml`)).join(''), refs(...ids)) }))).toBe(
      'too_much_text',
    );
  });
});
