import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { openPictures, plain, type TestPictures } from '#test/pictures.ts';
import { addUser } from '#test/users.ts';
import { hasStoredPictures } from './stored-files.ts';

let database: TestDatabase;
let pictures: TestPictures;
beforeAll(async () => {
  database = await createTestDatabase();
  pictures = await openPictures(database);
});
afterAll(async () => {
  await pictures.close();
  await database.drop();
});

const get = (address: string, headers = {}, method = 'GET') => pictures.app.request(address, { method, headers });
const bytesOf = async (address: string) => Buffer.from(await (await get(address)).arrayBuffer());

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('a %s is stored in all available widths, as AVIF and WebP', async (format) => {
  const bytes = await plain(700, 500).toFormat(format).toBuffer();
  const { status, body } = await pictures.upload(bytes, 'C:\\wood\\Wild_Swans over the sea.JPG', { type: `image/${format}` });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    name: 'Wild Swans over the sea',
    alt: '',
    focal_x: 50,
    focal_y: 50,
    width: 700,
    height: 500,
    bytes: bytes.length,
    uses: 0,
  });
  expect(body.address).toMatch(/^\/media\/[0-9a-f]{20}-700x500\/700\.webp$/);
  const folder = body.address.slice(0, body.address.lastIndexOf('/'));
  for (const width of [320, 640, 700]) {
    for (const kept of ['webp', 'avif']) {
      const facts = await sharp(await bytesOf(`${folder}/${width}.${kept}`)).metadata();
      expect([facts.width, facts.format === 'heif' ? facts.compression : facts.format]).toEqual([width, kept === 'avif' ? 'av1' : 'webp']);
    }
  }
});

test('a large image is stored at most 1920 wide, upright, in sRGB and without metadata', async () => {
  const secret = 'Andersens hus, Odense';
  const bytes = await plain(2400, 3000)
    .withExif({ IFD0: { Artist: secret }, IFD3: { GPSLatitude: '55/1 24/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6, icc: 'p3' })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><who>${secret}</who></x:xmpmeta>`)
    .jpeg()
    .toBuffer();
  expect(bytes.includes('Exif')).toBe(true);
  const { body } = await pictures.upload(bytes, 'x.jpg', { type: 'image/jpeg' });
  expect([body.width, body.height]).toEqual([1920, 1536]);
  for (const width of [320, 640, 960, 1280, 1920]) {
    for (const format of ['webp', 'avif']) {
      const kept = await bytesOf(body.address.replace('1920.webp', `${width}.${format}`));
      const { exif, xmp, icc, iptc, orientation = 1 } = await sharp(kept).metadata();
      expect([exif, xmp, icc, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined, 1]);
      expect(kept.includes('Odense')).toBe(false);
    }
  }
});

test('uploading an image twice stores it once, also in another format and concurrently', async () => {
  const picture = plain(60, 40);
  const [png, webp] = [await picture.clone().png().toBuffer(), await picture.clone().webp({ lossless: true }).toBuffer()];
  const first = await Promise.all([pictures.upload(png), pictures.upload(png), pictures.upload(webp, 'b.webp', { type: 'image/webp' })]);
  expect(new Set(first.map(({ body }) => body.id)).size).toBe(1);
  const again = await pictures.upload(png, 'another name.png');
  expect([again.status, again.body.id, again.body.name]).toEqual([200, first[0].body.id, first[0].body.name]);
  const key = { headers: { 'idempotency-key': 'k' } };
  expect((await pictures.upload(png, 'a.png', key)).body.id).toBe(first[0].body.id);
  const { rows } = await database.pool.query("select count(*) from audit_log where action = 'picture.added' and subject_id = $1", [
    first[0].body.id,
  ]);
  expect(rows).toEqual([{ count: 1 }]);
});

test('an image is served with a one-year cache, an ETag and a restrictive policy', async () => {
  const { address } = (await pictures.upload(await plain(50, 50).png().toBuffer())).body;
  const answer = await get(address);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'content-length': String((await answer.arrayBuffer()).byteLength),
  });
  const tag = answer.headers.get('etag') as string;
  const held = await get(address, { 'if-none-match': `W/"x", W/${tag}` });
  expect([held.status, held.headers.get('etag'), await held.text()]).toEqual([304, tag, '']);
  const head = await get(address, {}, 'HEAD');
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, answer.headers.get('content-length'), '']);
});

test('any other address returns 404', async () => {
  const { address } = (await pictures.upload(await plain(400, 300).png().toBuffer())).body;
  const folder = address.slice(0, address.lastIndexOf('/'));
  const wrong = [
    '320.png',
    '320.jpg',
    '321.webp',
    '640.webp',
    '0320.webp',
    '320.webp/',
    '320.WEBP',
    '%2e%2e/x',
    '..%2f400.webp',
    '',
    '400.webp.tmp',
  ];
  const folders = [folder.replace('400x300', '500x300'), folder.replace(/-.*/, ''), '/media/..', '/media/00000000000000000000-400x300'];
  for (const each of [...wrong.map((name) => `${folder}/${name}`), ...folders.map((name) => `${name}/400.webp`), '/media', '/media/x'])
    expect([each, (await get(each)).status]).toEqual([each, 404]);
  const tag = `"00000000000000000000-400x300-400.webp"`;
  expect((await get('/media/00000000000000000000-400x300/400.webp', { 'if-none-match': tag })).status).toBe(404);
});

/** Files with the content types they are sent with. */
const refused: [name: string, status: number, code: string, says: RegExp, type: string, make: () => Buffer | Promise<Buffer>][] = [
  ['nothing', 415, 'type_not_taken', /empty/, 'image/png', () => Buffer.alloc(0)],
  ['text', 415, 'type_not_taken', /not a known image format/, 'image/png', () => Buffer.from('Once upon a time')],
  [
    'a page',
    415,
    'type_not_taken',
    /not a known image format/,
    'image/jpeg',
    () => Buffer.from('<!doctype html><script>alert(1)</script>'),
  ],
  ['an SVG with a script', 415, 'type_not_taken', /SVG drawing/, 'image/svg+xml', () => svg()],
  [
    'an SVG named as PNG',
    415,
    'type_not_taken',
    /SVG drawing/,
    'image/png',
    () => Buffer.from(`<?xml version="1.0"?>\n<!-- x -->\n${svg()}`),
  ],
  ['a GIF', 415, 'type_not_taken', /GIF image/, 'image/gif', () => plain(9, 9).gif().toBuffer()],
  ['an animated GIF', 415, 'type_not_taken', /GIF image/, 'image/gif', () => moving('gif')],
  ['a TIFF', 415, 'type_not_taken', /TIFF image/, 'image/tiff', () => plain(9, 9).tiff().toBuffer()],
  ['a HEIC', 415, 'type_not_taken', /HEIC image/, 'image/heic', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
  ['a PDF', 415, 'type_not_taken', /PDF document/, 'image/jpeg', () => Buffer.from('%PDF-1.7 x')],
  ['a JPEG named as PNG', 415, 'wrong_type', /named as PNG but is JPEG/, 'image/png', () => plain(9, 9).jpeg().toBuffer()],
  ['a WebP of an unknown type', 415, 'wrong_type', /is WebP/, 'image/x-odd', () => plain(9, 9).webp().toBuffer()],
  ['an animated WebP', 422, 'animated', /Animated images/, 'image/webp', () => moving('webp')],
  [
    'an animated PNG',
    422,
    'animated',
    /Animated images/,
    'image/png',
    async () => withChunk(await plain(9, 9).png().toBuffer(), 'acTL', Buffer.alloc(8)),
  ],
  ['an animated AVIF', 422, 'animated', /Animated images/, 'image/avif', () => Buffer.from('\0\0\0\x18ftypavis\0\0\0\0avifavis', 'latin1')],
  ['a truncated JPEG', 422, 'broken', /damaged or incomplete/, 'image/jpeg', () => half('jpeg')],
  ['a truncated PNG', 422, 'broken', /damaged or incomplete/, 'image/png', () => half('png')],
  ['a truncated WebP', 422, 'broken', /damaged or incomplete/, 'image/webp', () => half('webp')],
  ['a truncated AVIF', 422, 'broken', /damaged or incomplete/, 'image/avif', () => half('avif')],
  [
    'a JPEG header before garbage',
    422,
    'broken',
    /damaged/,
    'image/jpeg',
    () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(5000, 7)]),
  ],
  ['a PNG of a trillion pixels', 422, 'too_many_pixels', /million pixels/, 'image/png', () => hugePng(1_000_000, 1_000_000)],
  ['a PNG of 41 million pixels', 422, 'too_many_pixels', /40 million pixels/, 'image/png', () => plain(8200, 5000).png().toBuffer()],
  ['more than 8 MB', 413, 'too_large', /8 MB/, 'image/png', () => Buffer.alloc(8 * 1024 * 1024 + 1)],
];
test.each(refused)('%s is rejected with a message, and nothing is stored', async (_, status, code, says, type, make) => {
  const before = await pictures.store.list();
  const answer = await pictures.upload(await make(), 'x', { type });
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect(answer.body.detail).toMatch(says);
  expect(await pictures.store.list()).toEqual(before);
  expect(await pictures.rows('select from media where ready_at is null')).toEqual([]);
});

test('invalid files and cross-origin uploads are rejected early', async () => {
  const bytes = await plain(9, 9).png().toBuffer();
  expect((await pictures.upload(bytes, 'x', { type: 'text/plain' })).status).toBe(415);
  expect((await pictures.upload(bytes, 'x', { type: 'multipart/form-data; boundary=x' })).status).toBe(415);
  expect((await pictures.upload(bytes, 'x', { headers: { origin: 'https://evil.example' } })).body.code).toBe('foreign_origin');
  expect((await pictures.ask('PATCH', '/media/01a1fed2-db9c-7e0b-967b-7804cf1d9c62/x', bytes)).status).toBe(403);
  const reader = await addUser(database.pool);
  expect((await pictures.upload(bytes, 'x', { as: reader })).status).toBe(403);
  expect((await pictures.upload(bytes, 'x', { as: { cookie: '' } })).status).toBe(401);
});

test('of a polyglot file only the image is stored', async () => {
  const evil = '<script>fetch("https://evil.example")</script><?php system($_GET[0]); ?>';
  const base = await plain(30, 30).jpeg().toBuffer();
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, evil.length + 2]), Buffer.from(evil)]);
  const polyglot = Buffer.concat([base.subarray(0, 2), comment, base.subarray(2), Buffer.from(`PK\x03\x04${evil}`)]);
  const { status, body } = await pictures.upload(polyglot, 'x.jpg', { type: 'image/jpeg' });
  expect(status).toBe(201);
  for (const format of ['webp', 'avif']) {
    const kept = await bytesOf(body.address.replace('webp', format));
    expect(['script', 'php', 'PK\x03\x04', 'evil'].filter((part) => kept.includes(part))).toEqual([]);
  }
});

function svg(): Buffer {
  return Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>');
}

async function moving(format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = await Promise.all([1, 2].map(() => plain(20, 20).png().toBuffer()));
  return sharp(frames, { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
}

/** The first half of an image that compresses badly. */
async function half(format: 'jpeg' | 'png' | 'webp' | 'avif'): Promise<Buffer> {
  const noise = sharp({
    create: { width: 300, height: 300, channels: 3, background: 'black', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  });
  const bytes = await noise.toFormat(format).toBuffer();
  return bytes.subarray(0, bytes.length / 2);
}

/** A few bytes that claim many pixels. */
function hugePng(width: number, height: number): Buffer {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.alloc(100_000))), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
}

function withChunk(png: Buffer, type: string, data: Buffer): Buffer {
  return Buffer.concat([png.subarray(0, 33), chunk(type, data), png.subarray(33)]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

test('images missing in the store are detected', async () => {
  await pictures.upload(await plain(400, 300).png().toBuffer(), 'here.png', { type: 'image/png' });
  expect(await hasStoredPictures(database.pool, pictures.store)).toBe(true);
  expect(await hasStoredPictures(database.pool, { has: async () => false })).toBe(false);
});
