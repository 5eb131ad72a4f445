/** Where one is in a text that stands in the page, and the way back there. Browser-safe. */
import { blocksOf, blockText, rangeIn } from './block-text.ts';
import { findPlace, placeAt, type TextPlace } from './places.ts';

/** Text below the sticky bar begins here, pixels from the top of the window. */
export const TOP = 96;

/** The first character in sight. `progress`: the share of the text's height that is above the end of the window, 0 to 1. */
export function placeInSight(text: Element): TextPlace & { progress: number } {
  const blocks = blocksOf(text);
  const index = Math.max(
    0,
    blocks.findIndex((block) => block.getBoundingClientRect().bottom > TOP),
  );
  const block = blocks[index];
  const { top, height } = text.getBoundingClientRect();
  const progress = height <= 0 ? 0 : Math.min(1, Math.max(0, (window.innerHeight - top) / height));
  const char = block === undefined ? 0 : firstInSight(block);
  return { ...placeAt(blocks.map(blockText), index, char), progress: Math.round(progress * 1000) / 1000 };
}

/** How far down the page the place is, in pixels, so that it stands just below the bar; null when the text has become another one. */
export function topOfPlace(text: Element, place: TextPlace): number | null {
  const blocks = blocksOf(text);
  const spot = findPlace(blocks.map(blockText), place);
  const block = spot === null ? undefined : blocks[spot.block];
  if (spot === null || block === undefined) return null;
  const { top } = (rangeIn(block, spot.char, spot.char + 1) ?? block).getBoundingClientRect();
  return top + window.scrollY - TOP - 8;
}

/** Characters of the block that are above the sight: found by halving, as lines come one below the other. */
function firstInSight(block: Element): number {
  if (block.getBoundingClientRect().top >= TOP) return 0;
  let [low, high] = [0, blockText(block).length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const range = rangeIn(block, middle, middle + 1) ?? rangeIn(block, middle, middle + 2);
    if (range !== null && range.getBoundingClientRect().bottom <= TOP) low = middle + 1;
    else high = middle;
  }
  return low;
}
