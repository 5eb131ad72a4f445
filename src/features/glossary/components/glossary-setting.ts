import { useSyncExternalStore } from 'react';

/** Whether old words are highlighted in tales. On by default; stored on the device. */

const KEY = 'talewood.old-words';
const listeners = new Set<() => void>();
/** Fallback when storage is blocked. */
let chosen: boolean | undefined;

/** On on the server and during hydration. */
export function useGlossarySetting(): boolean {
  return useSyncExternalStore(subscribe, isGlossaryOn, () => true);
}

export function setGlossaryOn(on: boolean): void {
  chosen = on;
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // Storage may be blocked.
  }
  for (const listener of listeners) listener();
}

function isGlossaryOn(): boolean {
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
  const onStorage = (event: StorageEvent) => {
    if (event.key !== KEY && event.key !== null) return;
    chosen = undefined;
    listener();
  };
  listeners.add(listener);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', onStorage);
  };
}
