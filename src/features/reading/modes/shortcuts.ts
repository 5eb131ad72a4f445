/** Whether the list of keys is open. Browser-safe. */
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let isListed = false;

/** Opens or closes the list; for `?`, and for a button anywhere. */
export function showShortcuts(isShown: boolean): void {
  isListed = isShown;
  for (const listener of listeners) listener();
}

export function useShortcuts(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isListed,
    () => false,
  );
}
