/** Where one is in a text that stands in the page, and the way back there. Browser-safe. */
import { bringIntoSight, spotInSight } from '../modes/sight.ts';
import { blocksOf, blockText } from './block-text.ts';
import { findPlace, placeAt, type TextPlace } from './places.ts';

/** The first character in sight. `progress`: the share of the text that is above the end of what is in sight, 0 to 1. */
export function placeInSight(text: HTMLElement): TextPlace & { progress: number } {
  const { spot, progress } = spotInSight(text);
  return { ...placeAt(blocksOf(text).map(blockText), spot.block, spot.char), progress };
}

/** Goes there; nothing happens when the text has become another one. */
export function showPlace(text: HTMLElement, place: TextPlace): void {
  const spot = findPlace(blocksOf(text).map(blockText), place);
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (spot !== null) bringIntoSight(text, spot, isStill ? 'instant' : 'smooth');
}
