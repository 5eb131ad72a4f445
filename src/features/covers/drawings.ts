import { coverSvg } from './art/cover.ts';
import type { MotifName } from './art/motifs.ts';
import { type PaletteName, paletteName, slugOf } from './art/palettes.ts';
import type { CoverFormat } from './cover-hash.ts';

/** The motif that goes with each palette, and the seed that gave its best picture. */
const CATEGORY_ART: Record<PaletteName, readonly [motif: MotifName, seed: number]> = {
  classic: ['castle', 1],
  folklore: ['hut', 2],
  fantasy: ['star', 3],
  enchanted: ['lantern', 4],
  animals: ['fox', 5],
  romance: ['rose', 6],
  adventure: ['ship', 8],
  dark: ['raven', 9],
  'magical-creatures': ['dragon', 14],
};

/** The cover of a tale as SVG. The same bytes whether the category is given by slug or by name. */
export function drawTaleCover(tale: { title: string; category: string; format: CoverFormat }): string {
  return coverSvg({ ...tale, category: slugOf(tale.category) });
}

/** A category as its picture needs it: its slug, and the names of its papers and of its motif. */
export type CategoryForCover = { slug: string; palette: string; motif: string };

/** The picture of a category as SVG, without a front sheet: it stands in an arched window. */
export function drawCategoryCover({ slug, palette, motif }: CategoryForCover): string {
  const name = paletteName(palette);
  const [own, seed] = CATEGORY_ART[name];
  // The seed is the best for the motif that goes with the papers; for another one the slug is as good as any.
  if (motif === own) return coverSvg({ title: name, category: name, motif, seed, frame: false });
  return coverSvg({ title: slug, category: name, motif, frame: false });
}
