import { coverSvg } from './art/cover.ts';
import { chooseMotif } from './art/keywords.ts';
import type { MotifName } from './art/motifs.ts';
import { hash, item } from './art/numbers.ts';
import { PALETTE_NAMES, type PaletteName, paletteName, slugOf } from './art/palettes.ts';
import type { CoverFormat } from './cover-addresses.ts';

type PaletteArt = {
  /** The motif that suits the palette, and the seed of its best picture. */
  motif: MotifName;
  seed: number;
  /** The accent colour of UI elements next to the category's image. */
  colour: string;
};

const PALETTE_ART: Record<PaletteName, PaletteArt> = {
  classic: { motif: 'castle', seed: 1, colour: '#2f7570' },
  folklore: { motif: 'hut', seed: 2, colour: '#8a5a2b' },
  fantasy: { motif: 'star', seed: 3, colour: '#35507c' },
  enchanted: { motif: 'lantern', seed: 4, colour: '#5b5a8c' },
  animals: { motif: 'fox', seed: 5, colour: '#7a6a2c' },
  romance: { motif: 'rose', seed: 6, colour: '#a85a5a' },
  adventure: { motif: 'ship', seed: 8, colour: '#3f6d4a' },
  dark: { motif: 'raven', seed: 9, colour: '#5a2a24' },
  'magical-creatures': { motif: 'dragon', seed: 14, colour: '#2f6f63' },
};

/** Draws the cover of a tale as SVG. `category` is a slug or a name; both give the same bytes. */
export function drawTaleCover(tale: { title: string; category: string; format: CoverFormat }): string {
  return coverSvg({ ...tale, category: slugOf(tale.category) });
}

export type CategoryForCover = { slug: string; palette: string; motif: string };

/** Draws the image of a category as SVG, without a front sheet because it is shown in an arched window. */
export function drawCategoryCover({ slug, palette, motif }: CategoryForCover): string {
  const name = paletteName(palette);
  const art = PALETTE_ART[name];
  // The seed is chosen for the palette's own motif; any other motif is seeded by the slug.
  if (motif === art.motif) return coverSvg({ title: name, category: name, motif, seed: art.seed, frame: false });
  return coverSvg({ title: slug, category: name, motif, frame: false });
}

/** Returns the default palette and motif of a new category, derived from its name; the motif by keyword where one matches. */
export function artForCategory(name: string): { palette: PaletteName; motif: MotifName } {
  const palette = item(PALETTE_NAMES, hash(name.toLowerCase()) % PALETTE_NAMES.length);
  return { palette, motif: chooseMotif(name, palette) };
}

/** Returns the accent colour of UI elements next to images of this palette. */
export function colourOf(palette: PaletteName): string {
  return PALETTE_ART[palette].colour;
}
