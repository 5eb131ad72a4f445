/** Where one is in a text that stands in the page, and the way back there. Browser-safe. */
import { bringIntoSight, isAtTop, spotInSight } from '../modes/sight.ts';
import { blocksOf, blockText } from './block-text.ts';
import { findPlace, placeAt, type TextPlace } from './places.ts';

/**
 * The first character in sight; `known`, the place that was kept, as long as its line is the first in sight, or its page is: going back to
 * it, in a window with other lines and pages, is no step back. `progress`: the share of the text that is above the end of what is in sight, 0 to 1.
 */
export function placeInSight(text: HTMLElement, known?: TextPlace): TextPlace & { progress: number } {
  const { spot, progress } = spotInSight(text);
  const blocks = blocksOf(text).map(blockText);
  const kept = known === undefined ? null : findPlace(blocks, known);
  const { block, char } = kept !== null && isAtTop(text, kept, spot) ? kept : spot;
  return { ...placeAt(blocks, block, char), progress };
}

/** Goes there; nothing happens when the text has become another one. */
export function showPlace(text: HTMLElement, place: TextPlace): void {
  const spot = findPlace(blocksOf(text).map(blockText), place);
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (spot !== null) bringIntoSight(text, spot, isStill ? 'instant' : 'smooth');
}
