/** The text in pages: columns in a box as wide as one page (or two, side by side), scrolled sideways by whole boxes. Browser-safe. */

/** Whether the text stands in pages now. Small windows run on, whatever is set: the styles decide (reading-ways.css). */
export function isPaged(text: Element): boolean {
  return getComputedStyle(text).overflowX === 'hidden';
}

/** Which page, from 0, a thing stands on that begins at `left` in the window, pixels. */
export function pageAt(text: Element, left: number): number {
  // Of what hangs over the edge of its column the middle of the gap decides.
  const within = left - text.getBoundingClientRect().left + text.scrollLeft;
  return pageOfOffset(within, text.clientWidth);
}

/** `offset`: pixels from the beginning of the first page; `width`: of one. */
export function pageOfOffset(offset: number, width: number): number {
  return width <= 0 ? 0 : Math.max(0, Math.floor((offset + 1) / width));
}

/** Where a turn that is still moving will end: who presses twice turns twice. There is one text on a page. */
let turningTo: number | null = null;

/** The page in sight, from 0; while one is being turned the one that comes. */
export function pageInSight(text: Element): number {
  return turningTo ?? nearestPage(text);
}

/** Of a box that was scrolled in any way, as by a search of the browser, which puts what it found in the middle. */
export function nearestPage(text: Element): number {
  return text.clientWidth <= 0 ? 0 : Math.round(text.scrollLeft / text.clientWidth);
}

export function scrollToPage(text: Element, page: number, behavior: ScrollBehavior): void {
  const left = page * text.clientWidth;
  turningTo = behavior === 'smooth' && Math.abs(text.scrollLeft - left) > 1 ? page : null;
  text.scrollTo({ left, behavior });
}

/** Whether a page is on its way: then the scroll is ours. */
export function isTurning(text: Element): boolean {
  if (turningTo !== null && Math.abs(text.scrollLeft - turningTo * text.clientWidth) < 1) turningTo = null;
  return turningTo !== null;
}

/** However it ended. */
export function endTurn(): void {
  turningTo = null;
}

/** Counts the pages, at least 1, and makes room up to the end of the last one. */
export function countPages(text: HTMLElement): number {
  const last = [...(text.lastElementChild?.getClientRects() ?? [])].at(-1);
  const pages = last === undefined ? 1 : pageAt(text, last.left) + 1;
  if (text.style.getPropertyValue('--pages') !== String(pages)) text.style.setProperty('--pages', String(pages));
  return pages;
}

/** Where the window stands: above the text, at it, or below it. */
export type Whereabouts = 'before' | 'at' | 'after';

/** `top`, `bottom`: of the text in the window; `height`: of the window, pixels. Whatever fills more than half of it, one is at. */
export function whereabouts({ top, bottom }: { top: number; bottom: number }, height: number): Whereabouts {
  if (top > height / 2) return 'before';
  return bottom < height / 2 ? 'after' : 'at';
}

/** How far the window must scroll for the whole page to be in sight, pixels. */
export function wayToText(text: Element): number {
  return text.getBoundingClientRect().top - Number.parseFloat(getComputedStyle(text).scrollMarginTop);
}
