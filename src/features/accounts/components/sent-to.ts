/** Where the mail of a registration went: kept for this tab, as it has no business in an address. */
import { useSyncExternalStore } from 'react';

/** `at`: when it was asked for, milliseconds since 1970 on this device. */
export type SentTo = { email: string; next: string; at: number };

const KEY = 'talewood.sent';
const listeners = new Set<() => void>();
let kept: SentTo | null | undefined;

/** Null until the scripts run, and for who comes here by another way. */
export function useSentTo(): SentTo | null {
  return useSyncExternalStore(onSent, read, () => null);
}

export function rememberSent(email: string, next: string): void {
  kept = { email, next, at: Date.now() };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Then it is known until the page is loaded anew.
  }
  for (const listener of listeners) listener();
}

function onSent(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): SentTo | null {
  if (kept === undefined) kept = readStorage();
  return kept;
}

function readStorage(): SentTo | null {
  try {
    const { email, next, at } = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Record<keyof SentTo, unknown>;
    return typeof email === 'string' && typeof next === 'string' && typeof at === 'number' ? { email, next, at } : null;
  } catch {
    return null;
  }
}
