/** Whether tales that were read to their end are left out of lists: kept on the device, so that it holds before anything is asked. */
import { useSyncExternalStore } from 'react';
import { useBookshelf } from './bookshelf-store.ts';
import { finishedOf } from './finished-tales.ts';

/** Read by before-paint.ts, too. */
const KEY = 'talewood.hide-finished';
const listeners = new Set<() => void>();
/** For storage that keeps nothing. */
let chosenHere: boolean | undefined;

/** The finished tales, whether lists leave them out, and a way to change that. While hydrating there are none. */
export function useFinishedFilter(): { finished: ReadonlySet<string>; isOn: boolean; turn: (on: boolean) => void } {
  const finished = useBookshelf(finishedOf);
  return { finished, isOn: useSyncExternalStore(subscribe, isOnNow, () => false), turn };
}

function turn(on: boolean): void {
  chosenHere = on;
  try {
    if (on) localStorage.setItem(KEY, 'on');
    else localStorage.removeItem(KEY);
  } catch {
    // Storage may be forbidden: it then holds as long as the page.
  }
  // What stood in for this until the page was taken over.
  document.adoptedStyleSheets = [];
  for (const listener of listeners) listener();
}

function isOnNow(): boolean {
  if (chosenHere !== undefined) return chosenHere;
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
