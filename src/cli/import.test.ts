import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mirrorPaths } from '#src/features/import/classics/mirror.ts';
import { openFolderStore } from '#src/platform/objects/folder-store.ts';
import { bookText, THREE_TALES } from '#test/book-texts.ts';
import { makeZip } from '#test/books.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { makeDocx, para, styled } from '#test/docx.ts';
import { CommandError } from './command.ts';
import { importCommand } from './import.ts';
import { progressLine, showProgress } from './import-progress.ts';
import { tableOf } from './import-report.ts';

let site: TestDatabase;
let folder: string;
beforeAll(async () => {
  site = await createTestDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), 'talewood-import-command-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await site.drop();
});

beforeEach(async () => {
  for (const table of ['imported_books', 'import_runs', 'tales', 'tale_slugs']) await site.pool.query(`delete from ${table}`);
});

class Screen extends Writable {
  text = '';
  isTTY = true;
  columns = 100;
  override _write(chunk: Buffer, _encoding: string, done: () => void) {
    this.text += chunk.toString();
    done();
  }
}

const classify = () => ({ category: 'folklore' as const, tags: [], ageBand: '' as const, contentNotes: [], origin: '', reasons: [] });
const terminal = () => ({
  output: new Screen(),
  folder,
  dataDir: path.join(folder, 'data'),
  fileStore: openFolderStore(path.join(folder, 'stored')),
});
const command = (...words: string[]) => importCommand(site.db, words, terminal(), classify);
const told = 'Once upon a time there was a miller who had three sons, and all the world knew of it. '.repeat(5);

test('stops between two books when aborted; a dry run does not', async () => {
  await writeFile(path.join(folder, 'first.md'), `# The First\n\n${told}`);
  const signal = AbortSignal.abort(new CommandError('The disk is full.'));
  const stopped = (...words: string[]) => importCommand(site.db, words, { ...terminal(), signal }, classify);
  await expect(stopped('first.md')).rejects.toThrow('The disk is full.');
  expect((await site.pool.query('select from tales')).rowCount).toBe(0);
  expect((await stopped('first.md', '--dry-run')).message).toContain('Dry run: nothing was imported.');
});

test('imports, lists and undoes, and reports missing files', async () => {
  const page = ['The Mill', 'The Sons'].map((title) => `<h2>${title}</h2><p>${title}! ${told}</p>`).join('');
  const book = path.join(folder, 'book.html');
  await writeFile(book, `<html lang="en"><head><title>Mills</title></head><body>${page}</body></html>`);
  const dry = await command('book.html', '--dry-run', '--publish');
  expect(dry.failed).toBe(false);
  expect(dry.message).toContain(
    'book   tales  warnings  duplicates  new  changed  unchanged  not updated\nMills      2         2           0    2        0          0            0',
  );
  expect(dry.message).toContain('Dry run: nothing was imported.');
  expect((await command('list')).message).toBe('No imports yet.');

  const { message, failed } = await command(book, path.join(folder, 'none.txt'), '--publish');
  expect(message).toMatch(/Run “talewood import undo \d+” to undo it/);
  expect(message).toMatch(/none\.txt: no such file or folder\.$/);
  expect(failed).toBe(true);
  const { rows } = await site.pool.query('select status from tales');
  expect(rows).toEqual([{ status: 'published' }, { status: 'published' }]);
  expect(await command(book, '--publish')).toEqual({ message: '1 file unchanged since the last import.', failed: false });
  expect((await command('list')).message).toMatch(/^import .*\n +\d+ +20\d\d-\d\d-\d\d \d\d:\d\d +done +1 +2 +0 +0 +Mills$/);
  expect((await command('undo', '--last')).message).toMatch(/^Import \d+ undone: 2 tales removed\.$/);
  expect((await command('list')).message).toContain('undone');
});

test('imports Markdown, tables and Word documents and reports what failed or was skipped', async () => {
  const files = {
    'mill.md': `---\ntitle: The Wheel\nlanguage: en\nrights: Free\nweather: fine\n---\n${told}`,
    'broken.md': '---\ntitle: [The\n---\nIt stood.',
    'rows.csv': `name;words;colour\nThe Stone;Stone! ${told};grey\nThe Bread;Bread! ${told};brown\n`,
    'wheel.docx': makeDocx(styled('Titel', 'The Spindle') + para(`Spindle! ${told}`)),
    'notes.pdf': '',
  };
  await mkdir(path.join(folder, 'mixed'));
  for (const [name, data] of Object.entries(files)) await writeFile(path.join(folder, 'mixed', name), data);
  const { message, failed } = await command('mixed', '--keep-duplicates', '--map', 'title=name,content=words');
  expect(failed).toBe(true);
  expect(message).toMatch(/Could not be imported:\n {2}broken\.md: line 3: invalid front matter: .+/);
  expect(message).toContain('Skipped content:\n  The Wheel: ');
  expect(message).toContain('weather');
  expect(message).toContain('rows.csv: Columns not used, or missing in some rows: “colour”.');
  expect(message).toContain('Skipped files in folders and ZIP archives: unsupported types 1 (notes.pdf).');
  const { rows } = await site.pool.query('select title, status from tales order by title');
  expect(rows.map(({ title }) => title)).toEqual(['The Bread', 'The Spindle', 'The Stone', 'The Wheel']);
  // Another mapping reads only the table again.
  const other = await command('mixed', '--keep-duplicates', '--map', 'title=name,content=words,origin=colour');
  expect(other.message).toMatch(/rows\.csv +2 +2 +0 +0 +2 +0 +0\n\n?2 files unchanged since the last import/);
});

test('imports each file of a ZIP, names broken members and rejects a hostile archive', async () => {
  const tale = (title: string) => `---\ntitle: ${title}\n---\n${title}! ${told}`;
  const parts = [
    { name: 'tales/oven.md', data: tale('The Oven') },
    { name: 'tales/broken.md', data: '---\ntitle: [The\n---\nIt stood.' },
    { name: 'tales/spoiled.md', data: tale('The Spoon'), crc: 1 },
    { name: 'well.docx', data: makeDocx(styled('Titel', 'The Well') + para(`Well! ${told}`)) },
    { name: 'inner.zip', data: makeZip([]) },
  ];
  await writeFile(path.join(folder, 'all.zip'), makeZip(parts));
  await writeFile(path.join(folder, 'slip.zip'), makeZip([{ name: '../up.md', data: tale('The Slip') }]));
  const { message, failed } = await command('all.zip', 'slip.zip', '--keep-duplicates');
  expect(failed).toBe(true);
  expect(message).toMatch(/^2 books +2 +2 +0 +2 /m);
  expect(message).toMatch(/ {2}tales\/broken\.md: line 3: invalid front matter/);
  expect(message).toMatch(/ {2}tales\/spoiled\.md: This book is damaged/);
  expect(message).toContain('Skipped files in folders and ZIP archives: archives 1 (inner.zip).');
  expect(message).toMatch(/slip\.zip: Rejected: a file name in the archive is invalid/);
  const { rows } = await site.pool.query('select title from tales order by title');
  expect(rows.map(({ title }) => title)).toEqual(['The Oven', 'The Well']);
});

test('imports classics from a mirror with catalogue metadata and names missing books', async () => {
  const place = path.join(folder, 'mirror', mirrorPaths(503, 'text')[0]?.path ?? '');
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(place, bookText(THREE_TALES, { number: 503 }));
  const { message, failed } = await command('classics', '--mirror', 'mirror', '--only', '503,540', '--keep-duplicates');
  expect(failed).toBe(true);
  expect(message).toMatch(/The Red Fairy Book \(540\): .* does not have eBook 540\./);
  const { rows } = await site.pool.query('select title, source, rights from tales order by title');
  expect(rows).toHaveLength(3);
  expect(rows[0]).toMatchObject({ title: 'The Fox', source: 'The Small Book, ed. Andrew Lang, 1889. Project Gutenberg 503' });
  expect(rows[0].rights).toContain('public domain in the United States');
  expect((await command('classics', '--mirror', 'mirror', '--only', '503', '--keep-duplicates')).message).toContain(
    'unchanged since the last import',
  );
});

test('uses catalogue metadata for a classic imported as a file', async () => {
  await writeFile(path.join(folder, 'pg503.txt'), bookText(THREE_TALES, { number: 503, year: '1865' }));
  await writeFile(
    path.join(folder, 'other.txt'),
    bookText({ 'The Queen': told, 'The King': `${told} No.` }, { number: 77001, year: '1865' }),
  );
  await command('pg503.txt', 'other.txt', '--keep-duplicates');
  const { rows } = await site.pool.query('select distinct source from tales order by source');
  expect(rows.map(({ source }) => source)).toEqual([
    'The Small Book, 1865. Project Gutenberg 77001',
    'The Small Book, ed. Andrew Lang, 1889. Project Gutenberg 503',
  ]);
});

test.each([
  [[]],
  [['classics', '--only', '503,x']],
  [['classics', '--mirror', 'ftp://x']],
  [['book.html', '--only', '503']],
  [['book.html', '--map', 'nonsense']],
  [['--colour']],
  [['undo']],
  [['undo', '1', '--last']],
  [['undo', 'x']],
  [['undo', '999999']],
  [['/nowhere']],
  [['list', '--publish', '--draft']],
])('rejects unknown arguments: %j', async (words) => {
  const refused = words[0] === 'list' ? command('/tmp', '--publish', '--draft') : command(...words);
  await expect(refused).rejects.toBeInstanceOf(CommandError);
});

test('formats progress with share, rate and remaining time', () => {
  const total = { files: 10, bytes: 1000 };
  expect(progressLine({ files: 3, bytes: 250, tales: 60 }, total, 20_000)).toBe(
    '[######------------------] 25 %  3 of 10 files, 60 tales, 3 a second, 1 min 0 s left',
  );
  expect(progressLine({ files: 0, bytes: 0, tales: 0 }, total, 0)).toBe(
    '[------------------------] 0 %  0 of 10 files, 0 tales, 0 a second',
  );
});

test('redraws one line on a terminal and writes occasional lines elsewhere', () => {
  const files = Array.from({ length: 3 }, () => ({ size: 1 }));
  const outcome = { file: { path: 'a', name: 'a', size: 1 }, outcome: 'unchanged' as const };
  for (const [isTTY, shown] of [
    [true, /^\r~\[K\[#{8}-{16}\] 33 %[^\n]*\r~\[K\[#{24}\] 100 %[^\n]*\r~\[K$/],
    [false, /^\[#{8}-{16}\] 33 %.*\n\[#{24}\] 100 %.*\n$/],
  ] as const) {
    const screen = new Screen();
    screen.isTTY = isTTY;
    const progress = showProgress(screen, files, () => 10_000);
    for (let count = 0; count < 3; count += 1) progress.show(outcome);
    progress.end();
    expect(screen.text.replaceAll('\x1b', '~')).toMatch(shown);
  }
});

test('aligns numbers to the right and text to the left', () => {
  expect(
    tableOf(
      ['name', 'n'],
      [
        ['a', '1,234'],
        ['long one', '5'],
      ],
    ),
  ).toBe('name          n\na         1,234\nlong one      5');
});
