import sharp from 'sharp';
import { drawCover } from '../art/cover.ts';
import { hash, type Point, random } from '../art/numbers.ts';
import type { Palette } from '../art/palettes.ts';
import { smooth } from '../art/paths.ts';
import { cropTo, drawPage, type OwnPicture, renderTexts, type Size, stack } from './layout.ts';
import { type Lettering, settableText } from './lettering.ts';
import { ornamentSvg, type ShareInput, shadow } from './share-image.ts';

/** The layout size in pixels. Rendering time grows with the area because of the SVG shadows. */
const WIDTH = 900;
const HEIGHT = 1200;
/** The drawing is moved up by this, so that its ground meets the sheet. */
const LIFT = 90;
const SHEET = 848;
const COLUMN = 740;
/** Width of a thumbnail. */
const THUMB = 240;

/**
 * Renders a book cover (JPEG, 3:4): the drawing or the tale's own image, with title and author on a dark sheet below. Without the sheet if
 * the fonts cannot render the title. Runs in the worker process only.
 */
export async function drawBookCover({ title, author, category, shape }: ShareInput, own?: OwnPicture): Promise<Buffer> {
  const scale = shape === 'thumb' ? THUMB / WIDTH : 1;
  const [width, height] = [Math.round(WIDTH * scale), Math.round(HEIGHT * scale)];
  const words = { title: settableText(title), author: settableText(author) };
  const hasSheet = words.title !== '';
  const { svg: art, palette } = drawCover({ title, category, format: 'portrait' });
  const place = `width="${WIDTH}" height="${HEIGHT}" y="${hasSheet ? -LIFT : 0}"`;
  const drawing = own === undefined ? art.replace('<svg ', `<svg ${place} `) : '';
  const sheet = hasSheet ? cutSheet(title, palette) : '';
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><defs>${shadow(palette)}</defs>${drawing}${sheet}</svg>`;
  const size = { width, height: hasSheet ? Math.round((SHEET + 50) * scale) : height };
  const under = async (whole: Size) => {
    if (own === undefined) return [];
    const part = whole.width / width;
    const crop = { width: whole.width, height: Math.min(whole.height, Math.round(size.height * part)) };
    return [{ input: await cropTo(own, crop), left: 0, top: 0 }];
  };
  const overlays = hasSheet ? await setOnSheet(words, palette, scale) : [];
  const picture = await drawPage(page, { width, height, background: palette.frame, under });
  return picture.composite(overlays).jpeg({ quality: 82, mozjpeg: true, chromaSubsampling: '4:4:4' }).toBuffer();
}

async function setOnSheet(words: { title: string; author: string }, palette: Palette, scale: number) {
  const ornament = await scaled({ png: Buffer.from(ornamentSvg(palette)), width: 124, height: 22 }, scale);
  const set = await renderTexts(words, palette, {
    column: COLUMN * scale,
    scale: 0.94 * scale,
    height: 150 * scale,
    align: 'centre',
    ornament,
  });
  return stack(set, { top: (SHEET + 34) * scale, bottom: (HEIGHT - 18) * scale }, scale).map(({ png, top, width }) => ({
    input: png,
    left: Math.round((WIDTH * scale - width) / 2),
    top,
  }));
}

async function scaled(picture: Lettering, scale: number): Promise<Lettering> {
  if (scale === 1) return picture;
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  return { png: await sharp(picture.png).resize({ width, height, fit: 'fill' }).png().toBuffer(), width, height };
}

/** The sheet for the text, with a wavy upper edge that is different for each title. */
function cutSheet(title: string, palette: Palette): string {
  const rand = random(hash(`edge ${title}`));
  const waves = Array.from({ length: 9 }, (_, i): Point => [-60 + i * 128, SHEET + (i % 2 ? 12 : -12) + (rand() - 0.5) * 14]);
  const edge = (shift: number) => smooth(waves.map(([x, y]) => [x, y + shift]));
  const paper = (fill: string, shift: number) =>
    `<path fill="${fill}" filter="url(#cast)" d="M-90 ${HEIGHT + 60}L${edge(shift)}L${WIDTH + 120} ${HEIGHT + 60}z"/>`;
  return `${paper(palette.near, -20)}${paper(palette.frame, 0)}<path fill="none" stroke="${palette.gold}" stroke-width="2.5" d="M${edge(15)}"/>`;
}
