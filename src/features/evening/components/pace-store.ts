/** The pace of this device, in its storage. Browser-safe; where storage is forbidden it lasts as long as the page. */
import { useSyncExternalStore } from 'react';
import { learnPace, type Mode, type Pace, parsePace, type Sitting, UNKNOWN } from '../pace.ts';

const KEY = 'talewood.pace';
/** How the tales of this visit are read, where the reader has said it. */
const MODE_KEY = 'talewood.evening';

const listeners = new Set<() => void>();
let kept: Pace | undefined;

/** The pace as it is now; on the server, and until the page has been taken over, nothing is known. */
export function usePace(): Pace {
  return useSyncExternalStore(subscribe, read, () => UNKNOWN);
}

/** Learns from a tale that was read from start to finish. */
export function rememberSitting(sitting: Sitting): void {
  // Another tab may have learned meanwhile.
  kept = undefined;
  write(learnPace(read(), sitting));
}

export function forgetPace(): void {
  write(UNKNOWN);
}

/** Notes how the tales that are opened next are read. */
export function sayMode(mode: Mode): void {
  try {
    sessionStorage.setItem(MODE_KEY, mode);
  } catch {
    // As below.
  }
}

/** Silently, unless the reader has said that it is aloud. */
export function saidMode(): Mode {
  try {
    return sessionStorage.getItem(MODE_KEY) === 'aloud' ? 'aloud' : 'silent';
  } catch {
    return 'silent';
  }
}

function read(): Pace {
  if (kept !== undefined) return kept;
  try {
    kept = parsePace(localStorage.getItem(KEY));
  } catch {
    kept = UNKNOWN;
  }
  return kept;
}

function write(pace: Pace): void {
  kept = pace;
  try {
    if (pace === UNKNOWN) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(pace));
  } catch {
    // Storage is full or forbidden: then it is known until the page is left.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
