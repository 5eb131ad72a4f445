import { useSyncExternalStore } from 'react';

/** Which tales are veiled in lists, by age: kept on the device, so that it holds before anything is asked (before-paint.ts). */

const KEY = 'talewood.hidden-ages';
const listeners = new Set<() => void>();

/** Whether tales of this age are veiled. The styles (veil.css) veil them before scripts run; this is for the way to show one. */
export function useIsHidden(age: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => age !== '' && (document.documentElement.dataset.hiddenAges ?? '').split(' ').includes(age),
    () => false,
  );
}

/** Veils the tales of these ages. */
export function setHiddenAges(ages: readonly string[]): void {
  const text = ages.join(' ');
  document.documentElement.dataset.hiddenAges = text;
  for (const listener of listeners) listener();
  try {
    if (text === '') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, text);
  } catch {
    // Storage may be forbidden: it then holds as long as the page.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
