/** The tale on the current page, for the player, which survives navigation; and its handoff across a document load. */
import type { TaleView } from '#src/features/tales/contract.ts';
import { readSessionValue, writeSessionValue } from '#src/ui/session-value.ts';
import type { SleepTimer } from './sleep-timer.ts';

export type CurrentTale = Pick<TaleView, 'id' | 'slug' | 'title' | 'author' | 'language' | 'coverImage' | 'nextTale'>;

let current: CurrentTale | null = null;
const listeners = new Set<() => void>();

export function currentTale(): CurrentTale | null {
  return current;
}

/** Called when a tale page is mounted, and with null when it is unmounted. */
export function setCurrentTale(tale: CurrentTale | null): void {
  current = tale;
  for (const listener of listeners) listener();
}

export function onCurrentTaleChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const KEY = 'talewood.listening';

export function saveHandoff(slug: string, timer: SleepTimer | null): void {
  writeSessionValue(KEY, { slug, timer });
}

/** Whether playback should continue with this tale. */
export function hasHandoff(slug: string): boolean {
  return readHandoff()?.slug === slug;
}

/** Returns and removes the timer handed over to this tale. */
export function takeHandoff(slug: string): SleepTimer | null {
  const handoff = readHandoff();
  writeSessionValue(KEY, null);
  return handoff?.slug === slug ? handoff.timer : null;
}

function readHandoff() {
  return readSessionValue(KEY) as { slug: string; timer: SleepTimer | null } | null;
}
