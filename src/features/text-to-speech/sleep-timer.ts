/** Sleep timer in tales or minutes. Pure functions; times are Unix milliseconds. */

/** `left`: tales including the current one. `leftMs`: remaining time while paused. */
export type SleepTimer = { in: 'tales'; left: number } | { in: 'minutes'; endsAt: number; leftMs: number | null };

/** The volume fades out during this time before the end. */
const FADE_MS = 60_000;
const MIN_VOLUME = 0.15;

/** Returns the volume of the next sentence, 0 to 1. Timers in tales do not fade. */
export function volumeAt(timer: SleepTimer | null, now: number): number {
  if (timer?.in !== 'minutes') return 1;
  const left = remainingMs(timer, now);
  return left >= FADE_MS ? 1 : Math.max(MIN_VOLUME, Math.round((left / FADE_MS) * 100) / 100);
}

export function isExpired(timer: SleepTimer | null, now: number): boolean {
  return timer?.in === 'minutes' && remainingMs(timer, now) <= 0;
}

/** The timer is paused with playback. */
export function pauseTimer(timer: SleepTimer | null, now: number): SleepTimer | null {
  return timer?.in === 'minutes' && timer.leftMs === null ? { ...timer, leftMs: Math.max(0, timer.endsAt - now) } : timer;
}

export function resumeTimer(timer: SleepTimer | null, now: number): SleepTimer | null {
  return timer?.in === 'minutes' && timer.leftMs !== null ? { ...timer, endsAt: now + timer.leftMs, leftMs: null } : timer;
}

/** Formats the remaining time: “2 tales”, “12 min”. */
export function timerText(timer: SleepTimer, now: number): string {
  if (timer.in === 'tales') return timer.left === 1 ? 'This tale' : `${timer.left} tales`;
  return `${Math.max(1, Math.ceil(remainingMs(timer, now) / 60_000))} min`;
}

function remainingMs(timer: SleepTimer & { in: 'minutes' }, now: number): number {
  return timer.leftMs ?? timer.endsAt - now;
}
