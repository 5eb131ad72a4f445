import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderShareImage } from './images.ts';

const tale = { title: 'Dvanáct měsíčků & <b>', author: 'Božena Němcová', category: 'folklore' };
let cacheDir: string;
/** The share image of the tale without a name of the site. */
let image: Buffer;

beforeAll(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'render-'));
  image = await renderShareImage(tale, { cacheDir });
});
afterAll(() => rm(cacheDir, { recursive: true }));

test('a share image is a JPEG of 1200 by 630 under 300 KB with the text on its sheet', async () => {
  expect(await sharp(image).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  expect(image.length).toBeLessThan(300 * 1024);
  const bare = await renderShareImage({ ...tale, title: '桃太郎', author: '' }, { cacheDir });
  expect(await brightestOnSheet(image)).toBeGreaterThan((await brightestOnSheet(bare)) + 60);
});

test('a name of the site of any length is beside the mark; one without letters in the fonts is left out', async () => {
  const named = async (brand: string) => inkOfName(await renderShareImage({ ...tale, brand }, { cacheDir }));
  const usual = await inkOfName(image);
  expect(await named('桃太郎')).toBeLessThan(usual / 4);
  expect(await named('Once upon a time in a barn by the "river"')).toBeGreaterThan(usual);
});

test("a book cover is 3:4 with the text on a sheet below the drawing or the tale's image", async () => {
  const image = await renderShareImage({ ...tale, shape: 'book' }, { cacheDir });
  expect(await sharp(image).metadata()).toMatchObject({ format: 'jpeg', width: 900, height: 1200 });
  expect(image.length).toBeLessThan(300 * 1024);
  const red = sharp({ create: { width: 300, height: 200, channels: 3, background: '#c81e1e' } });
  const own = { bytes: await red.webp().toBuffer(), focal: { x: 50, y: 50 } };
  const shown = await renderShareImage({ ...tale, shape: 'book' }, { cacheDir, own });
  const [above, below] = await Promise.all([meanOf(shown, 100), meanOf(shown, 1100)]);
  expect([above[0] > 180, above[1] < 50], 'the picture').toEqual([true, true]);
  expect(below[0], 'the sheet').toBeLessThan(120);
  const bare = await renderShareImage({ ...tale, title: '桃太郎', shape: 'book' }, { cacheDir, own });
  expect((await meanOf(bare, 1100))[0], 'without text the picture is whole').toBeGreaterThan(180);
});

test('a thumbnail is the same at 240 by 320', async () => {
  const image = await renderShareImage({ ...tale, shape: 'thumb' }, { cacheDir });
  expect(await sharp(image).metadata()).toMatchObject({ format: 'jpeg', width: 240, height: 320 });
  expect(image.length).toBeLessThan(40 * 1024);
  const red = sharp({ create: { width: 300, height: 200, channels: 3, background: '#c81e1e' } });
  const own = { bytes: await red.webp().toBuffer(), focal: { x: 50, y: 50 } };
  const shown = await renderShareImage({ ...tale, shape: 'thumb' }, { cacheDir, own });
  const large = await sharp(shown).resize(900, 1200).toBuffer();
  const [above, below] = await Promise.all([meanOf(large, 100), meanOf(large, 1100)]);
  expect([above[0] > 180, below[0] < 120]).toEqual([true, true]);
});

test.each([
  ['crashes', "throw new Error('out of paper')", 'exited with 1: .*out of paper'],
  ['is killed by the system', "process.kill(process.pid, 'SIGKILL')", 'exited with SIGKILL'],
  ['hangs', 'setInterval(() => {}, 1000)', 'killed after 1500 ms'],
  ['writes something else', "process.stdout.write('not a picture')", 'did not write a JPEG'],
  ['writes nothing', '', 'did not write a JPEG'],
  ['stops in the middle', 'process.stdout.write(Buffer.from([0xff, 0xd8, 0xff]))', 'did not write a JPEG'],
  ['never stops', 'process.stdout.write(Buffer.alloc(6e6)); setInterval(() => {}, 1000)', 'wrote more than'],
  ['uses too much memory', 'const all = []; for (;;) all.push(new Array(1e5).fill(all.length))', 'exited with SIG'],
])('a worker that %s is reported as an error', async (_, code, reason) => {
  const worker = join(cacheDir, `${crypto.randomUUID()}.mjs`);
  await writeFile(worker, code);
  const timeoutMs = reason.includes('1500') ? 1500 : 20_000;
  await expect(renderShareImage(tale, { cacheDir, worker, timeoutMs })).rejects.toThrow(new RegExp(reason, 's'));
});

test('the worker inherits no environment variables', async () => {
  const worker = join(cacheDir, 'env.mjs');
  await writeFile(worker, 'throw new Error(Object.keys(process.env).sort().join())');
  process.env.DATABASE_URL = 'postgresql://secret';
  const failure = renderShareImage(tale, { cacheDir, worker });
  await expect(failure).rejects.toThrow('Error: FONTCONFIG_FILE,XDG_CACHE_HOME');
  delete process.env.DATABASE_URL;
});

/** The brightest grey in the text area: left on the sheet and above the brand. */
async function brightestOnSheet(image: Buffer): Promise<number> {
  const part = await sharp(image).extract({ left: 60, top: 56, width: 400, height: 440 }).greyscale().toBuffer();
  const { channels } = await sharp(part).stats();
  return channels[0]?.max ?? 0;
}

/** How much the place of the name differs from its ground. */
async function inkOfName(image: Buffer): Promise<number> {
  const part = await sharp(image).extract({ left: 112, top: 520, width: 412, height: 58 }).greyscale().toBuffer();
  const { channels } = await sharp(part).stats();
  return channels[0]?.stdev ?? 0;
}

/** The mean red and green of a strip across the picture. */
async function meanOf(image: Buffer, top: number): Promise<[number, number]> {
  const strip = await sharp(image).extract({ left: 0, top, width: 900, height: 50 }).toBuffer();
  const { channels } = await sharp(strip).stats();
  return [channels[0]?.mean ?? 0, channels[1]?.mean ?? 0];
}
