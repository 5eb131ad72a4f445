import { pastePieces, rolePapers } from './actor.ts';
import { mix } from './colour.ts';
import { blob } from './ground.ts';
import { CAST, type MotifName, motifPieces } from './motifs.ts';
import { paletteName, paletteOf } from './palettes.ts';
import { hash, random } from './random.ts';
import { half, paper } from './stage.ts';

/** A motif alone on a cut-paper disc, for empty states and small spots. Square, transparent outside the disc. */
export function vignetteSvg(input: { motif?: MotifName; category?: string; tone?: number } = {}): string {
  const { motif = 'book', category = 'classic', tone = 0 } = input;
  const c = paletteOf(paletteName(category), tone);
  const isPale = CAST[motif][3] !== undefined;
  const id = `v${hash(motif + category + tone).toString(36)}`;
  const rand = random(hash(motif));
  const lifted = (markup: string) => `<g filter="url(#${id})">${markup}</g>`;
  const disc = (radius: number, fill: string) => lifted(paper(fill, blob(rand, 200, 204, radius, radius, 0.05)));
  const papers = rolePapers(c, mix(c.mid, c.far, 0.35), isPale ? c.far : c.glow);
  const [outer, middle, inner] = isPale
    ? [c.mid, mix(c.mid, c.far, 0.5), c.far]
    : [mix(c.glow, c.sky1, 0.9), mix(c.glow, c.sky1, 0.45), c.glow];
  const shadow = `<feDropShadow dx="0" dy="4" stdDeviation="5" flood-color="${c.ink}" flood-opacity="0.3"/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" aria-hidden="true"><defs>` +
    `<filter id="${id}" x="-10%" y="-10%" width="120%" height="125%" color-interpolation-filters="sRGB">${shadow}</filter></defs>` +
    disc(178, outer) +
    disc(150, middle) +
    disc(122, inner) +
    lifted(`<g transform="translate(84 84)scale(1.16)">${pastePieces(motifPieces(motif), papers, half)}</g>`) +
    '</svg>'
  );
}
