import { drawCover } from '../art/cover.ts';
import { smooth } from '../art/curves.ts';
import type { Point } from '../art/numbers.ts';
import type { Palette } from '../art/palettes.ts';
import { circle, leaf, star } from '../art/paths.ts';
import { hash, random } from '../art/random.ts';
import { DOOR_MARK } from '../brand.ts';

/** The size that Open Graph readers ask for. */
export const SHARE_HEIGHT = 630;
export const SHARE_WIDTH = 1200;

/** Where the picture begins, from the left. */
export const ART_LEFT = 547;

/** The dark sheet with its cut edge on which the words are laid and, with `hasArt`, under it on the right the drawn picture. */
export function shareSheet(title: string, category: string, hasArt = true): { svg: string; palette: Palette } {
  const { svg: art, palette } = drawCover({ title, category, format: 'share' });
  const edge = cutEdge(random(hash(`edge ${title}`)));
  const place = `x="${ART_LEFT}" width="${SHARE_WIDTH - ART_LEFT}" height="${SHARE_HEIGHT}"`;
  const sheet = (fill: string, shift: number) => `<path fill="${fill}" filter="url(#cast)" d="M-40 -40L${edge(shift)}L-40 670z"/>`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_WIDTH}" height="${SHARE_HEIGHT}"><defs>${shadow(palette)}</defs>` +
    `${hasArt ? art.replace('<svg ', `<svg ${place} `) : ''}${sheet(palette.near, 26)}${sheet(palette.frame, 0)}` +
    `<path fill="none" stroke="${palette.gold}" stroke-width="2.5" d="M${edge(-18)}"/>${brand(palette)}</svg>`;
  return { svg, palette };
}

/** A wavy cut from top to bottom, around x = 575: curved as scissors go, another one for each title. */
function cutEdge(rand: () => number): (shift: number) => string {
  const waves = Array.from({ length: 6 }, (_, i): Point => [575 + (i % 2 ? 18 : -18) + (rand() - 0.5) * 20, -80 + i * 158]);
  return (shift) => smooth(waves.map(([x, y]) => [x + shift, y]));
}

/** The small star and leaf between title and author, for its own place in the stack of texts. */
export function ornamentSvg({ gold }: Pick<Palette, 'gold'>): string {
  const path = star(11, 11, 11, 0.3, 4) + leaf(28, 11, 84, 0, 4) + circle(118, 11, 2.5);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="124" height="22"><path fill="${gold}" d="${path}"/></svg>`;
}

export function shadow({ ink, light }: Palette): string {
  return (
    '<filter id="cast" x="-10%" y="-10%" width="120%" height="120%" color-interpolation-filters="sRGB">' +
    `<feDropShadow dx="1.4" dy="0" stdDeviation=".3" flood-color="${light}" flood-opacity=".3"/>` +
    `<feDropShadow dx="5" dy="3" stdDeviation="12" flood-color="${ink}" flood-opacity=".55"/></filter>`
  );
}

function brand({ light }: Palette): string {
  const word = `<text x="116" y="565" font-family="Talewood Titles" font-size="36" fill="${light}">Talewood</text>`;
  return `<g transform="translate(64 524)scale(1.2)">${DOOR_MARK}</g>${word}`;
}
