import sharp from 'sharp';
import type { Palette } from '../art/palettes.ts';
import { type Lettering, setText } from './lettering.ts';
import { settableText } from './letters.ts';
import { drawPage, type Size } from './shade.ts';
import { ART_LEFT, ornamentSvg, SHARE_HEIGHT, SHARE_WIDTH, shareSheet } from './sheet.ts';

/** What a share image shows. `cover`: the tale's own picture, by its address with its focal point; any other address counts as none. */
export type ShareInput = { title: string; author: string; category: string; cover?: string | undefined; shape?: Shape | undefined };

/** Without a shape it goes with a shared link; `book` is the cover of a book, `thumb` the same for lists. */
type Shape = 'book' | 'thumb';

/** The bytes of a tale's own picture, and its focal point in hundredths. */
export type OwnPicture = { bytes: Buffer; focal: { x: number; y: number } };

const LEFT = 64;
const COLUMN = 456;
/** The room for the words, above the brand. */
const ROOM = { top: 56, bottom: SHARE_HEIGHT - 130 };
const GAP = 26;

/** Draws a share image with sharp. Only the worker process calls this: it takes long and needs memory. */
export async function drawShareImage({ title, author, category }: ShareInput, own?: OwnPicture): Promise<Buffer> {
  const { svg, palette } = shareSheet(title, category, own === undefined);
  const ornament = { png: Buffer.from(ornamentSvg(palette)), width: 124, height: 22 };
  const words = await setWords({ title: settableText(title), author: settableText(author) }, palette, {
    column: COLUMN,
    scale: 1,
    height: 300,
    ornament,
  });
  const overlays = stack(words, ROOM).map(({ png, top }) => ({ input: png, left: LEFT, top }));
  const under = async ({ width, height }: Size) => {
    const left = Math.round((ART_LEFT * width) / SHARE_WIDTH);
    return own === undefined ? [] : [{ input: await cropTo(own, { width: width - left, height }), left, top: 0 }];
  };
  const picture = await drawPage(svg, { width: SHARE_WIDTH, height: SHARE_HEIGHT, background: palette.frame, under });
  // As a PNG the paper's grain takes some ten times the bytes; full chroma keeps the edges of the letters clean.
  return picture.composite(overlays).jpeg({ quality: 84, mozjpeg: true, chromaSubsampling: '4:4:4' }).toBuffer();
}

/** As browsers crop it by `object-position`. */
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

/** `scale`: how much larger the letters are; `height`: the room of the title. */
type Layout = { column: number; scale: number; height: number; align?: 'centre'; ornament: Lettering };

/** Title and author with the ornament between them, in the largest letters that fit into the column. */
export async function setWords(words: { title: string; author: string }, { light, gold }: Palette, layout: Layout): Promise<Lettering[]> {
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

const TITLE_SIZES = [100, 92, 84, 78, 72, 66, 60, 55, 50, 46, 42, 38];
const AUTHOR_SIZES = [32, 29, 26, 23];

/** Places the words below each other, in the middle of their room. `scale`: how much larger the gaps are. */
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
