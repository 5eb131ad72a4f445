/** Which keys do what on the page of a tale. Pure; where a key is pressed is looked at by heardFor. */
import type { Whereabouts } from './page-box.ts';

export type Deed = 'next' | 'previous' | 'first' | 'last';
export type Pressed = { key: string; shiftKey: boolean; altKey: boolean; ctrlKey: boolean; metaKey: boolean };

/** In these the keys have meanings of their own. */
const FIELDS = 'input, textarea, select, audio, video, [contenteditable=""], [contenteditable="true"]';
const PRESSED = 'button, summary, [role="button"], [role="slider"], [role="tab"], [role^="menu"], [role="option"]';
const SHEETS = 'dialog, [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Something that lies over the page, and is open. */
const OPEN = 'dialog[open], [role="dialog"], details.menu[open], [aria-expanded="true"]';

/** Whether a key that is pressed at `target` may turn pages. Our own buttons keep only what presses them. */
export function mayTurn(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element) || isSheetOpen()) return isPlain(target) && !isSheetOpen();
  if (target.closest('.pages-foot') !== null) return key !== ' ';
  return isPlain(target) && target.closest(PRESSED) === null;
}

/** Whether nobody types at `target`: letters are free. */
export function isPlain(target: EventTarget | null): boolean {
  return !(target instanceof Element) || target.closest(`${FIELDS}, ${SHEETS}`) === null;
}

export function isSheetOpen(): boolean {
  return document.querySelector(OPEN) !== null;
}

/**
 * What a key does while the text stands in pages; null: what it does everywhere. `isFar`: above or below the text by more than a
 * window, so that what lies between is scrolled through first. `page` from 0, of `pages`.
 */
export function turnOf(pressed: Pressed, at: { where: Whereabouts; isFar: boolean; page: number; pages: number }): Deed | null {
  const { key, shiftKey, altKey, ctrlKey, metaKey } = pressed;
  if (altKey || ctrlKey || metaKey || (shiftKey && key !== ' ')) return null;
  if (key === 'ArrowRight') return at.where === 'after' ? null : 'next';
  if (key === 'ArrowLeft') return at.where === 'before' ? null : 'previous';
  if (key === 'PageDown' || (key === ' ' && !shiftKey)) return at.where === 'after' || at.isFar ? null : 'next';
  if (key === 'PageUp' || key === ' ') return at.where === 'before' || at.isFar ? null : 'previous';
  if (at.where !== 'at') return null;
  // A second press goes on to the ends of the whole page, as everywhere.
  if (key === 'Home') return at.page > 0 ? 'first' : null;
  if (key === 'End') return at.page < at.pages - 1 ? 'last' : null;
  return null;
}

/** Without anything held but what the sign itself needs. */
export function isLetter(pressed: Pressed, letter: string): boolean {
  return pressed.key.toLowerCase() === letter && !pressed.altKey && !pressed.ctrlKey && !pressed.metaKey;
}
