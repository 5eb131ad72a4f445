/** Focus mode hides everything but the text. It lasts for the session, so the next tale opens in it. */
import { useSyncExternalStore } from 'react';
import { writeSessionValue } from '#src/ui/session-value.ts';

/** Also read by before-paint.ts. */
const KEY = 'talewood.focus';
const listeners = new Set<() => void>();
let cameFrom: Element | null = null;

export function useFocusMode(): boolean {
  return useSyncExternalStore(subscribe, isInFocusMode, () => false);
}

export function isInFocusMode(): boolean {
  return document.documentElement.dataset.focusMode !== undefined;
}

export function enterFocusMode(): void {
  cameFrom = document.activeElement;
  document.documentElement.dataset.focusMode = '';
  writeSessionValue(KEY, true);
  notify();
  // The pressed button is now hidden.
  const pressed = document.activeElement;
  if (pressed instanceof HTMLElement && pressed !== document.body && pressed.getClientRects().length === 0) focusTitle();
}

export function leaveFocusMode(): void {
  const isOnButton = document.activeElement?.closest('.focus-leave') !== null;
  delete document.documentElement.dataset.focusMode;
  writeSessionValue(KEY, null);
  if (isOnButton || document.activeElement?.localName === 'h1') {
    focusTitle();
    if (cameFrom instanceof HTMLElement && cameFrom.isConnected) cameFrom.focus({ preventScroll: true });
  }
  cameFrom = null;
  notify();
}

/** Focuses the title, as navigation does. */
function focusTitle(): void {
  const title = document.querySelector('h1');
  if (title === null) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}

function notify(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
