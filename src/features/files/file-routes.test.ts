import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { fc } from '#test/fast-check.ts';
import { type FileLibrary, openFileLibrary, wav } from '#test/file-library.ts';
import { pdf } from '#test/pdfs.ts';
import type { CreatedFileLink, Folder, LibraryFile } from './contract.ts';
import { readRange } from './file-routes.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const text = (content: string) => Buffer.from(content);

describe.each(['folder', 'bucket'] as const)('ranges with a %s', (where) => {
  /** Three parts. */
  const bytes = wav(9_000_000);
  let library: FileLibrary;
  let file: LibraryFile;
  let etag: string;
  beforeAll(async () => {
    library = await openFileLibrary(database, where);
    const folder = await library.addFolder(`Audio ${where}`);
    file = (await library.upload(folder.id, 'a.wav', wav(1000))).body;
    // Larger than one request may be.
    const { storeFile } = await import('./store-content.ts');
    const target = { folderId: folder.id, name: 'a.wav', replaces: { id: file.id, version: '1' } };
    file = await storeFile({ db: database.db, fileStore: library.fileStore }, library.editor, target, bytes);
    etag = (await library.open(file.address, {}, 'HEAD')).headers.get('etag') ?? '';
  });
  afterAll(() => library.close());
  const part = async (range: string, headers: Record<string, string> = {}, method = 'GET') => {
    const answer = await library.open(file.address, { headers: { range, ...headers } }, method);
    return { ...answer, range: answer.headers.get('content-range'), length: answer.headers.get('content-length') };
  };

  test.each<[string, number, number]>([
    ['bytes=0-0', 0, 1],
    ['bytes=0-', 0, 9_000_000],
    ['bytes=4194300-4194310', 4_194_300, 4_194_311],
    ['bytes=4194304-8388607', 4_194_304, 8_388_608],
    ['bytes=8999999-99999999999999999999', 8_999_999, 9_000_000],
    ['bytes=-5', 8_999_995, 9_000_000],
    ['bytes=-99999999999', 0, 9_000_000],
  ])('%s', async (range, start, end) => {
    const found = await part(range);
    expect([found.status, found.range, found.length]).toEqual([206, `bytes ${start}-${end - 1}/9000000`, String(end - start)]);
    expect(found.body.equals(bytes.subarray(start, end))).toBe(true);
  });

  test.each(['bytes=9000000-', 'bytes=99999999999999999999-', 'bytes=-0'])('%s cannot be satisfied', async (range) => {
    const found = await part(range);
    expect([found.status, found.range, found.body.length, found.headers.get('cache-control')]).toEqual([
      ...[416, 'bytes */9000000', 0, 'private, no-store'],
    ]);
  });

  test.each(['bytes=5-2', 'bytes=-', 'bytes=a-b', 'items=0-1', 'bytes=0-1,5-6', `bytes=${'0-,'.repeat(2000)}`, 'bytes=0-1\t5'])(
    'the malformed or multiple range %s is ignored',
    async (range) => {
      const found = await part(range);
      expect([found.status, found.range, found.body.length]).toEqual([200, null, 9_000_000]);
    },
  );

  test('If-Range, If-None-Match and HEAD', async () => {
    expect((await part('bytes=0-9', { 'if-range': etag })).status).toBe(206);
    for (const other of ['"other"', `W/${etag}`, 'Fri, 27 Nov 2026 10:00:00 GMT'])
      expect((await part('bytes=0-9', { 'if-range': other })).status).toBe(200);
    const unchanged = await part('bytes=0-9', { 'if-none-match': etag });
    expect([unchanged.status, unchanged.body.length]).toEqual([304, 0]);
    const head = await part('bytes=0-9', {}, 'HEAD');
    expect([head.status, head.length, head.range, head.body.length, head.headers.get('accept-ranges')]).toEqual([
      ...[200, '9000000', null, 0, 'bytes'],
    ]);
  });

  test('a damaged or missing part is an error before anything is sent', async () => {
    const [row] = await library.rows(
      'select object_key from file_parts join files using (content_id) where files.id = $1 and position = 0',
      [file.id],
    );
    await library.fileStore.remove(row.object_key);
    if (where === 'bucket') library.s3?.objects.delete(`files/${row.object_key}`);
    expect((await part('bytes=0-9')).status).toBe(503);
    expect((await part('bytes=8999990-')).status).toBe(206);
  });
});

test('any Range header gives a part of the file or none', () => {
  const header = fc.oneof(fc.string(), fc.stringMatching(/^bytes=\d{0,20}-\d{0,20}$/), fc.stringMatching(/^bytes=[\d,\- ]{0,30}$/));
  fc.assert(
    fc.property(header, fc.nat({ max: 1000 }), (range, size) => {
      const found = readRange(range, { size: size + 1, etag: '"x"', ifRange: undefined });
      if (found === undefined || found === 'unsatisfiable') return true;
      return found.start >= 0 && found.start < found.end && found.end <= size + 1;
    }),
    { numRuns: 2000 },
  );
});

describe('access', () => {
  let library: FileLibrary;
  let folder: Folder;
  let file: LibraryFile;
  beforeAll(async () => {
    library = await openFileLibrary(database);
  });
  afterAll(() => library.close());
  beforeEach(async () => {
    folder = await library.addFolder(crypto.randomUUID());
    file = (await library.upload(folder.id, 'a.txt', text('a secret'))).body;
  });
  const restrict = async (access: string) => {
    const { version } = (await library.ask<Folder>('GET', `/folders/${folder.id}`)).body;
    expect((await library.ask('PATCH', `/folders/${folder.id}`, { access }, { match: version })).status).toBe(200);
  };
  const link = async (seconds = 3600, id = file.id) =>
    (await library.ask<CreatedFileLink>('POST', `/files/${id}/links`, { expires_in: seconds })).body;
  const pathOf = ({ url }: CreatedFileLink) => new URL(url).pathname + new URL(url).search;
  const statusOf = async (address: string, as: { cookie: string } | null = null) => (await library.open(address, { as })).status;

  test('a folder that becomes private closes at once, for cached pages and versions, too', async () => {
    const { reader, editor } = library;
    for (const address of [file.address, `${file.address}?v=1`]) expect(await statusOf(address)).toBe(200);
    await restrict('members');
    for (const address of [file.address, `${file.address}?v=1`])
      expect([await statusOf(address), await statusOf(address, reader), await statusOf(address, editor)]).toEqual([401, 200, 200]);
    await restrict('private');
    for (const address of [file.address, `${file.address}?v=1`])
      expect([await statusOf(address), await statusOf(address, reader), await statusOf(address, editor)]).toEqual([404, 404, 200]);
    const hidden = await library.addFolder(crypto.randomUUID(), 'private');
    await restrict('public');
    await library.ask('PATCH', `/files/${file.id}`, { folder_id: hidden.id }, { match: 1 });
    expect([await statusOf(file.address), await statusOf(file.address, editor)]).toEqual([404, 200]);
  });

  test('responses state how they may be cached and used', async () => {
    const headersOf = async (address: string, as: { cookie: string } | null = null) => {
      const { headers } = await library.open(address, { as });
      return ['cache-control', 'content-disposition', 'x-content-type-options', 'content-type'].map((name) => headers.get(name));
    };
    const shared = ['attachment; filename="a.txt"; filename*=UTF-8\'\'a.txt', 'nosniff', 'text/plain; charset=utf-8'];
    expect(await headersOf(file.address)).toEqual(['public, max-age=3600', ...shared]);
    expect(await headersOf(`${file.address}?v=1`)).toEqual(['public, max-age=31536000, immutable', ...shared]);
    expect(await headersOf(`${file.address}?v=2`)).toEqual(['public, max-age=3600', ...shared]);
    expect(await headersOf(pathOf(await link()))).toEqual(['private, no-store', ...shared]);
    await restrict('members');
    expect(await headersOf(`${file.address}?v=1`, library.reader)).toEqual(['private, no-store', ...shared]);
    const image = (await library.upload(folder.id, 'Ü "x".pdf'.replaceAll('"', '’'), pdf())).body;
    const { headers } = await library.open(image.address, { as: library.reader });
    expect(headers.get('content-disposition')).toBe('inline; filename="U_ _x_.pdf"; filename*=UTF-8\'\'%C3%9C%20%E2%80%99x%E2%80%99.pdf');
    expect(headers.get('content-security-policy')).toBe("base-uri 'none'; form-action 'none'; frame-ancestors 'self'");
    const text = await library.open(file.address, { as: library.reader });
    expect(text.headers.get('content-security-policy')).toContain('sandbox');
  });

  test('a temporary link opens its file until it expires or is revoked', async () => {
    await restrict('private');
    const [one, two] = [await link(60), await link()];
    expect(new URL(one.url).searchParams.get('token')).toMatch(/^[\w-]{43}$/);
    expect([await statusOf(pathOf(one)), await statusOf(pathOf(two))]).toEqual([200, 200]);
    expect((await library.open(pathOf(one), { headers: { range: 'bytes=2-7' } })).body.toString()).toBe('secret');
    await library.rows("update file_links set expires_at = now() - interval '1 s' where id = $1", [one.id]);
    expect([await statusOf(pathOf(one)), await statusOf(pathOf(two))]).toEqual([404, 200]);
    expect((await library.ask('DELETE', `/files/${file.id}/links/${two.id}`)).status).toBe(204);
    expect(await statusOf(pathOf(two))).toBe(404);
    const { links } = (await library.ask<{ links: object[] }>('GET', `/files/${file.id}/links`)).body;
    expect([links.length, JSON.stringify(links).includes('token')]).toEqual([1, false]);
    const stored = await library.rows('select token_hash from file_links');
    expect(stored.some(({ token_hash: hash }) => [one, two].some(({ url }) => url.includes(hash)))).toBe(false);
    for (const seconds of [59, 2_592_001, 0, -1, 1.5, '60', null])
      expect((await library.ask('POST', `/files/${file.id}/links`, { expires_in: seconds })).status).toBe(422);
  });

  test('a temporary link cannot be widened, outlived or guessed', async () => {
    await restrict('private');
    const other = (await library.upload(folder.id, 'b.txt', text('another'))).body;
    const own = await link();
    const token = new URL(own.url).searchParams.get('token') ?? '';
    const foreign = new URL((await link(3600, other.id)).url).searchParams.get('token') ?? '';
    const last = token.endsWith('A') ? 'E' : 'A';
    const tries = [
      ...[`${other.address}?token=${token}`, `${file.address}?token=${foreign}`, `/files/${other.id}/preview?token=${token}`],
      ...[`${file.address}?token=`, `${file.address}?token=${token.slice(1)}`, `${file.address}?token=${token.slice(0, -1)}${last}`],
      ...[`${file.address}?token=${token}a`, `${file.address}?token=${token.toLowerCase()}`, `${file.address}?token=${token}%00`],
      ...[`${file.address}?token=${foreign}&token=${token}`, `${file.address}?token[]=${token}`, `${file.address}?v=1`, file.address],
      ...[`${file.address}?expires=9999999999&token=${foreign}`, `${file.address}?token=%25`, `${file.address}?token=${'x'.repeat(5000)}`],
    ];
    for (const address of tries) expect([address, await statusOf(address)]).toEqual([address, 404]);
    // Another name leads to the real one, which needs the token as well; a version or further parameters change nothing.
    expect(await statusOf(`${pathOf(own)}&v=9&expires=1`)).toBe(200);
    expect((await library.open(`/files/${file.id}/other.txt?token=${token}`)).headers.get('location')).toBe(pathOf(own));
    await library.ask('PATCH', `/files/${file.id}`, { name: 'c.txt' }, { match: 1 });
    expect(await statusOf(`/files/${file.id}/c.txt?token=${token}`)).toBe(200);
    await library.ask('DELETE', `/files/${file.id}`, undefined, { match: 2 });
    expect([await statusOf(`/files/${file.id}/c.txt?token=${token}`), (await library.rows('select from file_links')).length > 0]).toEqual([
      404,
      true,
    ]);
  });
});
