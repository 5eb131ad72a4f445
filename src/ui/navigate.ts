import { useState } from 'react';

/** Navigates to another page as if a link had been clicked, so that the router, or else the browser, handles it. */
export function navigate(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  document.body.append(link);
  link.click();
  link.remove();
}

/** Asks whether a navigation is refused, for instance because changes would be lost. */
export type Blocker = (from: URL, to: URL) => boolean | Promise<boolean>;

/** Asked before each navigation within the site. */
export const blockers = new Set<Blocker>();

/** Whether the site is unreachable, as far as is known. */

let isOffline = false;

export function setOffline(offline: boolean): void {
  isOffline = offline;
}

/** Whether the browser itself must load pages: the service worker has the saved ones, and an offline page for others. */
export function mustLoadPages(): boolean {
  return hasWorker() && (isOffline || !navigator.onLine);
}

/** Whether a service worker controls this page. */
export function hasWorker(): boolean {
  return typeof navigator !== 'undefined' && Boolean(navigator.serviceWorker?.controller);
}

/**
 * Returns state that is stored in the history entry: it is restored when the user returns to the entry or reloads it. Not for state that
 * the server renders.
 */
export function useHistoryState<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => (readState()[name] as Value | undefined) ?? initial);
  const change = (next: Value) => {
    setValue(next);
    window.history.replaceState({ ...readState(), [name]: next }, '');
  };
  return [value, change];
}

function readState(): Record<string, unknown> {
  return typeof window === 'undefined' ? {} : ((window.history.state as Record<string, unknown> | null) ?? {});
}
