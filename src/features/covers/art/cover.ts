import { FRAMES } from './frames.ts';
import { blob, stars } from './landscape.ts';
import { CAST, type MotifName, motifPieces } from './motifs.ts';
import { hash, mix, n1, random } from './numbers.ts';
import { type Palette, paletteName, paletteOf } from './palettes.ts';
import { fir } from './paths.ts';
import { type CoverInput, disc, type Light, placeLight, planScene, rings, type Scene, skyTones } from './scene.ts';
import { FOREGROUND, SCENERY } from './scenery.ts';
import { half, type Piece, paper, type Role, round, thread } from './stage.ts';

/** Draws a layered paper-cut cover as an SVG document. The same input always gives the same bytes. */
export function coverSvg(input: CoverInput = {}): string {
  return drawCover(input).svg;
}

/** Draws a cover and returns its palette, too. */
export function drawCover(input: CoverInput): { svg: string; palette: Palette } {
  const scene = planScene(input);
  const { s } = scene;
  const light = placeLight(scene);
  // All layers share one random source: changing their order changes every picture.
  const sky = rings(scene, light);
  const [far, middle] = SCENERY[scene.stageName](s);
  const near = FOREGROUND[scene.stageName](s, s.H * (s.wide ? 0.9 : 0.875));
  const front = scene.frame ? FRAMES[scene.frameName](s) : '';
  const motif = actor(scene, light);
  const nightSky = scene.dim || scene.stageName === 'sky' ? stars(s, s.wide ? 34 : 26) : '';
  const onStage = scene.placing === 'water' ? motif + layer(s.id, middle) : layer(s.id, middle) + motif;
  const size = `width="${s.W}" height="${s.H}"`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${s.W} ${s.H}" role="img" aria-hidden="true">${definitions(scene)}` +
    `<rect ${size} fill="${skyTones(scene)[0]}"/>${sky}${nightSky}<g filter="url(#${s.id}i)">${disc(scene, light)}</g>` +
    `${layer(s.id, far)}${onStage}${layer(s.id, near)}${layer(s.id, front)}` +
    `<rect ${size} filter="url(#${s.id}g)" opacity=".13"/></svg>`;
  return { svg, palette: s.c };
}

function layer(id: string, markup: string): string {
  return markup && `<g filter="url(#${id}b)">${markup}</g>`;
}

/** Filters: three shadows with a light rim (the cut edge) and the paper grain; and the fir that is reused. */
function definitions({ s: { id, c }, seed }: Scene): string {
  const shadow = (name: string, box: string, blur: number, dy: number, alpha: number) =>
    `<filter id="${id}${name}" ${box} color-interpolation-filters="sRGB">` +
    `<feDropShadow dx="0" dy="-1.4" stdDeviation=".3" flood-color="${c.light}" flood-opacity=".3"/>` +
    `<feDropShadow dx="0" dy="${dy}" stdDeviation="${blur}" flood-color="${c.ink}" flood-opacity="${alpha}"/></filter>`;
  return (
    `<defs>${shadow('a', 'x="-10%" y="-10%" width="120%" height="125%"', 5, 4, 0.42)}` +
    shadow('b', 'x="-5%" y="-10%" width="110%" height="120%"', 9, -3, 0.4) +
    shadow('i', 'x="-10%" y="-10%" width="120%" height="120%"', 10, 0, 0.16) +
    `<filter id="${id}g" x="0" y="0" width="100%" height="100%">` +
    `<feTurbulence type="fractalNoise" baseFrequency=".85" numOctaves="2" seed="${seed % 97}"/>` +
    `<feColorMatrix values="0 0 0 0 1 0 0 0 0 .96 0 0 0 0 .86 0 0 0 -1.6 .9"/></filter>` +
    `<path id="${id}f" d="${fir(0, 0, 100, 52, 4)}"/></defs>`
  );
}

/** Motifs that must not be mirrored. */
const NEVER_FLIPPED = new Set<MotifName>(['castle', 'moon', 'bed', 'soldier', 'book', 'statue']);

/** The colours of a motif's pieces; `second` and `cutOut` depend on the background. */
function rolePapers(c: Palette, second: string, cutOut: string): Record<Role, string> {
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

/** The pieces as SVG; `trim` rounds the numbers in their paths. */
function pastePieces(pieces: readonly Piece[], papers: Record<Role, string>, trim: (d: string) => string): string {
  const paste = ([role, d, width]: Piece) => (width ? thread(papers[role], trim(d), width) : paper(papers[role], trim(d)));
  return pieces.map(paste).join('');
}

/** The motif, positioned in front of the light. Takes one random number, for mirroring. */
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

/** Draws a motif on a disc as a square SVG, for empty states. Transparent outside the disc. */
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
