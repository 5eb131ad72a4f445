import { BEASTS } from './motifs-beasts.ts';
import { BIRDS } from './motifs-birds.ts';
import { BUILDINGS } from './motifs-buildings.ts';
import { CREATURES } from './motifs-creatures.ts';
import { PEOPLE } from './motifs-people.ts';
import { PLANTS } from './motifs-plants.ts';
import { THINGS } from './motifs-things.ts';
import type { Motif, Piece } from './stage.ts';

const MOTIFS = { ...BUILDINGS, ...BEASTS, ...CREATURES, ...BIRDS, ...PLANTS, ...THINGS, ...PEOPLE };

export type MotifName = keyof typeof MOTIFS;

/** The scenery of a motif. */
export type StageName = 'wood' | 'meadow' | 'court' | 'peaks' | 'snow' | 'sea' | 'pond' | 'room' | 'sky' | 'town' | 'briar';

/** Position of a motif: on the ground, in the water, hanging from the top, or in the centre of the light. */
export type Placing = 'stand' | 'water' | 'hang' | 'float';

/** `pale`: a light motif that needs a darker sky. */
type Part = readonly [stage: StageName, placing: Placing, size: number, pale?: 'pale'];

/** Stage, position and size (1 = 56 % of the width) of every motif. */
export const CAST: Record<MotifName, Part> = {
  castle: ['court', 'stand', 1.16],
  tower: ['wood', 'stand', 1.22],
  forest: ['wood', 'stand', 1.18],
  moon: ['sky', 'float', 0.98, 'pale'],
  wolf: ['wood', 'stand', 1.08],
  fox: ['wood', 'stand', 1],
  raven: ['wood', 'float', 1.1],
  swan: ['pond', 'water', 1.06, 'pale'],
  fish: ['sea', 'float', 1.06, 'pale'],
  ship: ['sea', 'water', 1.2],
  rose: ['briar', 'stand', 1.24],
  apple: ['wood', 'float', 1],
  mirror: ['room', 'float', 1.2],
  wheel: ['room', 'stand', 1.1],
  key: ['room', 'float', 1.16, 'pale'],
  lantern: ['wood', 'hang', 1.04],
  crown: ['court', 'float', 1.08, 'pale'],
  mushroom: ['wood', 'stand', 1.06],
  mountain: ['peaks', 'stand', 1.3],
  snow: ['snow', 'float', 1.14, 'pale'],
  bridge: ['wood', 'stand', 1.32],
  cottage: ['wood', 'stand', 1.08],
  owl: ['wood', 'float', 1.12],
  cat: ['town', 'stand', 1.2],
  dragon: ['peaks', 'stand', 1.02],
  well: ['meadow', 'stand', 1.06],
  candle: ['room', 'stand', 1.02],
  book: ['meadow', 'float', 1.24],
  hare: ['meadow', 'stand', 1.02],
  frog: ['pond', 'water', 1.1],
  cage: ['room', 'hang', 1.06],
  mermaid: ['sea', 'water', 1.2],
  slipper: ['court', 'float', 1.06, 'pale'],
  bear: ['snow', 'stand', 1.2, 'pale'],
  beanstalk: ['meadow', 'stand', 1.1, 'pale'],
  hut: ['wood', 'stand', 1.16],
  firebird: ['meadow', 'float', 1.16],
  bed: ['room', 'stand', 1.18],
  lamp: ['room', 'float', 1.14, 'pale'],
  geese: ['sky', 'float', 1.14, 'pale'],
  stag: ['wood', 'stand', 1.2],
  hood: ['wood', 'stand', 1.04],
  statue: ['town', 'stand', 1.3],
  soldier: ['room', 'stand', 1.2],
  coach: ['court', 'stand', 1.12],
  star: ['sky', 'stand', 1.14, 'pale'],
  tree: ['meadow', 'stand', 1.24],
  tulip: ['meadow', 'stand', 1.16],
  turnip: ['meadow', 'stand', 1.14],
  lion: ['meadow', 'float', 1.1],
  spider: ['wood', 'float', 1.2],
  songbird: ['meadow', 'float', 1.12],
  cauldron: ['wood', 'stand', 1],
};

export const MOTIF_NAMES = Object.keys(CAST) as MotifName[];

const cut = new Map<MotifName, readonly Piece[]>();

/** Returns the pieces of a motif, cached: they are the same in every picture. */
export function motifPieces(name: MotifName): readonly Piece[] {
  const known = cut.get(name);
  if (known) return known;
  const motif: Motif = MOTIFS[name];
  const pieces = motif();
  cut.set(name, pieces);
  return pieces;
}

export function isMotif(name: string | undefined): name is MotifName {
  return name !== undefined && Object.hasOwn(MOTIFS, name);
}
