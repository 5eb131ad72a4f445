/** What a player leaves to the page that it turns to, where that is loaded as a whole: kept for the visit. */
import type { BedtimeTimer } from './bedtime-timer.ts';

const KEY = 'talewood.listening';

export function keepListening(slug: string, timer: BedtimeTimer | null): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ slug, timer }));
  } catch {
    // Storage may be forbidden: then the next page is not read on.
  }
}

/** Whether the tale is to be read on from the one before. */
export function isListeningOn(slug: string): boolean {
  return read()?.slug === slug;
}

/** The timer that came with the tale; it comes once. */
export function takeListening(slug: string): BedtimeTimer | null {
  const kept = read();
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // As above.
  }
  return kept?.slug === slug ? kept.timer : null;
}

function read(): { slug: string; timer: BedtimeTimer | null } | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
  } catch {
    return null;
  }
}
