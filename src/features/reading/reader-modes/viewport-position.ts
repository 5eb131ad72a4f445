/** The visible part of a text, and scrolling to a point of it, in scroll and paged mode. */

import { blocksOf, blockText, rangeIn } from '../text/block-text.ts';
import type { TextPoint } from '../text/reading-position.ts';
import { countPages, currentPage, isPaged, pageAt, scrollToPage, type ViewportRelation } from './text-layout.ts';

/** Bottom edge of the sticky header, in pixels. */
const HEADER_OFFSET = 96;

/** Returns the first visible point, and the share of the text above the viewport's bottom edge, 0 to 1. */
export function firstVisiblePoint(text: HTMLElement): { point: TextPoint; progress: number } {
  const blocks = blocksOf(text);
  const isAbove = isPaged(text) ? isOnEarlierPage(text) : isScrolledAway;
  const first = blocks.findIndex((block) => !isAbove(lastRect(block)));
  const progress = Math.round(progressOf(text) * 1000) / 1000;
  if (first < 0) return { point: { block: Math.max(0, blocks.length - 1), char: 0 }, progress };
  const char = firstVisibleChar(blocks[first] as Element, isPaged(text) ? isAbove : isLineAbove);
  // Only the padding of the block is visible.
  const isGone = char > 0 && char >= blockText(blocks[first] as Element).length;
  // A point is never in an ornament, but in the text after it.
  const next = isGone || isOrnament(blocks[first]) ? blocks.findIndex((block, index) => index > first && !isOrnament(block)) : -1;
  return { point: next < 0 ? { block: first, char } : { block: next, char: 0 }, progress };
}

/** Scrolls to a point: its line at the top of the window, or its page. Returns false if the block does not exist. */
export function scrollToPoint(text: HTMLElement, { block, char }: TextPoint, behavior: ScrollBehavior = 'instant'): boolean {
  const element = blocksOf(text)[block];
  if (element === undefined) return false;
  const rect = rectAt(element, char) ?? element.getBoundingClientRect();
  if (isPaged(text)) showPage(text, pageAt(text, rect.left), behavior);
  else window.scrollTo({ top: rect.top + window.scrollY - HEADER_OFFSET - 8, behavior });
  return true;
}

/** Whether a point is on the first visible line, or on the current page. */
export function isAtTop(text: HTMLElement, point: TextPoint, first: TextPoint): boolean {
  const [rect, top] = [point, first].map(({ block, char }) => {
    const element = blocksOf(text)[block];
    return element === undefined ? undefined : (rectAt(element, char) ?? element.getBoundingClientRect());
  });
  if (rect === undefined || top === undefined) return false;
  if (isPaged(text)) return pageAt(text, rect.left) === currentPage(text);
  return rect.top < top.bottom && rect.bottom > top.top && Math.abs(rect.top - top.top) < top.height / 2;
}

/** Turns to a page (from 0) and scrolls the window so that all of it is visible. */
export function showPage(text: HTMLElement, page: number, behavior: ScrollBehavior): void {
  scrollToPage(text, Math.min(page, countPages(text) - 1), behavior);
  const way = distanceToText(text);
  if (Math.abs(way) > 1) window.scrollBy({ top: way, behavior });
}

/** Returns the unread share of the text, 0 to 1; null before its start and when its end is visible. */
export function remainingShare(text: HTMLElement): number | null {
  if (isPaged(text)) {
    const [page, pages] = [currentPage(text), countPages(text)];
    const isAtIt = viewportRelation(text.getBoundingClientRect(), window.innerHeight) === 'at';
    return isAtIt && page > 0 && page < pages - 1 ? 1 - page / pages : null;
  }
  const { top, bottom, height } = text.getBoundingClientRect();
  return top < HEADER_OFFSET && bottom > window.innerHeight ? Math.min(1, (bottom - HEADER_OFFSET) / Math.max(1, height)) : null;
}

type IsAbove = (rect: DOMRect) => boolean;

const isScrolledAway: IsAbove = (rect) => rect.bottom <= HEADER_OFFSET;

/** Compares the middle of a line, as the line above may overlap. */
const isLineAbove: IsAbove = (rect) => (rect.top + rect.bottom) / 2 <= HEADER_OFFSET;

function isOnEarlierPage(text: Element): IsAbove {
  // During a page turn, use the final scroll position.
  const left = text.getBoundingClientRect().left + currentPage(text) * text.clientWidth - text.scrollLeft;
  return (rect) => rect.left < left - 1;
}

function progressOf(text: Element): number {
  if (isPaged(text)) return Math.min(1, (currentPage(text) + 1) / Math.max(1, Math.round(text.scrollWidth / text.clientWidth)));
  const { top, height } = text.getBoundingClientRect();
  return height <= 0 ? 0 : Math.min(1, Math.max(0, (window.innerHeight - top) / height));
}

function isOrnament(block: Element | undefined): boolean {
  return block?.tagName === 'HR';
}

function lastRect(block: Element): DOMRect {
  return [...block.getClientRects()].at(-1) ?? block.getBoundingClientRect();
}

/** Returns the index of the first visible character of a block, by binary search over its lines. */
function firstVisibleChar(block: Element, isAbove: IsAbove): number {
  let [low, high] = [0, blockText(block).length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const rect = rectAt(block, middle);
    if (rect !== null && isAbove(rect)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the rectangle of a character, or of the next rendered one (spaces at line ends are not); null past the end. */
function rectAt(block: Element, offset: number): DOMRect | null {
  const { length } = blockText(block);
  for (let at = offset; at < length; at += 1) {
    const rect = rangeIn(block, at, at + 1)?.getClientRects()[0];
    if (rect !== undefined && rect.width > 0) return rect;
  }
  return null;
}

export type PageTurn = 'next' | 'previous' | 'first' | 'last';

export function turnPage(text: HTMLElement, direction: PageTurn): void {
  const [page, pages, where] = [currentPage(text), countPages(text), viewportRelationOf(text)];
  const isComing = (where === 'before' && direction === 'next') || (where === 'after' && direction === 'previous');
  const to = isComing ? page : { next: page + 1, previous: page - 1, first: 0, last: pages - 1 }[direction];
  if (to < 0) window.scrollTo({ top: 0, behavior: scrollBehavior() });
  else if (to >= pages) window.scrollBy({ top: distanceToText(text) + heightOfPage(text), behavior: scrollBehavior() });
  else showPage(text, to, scrollBehavior());
}

export function viewportRelationOf(text: Element): ViewportRelation {
  return viewportRelation(text.getBoundingClientRect(), window.innerHeight);
}

function scrollBehavior(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
}

/** Height of the text and the page navigation. */
function heightOfPage(text: Element): number {
  return text.clientHeight + (document.querySelector('.pages-foot')?.clientHeight ?? 0);
}

/** `top`, `bottom`: of the text in the viewport; `height`: of the viewport. The text counts as shown when it covers the middle. */
export function viewportRelation({ top, bottom }: { top: number; bottom: number }, height: number): ViewportRelation {
  if (top > height / 2) return 'before';
  return bottom < height / 2 ? 'after' : 'at';
}

/** Returns how far to scroll for the whole page to be visible, in pixels. */
function distanceToText(text: Element): number {
  return text.getBoundingClientRect().top - Number.parseFloat(getComputedStyle(text).scrollMarginTop);
}
