import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { type FileLibrary, openFileLibrary, wav } from '#test/file-library.ts';
import { pdf, stream } from '#test/pdfs.ts';
import { checkFile } from './file-types.ts';
import { scanPdf } from './pdf/scan-pdf.ts';

/** About 500 files and requests made to deceive; none achieves anything. */

const HTML = '<!DOCTYPE html><html><script>alert(1)</script></html>';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
const ZIP_END = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]);
const bytesOf = (text: string) => Buffer.from(text, 'latin1');

const image = () => sharp({ create: { width: 20, height: 20, channels: 3, background: '#a52' } });
let good: Record<string, Buffer>;
beforeAll(async () => {
  good = {
    png: await image().png().toBuffer(),
    jpg: await image().jpeg().toBuffer(),
    webp: await image().webp().toBuffer(),
    avif: await image().avif().toBuffer(),
    gif: await image().gif().toBuffer(),
    pdf: pdf(),
    wav: wav(2_000),
    mp3: mp3(),
    flac: Buffer.concat([bytesOf('fLaC\x00\x00\x00\x22'), Buffer.alloc(100, 1)]),
    ogg: ogg(),
    m4a: Buffer.concat([box('ftyp', bytesOf('M4A \0\0\0\0M4A isom')), box('moov', bytesOf('\0\0\0\0soun')), box('mdat', Buffer.alloc(50))]),
    txt: Buffer.from('Once upon a time – “a mill”.\n'),
    md: Buffer.from('# A mill\n\nUse `<script>` with care.\n'),
    csv: Buffer.from('word,meaning\nmill,grinds\n'),
    json: Buffer.from('{"mill": [1, 2]}'),
    epub: Buffer.concat([bytesOf('PK\x03\x04'), Buffer.alloc(26), bytesOf('mimetypeapplication/epub+zip'), ZIP_END]),
  };
});

/** The code of the refusal, or the media type. */
async function outcome(name: string, bytes: Buffer): Promise<string> {
  try {
    const { mediaType } = await checkFile(name, bytes.length, async (start, end) => bytes.subarray(start, end));
    return (name.endsWith('.pdf') && scanPdf(bytes)) || mediaType;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}
const REFUSED = /^(wrong_type|type_not_taken|two_types|broken|too_large|scripted|attachments|encrypted|hidden)$/;

test('each supported file is accepted under its own extension, and under no other', async () => {
  let tried = 0;
  const isText = (ending: string) => /^(txt|md|csv|json)$/.test(ending);
  for (const [ending, bytes] of Object.entries(good)) {
    expect([ending, await outcome(`mill.${ending.toUpperCase()}`, bytes)]).toEqual([ending, expect.stringMatching(/^\w+\/[\w+]+/)]);
    for (const other of Object.keys(good).filter((each) => each !== ending && !(isText(each) && isText(ending)))) {
      expect([ending, other, await outcome(`mill.${other}`, bytes)]).toEqual([ending, other, expect.stringMatching(REFUSED)]);
      tried += 1;
    }
  }
  expect(tried).toBeGreaterThan(200);
});

test('polyglots, truncated files and files with other data before or after them are refused', async () => {
  const binary = ['png', 'jpg', 'webp', 'avif', 'gif', 'wav', 'm4a', 'ogg'];
  const after = [
    Buffer.concat([bytesOf('PK\x03\x04'), ZIP_END]),
    bytesOf(HTML),
    pdf(),
    bytesOf('MZ\x90\0'),
    bytesOf('<?php system($_GET[0]);'),
  ];
  for (const ending of binary) {
    const bytes = good[ending] as Buffer;
    const tries = [
      ...after.map((more) => Buffer.concat([bytes, more])),
      ...[HTML, SVG, '<?php ?>', '%PDF-1.7', '#!/bin/sh\n', 'MZ\x90\0'].map((before) => Buffer.concat([bytesOf(before), bytes])),
      bytes.subarray(0, bytes.length - 3),
      bytes.subarray(0, 10),
    ];
    for (const [index, each] of tries.entries())
      expect([ending, index, await outcome(`a.${ending}`, each)]).toEqual([ending, index, expect.stringMatching(REFUSED)]);
  }
  for (const ending of ['mp3', 'flac', 'pdf']) {
    const zipped = Buffer.concat([good[ending] as Buffer, ZIP_END]);
    expect([ending, await outcome(`a.${ending}`, zipped)]).toEqual([ending, 'two_types']);
  }
  // Markup inside of the first bytes, as comments of images allow.
  for (const hidden of [HTML, SVG, '<?php system(1); ?>', '%PDF-1.7 1 0 obj', '<iframe src=x>', '<script src=x>']) {
    const comment = Buffer.concat([bytesOf('\xff\xfe'), Buffer.from([0, hidden.length + 2]), bytesOf(hidden)]);
    const jpeg = good.jpg as Buffer;
    expect(await outcome('a.jpg', Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]))).toMatch(/^(two_types|wrong_type)$/);
  }
});

test('programs, scripts, markup and binary data are refused under every extension', async () => {
  const hostile = [
    ...['MZ\x90\0\x03', '\x7fELF\x02\x01', '\xca\xfe\xba\xbe\0', '\0asm\x01\0\0\0', '#!/bin/sh\nrm -rf /', '%!PS-Adobe-3.0'],
    ...[HTML, ` \n<!-- x -->${HTML}`, `\xef\xbb\xbf${SVG}`, '<?xml version="1.0"?><svg/>', '<?php ?>', '<html>', '<BODY onload=x>'],
    ...[
      '{\\rtf1}',
      '\xd0\xcf\x11\xe0\xa1',
      'Rar!\x1a\x07',
      '7z\xbc\xaf\x27',
      '\x1f\x8b\x08',
      '\0\0\0 ftypheic',
      '\x1a\x45\xdf\xa3',
      '\xff\xfea\0b\0',
    ],
    ...['text\0with NUL', 'not utf-8: \xe9\xe8'],
  ];
  let tried = 0;
  for (const [index, each] of hostile.entries())
    for (const ending of Object.keys(good)) {
      expect([index, ending, await outcome(`a.${ending}`, bytesOf(each))]).toEqual([index, ending, expect.stringMatching(REFUSED)]);
      tried += 1;
    }
  expect(tried).toBeGreaterThan(250);
  for (const ending of ['html', 'svg', 'js', 'exe', 'php', 'zip', 'docx', 'xml', 'swf', 'pdf.html', 'png.svg', ''])
    expect(await outcome(`a.${ending}`, good.png as Buffer)).toBe('type_not_taken');
});

test('PDFs with actions, scripts and files are refused however they are written', () => {
  const names = [
    'JavaScript',
    'Launch',
    'SubmitForm',
    'ImportData',
    'GoToE',
    'GoToR',
    'Rendition',
    'RichMedia',
    'XFA',
    'EmbeddedFile',
    'Encrypt',
  ];
  const hex = (text: string) => [...text].map((letter) => `#${letter.charCodeAt(0).toString(16).toUpperCase()}`).join('');
  for (const name of names) {
    for (const written of [name, hex(name), name[0] + hex(name.slice(1)), hex(name).toLowerCase()]) {
      const action = `<< /S /${written} >>`;
      expect(scanPdf(pdf({ catalog: `/OpenAction ${action}` }))).toMatch(REFUSED);
      if (name === 'Encrypt') continue;
      expect(scanPdf(pdf({ objects: [stream(`20 0 ${action}`, '/Type /ObjStm /N 1 /First 5', true)] }))).toMatch(REFUSED);
      expect(scanPdf(pdf({ objects: [stream(`20 0 ${action}`, `/Type /${hex('ObjStm')} /N 1 /${hex('First')} 5`, true)] }))).toMatch(
        REFUSED,
      );
    }
  }
});

describe('names and addresses', () => {
  let database: TestDatabase;
  let library: FileLibrary;
  beforeAll(async () => {
    database = await createTestDatabase();
    library = await openFileLibrary(database);
  });
  afterAll(async () => {
    await library.close();
    await database.drop();
  });

  test('a name cannot be a path, hidden or invisible', async () => {
    const { id } = await library.addFolder('Names');
    const names = [
      '../a.txt',
      '..\\a.txt',
      '/etc/a.txt',
      'a\0.txt',
      'a/b.txt',
      '.a.txt',
      ' ',
      '\u202etxt.a.txt',
      'a\n.txt',
      'C:a.txt',
      'a\u200b.txt',
    ];
    for (const name of [...names, 'a"b.txt', '<a>.txt', `${'x'.repeat(197)}.txt`, `${'x'.repeat(100_000)}.txt`])
      expect([name.slice(0, 30), (await library.upload(id, name, Buffer.from('x'))).status]).toEqual([
        name.slice(0, 30),
        name.length > 500 ? 400 : 422,
      ]);
    for (const name of ['../a', '..%2f', '%2e%2e%2f', "'; drop table files; --", 'null', '__proto__'])
      expect((await library.ask('POST', `/files?folder=${name}&name=a.txt`, Buffer.from('x'))).status).toBe(400);
    expect(await library.rows('select from files')).toEqual([]);
  });

  test('no address leads out of the library', async () => {
    const folder = await library.addFolder('Addresses');
    const { id } = (await library.upload(folder.id, 'a.txt', Buffer.from('x'))).body;
    const tricks = [
      '..%2f..%2fetc%2fpasswd',
      '%2e%2e',
      '..%5c',
      '%00',
      'a.txt%00.html',
      'a.txt/',
      '%c0%ae%c0%ae',
      'x'.repeat(7000),
      '__proto__',
    ];
    for (const trick of tricks) {
      for (const address of [`/files/${trick}/a.txt`, `/files/${trick}/preview`, `/files/${trick}`]) {
        const { status, body } = await library.open(address);
        expect([address.slice(0, 60), [400, 404].includes(status), body.includes('root:')]).toEqual([address.slice(0, 60), true, false]);
      }
      const { status, headers } = await library.open(`/files/${id}/${trick}`);
      // Another name leads to the real one.
      expect([trick.slice(0, 30), status === 302 ? headers.get('location') : `/files/${id}/a.txt`]).toEqual([
        trick.slice(0, 30),
        `/files/${id}/a.txt`,
      ]);
      expect([302, 400, 404]).toContain(status);
    }
  });
});

function mp3(): Buffer {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0x00]);
  return Buffer.concat([frame, frame, frame]);
}

function ogg(): Buffer {
  const page = (content: Buffer) => Buffer.concat([bytesOf('OggS'), Buffer.alloc(22), Buffer.from([1, content.length]), content]);
  return Buffer.concat([page(bytesOf('OpusHead\x01\x02')), page(Buffer.alloc(100, 7))]);
}

function box(name: string, content: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(content.length + 8);
  return Buffer.concat([size, bytesOf(name), content]);
}
