import { mkdir, mkdtemp, open, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeEpub, makeZip, type ZipPart } from '#test/books.ts';
import { makeDocx, para, styled } from '#test/docx.ts';
import { chooseFiles } from './choose-files.ts';
import { parseFile } from './parse-file.ts';
import { readFolder } from './read-folder.ts';
import { readZip } from './read-zip.ts';

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
const TAKEN = ['a.TXT', 'b/tale 2.md', 'b/tale 10.md', 'book.epub', 'page.htm', 'rows.csv', 'rows.json', 'word.docx'];

test('what holds tales is taken, in the order of names and numbers; the rest is told by name', () => {
  const { taken, left } = chooseFiles(NAMES);
  expect(taken.map(({ name }) => name)).toEqual(TAKEN);
  expect(taken.map(({ kind }) => kind)).toEqual(['text', 'markdown', 'markdown', 'epub', 'html', 'table', 'table', 'docx']);
  const why = Object.groupBy(left, (each) => each.why);
  expect(Object.fromEntries(Object.entries(why).map(([key, files]) => [key, files?.map(({ name }) => name).toSorted()]))).toEqual({
    hidden: ['.git/x.md', '.hidden.md', '__MACOSX/._a.txt', 'c/Thumbs.db', '~$word.docx'],
    about: ['LICENSE', 'README.md'],
    picture: ['images/a.jpg', 'style.css'],
    zip: ['c/inner.zip'],
    unknown: ['x.pdf'],
  });
});

test('a folder is read to its depths, without following links', async () => {
  for (const name of NAMES) {
    const file = path.join(folder, 'tales', name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, '');
  }
  await symlink('/etc', path.join(folder, 'tales', 'etc'));
  const { taken, left } = await readFolder(path.join(folder, 'tales'));
  expect(taken.map(({ name }) => name)).toEqual(TAKEN);
  expect(left).toContainEqual({ name: 'etc', why: 'link' });
  expect(left).toContainEqual({ name: '.git', why: 'hidden' });
  await expect(readFolder(path.join(folder, 'nowhere'))).rejects.toThrow('ENOENT');
});

async function openZip(parts: ZipPart[] | Buffer) {
  const file = path.join(folder, `${crypto.randomUUID()}.zip`);
  await writeFile(file, Array.isArray(parts) ? makeZip(parts) : parts);
  const handle = await open(file);
  const close = () => handle.close();
  return { ...(await readZip('all.zip', handle.fd).catch((error) => close().then(() => Promise.reject(error)))), close };
}

test('a zip gives the same, and each of its files when it is asked for', async () => {
  const docx = makeDocx(styled('Titel', 'The Wheel') + para('It turned.'));
  const zip = await openZip([
    { name: 'tales/mill.md', data: '---\ntitle: The Mill\n---\nIt stood.' },
    { name: 'wheel.docx', data: docx, method: 0 },
    { name: 'rows.csv', data: 'title,text\nThe Stone,It lay.\n' },
    { name: 'inner.zip', data: makeZip([]) },
  ]);
  expect(zip.left).toEqual([{ name: 'inner.zip', why: 'zip' }]);
  const titles = [];
  for (const { name, kind } of zip.taken) {
    if (kind !== 'markdown' && kind !== 'table' && kind !== 'docx') throw new Error(kind);
    const { book } = await parseFile(kind, name, await zip.read(name));
    titles.push(book.name);
  }
  expect(titles).toEqual(['The Stone', 'The Mill', 'The Wheel']);
  await expect(zip.read('inner.zip')).rejects.toMatchObject({ code: 'missing_document' });
  await zip.close();
});

test('a zip that is a book itself, or leads out of itself, is refused', async () => {
  await expect(openZip(makeEpub())).rejects.toThrow('all.zip: this zip is an EPUB');
  await expect(openZip([{ name: '[Content_Types].xml', data: '' }])).rejects.toThrow('Office document');
  await expect(openZip([{ name: '../a.md', data: 'x' }])).rejects.toMatchObject({ code: 'bad_name' });
  await expect(openZip([{ name: 'a.md', data: 'x', mode: 0o120777 }])).rejects.toMatchObject({ code: 'not_a_file' });
});
