import type { Hindrance } from './transport.ts';

const MINUTE_MS = 60_000;
const FIRST_PAUSE_MS = MINUTE_MS;
/** And a tenth: four hours. */
const LONGEST_PAUSE_MS = 218 * MINUTE_MS;
const GROWTH = 3;

/** Three days: pauses of 1, 3, 9, 27 and 81 minutes, then of nearly 4 hours. What is refused is asked for again within two hours. */
const TRIES: Record<Hindrance, number> = { passing: 24, refused: 6, 'unknown recipient': 1 };

/**
 * Milliseconds until the next try, after `made` of them; undefined after the last. Up to a tenth longer, so that those that
 * failed together do not all come back together.
 */
export function pauseAfter(made: number, hindrance: Hindrance): number | undefined {
  if (made >= TRIES[hindrance]) return undefined;
  const pause = Math.min(FIRST_PAUSE_MS * GROWTH ** (made - 1), LONGEST_PAUSE_MS);
  return Math.round(pause * (1 + 0.1 * Math.random()));
}
