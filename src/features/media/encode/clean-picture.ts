/** Decodes a picture and encodes it anew. Run in a process of its own only: see encode-picture.ts. */
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { WIDTHS, widthsOf } from '#src/ui/picture.ts';
import { MOST_PIXELS } from '../picture-files.ts';

/** Why a picture is not taken. */
export type Fault = 'too many pixels' | 'animated' | 'broken';

export type CleanFile = { name: string; type: string; bytes: Buffer };
export type CleanPicture = { hash: string; width: number; height: number; files: CleanFile[] };

const WIDEST = WIDTHS.at(-1) as number;
/** Twice as high as wide is more than any cover or screen shows. */
const HIGHEST = 2 * WIDEST;
/** Of 9, or 6: above it a large AVIF takes half a minute and saves a tenth. */
const EFFORT = { avif: 2, webp: 4 };

/** Upright, in sRGB, at most 1920 by 3840, in all widths and both formats, without anything that was not a pixel. */
export async function cleanPicture(bytes: Buffer): Promise<CleanPicture | Fault> {
  const source = { limitInputPixels: false, failOn: 'warning', sequentialRead: true } as const;
  const facts = await sharp(bytes, source).metadata();
  if (facts.width * facts.height > MOST_PIXELS) return 'too many pixels';
  if ((facts.pages ?? 1) > 1) return 'animated';
  const { data, info } = await sharp(bytes, { ...source, limitInputPixels: MOST_PIXELS })
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
