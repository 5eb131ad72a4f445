import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createShareImages } from '../covers.ts';

const tale = { title: 'Rapunzel', author: 'Brothers Grimm', category: 'classic' };
const picture = Buffer.from('picture');
const log = { warn: vi.fn() };
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'share-'));
  log.warn.mockClear();
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('whoever asks for the same image waits for the same work', async () => {
  const render = vi.fn(async () => picture);
  const shareImages = createShareImages({ dataDir, log, render });
  const images = await Promise.all([shareImages(tale), shareImages({ ...tale }), shareImages(tale)]);
  expect(images).toEqual([picture, picture, picture]);
  expect(render).toHaveBeenCalledTimes(1);
});

test('an image is kept whole and found again by another process', async () => {
  await createShareImages({ dataDir, log, render: async () => picture })(tale);
  const [file = ''] = await readdir(join(dataDir, 'cache/share'));
  expect(await readFile(join(dataDir, 'cache/share', file))).toEqual(picture);
  const render = vi.fn(async () => picture);
  expect(await createShareImages({ dataDir, log, render })(tale)).toEqual(picture);
  expect(render).not.toHaveBeenCalled();
});

test('the cover of a book is another image than the one of a shared link', async () => {
  const shareImages = createShareImages({ dataDir, log, render: async ({ shape = 'link' }) => Buffer.from(shape) });
  expect(String(await shareImages({ ...tale, shape: 'book' }))).toBe('book');
  expect(String(await shareImages(tale))).toBe('link');
  expect(await readdir(join(dataDir, 'cache/share'))).toHaveLength(2);
});

test('an empty file, left by a power cut, is drawn anew', async () => {
  const shareImages = createShareImages({ dataDir, log, render: async () => picture });
  await shareImages(tale);
  const [file = ''] = await readdir(join(dataDir, 'cache/share'));
  await writeFile(join(dataDir, 'cache/share', file), '');
  expect(await shareImages(tale)).toEqual(picture);
});

test('at most twenty wait; the next is refused, and works later', async () => {
  const gate = Promise.withResolvers<void>();
  const render = async () => gate.promise.then(() => picture);
  const shareImages = createShareImages({ dataDir, log, render });
  const asked = Array.from({ length: 25 }, (_, i) => shareImages({ ...tale, title: `Tale ${i}` }, `192.0.2.${i % 5}`));
  const refusals: unknown[] = [];
  for (const image of asked) image.catch((error: unknown) => refusals.push(error));
  await vi.waitFor(() => expect(refusals).toHaveLength(5));
  expect(refusals[0]).toEqual(new Error('The queue of share images is full (20)'));
  gate.resolve();
  const results = await Promise.allSettled(asked);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  expect(log.warn).toHaveBeenCalledTimes(1);
  expect(await shareImages({ ...tale, title: 'Tale 24' })).toEqual(picture);
});

test('a reason is logged once, and again after a success', async () => {
  let fails = true;
  const render = async () => (fails ? Promise.reject(new Error('killed')) : picture);
  const shareImages = createShareImages({ dataDir, log, render });
  await expect(shareImages(tale)).rejects.toThrow('killed');
  await expect(shareImages(tale)).rejects.toThrow('killed');
  expect(log.warn.mock.calls).toEqual([[{ event: 'share_image_failed', reason: 'killed' }, 'A share image could not be drawn']]);
  fails = false;
  expect(await shareImages(tale)).toEqual(picture);
  fails = true;
  await expect(shareImages({ ...tale, title: 'Other' })).rejects.toThrow('killed');
  expect(log.warn).toHaveBeenCalledTimes(2);
});

test('an image that cannot be kept is answered all the same', async () => {
  await mkdir(join(dataDir, 'cache'));
  await writeFile(join(dataDir, 'cache/share'), 'a file where the folder should be');
  const shareImages = createShareImages({ dataDir, log, render: async () => picture });
  expect(await shareImages(tale)).toEqual(picture);
  expect(log.warn).toHaveBeenCalledTimes(1);
});
