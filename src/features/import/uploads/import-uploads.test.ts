import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { bookText, THREE_TALES } from '#test/book-texts.ts';
import { makeZip } from '#test/books.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { openImports, TALE, type TestImports } from '#test/imports.ts';
import { addUser } from '#test/users.ts';
import type { ImportRuns, ImportUpload, ImportUploads } from './contract.ts';
import { removeOldUploads } from './upload-states.ts';

let database: TestDatabase;
let site: TestImports;
beforeAll(async () => {
  database = await createTestDatabase();
  site = await openImports(database);
});
afterAll(async () => {
  await site.close();
  await database.drop();
});
afterEach(() => site.reset());

test('uploads, checks, imports and undoes', async () => {
  const id = await site.begin({
    'small book.txt': bookText(THREE_TALES),
    'mill.zip': makeZip([
      { name: 'in/mill.md', data: TALE },
      { name: 'in/x.exe', data: 'x' },
    ]),
  });
  await site.work();
  const asked = await site.ask<ImportUpload>('POST', `/imports/${id}/check`, {});
  expect([asked.status, asked.body]).toMatchObject([
    202,
    { state: 'checking', by: 'Hans Christian', progress: { files: 2, files_done: 0 }, run: null },
  ]);
  await site.ends(id, 'checked');
  const checked = await site.report(id);
  expect(checked).toMatchObject({
    ...{ is_dry: true, progress: null, problem: null, problems: [], left: [{ name: 'in/x.exe', why: 'unknown' }] },
    books: [
      { file: 'small book.txt', name: 'The Small Book', outcome: 'read', found: 3, made: 3, drafts: 0, doubtful: 0 },
      {
        file: 'mill.zip/in/mill.md',
        outcome: 'read',
        found: 1,
        made: 1,
        tales: [{ title: 'The Mill', deed: 'new', is_draft: false, why: [] }],
      },
    ],
  });
  expect(await site.rows('select from tales')).toEqual([]);

  expect((await site.ask('POST', `/imports/${id}/import`)).status).toBe(202);
  await site.ends(id, 'done');
  const done = await site.report(id);
  expect(done).toMatchObject({ is_dry: false, books: [{ made: 3 }, { made: 1 }] });
  // The status becomes done before the files are deleted.
  await expect.poll(() => readdir(path.join(site.folder, 'imports'))).toEqual(['.halves']);
  const { body } = await site.ask<ImportRuns>('GET', '/import-runs');
  expect(body.runs).toMatchObject([
    { id: done.run, by: 'Hans Christian', book_count: 2, tales: 4, drafts: 0, state: 'done', undone: null },
  ]);
  expect((await site.rows('select reasons from tale_classifications')).length).toBe(4);

  await site.rows("update tales set excerpt = 'An editor was here.', version = version + 1 where title = 'The Fox'");
  expect(await site.ask('POST', `/import-runs/${done.run}/undo`)).toMatchObject({ status: 202, body: { state: 'undoing' } });
  await expect
    .poll(async () => (await site.ask<ImportRuns>('GET', '/import-runs')).body.runs[0], { timeout: 5_000 })
    .toMatchObject({
      ...{ state: 'undone', tales: 1, undone: { removed: 3, edited: ['The Fox'], changed: 0 } },
    });
  expect(await site.ask('POST', `/import-runs/${done.run}/undo`)).toMatchObject({ status: 409, body: { code: 'undone' } });
  const log = await site.rows("select action, actor, subject_id, details from audit_log where subject_kind = 'import' order by id");
  expect(log).toEqual([
    { action: 'import.done', actor: site.editor.id, subject_id: String(done.run), details: { books: 2, made: 4, changed: 0 } },
    { action: 'import.undone', actor: site.editor.id, subject_id: String(done.run), details: {} },
  ]);
});

test('saves drafts by default', async () => {
  const { body } = await site.ask<ImportUpload>('POST', '/imports', {});
  expect(body.how).toMatchObject({ publishing: 'draft' });
});

describe('the preview', () => {
  const keyOf = (report: { books: { tales: { title: string; key?: string | undefined }[] }[] }, title: string) =>
    report.books.flatMap(({ tales }) => tales).find((tale) => tale.title === title)?.key ?? '';

  test('marks tales whose title or text exists, by any author', async () => {
    const { 'The Fox': fox, 'The Mill': mill } = THREE_TALES;
    await addTale(database.db, { title: 'the fox', slug: 'a-fox', content: '<p>Another one.</p>' });
    await addTale(database.db, {
      title: 'The Old Mill',
      slug: 'old-mill',
      content: mill
        .split('\n\n')
        .map((p) => `<p>${p}</p>`)
        .join('\n'),
    });
    const id = await site.begin({ 'book.txt': bookText({ 'The Fox': fox, 'The Mill': mill, 'The Raven': THREE_TALES['The Raven'] }) });
    await site.work();
    await site.ask('POST', `/imports/${id}/check`, {});
    await site.ends(id, 'checked');
    const [book] = (await site.report(id)).books;
    expect(book?.tales.map(({ title, existing }) => [title, existing])).toEqual([
      ['The Fox', { title: 'the fox', slug: 'a-fox', same: 'title' }],
      ['The Mill', { title: 'The Old Mill', slug: 'old-mill', same: 'text' }],
      ['The Raven', null],
    ]);
  });

  test('returns the text of single tales and skips excluded ones', async () => {
    const id = await site.begin({ 'book.txt': bookText(THREE_TALES) });
    await site.work();
    await site.ask('POST', `/imports/${id}/check`, {});
    expect((await site.ask('PUT', `/imports/${id}/exclusions`, { exclude: [] })).status).toBe(409);
    await site.ends(id, 'checked');
    const report = await site.report(id);
    const key = keyOf(report, 'The Mill');
    const text = await site.ask<{ title: string; content: string }>('GET', `/imports/${id}/tales/${key}`);
    expect([text.status, text.body.title, text.body.content]).toEqual([
      200,
      'The Mill',
      expect.stringMatching(/^<p>There was once a number 2/),
    ]);
    expect((await site.ask('GET', `/imports/${id}/tales/${'x'.repeat(16)}`)).status).toBe(404);
    expect((await site.ask('PUT', `/imports/${id}/exclusions`, { exclude: [key] })).status).toBe(200);
    await site.ask('POST', `/imports/${id}/import`);
    await site.ends(id, 'done');
    expect(await site.rows('select title from tales order by title')).toEqual([{ title: 'The Fox' }, { title: 'The Raven' }]);
    // The same file again, with all its tales.
    const again = await site.begin({ 'book.txt': bookText(THREE_TALES) });
    await site.ask('POST', `/imports/${again}/check`, {});
    await site.ends(again, 'checked');
    expect((await site.report(again)).books).toMatchObject([{ made: 1, unchanged: 2 }]);
  });

  test('does not reveal tales of other imports, and requires an editor', async () => {
    const id = await site.begin({ 'mill.md': TALE });
    const reader = await addUser(database.pool, { name: 'Reader' });
    expect((await site.ask('GET', `/imports/${id}/tales/${'x'.repeat(16)}`, undefined, { as: reader })).status).toBe(403);
  });
});

describe('a check', () => {
  test('reports unreadable files, and reads a table with the right mapping', async () => {
    const slip = makeZip([{ name: '../../evil.md', data: TALE }]);
    const bomb = makeZip([{ name: 'a.md', data: Buffer.alloc(30_000_000, 'a') }]);
    const table = 'heading,what was told\nThe Mill,"Once there was a mill. It turned and turned."\n';
    const id = await site.begin(
      { 'slip.zip': slip, 'bomb.zip': bomb, 'broken.epub': 'no zip', 'table.csv': table },
      { publishing: 'draft' },
    );
    await site.work({ isQuick: false });
    await site.ask('POST', `/imports/${id}/check`, {});
    await site.ends(id, 'checked');
    const { books, problems } = await site.report(id);
    expect(problems).toEqual([
      expect.stringMatching(/^slip\.zip: Rejected: a file name in the archive is invalid/),
      expect.stringMatching(/^bomb\.zip: /),
    ]);
    expect(books).toMatchObject([
      { file: 'broken.epub', outcome: 'failed', problem: expect.stringContaining('Not a valid EPUB'), columns: [] },
      {
        file: 'table.csv',
        outcome: 'failed',
        problem: expect.stringContaining('no text column found'),
        columns: ['heading', 'what was told'],
      },
    ]);
    expect(JSON.stringify(books)).not.toContain('--map');
    for (const { id: file, name } of (await site.report(id)).files)
      if (name !== 'table.csv') await site.ask('DELETE', `/imports/${id}/files/${file}`);
    await site.ask('POST', `/imports/${id}/check`, { map: 'title=heading,content=what was told' });
    await site.ends(id, 'checked');
    const again = await site.report(id);
    expect(again.how).toEqual({ publishing: 'draft', keep_duplicates: false, map: 'title=heading,content=what was told' });
    expect(again.books[0]).toMatchObject({
      outcome: 'read',
      made: 1,
      columns: ['heading', 'what was told'],
      tales: [{ title: 'The Mill', is_draft: true }],
    });
  });
});

describe('rejected requests', () => {
  test('without permission', async () => {
    const id = await site.begin({ 'a.md': TALE });
    const reader = await addUser(database.pool);
    for (const [as, status] of [
      [reader, 403],
      [{ cookie: '' }, 401],
    ] as const) {
      expect((await site.send(id, 'b.md', 'x', { as })).status).toBe(status);
      for (const [method, where, body] of [
        ['GET', '/imports'],
        ['POST', '/imports', {}],
        ['GET', `/imports/${id}`],
        ['POST', `/imports/${id}/check`, {}],
        ['POST', `/imports/${id}/import`],
        ['POST', `/imports/${id}/stop`],
        ['DELETE', `/imports/${id}`],
        ['GET', '/import-runs'],
        ['POST', '/import-runs/1/undo'],
      ] as const)
        expect([method, where, (await site.ask(method, where, body, { as })).status]).toEqual([method, where, status]);
    }
    const foreign = { origin: 'https://elsewhere.example' };
    expect((await site.send(id, 'b.md', 'x', { headers: foreign })).status).toBe(403);
    expect((await site.send(id, 'b.md', 'x', { headers: { 'content-type': 'text/plain' } })).status).toBe(415);
  });

  test('with an invalid mapping, with a message for editors', async () => {
    const id = await site.begin({ 'a.csv': 'x' });
    for (const where of [`/imports/${id}/check`, '/imports']) {
      const { status, body } = await site.ask<{ errors: Record<string, string[]> }>('POST', where, { map: 'colour=blue' });
      expect([status, body.errors.map?.[0]]).toEqual([422, expect.stringMatching(/^“colour=blue” is not a field\. .*title=name/)]);
    }
    expect((await site.ask('POST', `/imports/${id}/check`, { publishing: 'all' })).status).toBe(422);
  });

  test('in the wrong state: an import changes only where its state allows it', async () => {
    const { body: empty } = await site.ask<ImportUpload>('POST', '/imports', {});
    expect((await site.ask('POST', `/imports/${empty.id}/check`, {})).body.code).toBe('no_files');
    const id = await site.begin({ 'a.md': TALE });
    expect((await site.ask('POST', `/imports/${id}/import`)).body.code).toBe('not_checked');
    expect((await site.ask('POST', `/imports/${id}/stop`)).body.code).toBe('not_at_work');
    const both = await Promise.all([0, 1].map(() => site.ask('POST', `/imports/${id}/check`, {})));
    expect(both.map(({ status }) => status).toSorted()).toEqual([202, 409]);
    const [file] = (await site.report(id)).files;
    expect((await site.send(id, 'b.md', TALE)).body.code).toBe('at_work');
    expect((await site.ask('DELETE', `/imports/${id}/files/${file?.id}`)).status).toBe(409);
    await site.rows("update import_uploads set state = 'importing'");
    expect((await site.ask('DELETE', `/imports/${id}`)).status).toBe(409);
    await site.rows("update import_uploads set state = 'done'");
    expect((await site.send(id, 'b.md', TALE)).body.code).toBe('import_done');
    expect((await site.ask('DELETE', `/imports/${id}`)).status).toBe(204);
    expect((await site.ask('GET', `/imports/${id}`)).status).toBe(404);
    expect(await readdir(path.join(site.folder, 'imports'))).not.toContain(id);
    expect((await site.ask('POST', '/import-runs/1/undo')).status).toBe(404);
  });
});

test('the report of a ZIP names the files that are attached, and does not count them as skipped', async () => {
  await site.work();
  const stated = TALE.replace('---\n', '---\nfiles: [{ path: words.csv, label: Words }, ../mill.pdf]\n');
  const parts = { 'mill.md': stated, 'words.csv': 'Mill, wheel\n', 'README.md': 'x' };
  const id = await site.begin({ 'mill.zip': makeZip(Object.entries(parts).map(([name, data]) => ({ name, data }))) });
  await site.ask('POST', `/imports/${id}/check`, {});
  await site.ends(id, 'checked');
  const { books, left } = await site.report(id);
  expect(books).toHaveLength(1);
  const [tale] = books.find(({ file }) => file.endsWith('mill.md'))?.tales ?? [];
  expect(tale).toMatchObject({ is_draft: true, files: ['Words (Imported / words.csv, private)'] });
  expect(tale?.why).toContain('File “../mill.pdf”: Its path must lead to a file in the same archive or folder.');
  expect(left.map(({ name }) => name)).toEqual(['README.md']);
});

test('removes imports untouched for a week, completed ones after a day, and files without a row', async () => {
  const [old, fresh, done] = [await site.begin({ 'a.md': TALE }), await site.begin({ 'b.md': TALE }), await site.begin({ 'c.md': TALE })];
  await site.store.put('0a/1b/file', Buffer.from('x'), 'text/plain');
  await site.rows("update import_uploads set updated_at = now() - interval '8 days' where id = $1", [old]);
  await site.rows("update import_uploads set updated_at = now() - interval '2 days' where id <> $1", [old]);
  await site.rows("update import_uploads set state = 'done' where id = $1", [done]);
  expect(await removeOldUploads({ db: database.db, store: site.store })).toBe(3);
  expect((await site.ask<ImportUploads>('GET', '/imports')).body.imports.map(({ id }) => id)).toEqual([fresh]);
  expect((await readdir(path.join(site.folder, 'imports'))).toSorted()).toEqual(['.halves', fresh]);
  expect(await removeOldUploads({ db: database.db, store: site.store })).toBe(0);
});
