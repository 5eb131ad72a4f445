import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { escapeText } from '#src/ui/escape-html.ts';

/** Code point ranges that the bundled fonts cover; generated with the fonts. */
const COVERAGE: [from: number, to: number][] = JSON.parse(readFileSync(join(import.meta.dirname, 'fonts/coverage.json'), 'utf8'));

/**
 * Normalizes a text to what the bundled fonts can render: NFC, without invisible characters, white space collapsed, symbols without a glyph
 * dropped. Returns an empty string if a letter or digit has no glyph: an incomplete name is worse than none.
 */
export function settableText(text: string): string {
  const letters = Array.from(text.normalize('NFC').replace(/\p{Default_Ignorable_Code_Point}/gu, ''));
  const missing = letters.filter((letter) => !isCovered(letter) && !/\s/u.test(letter));
  if (missing.some((letter) => /[\p{L}\p{N}]/u.test(letter))) return '';
  return letters
    .filter((letter) => !missing.includes(letter))
    .join('')
    .replace(/\s+/gu, ' ')
    .trim();
}

function isCovered(letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0;
  return COVERAGE.some(([from, to]) => code >= from && code <= to);
}

/** `sizes`: font sizes to try, largest first; `width`, `height`: maximum in pixels; `leading`: line height as a multiple of the size. */
export type Setting = {
  font: string;
  colour: string;
  sizes: readonly number[];
  width: number;
  height: number;
  leading: number;
  align?: 'centre';
};

/** A rendered text, cropped to its ink. */
export type Lettering = { png: Buffer; width: number; height: number };

/** Renders a text in the largest size that fits, or in the smallest one, shortened with an ellipsis. */
export async function setText(text: string, setting: Setting): Promise<Lettering> {
  for (const size of setting.sizes) {
    const lettering = await draw(text, setting, size, setting.width);
    if (lettering.width <= setting.width && lettering.height <= setting.height) return balance(text, setting, size, lettering);
  }
  return shorten(text, setting);
}

/**
 * Narrows the column as far as the number of lines allows, so that the last line is not a single word. Heights are those of the ink, which
 * vary by less than half a line for the same number of lines.
 */
async function balance(text: string, setting: Setting, size: number, first: Lettering): Promise<Lettering> {
  let best = first;
  let [low, high] = [Math.floor(first.width * 0.5), first.width];
  while (high - low > 8) {
    const width = Math.round((low + high) / 2);
    const lettering = await draw(text, setting, size, width);
    const hasSameLines = lettering.height < first.height + size * setting.leading * 0.5;
    if (hasSameLines && lettering.height <= setting.height && lettering.width <= width) [best, high] = [lettering, width];
    else low = width;
  }
  return best;
}

async function shorten(text: string, setting: Setting): Promise<Lettering> {
  const size = setting.sizes.at(-1) ?? 16;
  const words = text.split(' ');
  for (let count = words.length - 1; count > 0; count--) {
    const start = words
      .slice(0, count)
      .join(' ')
      .replace(/[\s,;:.!?-]+$/u, '');
    const lettering = await draw(`${start}…`, setting, size, setting.width);
    if (lettering.width <= setting.width && lettering.height <= setting.height) return lettering;
  }
  // A single word wider than the column is scaled down.
  const whole = await draw(text, setting, size, setting.width);
  const png = await sharp(whole.png).resize({ width: setting.width, height: setting.height, fit: 'inside' }).png().toBuffer();
  const { width, height } = await sharp(png).metadata();
  return { png, width, height };
}

async function draw(text: string, { font, colour, leading, align }: Setting, size: number, width: number): Promise<Lettering> {
  const markup = `<span foreground="${colour}" line_height="${leading}">${escapeText(text)}</span>`;
  const image = sharp({
    text: { text: markup, font: `${font} ${size}`, width, wrap: 'word', dpi: 72, rgba: true, ...(align && { align }) },
  });
  const { data, info } = await image.png({ compressionLevel: 1 }).toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}
