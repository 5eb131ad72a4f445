/** The bookshelf of this device, in its storage and in step with the other tabs. Browser-safe. */
import type { Bookshelf, Change } from '../contract.ts';
import { applyChange, EMPTY } from './apply-change.ts';

/**
 * `base` is what the server last said, or all there is while nobody is signed in. `queue` waits to be sent: one change a
 * thing. `owner` tells accounts apart without naming anyone; null for the device's own.
 * `unbound`: changes made while it was not known whether the owner's session still lasts.
 * `isLeftOver`: what is on the device was added after a session had ended here without a logout, so that it may be anybody's;
 * `leftOver`: such things, while somebody is logged in who has not taken them.
 */
export type KeptState = {
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
/** Unsent changes of accounts whose sessions ended here, by owner. They are shown to nobody, and sent when that account logs in again. */
const SEALED_KEY = 'talewood.sealed-changes';
const MAX_SEALED = 5;
export const NOTHING: KeptState = { v: 1, owner: null, base: EMPTY, queue: [] };

const listeners = new Set<() => void>();
let kept = NOTHING;
/** What storage held when it was last read or written; false when it cannot be used, and memory has to do. */
let stored: string | null | false = null;
let view: { of: KeptState; shown: Bookshelf } = { of: NOTHING, shown: EMPTY };

/** The state as it is now, also when another tab has just changed it. */
export function readKept(): KeptState {
  if (stored === false) return kept;
  try {
    const text = localStorage.getItem(KEY);
    if (text !== stored) {
      stored = text;
      kept = parse(text);
    }
  } catch {
    stored = false;
  }
  return kept;
}

/** Changes the state. A full or forbidden storage leaves it in memory, for as long as the page lasts. */
export function updateKept(change: (state: KeptState) => KeptState): void {
  const next = change(readKept());
  if (next === kept) return;
  kept = next;
  try {
    const text = JSON.stringify(next);
    localStorage.setItem(KEY, text);
    stored = text;
  } catch {
    stored = false;
  }
  tell();
}

/** Puts unsent changes of an account aside; those of the accounts put aside longest ago make room. */
export function sealChanges(owner: string, changes: readonly Change[]): void {
  if (changes.length === 0) return;
  const others = readSealed().filter((sealed) => sealed.owner !== owner);
  writeSealed([...others, { owner, changes: [...changes] }].slice(-MAX_SEALED));
}

/** Gives an account its unsent changes back. */
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
    // Storage is full or forbidden: as with everything that is kept, it lasts as long as the page.
  }
}

/** What is kept with what waits to be sent: as the reader sees it. */
export function readBookshelf(): Bookshelf {
  const state = kept;
  if (view.of !== state) view = { of: state, shown: [...state.queue, ...(state.unbound ?? [])].reduce(applyChange, state.base) };
  return view.shown;
}

export function onKept(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reads what was kept, and follows the other tabs. Called once. */
export function openKept(): void {
  const read = () => {
    const before = kept;
    if (readKept() !== before) tell();
  };
  addEventListener('storage', (event) => {
    if (event.key === KEY || event.key === null) read();
  });
  read();
}

function tell(): void {
  for (const listener of listeners) listener();
}

function parse(text: string | null): KeptState {
  try {
    const found = JSON.parse(text ?? 'null') as KeptState | null;
    return found?.v === 1 ? found : NOTHING;
  } catch {
    return NOTHING;
  }
}
