import { drawCover } from '../art/cover.ts';
import { hash, type Point, random } from '../art/numbers.ts';
import type { Palette } from '../art/palettes.ts';
import { circle, leaf, smooth, star } from '../art/paths.ts';
import { cropTo, drawPage, type OwnPicture, renderTexts, type Size, stack } from './layout.ts';
import { setText, settableText } from './lettering.ts';

/**
 * `cover`: address of the tale's own image in the media library, with its focal point; other addresses are ignored. `brand`: the name of the
 * site, by default Talewood; only on preview images.
 */
export type ShareInput = {
  title: string;
  author: string;
  category: string;
  cover?: string | undefined;
  shape?: Shape | undefined;
  brand?: string | undefined;
};

/** `book`: a book cover, `thumb`: the same for lists; undefined: the preview image of a shared link. */
type Shape = 'book' | 'thumb';

/** The size recommended for Open Graph images. */
const WIDTH = 1200;
const HEIGHT = 630;
/** x of the left edge of the art. */
const ART_LEFT = 547;

const TEXT_LEFT = 64;
const TEXT_WIDTH = 456;
/** Vertical space for the text, above the brand. */
const TEXT_AREA = { top: 56, bottom: HEIGHT - 130 };

/** Where the name of the site is, beside the mark. */
const NAME = { left: 116, width: 404, middle: 549, sizes: [36, 32, 28, 25, 22] };

type Has = { hasArt: boolean; hasWord: boolean };

/** Renders the preview image of a shared link as JPEG. Runs in the worker process only: slow and memory-hungry. */
export async function drawShareImage({ title, author, category, brand }: ShareInput, own?: OwnPicture): Promise<Buffer> {
  const { svg, palette } = shareSheet(title, category, { hasArt: own === undefined, hasWord: brand === undefined });
  const ornament = { png: Buffer.from(ornamentSvg(palette)), width: 124, height: 22 };
  const words = await renderTexts({ title: settableText(title), author: settableText(author) }, palette, {
    column: TEXT_WIDTH,
    scale: 1,
    height: 300,
    ornament,
  });
  const overlays = stack(words, TEXT_AREA).map(({ png, top }) => ({ input: png, left: TEXT_LEFT, top }));
  if (brand !== undefined) overlays.push(...(await brandName(brand, palette)));
  const under = async ({ width, height }: Size) => {
    const left = Math.round((ART_LEFT * width) / WIDTH);
    return own === undefined ? [] : [{ input: await cropTo(own, { width: width - left, height }), left, top: 0 }];
  };
  const picture = await drawPage(svg, { width: WIDTH, height: HEIGHT, background: palette.frame, under });
  // PNG would be about ten times larger because of the grain; full chroma keeps the edges of the letters clean.
  return picture.composite(overlays).jpeg({ quality: 84, mozjpeg: true, chromaSubsampling: '4:4:4' }).toBuffer();
}

/** The dark sheet behind the text with the brand (`hasWord`: and its default name) and, if `hasArt`, the drawn cover to the right of it. */
function shareSheet(title: string, category: string, { hasArt, hasWord }: Has): { svg: string; palette: Palette } {
  const { svg: art, palette } = drawCover({ title, category, format: 'share' });
  const edge = cutEdge(random(hash(`edge ${title}`)));
  const place = `x="${ART_LEFT}" width="${WIDTH - ART_LEFT}" height="${HEIGHT}"`;
  const sheet = (fill: string, shift: number) => `<path fill="${fill}" filter="url(#cast)" d="M-40 -40L${edge(shift)}L-40 670z"/>`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs>${shadow(palette)}</defs>` +
    `${hasArt ? art.replace('<svg ', `<svg ${place} `) : ''}${sheet(palette.near, 26)}${sheet(palette.frame, 0)}` +
    `<path fill="none" stroke="${palette.gold}" stroke-width="2.5" d="M${edge(-18)}"/>${brandMark(palette, hasWord)}</svg>`;
  return { svg, palette };
}

/** A wavy vertical edge around x = 575, different for each title. */
function cutEdge(rand: () => number): (shift: number) => string {
  const waves = Array.from({ length: 6 }, (_, i): Point => [575 + (i % 2 ? 18 : -18) + (rand() - 0.5) * 20, -80 + i * 158]);
  return (shift) => smooth(waves.map(([x, y]) => [x + shift, y]));
}

/** Star and leaf between title and author. */
export function ornamentSvg({ gold }: Pick<Palette, 'gold'>): string {
  const path = star(11, 11, 11, 0.3, 4) + leaf(28, 11, 84, 0, 4) + circle(118, 11, 2.5);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="124" height="22"><path fill="${gold}" d="${path}"/></svg>`;
}

/** The drop shadow of a sheet, as filter `cast`. */
export function shadow({ ink, light }: Palette): string {
  return (
    '<filter id="cast" x="-10%" y="-10%" width="120%" height="120%" color-interpolation-filters="sRGB">' +
    `<feDropShadow dx="1.4" dy="0" stdDeviation=".3" flood-color="${light}" flood-opacity=".3"/>` +
    `<feDropShadow dx="5" dy="3" stdDeviation="12" flood-color="${ink}" flood-opacity=".55"/></filter>`
  );
}

/** The brand mark in a box of 34 by 40. */
export const DOOR_MARK =
  '<path d="M1 39V17a16 16 0 0 1 32 0v22z" fill="#17494c"/>' +
  '<path d="M3.5 39V17a13.5 13.5 0 0 1 27 0v22z" fill="#2f7570"/>' +
  '<circle cx="20.5" cy="15" r="6" fill="#f3dfa6"/>' +
  '<path d="M3.5 39V33q7-5 13.5-3t13.5-2v11z" fill="#123c40"/>' +
  '<path d="M13 8.5q1.5 5 5 7.5l-2.6-.3q1.4 4 4.6 6.3l-3-.3q1.6 4.3 5.4 7.3h-8.2V35h-2.4v-6H3.9' +
  'q3.7-3 5.3-7.3l-3 .3q3.2-2.3 4.6-6.3l-2.6.3q3.4-2.5 4.8-7.5z" fill="#0b2a30"/>' +
  '<path d="M1 39V17a16 16 0 0 1 32 0v22z" fill="none" stroke="#d8a748" stroke-width="1"/>';

function brandMark({ light }: Palette, hasWord: boolean): string {
  const word = `<text x="${NAME.left}" y="565" font-family="Talewood Titles" font-size="36" fill="${light}">Talewood</text>`;
  return `<g transform="translate(64 524)scale(1.2)">${DOOR_MARK}</g>${hasWord ? word : ''}`;
}

/** A name of any length beside the mark, which stands alone if the fonts lack a letter. */
async function brandName(name: string, { light }: Palette): Promise<{ input: Buffer; left: number; top: number }[]> {
  const text = settableText(name);
  if (text === '') return [];
  const font = 'Talewood Titles, Talewood Text';
  const { png, height } = await setText(text, { font, colour: light, sizes: NAME.sizes, width: NAME.width, height: 60, leading: 0.85 });
  return [{ input: png, left: NAME.left, top: Math.round(NAME.middle - height / 2) }];
}
