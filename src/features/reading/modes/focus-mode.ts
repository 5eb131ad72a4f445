/** Focus mode: nothing but the text. It lasts for the visit, so that the next tale opens in it. Browser-safe. */
import { useSyncExternalStore } from 'react';

/** Read by before-paint.ts, too. */
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
  remember('on');
  tell();
  // What was pressed is out of sight: one reads on from the page.
  const pressed = document.activeElement;
  if (pressed instanceof HTMLElement && pressed !== document.body && pressed.getClientRects().length === 0) focusTitle();
}

export function leaveFocusMode(): void {
  const isOnButton = document.activeElement?.closest('.focus-leave') !== null;
  delete document.documentElement.dataset.focusMode;
  remember(null);
  if (isOnButton || document.activeElement?.localName === 'h1') {
    focusTitle();
    if (cameFrom instanceof HTMLElement && cameFrom.isConnected) cameFrom.focus({ preventScroll: true });
  }
  cameFrom = null;
  tell();
}

/** As a turned page does. */
function focusTitle(): void {
  const title = document.querySelector('h1');
  if (title === null) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}

function remember(value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, value);
  } catch {
    // Storage may be forbidden: it then lasts as long as the page.
  }
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
