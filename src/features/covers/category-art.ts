import { chooseMotif } from './art/keywords.ts';
import type { MotifName } from './art/motifs.ts';
import { item } from './art/numbers.ts';
import { PALETTE_NAMES, type PaletteName } from './art/palettes.ts';
import { hash } from './art/random.ts';

/** What the pictures of a category are drawn with: papers, and the motif of its own picture. */
type CategoryArt = { palette: PaletteName; motif: MotifName };

const COLOURS: Record<PaletteName, string> = {
  classic: '#2f7570',
  enchanted: '#5b5a8c',
  folklore: '#8a5a2b',
  fantasy: '#35507c',
  adventure: '#3f6d4a',
  romance: '#a85a5a',
  dark: '#5a2a24',
  animals: '#7a6a2c',
  'magical-creatures': '#2f6f63',
};

/** What a new category is drawn with until an editor chooses: always the same for a name; the motif by a word of the name. */
export function artForCategory(name: string): CategoryArt {
  const palette = item(PALETTE_NAMES, hash(name.toLowerCase()) % PALETTE_NAMES.length);
  return { palette, motif: chooseMotif(name, palette) };
}

/** The colour of small things beside the pictures of a palette. */
export function colourOf(palette: PaletteName): string {
  return COLOURS[palette];
}
