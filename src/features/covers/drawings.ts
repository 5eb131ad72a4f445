import { coverSvg } from './art/cover.ts';
import type { MotifName } from './art/motifs.ts';
import { type PaletteName, paletteName, slugOf } from './art/palettes.ts';
import type { CoverFormat } from './cover-hash.ts';

/** Each category's own motif, and the seed that gave its best picture. */
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

/** The picture of a category as SVG, without a front sheet: it stands in an arched window. */
export function drawCategoryCover(slug: string): string {
  if (!isKnownCategory(slug)) return coverSvg({ title: slug, category: slug, frame: false });
  const [motif, seed] = CATEGORY_ART[slug];
  return coverSvg({ title: slug, category: slug, motif, seed, frame: false });
}

/** Whether a category has papers and a motif of its own. */
export function isKnownCategory(slug: string): slug is PaletteName {
  return paletteName(slug) === slug;
}
