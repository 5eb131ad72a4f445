import type { Hindrance } from './transport.ts';

const MINUTE_MS = 60_000;
const FIRST_PAUSE_MS = MINUTE_MS;
const LONGEST_PAUSE_MS = 240 * MINUTE_MS;
const GROWTH = 3;

/** Three days: pauses of 1, 3, 9, 27 and 81 minutes, then of 4 hours. What is refused is asked for again within two hours. */
const TRIES: Record<Hindrance, number> = { passing: 23, refused: 6, 'unknown recipient': 1 };

/**
 * Milliseconds until the next try, after `made` of them; undefined after the last. Up to a tenth longer or shorter, so that
 * those that failed together do not all come back together.
 */
export function pauseAfter(made: number, hindrance: Hindrance): number | undefined {
  if (made >= TRIES[hindrance]) return undefined;
  const pause = Math.min(FIRST_PAUSE_MS * GROWTH ** (made - 1), LONGEST_PAUSE_MS);
  return Math.round(pause * (0.9 + 0.2 * Math.random()));
}
