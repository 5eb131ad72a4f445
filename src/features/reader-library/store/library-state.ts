/** The library of this device in localStorage, in sync with other tabs. Browser-safe. */
import type { Bookshelf, Change } from '../contract.ts';
import { applyChange, EMPTY_BOOKSHELF } from './apply-change.ts';

/**
 * `base`: last server state, or everything while logged out. `queue`: unsent changes, one per item. `owner`: hash of the account; null for
 * the device's own library. `unbound`: changes made before the session was confirmed. `isLeftOver`: the data was added after a session
 * expired here without logout, so it may be anybody's; `leftOver`: such data while another account is logged in that has not adopted it.
 */
export type LibraryState = {
  v: 1;
  owner: string | null;
  base: Bookshelf;
  queue: Change[];
  tag?: string | undefined;
  unbound?: Change[] | undefined;
  isLeftOver?: boolean | undefined;
  leftOver?: Bookshelf | undefined;
};

const KEY = 'talewood.bookshelf';
/** Unsent changes of accounts whose sessions expired here, by owner. Hidden, and sent when that account logs in again. */
const SEALED_KEY = 'talewood.sealed-changes';
const MAX_SEALED = 5;
export const EMPTY_STATE: LibraryState = { v: 1, owner: null, base: EMPTY_BOOKSHELF, queue: [] };

const listeners = new Set<() => void>();
let state = EMPTY_STATE;
/** Storage content at the last access; false when storage is unavailable and memory is used. */
let stored: string | null | false = null;
let view: { of: LibraryState; shown: Bookshelf } = { of: EMPTY_STATE, shown: EMPTY_BOOKSHELF };

/** Returns the current state, including changes by other tabs. */
export function readState(): LibraryState {
  if (stored === false) return state;
  try {
    const text = localStorage.getItem(KEY);
    if (text !== stored) {
      stored = text;
      state = parseState(text);
    }
  } catch {
    stored = false;
  }
  return state;
}

/** Updates the state. With full or blocked storage it lasts as long as the page. */
export function updateState(change: (state: LibraryState) => LibraryState): void {
  const next = change(readState());
  if (next === state) return;
  state = next;
  try {
    const text = JSON.stringify(next);
    localStorage.setItem(KEY, text);
    stored = text;
  } catch {
    stored = false;
  }
  notify();
}

/** Sets unsent changes of an account aside, evicting the oldest accounts beyond the limit. */
export function sealChanges(owner: string, changes: readonly Change[]): void {
  if (changes.length === 0) return;
  const others = readSealed().filter((sealed) => sealed.owner !== owner);
  writeSealed([...others, { owner, changes: [...changes] }].slice(-MAX_SEALED));
}

/** Returns and removes the sealed changes of an account. */
export function unsealChanges(owner: string): Change[] {
  const sealed = readSealed();
  const own = sealed.find((each) => each.owner === owner);
  if (own !== undefined) writeSealed(sealed.filter((each) => each !== own));
  return own?.changes ?? [];
}

type Sealed = { owner: string; changes: Change[] };

function readSealed(): Sealed[] {
  try {
    const found = JSON.parse(localStorage.getItem(SEALED_KEY) ?? '[]') as unknown;
    return Array.isArray(found) ? (found as Sealed[]) : [];
  } catch {
    return [];
  }
}

function writeSealed(sealed: Sealed[]): void {
  try {
    localStorage.setItem(SEALED_KEY, JSON.stringify(sealed));
  } catch {
    // Storage is full or blocked.
  }
}

/** Returns the bookshelf with pending changes applied. */
export function readBookshelf(): Bookshelf {
  const current = state;
  if (view.of !== current) view = { of: current, shown: [...current.queue, ...(current.unbound ?? [])].reduce(applyChange, current.base) };
  return view.shown;
}

export function onStateChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reads the stored state and follows other tabs. Called once. */
export function openState(): void {
  const read = () => {
    const before = state;
    if (readState() !== before) notify();
  };
  addEventListener('storage', (event) => {
    if (event.key === KEY || event.key === null) read();
  });
  read();
}

function notify(): void {
  for (const listener of listeners) listener();
}

function parseState(text: string | null): LibraryState {
  try {
    const found = JSON.parse(text ?? 'null') as LibraryState | null;
    return found?.v === 1 ? found : EMPTY_STATE;
  } catch {
    return EMPTY_STATE;
  }
}
