/** The reading speed measured on this device. Browser-safe. Without storage it lasts as long as the page. */

import { useSyncExternalStore } from 'react';
import { readSessionValue, writeSessionValue } from '#src/ui/session-value.ts';
import {
  addSample,
  DEFAULT_SPEED,
  parseSpeed,
  type ReadingSpeed,
  type SpeedMode,
  type SpeedSample,
  UNKNOWN_SPEED,
} from '../text/reading-speed.ts';

const KEY = 'talewood.pace';
/** How tales are read during this visit, chosen in the tale finder. */
const MODE_KEY = 'talewood.evening';

const listeners = new Set<() => void>();
let cached: ReadingSpeed | undefined;

/** The measured speed; unknown on the server and during hydration. */
export function useReadingSpeed(): ReadingSpeed {
  return useSyncExternalStore(subscribe, read, () => UNKNOWN_SPEED);
}

/** Returns words per minute: as stored on this device if plausible, else the default. */
export function readingSpeed(mode: SpeedMode = 'silent'): number {
  try {
    const speed: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')?.[mode];
    if (typeof speed === 'number' && speed >= 40 && speed <= 1_000) return speed;
  } catch {
    // Storage may be blocked or hold invalid data.
  }
  return DEFAULT_SPEED[mode];
}

/** Formats the remaining time: "About 4 minutes left", "Less than a minute left". */
export function minutesLeftText(words: number, wordsPerMinute: number): string {
  const minutes = Math.round(words / wordsPerMinute);
  if (minutes < 1) return 'Less than a minute left';
  return `About ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`;
}

export function recordSample(sample: SpeedSample): void {
  // Another tab may have stored samples since.
  cached = undefined;
  write(addSample(read(), sample));
}

export function resetSpeed(): void {
  write(UNKNOWN_SPEED);
}

/** Sets how the next tales are read. */
export function setSpeedMode(mode: SpeedMode): void {
  writeSessionValue(MODE_KEY, mode);
}

export function getSpeedMode(): SpeedMode {
  return readSessionValue(MODE_KEY) === 'aloud' ? 'aloud' : 'silent';
}

function read(): ReadingSpeed {
  try {
    cached ??= parseSpeed(localStorage.getItem(KEY));
  } catch {
    cached = UNKNOWN_SPEED;
  }
  return cached;
}

function write(speed: ReadingSpeed): void {
  cached = speed;
  try {
    if (speed === UNKNOWN_SPEED) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(speed));
  } catch {
    // Storage may be full or blocked.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
