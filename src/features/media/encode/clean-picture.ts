/** Decodes and re-encodes an image. Runs in a child process only: see encode-picture.ts. */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { WIDTHS, widthsOf } from '#src/ui/picture.ts';
import { MAX_PIXELS } from '../picture-files.ts';

/** Why an image is rejected. */
export type Fault = 'too many pixels' | 'animated' | 'broken';

export type CleanFile = { name: string; type: string; bytes: Buffer };
export type CleanPicture = { hash: string; width: number; height: number; files: CleanFile[] };

const WIDEST = WIDTHS.at(-1) as number;
/** No cover or screen shows an aspect ratio over 1:2. */
const HIGHEST = 2 * WIDEST;
/** Higher AVIF effort takes up to half a minute and saves only a tenth. */
const EFFORT = { avif: 2, webp: 4 };

/** Returns the image upright, in sRGB, at most 1920 by 3840, in all widths and both formats, without metadata. */
export async function cleanPicture(bytes: Buffer): Promise<CleanPicture | Fault> {
  const source = { limitInputPixels: false, failOn: 'warning', sequentialRead: true } as const;
  const facts = await sharp(bytes, source).metadata();
  if (facts.width * facts.height > MAX_PIXELS) return 'too many pixels';
  if ((facts.pages ?? 1) > 1) return 'animated';
  const { data, info } = await sharp(bytes, { ...source, limitInputPixels: MAX_PIXELS })
    .autoOrient()
    .resize({ width: WIDEST, height: HIGHEST, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const files: CleanFile[] = [];
  for (const each of widthsOf(width)) {
    const scaled = () => sharp(data, { raw: { width, height, channels } }).resize({ width: each });
    const avif = await scaled().avif({ quality: 52, effort: EFFORT.avif }).toBuffer();
    const webp = await scaled().webp({ quality: 80, effort: EFFORT.webp }).toBuffer();
    files.push({ name: `${each}.avif`, type: 'image/avif', bytes: avif }, { name: `${each}.webp`, type: 'image/webp', bytes: webp });
  }
  const hash = createHash('sha256').update(`${width}x${height}x${channels}\n`).update(data).digest('hex').slice(0, 20);
  return { hash, width, height, files };
}
