import { FRAMES_OF, type FrameName } from './frames.ts';
import { chooseMotif } from './keywords.ts';
import { blob } from './landscape.ts';
import { CAST, isMotif, type MotifName, type Placing, type StageName } from './motifs.ts';
import { hash, item, mix, n0, random } from './numbers.ts';
import { type PaletteName, paletteName, paletteOf, slugOf, TONES } from './palettes.ts';
import { circle } from './paths.ts';
import { paper, type Stage } from './stage.ts';

const SIZES = { portrait: [600, 800], landscape: [960, 540], share: [560, 540] } as const;

/** portrait 3:4, landscape 16:9, share: the art next to the title in a link preview. */
export type ArtFormat = keyof typeof SIZES;

/** The parameters of a cover. The same parameters always give the same picture. */
export type CoverInput = {
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
export type Scene = {
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
export type Light = { cx: number; cy: number; unit: number; box: number };

export function placeLight({ s, size, placing, frameName }: Scene): Light {
  const { W, H, wide } = s;
  const boxed = wide && (frameName === 'arch' || frameName === 'drapes');
  const unit = wide ? H * (boxed ? 0.54 : 0.6) : W * 0.6;
  const box = unit * size;
  const high = placing === 'hang' ? H * 0.43 : H * (wide ? 0.49 : 0.465);
  const standing = placing === 'stand' || placing === 'water';
  return { cx: W / 2, cy: standing ? s.horizon - box * 0.5 : high, unit, box };
}

/** The four colours of the sky, from the edge of the picture to the light. */
export function skyTones({ s: { c }, dim }: Scene): [string, string, string, string] {
  if (dim) return [c.near, mix(c.near, c.mid, 0.6), c.mid, mix(c.mid, c.far, 0.6)];
  return [c.sky2, mix(c.sky2, c.sky1, 0.4), mix(c.sky2, c.sky1, 0.75), c.sky1];
}

/** Sheets of sky with ever smaller openings around the light, as SVG. */
export function rings(scene: Scene, { cx, cy, unit }: Light): string {
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
export function disc(scene: Scene, { cx, cy, unit }: Light): string {
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
