import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { storageFull } from '#src/platform/objects/object-store.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { openImports, type TestImports } from '#test/imports.ts';
import { MAX_UPLOAD_BYTES } from '../formats/accepted-files.ts';

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

describe('files', () => {
  test('with equal names are numbered, hostile names sanitized, and unsupported types rejected', async () => {
    const id = await site.begin();
    const names = [
      'tales.md',
      'Tales.md',
      'tales.md',
      '../../etc/cron.d/tales.md',
      'C:\\temp\\a\u202eb\0.txt',
      `${'ä'.repeat(400)}.epub`,
      ' .md',
    ];
    const kept: string[] = [];
    for (const name of names) {
      const { status, body } = await site.send(id, name, 'x');
      expect([name, status]).toEqual([name, 201]);
      kept.push((body as unknown as { name: string }).name);
    }
    expect(kept).toEqual(['tales.md', 'Tales (2).md', 'tales (3).md', 'tales (4).md', 'ab.txt', `${'ä'.repeat(180)}.epub`, 'File.md']);
    for (const name of ['', 'tale', 'tale.exe', 'tale.md/', 'book.epub.exe', 'x.7z', 'cover.jpg', '..', 'a.md\0.exe'])
      expect([name, (await site.send(id, name, 'x')).status]).toEqual([name, 415]);
    expect((await site.report(id)).files.map(({ name, bytes }) => [name, bytes])).toEqual(kept.map((name) => [name, 1]));
    expect((await readdir(path.join(site.folder, 'imports', id))).length).toBe(kept.length);
  });

  test('may have 60 MB, counted while receiving; larger ones are not stored', async () => {
    const id = await site.begin();
    const part = new Uint8Array(1024 * 1024);
    let pulled = 0;
    const endless = (most: number) =>
      new ReadableStream<Uint8Array>({
        pull(stream) {
          pulled += 1;
          if (pulled > most) stream.close();
          else stream.enqueue(part);
        },
      });
    for (const headers of [{}, { 'content-length': '10' }, { 'transfer-encoding': 'chunked' }]) {
      pulled = 0;
      const answer = await site.send(id, 'large.epub', endless(200), { headers });
      expect([answer.status, answer.body.code, pulled < 70]).toEqual([413, 'too_large', true]);
    }
    pulled = 0;
    expect(await site.send(id, 'whole.epub', endless(60))).toMatchObject({ status: 201, body: { bytes: MAX_UPLOAD_BYTES } });
    expect([(await site.report(id)).files.length, await readdir(path.join(site.folder, 'imports-at-work'))]).toEqual([1, []]);
    expect((await readdir(path.join(site.folder, 'imports', id))).length).toBe(1);
  });

  test('are received two at a time, others get 503, and interrupted uploads leave nothing', async () => {
    const id = await site.begin();
    const open: ReadableStreamDefaultController<Uint8Array>[] = [];
    const slow = () => new ReadableStream<Uint8Array>({ start: (stream) => void open.push(stream) });
    const sending = [site.send(id, 'one.md', slow()), site.send(id, 'two.md', slow())];
    await expect.poll(() => readdir(path.join(site.folder, 'imports-at-work'))).toHaveLength(2);
    const third = await site.send(id, 'three.md', 'x');
    expect([third.status, third.headers.get('retry-after')]).toEqual([503, '5']);
    open[0]?.error(new Error('The sender has gone.'));
    open[1]?.close();
    expect((await Promise.all(sending)).map(({ status }) => status)).toEqual([500, 201]);
    expect(await site.send(id, 'three.md', 'x')).toMatchObject({ status: 201 });
    expect([(await site.report(id)).files.map(({ name }) => name), await readdir(path.join(site.folder, 'imports-at-work'))]).toEqual([
      ['two.md', 'three.md'],
      [],
    ]);
  });

  test('are limited to 200, and can be removed', async () => {
    const id = await site.begin();
    await site.rows("insert into import_upload_files (upload_id, name, bytes) select $1, n || '.md', 1 from generate_series(1, 199) n", [
      id,
    ]);
    const last = (await site.send(id, 'last.md', 'x')).body as unknown as { id: string };
    expect((await site.send(id, 'more.md', 'x')).body.code).toBe('too_many_files');
    expect((await site.ask('DELETE', `/imports/${id}/files/${last.id}`)).status).toBe(204);
    expect((await site.ask('DELETE', `/imports/${id}/files/${last.id}`)).status).toBe(404);
    expect(await readdir(path.join(site.folder, 'imports', id))).toEqual([]);
    expect((await site.send(id, 'more.md', 'x')).status).toBe(201);
  });

  test('are rejected and not stored when the storage is full', async () => {
    const id = await site.begin();
    const full = vi.spyOn(site.store, 'putFile').mockRejectedValueOnce(storageFull(new Error('full')));
    expect(await site.send(id, 'a.md', 'x')).toMatchObject({ status: 507, body: { code: 'no_room' } });
    full.mockRestore();
    expect((await site.report(id)).files).toEqual([]);
  });
});
