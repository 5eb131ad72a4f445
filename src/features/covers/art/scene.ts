import { FRAMES_OF, type FrameName } from './frames.ts';
import { chooseMotif } from './keywords.ts';
import { CAST, isMotif, type MotifName, type Placing, type StageName } from './motifs.ts';
import { item } from './numbers.ts';
import { type PaletteName, paletteName, paletteOf, slugOf, TONES } from './palettes.ts';
import { hash, random } from './random.ts';
import type { Stage } from './stage.ts';

const SIZES = { portrait: [600, 800], landscape: [960, 540], share: [560, 540] } as const;

/** portrait 3:4 for cards, landscape 16:9, share for the picture beside the title of a shared link. */
export type CoverFormat = keyof typeof SIZES;

/** What decides a cover. The same values always give the same picture. */
export type CoverInput = {
  /** Picks the motif and, with the category, the seed. */
  title?: string;
  /** Picks the papers: a name or a slug. */
  category?: string;
  /** Fixes the picture whatever the title says. */
  seed?: number;
  /** Overrules the choice by title. */
  motif?: string;
  format?: CoverFormat;
  /** false leaves out the front sheet, for arched windows. */
  frame?: boolean;
};

/** One picture as planned, before anything is cut. */
export type Scene = {
  s: Stage;
  seed: number;
  motif: MotifName;
  stageName: StageName;
  placing: Placing;
  size: number;
  /** A dusky sky, before which pale motifs shine. */
  dim: boolean;
  frameName: FrameName;
  frame: boolean;
};

/** Plans a picture. Its draws from the random source come first and in this order: papers, front sheet. */
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

/** Brown water looks like mud: earthy categories borrow the sea's papers. */
function papersFor(category: string, stageName: StageName): PaletteName {
  const name = paletteName(category);
  const isWet = stageName === 'sea' || stageName === 'pond' || stageName === 'snow';
  const isEarthy = name === 'folklore' || name === 'animals';
  return isWet && isEarthy ? 'adventure' : name;
}
