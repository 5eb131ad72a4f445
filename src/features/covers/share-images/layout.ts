import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import type { Palette } from '../art/palettes.ts';
import { type Lettering, setText } from './lettering.ts';

/** The media library image of a tale, and its focal point in percent. */
export type OwnPicture = { bytes: Buffer; focal: { x: number; y: number } };

/** Resizes and crops to exactly this size, keeping the focal point as CSS `object-fit: cover` with `object-position` does. */
export async function cropTo({ bytes, focal }: OwnPicture, { width, height }: { width: number; height: number }): Promise<Buffer> {
  const whole = await sharp(bytes).metadata();
  const scale = Math.max(width / whole.width, height / whole.height);
  const scaled = { width: Math.max(width, Math.round(whole.width * scale)), height: Math.max(height, Math.round(whole.height * scale)) };
  const left = Math.round(((scaled.width - width) * focal.x) / 100);
  const top = Math.round(((scaled.height - height) * focal.y) / 100);
  return sharp(bytes)
    .resize({ ...scaled, fit: 'fill' })
    .extract({ left, top, width, height })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** `scale`: factor of the font sizes; `height`: of the title. */
type Layout = { column: number; scale: number; height: number; align?: 'centre'; ornament: Lettering };

const TITLE_SIZES = [100, 92, 84, 78, 72, 66, 60, 55, 50, 46, 42, 38];
const AUTHOR_SIZES = [32, 29, 26, 23];
const GAP = 26;

/** Renders title, ornament and author, each text in the largest size that fits into the column. Empty texts are omitted. */
export async function renderTexts(
  words: { title: string; author: string },
  { light, gold }: Palette,
  layout: Layout,
): Promise<Lettering[]> {
  const { title, author } = words;
  const { column: width, scale, height, align, ornament } = layout;
  const common = { width: Math.round(width), ...(align && { align }) };
  const sized = (sizes: number[]) => sizes.map((size) => Math.max(5, Math.round(size * scale)));
  const titleSetting = { font: 'Talewood Titles, Talewood Text', colour: light, sizes: sized(TITLE_SIZES), height, leading: 0.85 };
  const authorSetting = { font: 'Talewood Text', colour: gold, sizes: sized(AUTHOR_SIZES), height: 72, leading: 0.95 };
  const set: Lettering[] = [];
  if (title) set.push(await setText(title, { ...titleSetting, ...common }));
  if (title && author) set.push(ornament);
  if (author) set.push(await setText(author, { ...authorSetting, ...common }));
  return set;
}

/** Stacks the texts vertically, centred between `top` and `bottom`. `scale`: factor of the gaps. */
export function stack(
  words: readonly Lettering[],
  room: { top: number; bottom: number },
  scale = 1,
): { png: Buffer; top: number; width: number }[] {
  const gap = Math.round(GAP * scale);
  const height = words.reduce((sum, word) => sum + word.height, 0) + gap * Math.max(0, words.length - 1);
  let top = Math.round(room.top + (room.bottom - room.top - height) / 2);
  return words.map((word) => {
    const place = { png: word.png, top, width: word.width };
    top += word.height + gap;
    return place;
  });
}

export type Size = { width: number; height: number };

/** RGB, three bytes per pixel. */
type Pixels = Uint8Array;

/**
 * Renders the SVG over the images that `under` returns for a given size. SVG shadows and grain take seconds at full size, so they are
 * rendered at half size and enlarged; the sharp edges come from a full-size rendering without filters.
 */
export async function drawPage(
  svg: string,
  { width, height, background, under }: Size & { background: string; under?: (size: Size) => Promise<OverlayOptions[]> },
): Promise<Sharp> {
  const half = { width: Math.round(width / 2), height: Math.round(height / 2) };
  const draw = async (markup: string, size: Size): Promise<Pixels> => {
    const input = await sharp(Buffer.from(markup))
      .resize({ ...size, fit: 'fill' })
      .png({ compressionLevel: 0 })
      .toBuffer();
    const ground = { create: { ...size, channels: 3 as const, background } };
    return sharp(ground)
      .composite([...((await under?.(size)) ?? []), { input, left: 0, top: 0 }])
      .removeAlpha()
      .raw()
      .toBuffer();
  };
  const soft = await draw(svg, half);
  const sharpEdged = await draw(withoutFilters(svg), { width, height });
  const resize = (pixels: Pixels, from: Size, to: Size) =>
    sharp(pixels, { raw: { ...from, channels: 3 } })
      .resize({ ...to, fit: 'fill', kernel: 'cubic' })
      .raw()
      .toBuffer();
  const full = { width, height };
  const [shaded, blurred] = await Promise.all([resize(soft, half, full), resize(await resize(sharpEdged, full, half), half, full)]);
  const page = new Uint8ClampedArray(shaded.length);
  for (let at = 0; at < page.length; at += 1) page[at] = (shaded[at] ?? 0) + (sharpEdged[at] ?? 0) - (blurred[at] ?? 0);
  return sharp(page, { raw: { ...full, channels: 3 } });
}

/** Removes filters, and rectangles that are only there for their filter (the grain). */
function withoutFilters(svg: string): string {
  return svg.replace(/<rect [^>]*filter="[^"]*"[^>]*\/>/g, '').replace(/ filter="url\([^"]*\)"/g, '');
}
