import sharp from 'sharp';
import type { Palette } from '../art/palettes.ts';
import { type Lettering, setText } from './lettering.ts';
import { settableText } from './letters.ts';
import { ornamentSvg, SHARE_HEIGHT, shareSheet } from './sheet.ts';

/** What a share image shows. */
export type ShareInput = { title: string; author: string; category: string };

const LEFT = 64;
const COLUMN = 456;
/** The room for the words, above the brand. */
const ROOM = { top: 56, bottom: SHARE_HEIGHT - 130 };
const GAP = 26;

/** Draws a share image with sharp. Only the worker process calls this: it takes long and needs memory. */
export async function drawShareImage({ title, author, category }: ShareInput): Promise<Buffer> {
  const { svg, palette } = shareSheet(title, category);
  const words = await setWords(settableText(title), settableText(author), palette);
  const overlays = stack(words).map(({ png, top }) => ({ input: png, left: LEFT, top }));
  const picture = sharp(Buffer.from(svg)).composite(overlays).flatten({ background: palette.frame });
  // As a PNG the paper's grain takes some ten times the bytes; full chroma keeps the edges of the letters clean.
  return picture.jpeg({ quality: 84, mozjpeg: true, chromaSubsampling: '4:4:4' }).toBuffer();
}

async function setWords(title: string, author: string, { light, gold }: Palette): Promise<Lettering[]> {
  const titleSetting = { font: 'Talewood Titles, Talewood Text', colour: light, sizes: TITLE_SIZES, height: 300, leading: 0.85 };
  const authorSetting = { font: 'Talewood Text', colour: gold, sizes: AUTHOR_SIZES, height: 72, leading: 0.95 };
  const words: Lettering[] = [];
  if (title) words.push(await setText(title, { ...titleSetting, width: COLUMN }));
  if (title && author) words.push({ png: Buffer.from(ornamentSvg({ gold })), width: 124, height: 22 });
  if (author) words.push(await setText(author, { ...authorSetting, width: COLUMN }));
  return words;
}

const TITLE_SIZES = [100, 92, 84, 78, 72, 66, 60, 55, 50, 46, 42, 38];
const AUTHOR_SIZES = [32, 29, 26, 23];

/** Places the words below each other, in the middle of their room. */
function stack(words: readonly Lettering[]): { png: Buffer; top: number }[] {
  const height = words.reduce((sum, word) => sum + word.height, 0) + GAP * Math.max(0, words.length - 1);
  let top = Math.round(ROOM.top + (ROOM.bottom - ROOM.top - height) / 2);
  return words.map((word) => {
    const place = { png: word.png, top };
    top += word.height + GAP;
    return place;
  });
}
