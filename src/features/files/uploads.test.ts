import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { type FileLibrary, metadata, openFileLibrary, wav } from '#test/file-library.ts';
import { pdf } from '#test/pdfs.ts';
import { addUser } from '#test/users.ts';
import { removeUnusedFiles } from './contents.ts';
import type { FileListing, FileUpload, Folder } from './contract.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe.each(['folder', 'bucket'] as const)('resumable uploads with a %s', (where) => {
  let library: FileLibrary;
  let folder: Folder;
  beforeAll(async () => {
    library = await openFileLibrary(database, where);
  });
  afterAll(() => library.close());
  beforeEach(async () => {
    await library.rows('delete from file_uploads');
    folder = await library.addFolder(crypto.randomUUID());
  });
  const create = (bytes: number, name: string, more: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    library.tus('POST', '/api/v1/admin/file-uploads', {
      ...{ 'upload-length': String(bytes), 'upload-metadata': metadata({ filename: name, folder: folder.id, ...more }) },
      ...headers,
    });
  const started = async (bytes: number, name = 'a.wav', more = {}) => {
    const { status, headers } = await create(bytes, name, more);
    expect(status).toBe(201);
    return headers.get('location') ?? '';
  };
  const patch = (location: string, offset: number, bytes: Uint8Array) =>
    library.tus('PATCH', location, { 'upload-offset': String(offset) }, bytes);
  const offsetOf = async (location: string) => (await library.tus('HEAD', location)).headers.get('upload-offset');
  const files = async () => (await library.ask<FileListing>('GET', `/files?folder=${folder.id}`)).body.files;

  test('a large file is uploaded in requests of any size, and appears when it is complete', async () => {
    const bytes = wav(9_500_000);
    const location = await started(bytes.length);
    expect(location).toMatch(/^\/api\/v1\/admin\/file-uploads\/[0-9a-f-]{36}$/);
    let at = 0;
    for (const size of [100_000, 5_000_000, 1, 4_399_999]) {
      const { status, headers } = await patch(location, at, bytes.subarray(at, at + size));
      at += size;
      expect([status, headers.get('upload-offset')]).toEqual([204, String(at)]);
      expect([await offsetOf(location), (await files()).length]).toEqual([String(at), at === bytes.length ? 1 : 0]);
    }
    const [file] = await files();
    expect((await library.open(file?.address ?? '')).body.equals(bytes)).toBe(true);
    // The client may not have received the response to the last part.
    const { body } = await library.ask<FileUpload & { file_id: string }>('GET', location.replace('/api/v1/admin', ''));
    expect([body.received, body.file_id, await offsetOf(location)]).toEqual([9_500_000, file?.id, '9500000']);
    expect((await library.ask<{ uploads: FileUpload[] }>('GET', '/file-uploads')).body.uploads).toEqual([]);
  });

  test('a part at another offset is refused, and of two at the same one is recorded', async () => {
    const bytes = wav(3_000_000);
    const location = await started(bytes.length);
    expect((await patch(location, 5, bytes.subarray(0, 10))).status).toBe(409);
    // Another process: its lock is not shared.
    const other = await openFileLibrary(database, where);
    const both = await Promise.all([
      patch(location, 0, bytes.subarray(0, 1_000_000)),
      other.tus('PATCH', location, { 'upload-offset': '0' }, bytes.subarray(0, 1_000_000), library.editor),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    await other.close();
    if (where === 'bucket') return;
    // The part of the other process may be in its own folder.
    expect(await offsetOf(location)).toBe('1000000');
  });

  test('what is refused', async () => {
    const wrong: [string, Promise<{ status: number; code?: string }>, number][] = [
      ['too large', create(501 * 1024 * 1024, 'a.wav'), 413],
      ['too large for its type', create(25 * 1024 * 1024, 'a.txt'), 413],
      ['empty', create(0, 'a.wav'), 422],
      ['an unsupported type', create(10, 'a.html'), 415],
      ['a path', create(10, '../../a.wav'), 422],
      ['a NUL', create(10, 'a\0.wav'), 422],
      ['an unknown folder', create(10, 'a.wav', { folder: crypto.randomUUID() }), 404],
      ['no metadata', create(10, 'a.wav', {}, { 'upload-metadata': '' }), 400],
      ['no length', create(10, 'a.wav', {}, { 'upload-length': 'x' }), 400],
      ['a deferred length', create(10, 'a.wav', {}, { 'upload-length': '', 'upload-defer-length': '1' }), 400],
      ['another version of tus', library.tus('POST', '/api/v1/admin/file-uploads', { 'tus-resumable': '0.2.2' }), 400],
      ['a visitor', library.tus('POST', '/api/v1/admin/file-uploads', {}, undefined, null), 401],
      ['a reader', library.tus('POST', '/api/v1/admin/file-uploads', {}, undefined, library.reader), 403],
    ];
    for (const [what, answer, status] of wrong) expect([what, (await answer).status]).toEqual([what, status]);
    expect(await library.rows('select from file_uploads')).toEqual([]);
    const location = await started(100, 'a.wav');
    const stranger = await addUser(database.pool, { role: 'admin' });
    for (const method of ['HEAD', 'PATCH', 'DELETE'])
      expect(
        (await library.tus(method, location, { 'upload-offset': '0' }, method === 'PATCH' ? wav(100) : undefined, stranger)).status,
      ).toBe(404);
  });

  test('a file of a wrong type is refused with its first part, a damaged one with its last', async () => {
    const first = await started(9_000_000, 'a.wav');
    const early = await patch(first, 0, Buffer.concat([pdf(), Buffer.alloc(100_000)]));
    expect([early.status, early.code, await offsetOf(first)]).toEqual([415, 'wrong_type', null]);
    const bytes = wav(200_000);
    bytes.writeUInt32LE(77, 4);
    const second = await started(bytes.length, 'a.wav');
    expect((await patch(second, 0, bytes.subarray(0, 150_000))).status).toBe(204);
    const late = await patch(second, 150_000, bytes.subarray(150_000));
    expect([late.status, late.code, (await library.tus('HEAD', second)).status]).toEqual([422, 'broken', 404]);
  });

  test('a file is replaced in parts only if it has not changed', async () => {
    const file = (await library.upload(folder.id, 'a.wav', wav(1000))).body;
    const one = await started(2_000, 'b.wav', { replaces: file.id, version: '1' });
    const two = await started(3_000, 'b.wav', { replaces: file.id, version: '1' });
    expect((await patch(one, 0, wav(2_000))).status).toBe(204);
    expect((await patch(two, 0, wav(3_000))).status).toBe(412);
    expect((await files()).map(({ id, bytes, version }) => [id, bytes, version])).toEqual([[file.id, 2_000, 2]]);
    expect((await create(10, 'b.mp3', { replaces: file.id, version: '2' })).status).toBe(415);
  });

  test('open uploads are limited, cancelled, and deleted after a day', async () => {
    const locations = [];
    for (let count = 0; count < 20; count += 1) locations.push(await started(1_000, `${count}.wav`));
    expect((await create(1_000, 'more.wav')).status).toBe(429);
    expect((await library.tus('DELETE', locations[0] ?? '')).status).toBe(204);
    expect((await patch(locations[1] ?? '', 0, wav(500))).status).toBe(204);
    await library.rows('delete from file_uploads where received = 0');
    await started(500 * 1024 * 1024, 'a.wav');
    for (const name of ['b.wav', 'c.wav', 'd.wav']) expect([201, 429]).toContain((await create(500 * 1024 * 1024, name)).status);
    expect((await create(500 * 1024 * 1024, 'e.wav')).status).toBe(429);
    const sweep = () => removeUnusedFiles({ db: database.db, store: library.fileStore });
    await library.rows("update file_contents set released_at = released_at - interval '2 days'");
    await sweep();
    expect(await offsetOf(locations[1] ?? '')).toBe('500');
    await library.rows("update file_uploads set updated_at = updated_at - interval '25 hours'");
    await sweep();
    expect([
      (await library.tus('HEAD', locations[1] ?? '')).status,
      await library.rows('select from file_contents where sha256 is null'),
    ]).toEqual([...[404, []]]);
  });
});
