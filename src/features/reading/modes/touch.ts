/** What a tap and a swipe mean while the text stands in pages. Pure. */

export type Turn = 'next' | 'previous';

/** Fingers tremble: less is a tap, pixels. */
const LEAST = 40;
/** Slower ones are no swipes: somebody selects or holds, milliseconds. */
const LONGEST_MS = 900;

/** The left third of the window turns back, the right third turns on; between them nothing happens. */
export function turnOfTap(x: number, width: number): Turn | null {
  if (x < width / 3) return 'previous';
  return x > (width * 2) / 3 ? 'next' : null;
}

/** `x`, `y`: the way of the finger, pixels. Mostly sideways, or it is a scroll. */
export function turnOfSwipe({ x, y, ms }: { x: number; y: number; ms: number }): Turn | null {
  if (Math.abs(x) < LEAST || Math.abs(x) < 1.5 * Math.abs(y) || ms > LONGEST_MS) return null;
  return x < 0 ? 'next' : 'previous';
}
