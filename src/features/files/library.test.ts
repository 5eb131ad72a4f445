import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addTale } from '#test/factories.ts';
import { type FileLibrary, openFileLibrary, wav } from '#test/file-library.ts';
import { pdf } from '#test/pdfs.ts';
import { removeUnusedFiles } from './contents.ts';
import type { FileListing, FileWithUses, Folder } from './contract.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const text = (content: string) => Buffer.from(content);
const names = (files: readonly { name: string }[]) => files.map(({ name }) => name);

describe.each(['folder', 'bucket'] as const)('with a %s', (where) => {
  let library: FileLibrary;
  beforeAll(async () => {
    library = await openFileLibrary(database, where);
  });
  afterAll(() => library.close());
  const list = async (query: Record<string, string>) =>
    (await library.ask<FileListing>('GET', `/files?${new URLSearchParams(query)}`)).body;
  const added = async (folder: Folder, name: string, bytes: Buffer) => {
    const { status, body } = await library.upload(folder.id, name, bytes);
    expect([status, body.code]).toEqual([201, undefined]);
    return body;
  };

  test('a file is uploaded, listed, opened and replaced', async () => {
    const { ask, open } = library;
    const folder = await library.addFolder(`Worksheets ${where}`);
    const bytes = wav(5_000_000);
    const file = await added(folder, 'Mill — one.wav', bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(file).toMatchObject({ name: 'Mill — one.wav', media_type: 'audio/wav', bytes: 5_000_000, sha256, access: 'public', version: 1 });
    const opened = await open(file.address);
    expect([opened.status, opened.body.equals(bytes)]).toEqual([200, true]);
    expect((await list({ folder: folder.id })).files).toEqual([file]);
    const other = wav(1000);
    expect((await ask('PUT', `/files/${file.id}/content`, other)).status).toBe(428);
    const replaced = await ask('PUT', `/files/${file.id}/content`, other, { match: 1 });
    expect(replaced.body).toMatchObject({ id: file.id, address: file.address, version: 2, bytes: 1000 });
    expect((await ask('PUT', `/files/${file.id}/content`, bytes, { match: 1 })).body.code).toBe('changed_since');
    expect((await ask('PUT', `/files/${file.id}/content?name=a.pdf`, pdf(), { match: 2 })).body.code).toBe('wrong_type');
    expect((await open(file.address)).body.equals(other)).toBe(true);
  });

  test('copies share bytes, and outlive their original', async () => {
    const { ask, open, rows, fileStore } = library;
    const [from, to] = [await library.addFolder(`From ${where}`), await library.addFolder(`To ${where}`)];
    const file = await added(from, 'a.txt', text('once'));
    const copies = [await ask('POST', `/files/${file.id}/copy`, {}), await ask('POST', `/files/${file.id}/copy`, { folder_id: to.id })];
    expect(names(copies.map(({ body }) => body))).toEqual(['a (2).txt', 'a.txt']);
    expect((await ask('POST', `/files/${file.id}/copy`, { folder_id: to.id, name: 'A.TXT' })).body.code).toBe('name_taken');
    expect((await ask('DELETE', `/files/${file.id}`, undefined, { match: 1 })).status).toBe(204);
    await rows("update file_contents set released_at = released_at - interval '61 min'");
    await removeUnusedFiles({ db: database.db, store: fileStore });
    expect([(await open(file.address)).status, (await open(copies[1]?.body.address ?? '')).body.toString()]).toEqual([404, 'once']);
    for (const { body } of copies) await ask('DELETE', `/files/${body.id}`, undefined, { match: 1 });
    const [unused] = await rows('select content_id as id from file_parts where content_id not in (select content_id from files)');
    const sweep = async () => [
      await removeUnusedFiles({ db: database.db, store: fileStore }),
      (await fileStore.list()).includes(unused.id),
    ];
    expect(await sweep()).toEqual([0, true]);
    await rows("update file_contents set released_at = released_at - interval '61 min'");
    expect(await sweep()).toEqual([1, false]);
  });

  test('the first page of a PDF is shown as an image', async () => {
    const file = await added(await library.addFolder(`PDF ${where}`), 'mill.pdf', pdf({ pages: 2 }));
    expect(file).toMatchObject({ pages: 2, preview: `/files/${file.id}/preview?v=1` });
    const preview = await library.open(file.preview ?? '');
    expect([preview.status, preview.headers.get('content-type'), preview.headers.get('cache-control')]).toEqual([
      ...[200, 'image/webp', 'public, max-age=31536000, immutable'],
    ]);
    expect(preview.body.toString('latin1', 8, 12)).toBe('WEBP');
    expect((await library.open(`${file.address.replace('mill.pdf', 'preview')}`, {}, 'HEAD')).status).toBe(200);
    if (library.s3 !== undefined) expect([...library.s3.objects.keys()].every((key) => key.startsWith('files/'))).toBe(true);
  });
});

describe('folders and lists', () => {
  let library: FileLibrary;
  beforeAll(async () => {
    library = await openFileLibrary(database);
  });
  afterAll(() => library.close());
  const list = async (query: Record<string, string>) =>
    (await library.ask<FileListing>('GET', `/files?${new URLSearchParams(query)}`)).body;

  test('files are listed by name, 100 at a time, from an offset', async () => {
    const folder = await library.addFolder('Many');
    const file = (await library.upload(folder.id, 'Zebra 000.txt', text('x'))).body;
    await library.rows(
      `insert into files (folder_id, name, content_id, updated_at) select f.folder_id, 'item ' || lpad(i::text, 3, '0') || '.txt', f.content_id,
        now() - i * interval '1 day' from files f, generate_series(1, 149) i where f.id = $1`,
      [file.id],
    );
    const first = await list({ folder: folder.id });
    expect([first.files.length, first.total, first.files[0]?.name]).toEqual([100, 150, 'item 001.txt']);
    const second = await list({ folder: folder.id, offset: '100' });
    expect([second.files.length, second.files.at(-1)?.name]).toEqual([50, 'Zebra 000.txt']);
    expect(new Set(names([...first.files, ...second.files])).size).toBe(150);
    const order = async (by: string) => (await list({ folder: folder.id, order: by, limit: '1' })).files[0]?.name;
    expect([await order('-name'), await order('updated'), await order('-updated')]).toEqual([
      'Zebra 000.txt',
      'item 149.txt',
      'Zebra 000.txt',
    ]);
    expect((await list({ folder: folder.id, offset: '500' })).files).toEqual([]);
    for (const query of ['limit=1001', 'limit=-1', 'offset=x', 'order=size', 'folder=..%2f', 'other=1'])
      expect((await library.ask('GET', `/files?${query}`)).status).toBe(400);
    expect((await library.ask('GET', `/files?folder=${crypto.randomUUID()}`)).status).toBe(404);
  });

  test('names are searched in a folder and those in it', async () => {
    const outer = await library.addFolder('Winter');
    const inner = await library.addFolder('Snow queen', 'public', outer.id);
    await library.upload(outer.id, 'Élan_1.txt', text('x'));
    await library.upload(inner.id, 'elan 2.txt', text('x'));
    const found = async (q: string, folder = outer.id) => {
      const { files, folders } = await list({ q, folder });
      return [...names(folders), ...names(files)];
    };
    expect(await found('ELAN')).toEqual(['elan 2.txt', 'Élan_1.txt']);
    expect([await found('n_1'), await found('%'), await found('queen')]).toEqual([['Élan_1.txt'], [], ['Snow queen']]);
    expect(await found('élan', inner.id)).toEqual(['elan 2.txt']);
    expect((await list({ q: 'elan 2' })).files).toHaveLength(1);
  });

  test('folders are created, renamed, moved and deleted', async () => {
    const { ask, addFolder } = library;
    const [one, two] = [await addFolder('One'), await addFolder('Two', 'members')];
    expect((await ask('POST', '/folders', { name: 'ONE' })).body.code).toBe('name_taken');
    expect((await ask<Folder>('POST', '/folders', { name: 'One', parent_id: two.id })).body).toMatchObject({
      ...{ access: 'private', effective_access: 'private', entries: 0 },
    });
    const move = (body: unknown, match: number) => ask<Folder>('PATCH', `/folders/${one.id}`, body, { match });
    expect((await move({ parent_id: two.id }, 1)).body.code).toBe('name_taken');
    expect((await move({ name: 'Uno', parent_id: two.id }, 1)).body).toMatchObject({ version: 2, effective_access: 'members' });
    expect((await move({ name: 'Due' }, 1)).body.code).toBe('changed_since');
    expect((await ask('PATCH', `/folders/${two.id}`, { parent_id: one.id }, { match: 1 })).body.code).toBe('own_folder');
    const page = await list({ folder: one.id });
    expect(names(page.path)).toEqual(['Two', 'Uno']);
    expect((await ask('DELETE', `/folders/${two.id}`, undefined, { match: 1 })).body.code).toBe('not_empty');
    expect((await ask('DELETE', `/folders/${one.id}`, undefined, { match: 2 })).status).toBe(204);
    let parent: string | null = null;
    for (let level = 1; level <= 8; level += 1) parent = (await addFolder(`Level ${level}`, 'public', parent)).id;
    expect((await ask('POST', '/folders', { name: 'Level 9', parent_id: parent })).body.code).toBe('too_deep');
    for (const name of ['', ' ', 'a/b', '..', 'a\\b', 'a\0b', 'a\u202eb', 'x'.repeat(101), '.hidden'])
      expect((await ask('POST', '/folders', { name })).status).toBe(422);
  });

  test('a file is renamed and moved, its old address leads to the new one, and uses are named', async () => {
    const { ask, open } = library;
    const [from, to] = [await library.addFolder('A'), await library.addFolder('B')];
    const file = (await library.upload(from.id, 'a.txt', text('x'))).body;
    const renamed = await ask('PATCH', `/files/${file.id}`, { name: 'b & c.txt', folder_id: to.id }, { match: 1 });
    expect(renamed.body).toMatchObject({ name: 'b & c.txt', folder_id: to.id, version: 2 });
    const { status, headers } = await open(`${file.address}?v=1`);
    expect([status, headers.get('location')]).toEqual([302, `/files/${file.id}/b%20%26%20c.txt?v=1`]);
    expect((await ask('PATCH', `/files/${file.id}`, { name: 'b.html' }, { match: 2 })).status).toBe(415);
    const { id } = await addTale(database.db, { title: 'The mill', content: `<p><a href="${renamed.body.address}">Worksheet</a></p>` });
    const details = (await ask<FileWithUses>('GET', `/files/${file.id}`)).body;
    expect([names(details.path), details.used_in]).toEqual([['B'], [{ kind: 'tale', id, title: 'The mill' }]]);
  });

  test('only editors use the API, and every change is in the audit log', async () => {
    const { ask, reader, rows, editor } = library;
    const folder = await library.addFolder('Audited');
    for (const as of [null, reader]) {
      const status = as === null ? 401 : 403;
      expect((await ask('GET', '/files', undefined, { as })).status).toBe(status);
      expect((await ask('POST', `/files?folder=${folder.id}&name=a.txt`, text('x'), { as })).status).toBe(status);
    }
    const file = (await library.upload(folder.id, 'a.txt', text('x'))).body;
    await ask('PUT', `/files/${file.id}/content`, text('y'), { match: 1 });
    await ask('PATCH', `/files/${file.id}`, { name: 'b.txt' }, { match: 2 });
    const link = await ask<{ id: string }>('POST', `/files/${file.id}/links`, { expires_in: 60 });
    await ask('DELETE', `/files/${file.id}/links/${link.body.id}`);
    await ask('DELETE', `/files/${file.id}/links/${link.body.id}`);
    await ask('DELETE', `/files/${file.id}`, undefined, { match: 3 });
    await ask('PATCH', `/folders/${folder.id}`, { access: 'private' }, { match: 1 });
    await ask('DELETE', `/folders/${folder.id}`, undefined, { match: 2 });
    const log = await rows('select action from audit_log where actor = $1 and subject_id in ($2, $3) order by id', [
      editor.id,
      file.id,
      folder.id,
    ]);
    const actions = [
      'folder.created',
      'file.added',
      'file.replaced',
      'file.renamed',
      'file.link-created',
      'file.link-revoked',
      'file.deleted',
    ];
    expect(log.map(({ action }) => action)).toEqual([...actions, 'folder.changed', 'folder.deleted']);
  });
});
