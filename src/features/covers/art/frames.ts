import { arch, drapes } from './frames-court.ts';
import { clouds, ice, reeds, waves } from './frames-weather.ts';
import { briars, leaves, pines, trunks } from './frames-wood.ts';
import type { StageName } from './motifs.ts';
import type { Stage } from './stage.ts';

/** The front sheets: what the reader looks through. */
export const FRAMES = { trunks, leaves, pines, briars, arch, drapes, ice, clouds, waves, reeds } satisfies Record<
  string,
  (s: Stage) => string
>;

/** The name of a front sheet. */
export type FrameName = keyof typeof FRAMES;

/** The front sheets that a stage allows; one that stands twice comes up twice as often. */
export const FRAMES_OF: Record<StageName, readonly FrameName[]> = {
  wood: ['trunks', 'leaves', 'pines', 'trunks'],
  meadow: ['leaves', 'trunks', 'leaves'],
  court: ['drapes', 'arch', 'leaves'],
  peaks: ['clouds', 'pines', 'arch'],
  snow: ['ice'],
  sea: ['waves'],
  pond: ['reeds'],
  room: ['arch', 'drapes', 'arch'],
  sky: ['clouds'],
  town: ['arch', 'drapes'],
  briar: ['briars'],
};
