import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openS3Store } from '#src/platform/objects/s3-store.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { openPictures, plain, type TestPictures } from '#test/pictures.ts';
import { openTestS3, type TestS3 } from '#test/s3.ts';
import { isCompletePicture } from './stored-files.ts';

let database: TestDatabase;
let pictures: TestPictures;
let s3: TestS3;
beforeAll(async () => {
  s3 = await openTestS3();
  database = await createTestDatabase();
  const store = openS3Store(s3.settings, { timeoutMs: 2_000, pauseMs: 1 });
  pictures = await openPictures(database, { isQuick: true, wrap: () => store });
});
afterEach(() => s3.replaceHandler());
afterAll(async () => {
  await pictures.close();
  await database.drop();
  await s3.close();
});

const get = (address: string, method = 'GET') => pictures.app.request(address, { method });
const upload = async () => (await pictures.upload(await plain(40, 30).png().toBuffer())).body;
const keyOf = (address: string) => address.replace('/media/', '');
/** What the store returns from now on. */
const replace = (address: string, bytes: Buffer) => s3.objects.set(keyOf(address), { bytes, type: 'image/webp' });

test('only the bytes that were stored are served as an image', async () => {
  const [{ address }, other] = [await upload(), await upload()];
  const stored = s3.objects.get(keyOf(address))?.bytes as Buffer;
  const otherBytes = s3.objects.get(keyOf(other.address))?.bytes as Buffer;
  expect((await get(address)).status).toBe(200);
  for (const wrong of [Buffer.from('<html>internal page</html>'), stored.subarray(0, stored.length / 2), otherBytes, Buffer.alloc(0)]) {
    replace(address, wrong);
    const answer = await get(address);
    expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('content-type')?.includes('image')]).toEqual([
      503,
      'no-store',
      false,
    ]);
  }
  replace(address, stored);
  expect(Buffer.from(await (await get(address)).arrayBuffer()).equals(stored)).toBe(true);
});

test('an image stored before hashes were recorded is served if it is complete', async () => {
  const { id, address } = await upload();
  await pictures.rows('update media set stored_files = null where id = $1', [id]);
  const stored = s3.objects.get(keyOf(address))?.bytes as Buffer;
  expect((await get(address)).status).toBe(200);
  for (const wrong of [Buffer.from('<html>'), stored.subarray(0, stored.length / 2)]) {
    replace(address, wrong);
    expect((await get(address)).status).toBe(503);
  }
});

test('a damaged file is stored again when its image is uploaded again', async () => {
  const png = await plain(40, 30).png().toBuffer();
  const { address } = (await pictures.upload(png)).body;
  const stored = s3.objects.get(keyOf(address))?.bytes as Buffer;
  replace(address, stored.subarray(0, stored.length / 2));
  expect((await pictures.upload(png)).status).toBe(200);
  expect(Buffer.from(await (await get(address)).arrayBuffer()).equals(stored)).toBe(true);
});

test('redirects of the object store are not followed', async () => {
  const { address } = await upload();
  s3.replaceHandler((request, response) =>
    request.url === '/internal' ? response.end('internal') : response.writeHead(302, { location: '/internal' }).end(),
  );
  expect([(await get(address)).status, (await get(address, 'HEAD')).status]).toEqual([503, 503]);
});

test.each(['webp', 'avif'] as const)('a %s is complete only with its last byte', async (format) => {
  const bytes = await plain(40, 30).toFormat(format).toBuffer();
  expect(isCompletePicture(bytes, `image/${format}`)).toBe(true);
  for (const length of [0, 4, 12, bytes.length / 2, bytes.length - 1])
    expect(isCompletePicture(bytes.subarray(0, length), `image/${format}`)).toBe(false);
  expect(isCompletePicture(bytes, format === 'webp' ? 'image/avif' : 'image/webp')).toBe(false);
});
