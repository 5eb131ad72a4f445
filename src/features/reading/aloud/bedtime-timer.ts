/** The timer of bedtime: in tales or in minutes. Times are milliseconds since 1970. Browser-safe, and without a browser. */

/** `left`: tales, the one being read among them. `leftMs`: set while the reading is paused, and the clock with it. */
export type BedtimeTimer = { in: 'tales'; left: number } | { in: 'minutes'; endsAt: number; leftMs: number | null };

/** So long before its end the voice begins to grow quieter, from one sentence to the next. */
const FADE_MS = 60_000;
const QUIETEST = 0.15;

/** The choices of the panel. */
export const TALE_CHOICES = [1, 2, 3] as const;
export const MINUTE_CHOICES = [5, 10, 15, 20, 30, 45] as const;

/** How loud the sentence is that begins now, 0 to 1. A timer in tales never fades: the end of a tale is an end. */
export function volumeAt(timer: BedtimeTimer | null, now: number): number {
  if (timer?.in !== 'minutes') return 1;
  const left = leftOf(timer, now);
  return left >= FADE_MS ? 1 : Math.max(QUIETEST, Math.round((left / FADE_MS) * 100) / 100);
}

export function isOver(timer: BedtimeTimer | null, now: number): boolean {
  return timer?.in === 'minutes' && leftOf(timer, now) <= 0;
}

/** The clock stands while nothing is read. */
export function stopClock(timer: BedtimeTimer | null, now: number): BedtimeTimer | null {
  return timer?.in === 'minutes' && timer.leftMs === null ? { ...timer, leftMs: Math.max(0, timer.endsAt - now) } : timer;
}

export function startClock(timer: BedtimeTimer | null, now: number): BedtimeTimer | null {
  return timer?.in === 'minutes' && timer.leftMs !== null ? { ...timer, endsAt: now + timer.leftMs, leftMs: null } : timer;
}

/** What is left, in a few words: “2 tales”, “12 min”. */
export function timerWords(timer: BedtimeTimer, now: number): string {
  if (timer.in === 'tales') return timer.left === 1 ? 'This tale' : `${timer.left} tales`;
  return `${Math.max(1, Math.ceil(leftOf(timer, now) / 60_000))} min`;
}

function leftOf(timer: BedtimeTimer & { in: 'minutes' }, now: number): number {
  return timer.leftMs ?? timer.endsAt - now;
}
