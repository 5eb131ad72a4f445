import { useSyncExternalStore } from 'react';

/** Age groups whose tales are hidden in lists. Stored on the device, so that it applies before any request (before-paint.ts). */

export const AGE_BANDS = ['3-5', '6-8', '9-12', '13+'] as const;

const KEY = 'talewood.hidden-ages';
const listeners = new Set<() => void>();

/** Whether tales of this age are hidden. The styles (hidden-ages.css) hide them before scripts run; this is for revealing one. */
export function useIsHidden(age: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => age !== '' && (document.documentElement.dataset.hiddenAges ?? '').split(' ').includes(age),
    () => false,
  );
}

/** Hides the tales of these ages. */
export function setHiddenAges(ages: readonly string[]): void {
  const text = ages.join(' ');
  document.documentElement.dataset.hiddenAges = text;
  for (const listener of listeners) listener();
  try {
    if (text === '') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, text);
  } catch {
    // Without storage, the setting lasts as long as the page.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
