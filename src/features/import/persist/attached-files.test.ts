import { mkdtemp, readdir, rename, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { writeExport } from '#src/features/export/write-export.ts';
import type { LibraryFile } from '#src/features/files/contract.ts';
import { writeAttachments } from '#src/features/files/files.ts';
import { createTale } from '#src/features/tales/tales.ts';
import { openFolderStore } from '#src/platform/objects/folder-store.ts';
import { uniqueTale } from '#test/book-texts.ts';
import { makeZip } from '#test/books.ts';
import { createTestDatabase } from '#test/database.ts';
import { taleInput } from '#test/factories.ts';
import { openFileLibrary, wav } from '#test/file-library.ts';
import { importSite } from '#test/import-runs.ts';
import { pdf } from '#test/pdfs.ts';

const here = importSite();
const { write, run, listTales } = here;
beforeEach(async () => {
  for (const table of ['files', 'folders']) await here.site.pool.query(`delete from ${table}`);
});

const SHEET = pdf({ pages: 2 });
const tale = (files: unknown, number = 1) => {
  const fields = {
    title: `Mill ${number}`,
    author: 'Ada Miller',
    language: 'en',
    rights: 'Public domain',
    source: 'Told',
    category: 'folklore',
  };
  return `---\n${stringify({ ...fields, files })}---\n\n${uniqueTale(number)}\n`;
};
const attached = async () => {
  const { rows } = await here.site.pool.query(
    `select t.title, f.name, d.name as folder, folder_access(d.id) as access, a.kind, a.label, a.description
     from tale_files a join tales t on t.id = a.tale_id join files f on f.id = a.file_id join folders d on d.id = f.folder_id
     order by t.title, a.position`,
  );
  return rows;
};
const countFiles = async () => (await here.site.pool.query('select from files')).rowCount;
const reportOf = ({ outcomes }: Awaited<ReturnType<typeof run>>) => {
  const reports = outcomes.flatMap((each) => (each.outcome === 'done' ? [each.report] : []));
  return reports.flatMap(({ tales }) => tales);
};

test('files are stored once and attached in their order, with what the front matter says', async () => {
  const files = [
    {
      path: 'sheets/mill.pdf',
      folder: 'Worksheets/Mills',
      access: 'public',
      label: 'The mill',
      kind: 'colouring-page',
      description: 'Crayons',
    },
    { path: 'song.wav', name: 'Song.wav', folder: 'Worksheets/Mills', access: 'public' },
    'words.csv',
  ];
  const bytes = { 'deep/sheets/mill.pdf': SHEET, 'song.wav': wav(2_000), 'deep/words.csv': Buffer.from('Mill, wheel\n') };
  const zip = (number: number) =>
    makeZip(Object.entries({ 'deep/tale.md': tale(files, number), ...bytes }).map(([name, data]) => ({ name, data: Buffer.from(data) })));
  await write({ 'one.zip': zip(1), 'two/deep/tale.md': tale(files, 2) });
  await write(Object.fromEntries(Object.entries(bytes).map(([name, data]) => [`two/${name}`, data])));
  const names = ['one.zip', 'two'];
  const preview = await run({ isDry: true }, names);
  expect(reportOf(preview)[0]).toMatchObject({
    ...{ isDraft: false, why: [] },
    files: [
      'The mill (Worksheets / Mills / mill.pdf, public)',
      'Song.wav (Worksheets / Mills / Song.wav, public)',
      'words.csv (Imported / words.csv, private)',
    ],
  });
  expect(await countFiles()).toBe(0);
  await run({}, names);
  const expected = [
    { name: 'mill.pdf', folder: 'Mills', access: 'public', kind: 'colouring-page', label: 'The mill', description: 'Crayons' },
    { name: 'Song.wav', folder: 'Mills', access: 'public', kind: 'recording', label: '', description: '' },
    { name: 'words.csv', folder: 'Imported', access: 'private', kind: 'other', label: '', description: '' },
  ];
  expect(await attached()).toEqual(['Mill 1', 'Mill 2'].flatMap((title) => expected.map((file) => ({ title, ...file }))));
  expect(await countFiles()).toBe(3);
  // Other bytes of the same name get a free name; the tale is updated, and does not count as edited.
  await write({
    'changed/tale.md': tale([{ ...(files[0] as object), path: 'mill.pdf' }], 1),
    'changed/mill.pdf': pdf({ pages: 3 }),
  });
  await run({}, ['changed']);
  expect((await attached()).filter(({ title }) => title === 'Mill 1').map(({ name }) => name)).toContain('mill (2).pdf');
});

test('what cannot be attached is named, the tale is a draft, and the next import tries again', async () => {
  const path_ = (file: string) => ({ path: file, access: 'public' });
  const refused: [unknown, RegExp][] = [
    ...['../secret.pdf', '/etc/passwd.pdf', 'https://evil.example/x.pdf', 'C:/x.pdf', 'a\\b.pdf', '.git/x.pdf', 'a//x.pdf'].map(
      (file): [unknown, RegExp] => [path_(file), /Its path must lead to a file in the same archive or folder/],
    ),
    [path_('link.pdf'), /not found/],
    [path_('linked/secret.pdf'), /not found/],
    [path_('nothing.pdf'), /not found/],
    [path_('scripts.pdf'), /This PDF contains scripts/],
    [path_('page.html'), /not supported/],
    [path_('image.png'), /not a PNG image/],
    [path_('empty.txt'), /empty/],
    [path_('large.json'), /up to 5 MB/],
    [{ ...path_('sheet.pdf'), name: 'sheet.png' }, /named as a PNG image but is a PDF document/],
    [{ ...path_('sheet.pdf'), name: '../sheet.pdf' }, /name is not valid/],
    [{ ...path_('sheet.pdf'), folder: '../x' }, /folder is not valid/],
    [{ ...path_('sheet.pdf'), access: 'everyone' }, /access must be/],
    [{ ...path_('sheet.pdf'), kind: 'film' }, /kind must be/],
    [path_('sheet.pdf'), /A tale can have 20 files/],
  ];
  const outside = await mkdtemp(path.join(os.tmpdir(), 'talewood-outside-'));
  await write({
    'in/tale.md': tale(refused.map(([file]) => file)),
    'in/scripts.pdf': pdf({ catalog: '/OpenAction << /S /JavaScript /JS (x) >>' }),
    'in/page.html': '',
    'in/image.png': 'no image at all',
    'in/empty.txt': '',
    'in/large.json': `"${'x'.repeat(5_300_000)}"`,
    'in/sheet.pdf': SHEET,
    'secret.pdf': SHEET,
  });
  await rename(path.join(here.folder, 'secret.pdf'), path.join(outside, 'secret.pdf'));
  await symlink(path.join(outside, 'secret.pdf'), path.join(here.folder, 'in/link.pdf'));
  await symlink(outside, path.join(here.folder, 'in/linked'));
  await write({ 'secret.pdf': SHEET });
  const report = reportOf(await run({}, ['in'])).find(({ title }) => title === 'Mill 1');
  expect([report?.isDraft, report?.files]).toEqual([true, []]);
  for (const [index, [, why]] of refused.entries()) expect(report?.why[index]).toMatch(why);
  expect([await attached(), await countFiles()]).toEqual([[], 0]);
  await write({ 'in/nothing.pdf': SHEET });
  await run({}, ['in']);
  expect((await attached()).map(({ name }) => name)).toEqual(['nothing.pdf']);
  await rm(outside, { recursive: true });
});

test('a folder that would show a file to more people is not used', async () => {
  await here.site.pool.query("insert into folders (name, access) values ('Open', 'public'), ('Closed', 'private')");
  const file = { path: 'sheet.pdf', access: 'members' };
  await write({
    'tale.md': tale([
      { ...file, folder: 'Open' },
      { ...file, folder: 'closed' },
    ]),
    'sheet.pdf': SHEET,
  });
  await run();
  expect((await attached()).map(({ folder, access }) => [folder, access])).toEqual([
    ['Open (members)', 'members'],
    ['Closed', 'private'],
  ]);
});

describe('an export', () => {
  const opened: { close(): Promise<void> }[] = [];
  afterAll(() => Promise.all(opened.map((each) => each.close())));

  test('is imported into a site with tales, with its attached files and nothing else of it', async () => {
    const source = await createTestDatabase();
    opened.push({ close: () => source.drop() });
    const library = await openFileLibrary(source);
    opened.push(library);
    const [open, closed] = [await library.addFolder('Sheets'), await library.addFolder('Answers', 'members')];
    const bodies = [
      await library.upload(closed.id, 'Answers.pdf', pdf()),
      await library.upload(open.id, `${'Ü'.repeat(150)}.wav`, wav(2_000)),
    ];
    const ids = bodies.map(({ body }: { body: LibraryFile }) => body.id);
    const made = await createTale(source.db, taleInput({ title: 'The Mill', slug: 'the-mill', content: `<p>${uniqueTale(7)}</p>` }));
    if (made.outcome !== 'saved') throw new Error(JSON.stringify(made));
    const files = ids.map((id, at) => ({
      id,
      kind: 'worksheet' as const,
      label: `No. ${at}: "x"`,
      description: at === 0 ? 'For teachers' : '',
    }));
    await writeAttachments(source.db, { kind: 'tale', id: made.tale.id }, files);
    const out = path.join(here.folder, 'export');
    const store = openFolderStore(path.join(library.folder, 'media'));
    expect((await writeExport(out, { ownerUrl: source.ownerUrl, store, fileStore: library.fileStore })).missing).toEqual([]);
    const result = await run({}, ['export']);
    expect(result.outcomes.map(({ file }) => file.name)).toEqual(['tales/the-mill.md']);
    const shown = { title: 'The Mill', kind: 'worksheet' };
    expect(await attached()).toEqual([
      { ...shown, name: 'Answers.pdf', folder: 'Answers', access: 'members', label: 'No. 0: "x"', description: 'For teachers' },
      { ...shown, name: `${'Ü'.repeat(150)}.wav`, folder: 'Sheets', access: 'public', label: 'No. 1: "x"', description: '' },
    ]);
    expect((await listTales()).map(({ title }) => title)).toEqual(['The Mill']);
    expect(await readdir(out)).toContain('data');
  });
});
