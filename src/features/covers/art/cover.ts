import { FRAMES, FRAMES_OF, type FrameName } from './frames.ts';
import { chooseMotif } from './keywords.ts';
import { CAST, isMotif, type MotifName, motifPieces, type Placing, type StageName } from './motifs.ts';
import { hash, item, mix, n0, n1, type Point, random } from './numbers.ts';
import { type Palette, type PaletteName, paletteName, paletteOf, slugOf, TONES } from './palettes.ts';
import { circle, fir, star } from './paths.ts';
import { FOREGROUND, SCENERY } from './scenery.ts';
import { half, type Piece, paper, type Role, round, type Stage, thread } from './stage.ts';

const SIZES = { portrait: [600, 800], landscape: [960, 540], share: [560, 540] } as const;

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

/** portrait 3:4, landscape 16:9, share: the art next to the title in a link preview. */
export type ArtFormat = keyof typeof SIZES;

/** The parameters of a cover. The same parameters always give the same picture. */
type CoverInput = {
  /** Determines the motif and, together with the category, the seed. */
  title?: string;
  /** Determines the palette: a name or a slug. */
  category?: string;
  /** Overrides the seed. */
  seed?: number;
  /** Overrides the motif. */
  motif?: string;
  format?: ArtFormat;
  /** False: without the front sheet. */
  frame?: boolean;
};

/** The composition of a picture, before any path is drawn. */
type Scene = {
  s: Stage;
  seed: number;
  motif: MotifName;
  stageName: StageName;
  placing: Placing;
  size: number;
  /** Dark sky, for pale motifs. */
  dim: boolean;
  frameName: FrameName;
  frame: boolean;
};

/** Composes a picture. The first two random numbers choose palette tone and front sheet; their order determines every picture. */
export function planScene(input: CoverInput): Scene {
  const { title = 'Untitled Tale', category = 'classic', format = 'portrait', frame = true } = input;
  const seed = input.seed === undefined ? hash(`${title}|${slugOf(category)}`) : input.seed >>> 0;
  const rand = random(seed);
  const wide = format !== 'portrait';
  const [W, H] = SIZES[format];
  const motif = isMotif(input.motif) ? input.motif : chooseMotif(title, category, seed);
  const [stageName, placing, size, pale] = CAST[motif];
  const c = paletteOf(papersFor(category, stageName), Math.floor(rand() * TONES));
  const id = `c${hash(`${title}${category}${input.seed}${motif}${format}${frame}`).toString(36)}`;
  const s = { W, H, wide, rand, c, id, horizon: H * (wide ? 0.82 : 0.785) };
  const frames = FRAMES_OF[stageName];
  const frameName = item(frames, Math.floor(rand() * frames.length));
  return { s, seed, motif, stageName, placing, size, dim: pale !== undefined, frameName, frame };
}

/** Earthy palettes make water look like mud: use the one of the sea instead. */
function papersFor(category: string, stageName: StageName): PaletteName {
  const name = paletteName(category);
  const isWet = stageName === 'sea' || stageName === 'pond' || stageName === 'snow';
  const isEarthy = name === 'folklore' || name === 'animals';
  return isWet && isEarthy ? 'adventure' : name;
}

/** Centre of the light and the motif. `unit`: base length of both, `box`: side length of the motif. */
type Light = { cx: number; cy: number; unit: number; box: number };

function placeLight({ s, size, placing, frameName }: Scene): Light {
  const { W, H, wide } = s;
  const boxed = wide && (frameName === 'arch' || frameName === 'drapes');
  const unit = wide ? H * (boxed ? 0.54 : 0.6) : W * 0.6;
  const box = unit * size;
  const high = placing === 'hang' ? H * 0.43 : H * (wide ? 0.49 : 0.465);
  const standing = placing === 'stand' || placing === 'water';
  return { cx: W / 2, cy: standing ? s.horizon - box * 0.5 : high, unit, box };
}

/** The four colours of the sky, from the edge of the picture to the light. */
function skyTones({ s: { c }, dim }: Scene): [string, string, string, string] {
  if (dim) return [c.near, mix(c.near, c.mid, 0.6), c.mid, mix(c.mid, c.far, 0.6)];
  return [c.sky2, mix(c.sky2, c.sky1, 0.4), mix(c.sky2, c.sky1, 0.75), c.sky1];
}

/** Sheets of sky with ever smaller openings around the light, as SVG. */
function rings(scene: Scene, { cx, cy, unit }: Light): string {
  const { s } = scene;
  const [, outer, middle, inner] = skyTones(scene);
  const r = radius(scene, unit);
  const sheet = (k: number, tone: string) => {
    const [rx, ry] = [r * k * (s.wide ? 1.25 : 1), r * k * (s.wide ? 0.95 : 1.08)];
    return `<g filter="url(#${s.id}i)">${paper(tone, blob(s.rand, cx, cy, rx, ry, 0.1))}</g>`;
  };
  return sheet(1.95, outer) + sheet(1.6, middle) + sheet(1.28, inner);
}

/** The disc behind the motif; in a dark sky it is dull, with a small moon next to it. */
function disc(scene: Scene, { cx, cy, unit }: Light): string {
  const { c } = scene.s;
  const round = circle(n0(cx), n0(cy), n0(radius(scene, unit)));
  if (!scene.dim) return paper(c.glow, round);
  return paper(c.far, round) + (scene.motif === 'moon' || scene.motif === 'snow' ? '' : smallMoon(scene, unit));
}

function smallMoon({ s, frameName }: Scene, unit: number): string {
  const inset = frameName === 'drapes' || frameName === 'arch' || frameName === 'leaves';
  const x = n0(s.W * (inset && !s.wide ? 0.67 : 0.74));
  const y = n0(s.H * (inset || s.wide ? 0.27 : 0.19));
  return paper(s.c.glow, circle(x, y, n0(unit * (s.wide ? 0.13 : 0.12))));
}

function radius({ s }: Scene, unit: number): number {
  return unit * (s.wide ? 0.6 : 0.55);
}

/** A slightly irregular ellipse. Path data. */
function blob(rand: () => number, cx: number, cy: number, rx: number, ry: number, wobble: number): string {
  const count = 11;
  const points = Array.from({ length: count }, (_, i): Point => {
    const a = (i / count) * Math.PI * 2 - Math.PI / 2;
    const k = 1 + (rand() - 0.5) * wobble;
    return [cx + Math.cos(a) * rx * k, cy + Math.sin(a) * ry * k];
  });
  const middle = (a: Point, b: Point) => `${n0((a[0] + b[0]) / 2)} ${n0((a[1] + b[1]) / 2)}`;
  const curves = points.map((p, i) => `Q${n0(p[0])} ${n0(p[1])} ${middle(p, item(points, (i + 1) % count))}`);
  return `M${middle(item(points, -1), item(points, 0))}${curves.join('')}z`;
}

/** Stars over the upper part of the picture. */
function stars(s: Stage, count: number): string {
  let d = '';
  for (let i = 0; i < count; i++) {
    const [x, y, r] = [n0(s.rand() * s.W), n0(s.rand() * s.H * 0.6), 2 + s.rand() * 5];
    d += r > 5 ? round(star(x, y, r * 2, 0.3, 4)) : circle(x, y, n0(Math.max(2, r * 0.6)));
  }
  return paper(s.c.light, d, ' opacity=".85"');
}
