import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createReadBookPicture } from './pictures.ts';

const ADDRESS = '/media/0123456789abcdef0123-300x400/300.webp';
const log = { warn: vi.fn() };
let dataDir: string;
beforeEach(async () => {
  log.warn.mockClear();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'talewood-books-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const webp = (alpha: number) =>
  sharp({ create: { width: 300, height: 400, channels: 4, background: { r: 9, g: 60, b: 64, alpha } } })
    .webp()
    .toBuffer();

test('an image is converted once, to JPEG, or to PNG if it is transparent', async () => {
  const readPicture = vi.fn(async () => webp(1));
  const read = createReadBookPicture({ dataDir, log, readPicture });
  const first = await read(ADDRESS);
  expect([first?.type, (await sharp(first?.bytes).metadata()).width]).toEqual(['image/jpeg', 300]);
  expect(await read(ADDRESS)).toEqual(first);
  expect(readPicture).toHaveBeenCalledTimes(1);
  const other = createReadBookPicture({ dataDir, log, readPicture: () => webp(0.5) });
  expect((await other(ADDRESS.replace('0123', 'ffff')))?.type).toBe('image/png');
  expect(log.warn).not.toHaveBeenCalled();
});

test('an incomplete cache file is converted again', async () => {
  const read = createReadBookPicture({ dataDir, log, readPicture: () => webp(1) });
  await read(ADDRESS);
  const [file = ''] = await readdir(path.join(dataDir, 'cache/books'));
  await writeFile(path.join(dataDir, 'cache/books', file), Buffer.from([0xff, 0xd8, 0xff]));
  expect((await read(ADDRESS))?.type).toBe('image/jpeg');
});

test('an image that cannot be converted is used as it is; read and write errors are logged', async () => {
  const encode = () => Promise.reject(new Error('no room'));
  expect((await createReadBookPicture({ dataDir, log, readPicture: () => webp(1), encode })(ADDRESS))?.type).toBe('image/webp');
  expect(await createReadBookPicture({ dataDir, log, readPicture: () => Promise.reject(new Error('away')) })(ADDRESS)).toBe(undefined);
  expect((await createReadBookPicture({ dataDir: '/dev/null', log, readPicture: () => webp(1) })(ADDRESS))?.type).toBe('image/jpeg');
  expect(log.warn).toHaveBeenCalledTimes(3);
});

test.each(['', '/media/../secret', '/covers/a.svg', 'https://evil.example/a.webp'])(
  '%s is not an image of the library',
  async (address) => {
    const readPicture = vi.fn(async () => webp(1));
    expect(await createReadBookPicture({ dataDir, log, readPicture })(address)).toBe(undefined);
    expect(readPicture).not.toHaveBeenCalled();
  },
);
