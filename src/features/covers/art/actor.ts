import { mix } from './colour.ts';
import type { Light } from './light.ts';
import type { Piece, Role } from './motif.ts';
import { type MotifName, motifPieces } from './motifs.ts';
import { n1 } from './numbers.ts';
import type { Palette } from './palettes.ts';
import type { Scene } from './scene.ts';
import { half, paper, round, thread } from './stage.ts';

/** These would look wrong when mirrored. */
const NEVER_FLIPPED = new Set<MotifName>(['castle', 'moon', 'bed', 'soldier', 'book', 'statue']);

/** The papers of a motif; `second` and `cutOut` depend on what stands behind it. */
export function rolePapers(c: Palette, second: string, cutOut: string): Record<Role, string> {
  return {
    k: c.ink,
    b: second,
    l: c.light,
    g: c.gold,
    p: c.accent,
    c: cutOut,
    w: mix(c.gold, '#ffe9a8', 0.45),
    q: mix(c.accent, c.ink, 0.38),
    h: mix(c.gold, c.ink, 0.26),
    s: mix(c.light, c.far, 0.3),
  };
}

/** The pieces as markup; `trim` shortens their path numbers. */
export function pastePieces(pieces: readonly Piece[], papers: Record<Role, string>, trim: (d: string) => string): string {
  const paste = ([role, d, width]: Piece) => (width ? thread(papers[role], trim(d), width) : paper(papers[role], trim(d)));
  return pieces.map(paste).join('');
}

/** The motif in its place before the light. Draws once, for the side it looks to. */
export function actor({ s, motif, placing, dim }: Scene, { cx, cy, box }: Light): string {
  const { c } = s;
  const second = dim ? mix(c.mid, c.sky2, 0.35) : mix(c.mid, c.far, 0.35);
  const pieces = motifPieces(motif);
  const letters = pieces.reduce((sum, [, d]) => sum + d.length, 0);
  const markup = pastePieces(pieces, rolePapers(c, second, dim ? c.far : c.glow), letters > 2000 ? round : half);
  const scale = box / 200;
  const top = {
    stand: s.horizon + 8 - 200 * scale,
    water: s.horizon + 10 - 200 * scale,
    hang: cy - 96 * scale,
    float: cy - 95 * scale,
  }[placing];
  const flip = s.rand() < 0.5 && !NEVER_FLIPPED.has(motif);
  const left = flip ? cx + 100 * scale : cx - 100 * scale;
  const place = `translate(${n1(left)} ${n1(top)})scale(${(flip ? -scale : scale).toFixed(3)} ${scale.toFixed(3)})`;
  return `<g filter="url(#${s.id}a)"><g transform="${place}">${markup}</g></g>`;
}
