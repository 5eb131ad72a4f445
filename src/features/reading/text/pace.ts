/** How fast someone reads: words a minute, learnt on the device elsewhere. Browser-safe. */

const KEY = 'talewood.pace';
const USUAL = { silent: 200, aloud: 130 };
/** What is slower or faster is no pace of a reader. */
const [SLOWEST, FASTEST] = [40, 1_000];

/** Words a minute: as learnt on this device, else as most people read. */
export function readPace(how: keyof typeof USUAL = 'silent'): number {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Record<string, unknown> | null;
    const pace = kept?.[how];
    if (typeof pace === 'number' && pace >= SLOWEST && pace <= FASTEST) return pace;
  } catch {
    // Storage may be forbidden, or hold what is none of ours.
  }
  return USUAL[how];
}

/** "About 4 minutes left", "Less than a minute left". */
export function minutesLeftText(words: number, pace: number): string {
  const minutes = Math.round(words / pace);
  if (minutes < 1) return 'Less than a minute left';
  return `About ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`;
}
