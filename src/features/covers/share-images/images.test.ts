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

test('concurrent requests for the same image share one rendering', async () => {
  const render = vi.fn(async () => picture);
  const shareImages = createShareImages({ dataDir, log, render });
  const images = await Promise.all([shareImages(tale), shareImages({ ...tale }), shareImages(tale)]);
  expect(images).toEqual([picture, picture, picture]);
  expect(render).toHaveBeenCalledTimes(1);
});

test('an image is cached on disk and found by another process', async () => {
  await createShareImages({ dataDir, log, render: async () => picture })(tale);
  const [file = ''] = await readdir(join(dataDir, 'cache/share'));
  expect(await readFile(join(dataDir, 'cache/share', file))).toEqual(picture);
  const render = vi.fn(async () => picture);
  expect(await createShareImages({ dataDir, log, render })(tale)).toEqual(picture);
  expect(render).not.toHaveBeenCalled();
});

test('book cover and share image of a tale are different images', async () => {
  const shareImages = createShareImages({ dataDir, log, render: async ({ shape = 'link' }) => Buffer.from(shape) });
  expect(String(await shareImages({ ...tale, shape: 'book' }))).toBe('book');
  expect(String(await shareImages(tale))).toBe('link');
  expect(await readdir(join(dataDir, 'cache/share'))).toHaveLength(2);
});

test('an empty cache file, as after a power failure, is rendered again', async () => {
  const shareImages = createShareImages({ dataDir, log, render: async () => picture });
  await shareImages(tale);
  const [file = ''] = await readdir(join(dataDir, 'cache/share'));
  await writeFile(join(dataDir, 'cache/share', file), '');
  expect(await shareImages(tale)).toEqual(picture);
});

test('the queue holds 20 images; more are rejected and work later', async () => {
  const gate = Promise.withResolvers<void>();
  const render = async () => gate.promise.then(() => picture);
  const shareImages = createShareImages({ dataDir, log, render });
  const requests = Array.from({ length: 25 }, (_, i) => shareImages({ ...tale, title: `Tale ${i}` }, `192.0.2.${i % 5}`));
  const rejections: unknown[] = [];
  for (const image of requests) image.catch((error: unknown) => rejections.push(error));
  await expect.poll(() => rejections).toHaveLength(5);
  expect(rejections[0]).toEqual(new Error('The queue of share images is full (20)'));
  gate.resolve();
  const results = await Promise.allSettled(requests);
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
  expect(log.warn.mock.calls).toEqual([[{ event: 'share_image_failed', reason: 'killed' }, 'Could not render a share image']]);
  fails = false;
  expect(await shareImages(tale)).toEqual(picture);
  fails = true;
  await expect(shareImages({ ...tale, title: 'Other' })).rejects.toThrow('killed');
  expect(log.warn).toHaveBeenCalledTimes(2);
});

test('an image that cannot be cached is returned anyway', async () => {
  await mkdir(join(dataDir, 'cache'));
  await writeFile(join(dataDir, 'cache/share'), 'a file instead of a folder');
  const shareImages = createShareImages({ dataDir, log, render: async () => picture });
  expect(await shareImages(tale)).toEqual(picture);
  expect(log.warn).toHaveBeenCalledTimes(1);
});
