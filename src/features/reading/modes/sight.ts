/** What of a text is in sight, and how to bring something into it: the same two questions for a scroll and for pages. Browser-safe. */
import { blocksOf, blockText, rangeIn } from '../text/block-text.ts';
import type { Spot } from '../text/places.ts';
import { countPages, isPaged, pageAt, pageInSight, scrollToPage, wayToText, whereabouts } from './page-box.ts';

/** Text below the sticky bar begins here, pixels from the top of the window. */
const TOP = 96;

/** The first place in sight, and the share of the text that is above the end of what is in sight, 0 to 1. */
export function spotInSight(text: HTMLElement): { spot: Spot; progress: number } {
  const blocks = blocksOf(text);
  const isAbove = isPaged(text) ? isOnEarlierPage(text) : isScrolledAway;
  const first = blocks.findIndex((block) => !isAbove(lastRect(block)));
  const progress = Math.round(progressOf(text) * 1000) / 1000;
  if (first < 0) return { spot: { block: Math.max(0, blocks.length - 1), char: 0 }, progress };
  const char = firstInSight(blocks[first] as Element, isPaged(text) ? isAbove : isReadLine);
  // Of a block whose last line is gone only its foot is in sight.
  const isGone = char > 0 && char >= blockText(blocks[first] as Element).length;
  // An ornament is no place: what is read comes after it.
  const next = isGone || isOrnament(blocks[first]) ? blocks.findIndex((block, index) => index > first && !isOrnament(block)) : -1;
  return { spot: next < 0 ? { block: first, char } : { block: next, char: 0 }, progress };
}

/** Shows the place: its line at the top of the window, or its page. False when the text has no such place any more. */
export function bringIntoSight(text: HTMLElement, { block, char }: Spot, behavior: ScrollBehavior = 'instant'): boolean {
  const element = blocksOf(text)[block];
  if (element === undefined) return false;
  const rect = rectAt(element, char) ?? element.getBoundingClientRect();
  if (isPaged(text)) showPage(text, pageAt(text, rect.left), behavior);
  else window.scrollTo({ top: rect.top + window.scrollY - TOP - 8, behavior });
  return true;
}

/** Whether a place stands on the line of the first one in sight, or on the page in sight. */
export function isAtTop(text: HTMLElement, spot: Spot, first: Spot): boolean {
  const [rect, top] = [spot, first].map(({ block, char }) => {
    const element = blocksOf(text)[block];
    return element === undefined ? undefined : (rectAt(element, char) ?? element.getBoundingClientRect());
  });
  if (rect === undefined || top === undefined) return false;
  if (isPaged(text)) return pageAt(text, rect.left) === pageInSight(text);
  return rect.top < top.bottom && rect.bottom > top.top && Math.abs(rect.top - top.top) < top.height / 2;
}

/** Shows the page with this rectangle, as it stands in the window now; for sentences that are read, marks and links. */
export function bringPageOf(text: HTMLElement, rect: DOMRect): void {
  showPage(text, pageAt(text, rect.left), 'instant');
}

/** Turns to a page, counted from 0, and brings the whole of it into the window. */
export function showPage(text: HTMLElement, page: number, behavior: ScrollBehavior): void {
  scrollToPage(text, Math.min(page, countPages(text) - 1), behavior);
  const way = wayToText(text);
  if (Math.abs(way) > 1) window.scrollBy({ top: way, behavior });
}

/** How much of the text is still to be read, 0 to 1; null before its beginning, and when its end is in sight. */
export function shareLeft(text: HTMLElement): number | null {
  if (isPaged(text)) {
    const [page, pages] = [pageInSight(text), countPages(text)];
    const isAtIt = whereabouts(text.getBoundingClientRect(), window.innerHeight) === 'at';
    return isAtIt && page > 0 && page < pages - 1 ? 1 - page / pages : null;
  }
  const { top, bottom, height } = text.getBoundingClientRect();
  return top < TOP && bottom > window.innerHeight ? Math.min(1, (bottom - TOP) / Math.max(1, height)) : null;
}

type IsAbove = (rect: DOMRect) => boolean;

const isScrolledAway: IsAbove = (rect) => rect.bottom <= TOP;

/** Of a line its middle counts: the one above a line that was brought into sight reaches into it. */
const isReadLine: IsAbove = (rect) => (rect.top + rect.bottom) / 2 <= TOP;

function isOnEarlierPage(text: Element): IsAbove {
  // While a page is being turned, what counts is where it will lie.
  const left = text.getBoundingClientRect().left + pageInSight(text) * text.clientWidth - text.scrollLeft;
  return (rect) => rect.left < left - 1;
}

function progressOf(text: Element): number {
  if (isPaged(text)) return Math.min(1, (pageInSight(text) + 1) / Math.max(1, Math.round(text.scrollWidth / text.clientWidth)));
  const { top, height } = text.getBoundingClientRect();
  return height <= 0 ? 0 : Math.min(1, Math.max(0, (window.innerHeight - top) / height));
}

function isOrnament(block: Element | undefined): boolean {
  return block?.tagName === 'HR';
}

function lastRect(block: Element): DOMRect {
  return [...block.getClientRects()].at(-1) ?? block.getBoundingClientRect();
}

/** Characters of the block that are above the sight: found by halving, as lines come one after the other; a tall initial beside them says nothing. */
function firstInSight(block: Element, isAbove: IsAbove): number {
  let [low, high] = [0, blockText(block).length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const rect = rectAt(block, middle);
    if (rect !== null && isAbove(rect)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Of the character there, or of the next one that is drawn (spaces at the ends of lines are not); null past the end of the block. */
function rectAt(block: Element, offset: number): DOMRect | null {
  const { length } = blockText(block);
  for (let at = offset; at < length; at += 1) {
    const rect = rangeIn(block, at, at + 1)?.getClientRects()[0];
    if (rect !== undefined && rect.width > 0) return rect;
  }
  return null;
}
