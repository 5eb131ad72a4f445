/** Where one is in a text, in a way that no setting and no size of window changes: block and character. Browser-safe. */
import { bringIntoSight, spotInSight } from '#src/features/reading/modes/sight.ts';

export type TextPlace = { place: string; progress: number };

/**
 * The first character in sight: number of the block in the text, a dot, characters into the block. `progress`: the share of the
 * text that is above the end of what is in sight, 0 to 1.
 */
export function findPlace(text: HTMLElement): TextPlace {
  const { spot, progress } = spotInSight(text);
  return { place: `${spot.block}.${spot.char}`, progress };
}

/** Goes there; nothing happens when the text has become another one. */
export function showPlace(text: HTMLElement, place: string): void {
  const [block = 0, char = 0] = place.split('.').map(Number);
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  bringIntoSight(text, { block, char }, isStill ? 'instant' : 'smooth');
}
