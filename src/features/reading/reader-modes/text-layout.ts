/** Layout of the text. In paged mode: columns in a box one page wide (or two side by side), scrolled horizontally by whole boxes. */

/** Whether the text is paged now. The styles decide (reading-ways.css): small windows always scroll. */
export function isPaged(text: Element): boolean {
  return getComputedStyle(text).overflowX === 'hidden';
}

/** Returns the page (from 0) at a viewport x coordinate. */
export function pageAt(text: Element, left: number): number {
  const within = left - text.getBoundingClientRect().left + text.scrollLeft;
  return pageOfOffset(within, text.clientWidth);
}

/** `offset`: pixels from the start of the first page; `width`: of one page. */
export function pageOfOffset(offset: number, width: number): number {
  return width <= 0 ? 0 : Math.max(0, Math.floor((offset + 1) / width));
}

/** Target of a smooth page turn in progress, so that two presses turn two pages. There is one text per document. */
let turningTo: number | null = null;

/** Returns the current page (from 0), or the target of a turn in progress. */
export function currentPage(text: Element): number {
  return turningTo ?? nearestPage(text);
}

/** Returns the page nearest to the scroll position, whoever scrolled. */
export function nearestPage(text: Element): number {
  return text.clientWidth <= 0 ? 0 : Math.round(text.scrollLeft / text.clientWidth);
}

export function scrollToPage(text: Element, page: number, behavior: ScrollBehavior): void {
  const left = page * text.clientWidth;
  turningTo = behavior === 'smooth' && Math.abs(text.scrollLeft - left) > 1 ? page : null;
  text.scrollTo({ left, behavior });
}

/** Whether a page turn is in progress. */
export function isTurning(text: Element): boolean {
  if (turningTo !== null && Math.abs(text.scrollLeft - turningTo * text.clientWidth) < 1) turningTo = null;
  return turningTo !== null;
}

export function endTurn(): void {
  turningTo = null;
}

/** Returns the page count, at least 1, and stores it in `--pages` for the width of the last page. */
export function countPages(text: HTMLElement): number {
  const last = [...(text.lastElementChild?.getClientRects() ?? [])].at(-1);
  const pages = last === undefined ? 1 : pageAt(text, last.left) + 1;
  if (text.style.getPropertyValue('--pages') !== String(pages)) text.style.setProperty('--pages', String(pages));
  return pages;
}

/** Whether the viewport is before, at or after the text. */
export type ViewportRelation = 'before' | 'at' | 'after';

/** Calls `changed` before the next paint when settings, sizes, fonts or pictures may have changed the layout. Returns a function to stop. */
export function onLayoutChange(text: HTMLElement, changed: () => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const marks = new MutationObserver(changed);
  // All display attributes except the colour theme, which does not affect layout.
  const names = ['face', 'size', 'spacing', 'paragraphs', 'measure', 'alignment', 'hyphens', 'flow', 'faces', 'focus-mode'];
  marks.observe(document.documentElement, { attributeFilter: names.map((name) => `data-${name}`) });
  let isSizeKnown = false;
  const size = new ResizeObserver(() => {
    // The first callback reports the initial size.
    if (isSizeKnown) changed();
    isSizeKnown = true;
  });
  size.observe(text);
  document.fonts.addEventListener('loadingdone', changed, { signal });
  text.addEventListener('load', changed, { signal, capture: true });
  return () => {
    stop.abort();
    marks.disconnect();
    size.disconnect();
  };
}
