import { mkdir, mkdtemp, open, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeEpub, makeZip, type ZipPart } from '#test/books.ts';
import { makeDocx, para, styled } from '#test/docx.ts';
import { parseFile } from './archive/read-tales.ts';
import { openTaleZip } from './archive/zip-members.ts';
import { selectFiles } from './formats/accepted-files.ts';
import { readFolder } from './list-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-formats-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const NAMES = [
  ...[
    'b/tale 10.md',
    'b/tale 2.md',
    'a.TXT',
    'page.htm',
    'book.epub',
    'rows.csv',
    'rows.json',
    'word.docx',
    'c/inner.zip',
    'x.pdf',
    'LICENSE',
  ],
  ...['README.md', '.hidden.md', '.git/x.md', '__MACOSX/._a.txt', 'c/Thumbs.db', '~$word.docx', 'images/a.jpg', 'style.css'],
];
const TAKEN = ['b/tale 2.md', 'b/tale 10.md', 'a.TXT', 'book.epub', 'page.htm', 'rows.csv', 'rows.json', 'word.docx'];

test('accepts supported files in natural order, Markdown first, and gives reasons for the others', () => {
  const { accepted, skipped } = selectFiles(NAMES);
  expect(accepted.map(({ name }) => name)).toEqual(TAKEN);
  expect(accepted.map(({ kind }) => kind)).toEqual(['markdown', 'markdown', 'text', 'epub', 'html', 'table', 'table', 'docx']);
  const why = Object.groupBy(skipped, (each) => each.why);
  expect(Object.fromEntries(Object.entries(why).map(([key, files]) => [key, files?.map(({ name }) => name).toSorted()]))).toEqual({
    hidden: ['.git/x.md', '.hidden.md', '__MACOSX/._a.txt', 'c/Thumbs.db', '~$word.docx'],
    about: ['LICENSE', 'README.md'],
    picture: ['images/a.jpg', 'style.css'],
    zip: ['c/inner.zip'],
    unknown: ['x.pdf'],
  });
});

test('lists a folder with subfolders, without following links', async () => {
  for (const name of NAMES) {
    const file = path.join(folder, 'tales', name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, '');
  }
  await symlink('/etc', path.join(folder, 'tales', 'etc'));
  const { accepted, skipped } = await readFolder(path.join(folder, 'tales'));
  expect(accepted.map(({ name }) => name)).toEqual(TAKEN);
  expect(skipped).toContainEqual({ name: 'etc', why: 'link' });
  expect(skipped).toContainEqual({ name: '.git', why: 'hidden' });
  await expect(readFolder(path.join(folder, 'nowhere'))).rejects.toThrow('ENOENT');
});

test('of an export only the Markdown of tales is accepted', () => {
  const files = [
    'export.json',
    'data/tale_revisions.jsonl',
    'tales/a.md',
    'tales/a.json',
    'unpublished/b.md',
    'authors/c.md',
    'files/x/d.txt',
  ];
  for (const root of ['', 'out/']) {
    const { accepted, skipped } = selectFiles(files.map((name) => root + name));
    expect(accepted.map(({ name }) => name)).toEqual([`${root}tales/a.md`, `${root}unpublished/b.md`]);
    expect(new Set(skipped.map(({ why }) => why))).toEqual(new Set(['export']));
  }
});

async function openZip(parts: ZipPart[] | Buffer) {
  const file = path.join(folder, `${crypto.randomUUID()}.zip`);
  await writeFile(file, Array.isArray(parts) ? makeZip(parts) : parts);
  const handle = await open(file);
  const close = () => handle.close();
  return { ...(await openTaleZip('all.zip', handle.fd).catch((error) => close().then(() => Promise.reject(error)))), close };
}

test('lists a ZIP the same way and reads its members on demand', async () => {
  const docx = makeDocx(styled('Titel', 'The Wheel') + para('It turned.'));
  const zip = await openZip([
    { name: 'tales/mill.md', data: '---\ntitle: The Mill\n---\nIt stood.' },
    { name: 'wheel.docx', data: docx, method: 0 },
    { name: 'rows.csv', data: 'title,text\nThe Stone,It lay.\n' },
    { name: 'inner.zip', data: makeZip([]) },
  ]);
  expect(zip.skipped).toEqual([{ name: 'inner.zip', why: 'zip' }]);
  const titles = [];
  for (const { name, kind } of zip.accepted) {
    if (kind !== 'markdown' && kind !== 'table' && kind !== 'docx') throw new Error(kind);
    const { book } = await parseFile(kind, name, await zip.read(name));
    titles.push(book.name);
  }
  expect(titles).toEqual(['The Mill', 'The Stone', 'The Wheel']);
  await expect(zip.read('inner.zip')).rejects.toMatchObject({ code: 'missing_document' });
  await zip.close();
});

test('rejects a ZIP that is a book itself or leads out of itself', async () => {
  await expect(openZip(makeEpub())).rejects.toThrow('all.zip: this ZIP file is an EPUB');
  await expect(openZip([{ name: '[Content_Types].xml', data: '' }])).rejects.toThrow('Office document');
  await expect(openZip([{ name: '../a.md', data: 'x' }])).rejects.toMatchObject({ code: 'bad_name' });
  await expect(openZip([{ name: 'a.md', data: 'x', mode: 0o120777 }])).rejects.toMatchObject({ code: 'not_a_file' });
});
