/** Keyboard shortcuts of the tale page. */

import { useSyncExternalStore } from 'react';

export type KeyPress = { key: string; shiftKey: boolean; altKey: boolean; ctrlKey: boolean; metaKey: boolean };

/** Elements with their own keyboard behaviour. */
const FIELDS = 'input, textarea, select, audio, video, [contenteditable=""], [contenteditable="true"]';
const OVERLAYS = 'dialog, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Open overlays. */
const OPEN_OVERLAY = 'dialog[open], [role="dialog"], details.menu[open], [aria-expanded="true"]';

/** Whether letter shortcuts may be used at `target`. */
export function isNotTyping(target: EventTarget | null): boolean {
  return !(target instanceof Element) || target.closest(`${FIELDS}, ${OVERLAYS}`) === null;
}

export function isOverlayOpen(): boolean {
  return document.querySelector(OPEN_OVERLAY) !== null;
}

/** Whether the key is pressed without Alt, Ctrl or Meta. */
export function isShortcutKey(pressed: KeyPress, letter: string): boolean {
  return pressed.key.toLowerCase() === letter && !pressed.altKey && !pressed.ctrlKey && !pressed.metaKey;
}

const listeners = new Set<() => void>();
let isListOpen = false;

/** Opens or closes the list of shortcuts. */
export function setShortcutListOpen(isShown: boolean): void {
  isListOpen = isShown;
  for (const listener of listeners) listener();
}

export function useShortcutListOpen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isListOpen,
    () => false,
  );
}
