import { useSyncExternalStore } from 'react';

/** Whether old words are dotted in tales. They are, until the reader says no; that is kept on the device. */

const KEY = 'talewood.old-words';
const listeners = new Set<() => void>();
/** What was chosen on this page: where storage is forbidden it lasts as long. */
let chosen: boolean | undefined;

/** On the server, and while hydrating, they are dotted. */
export function useOldWords(): boolean {
  return useSyncExternalStore(subscribe, areOldWordsOn, () => true);
}

export function setOldWords(on: boolean): void {
  chosen = on;
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // Storage may be forbidden.
  }
  for (const listener of listeners) listener();
}

function areOldWordsOn(): boolean {
  chosen ??= read() !== 'off';
  return chosen;
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function subscribe(listener: () => void): () => void {
  const elsewhere = (event: StorageEvent) => {
    if (event.key !== KEY && event.key !== null) return;
    chosen = undefined;
    listener();
  };
  listeners.add(listener);
  addEventListener('storage', elsewhere);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', elsewhere);
  };
}
