import { useEffect, useState } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { isNotTyping, isOverlayOpen, type KeyPress } from '../components/keyboard-shortcuts.ts';
import {
  countPages,
  currentPage,
  endTurn,
  isPaged,
  isTurning,
  nearestPage,
  onLayoutChange,
  pageAt,
  scrollToPage,
  type ViewportRelation,
} from './text-layout.ts';
import { type PageTurn, showPage, turnPage, viewportRelationOf } from './viewport-position.ts';

/** Page navigation below the text with the id `of`: previous and next buttons, and the current page. */
export function PageNavigation({ of }: { of: string }) {
  const [shown, setShown] = useState<PageStatus>({ page: 0, pages: 1 });

  useEffect(() => {
    const text = document.getElementById(of);
    const tell = (next: PageStatus) => setShown((last) => (last.page === next.page && last.pages === next.pages ? last : next));
    return text === null ? undefined : startPagination(text, tell);
  }, [of]);

  function press(direction: 'next' | 'previous'): void {
    const text = document.getElementById(of);
    if (text !== null) turnPage(text, direction);
  }

  return (
    <>
      <button
        type="button"
        className="icon-btn"
        aria-label={shown.page === 0 ? 'Back to the title' : 'Previous page'}
        onClick={() => press('previous')}
      >
        <Icon name="back" />
      </button>
      <p role="status" className="figures">
        Page {shown.page + 1} of {shown.pages}
      </p>
      <button
        type="button"
        className="icon-btn"
        aria-label={shown.page + 1 >= shown.pages ? 'On to the end of the tale' : 'Next page'}
        onClick={() => press('next')}
      >
        <Icon name="arrow" />
      </button>
    </>
  );
}

export type PageStatus = { page: number; pages: number };

/** Pause after which scrolling has ended, in browsers without scrollend. */
const SCROLL_IDLE_MS = 150;

/** Elements with their own click behaviour. */
const INTERACTIVE = 'a, button, summary, input, label, [role="button"], dialog, aside, nav, header, .pages-foot';

/** Starts paged mode. Calls `tell` with the current page (from 0) and the page count. Returns a function to stop. */
export function startPagination(text: HTMLElement, tell: (shown: PageStatus) => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const report = () => isPaged(text) && tell({ page: currentPage(text), pages: countPages(text) });
  const stopObserving = onLayoutChange(text, report);
  const replaced = new MutationObserver((changes) => {
    if (!changes.some(({ removedNodes }) => removedNodes.length > 0)) return;
    endTurn();
    scrollToPage(text, 0, 'instant');
    report();
  });
  replaced.observe(text, { childList: true });
  const end = () => [endTurn(), snapToPage(text, report)];
  let idle: ReturnType<typeof setTimeout> | undefined;
  text.addEventListener(
    'scroll',
    () => {
      snapToPage(text, report);
      // Safari has no scrollend event.
      if ('onscrollend' in window) return;
      clearTimeout(idle);
      idle = setTimeout(end, SCROLL_IDLE_MS);
    },
    { signal },
  );
  text.addEventListener('scrollend', end, { signal });
  text.addEventListener('focusin', ({ target }) => target !== text && showElement(text, target), { signal });
  addEventListener('hashchange', () => showElement(text, document.querySelector(':target')), { signal });
  document.addEventListener('keydown', (event) => onKeyDown(text, event), { signal });
  listenForTaps(text, signal);
  showElement(text, document.querySelector(':target'));
  report();
  return () => {
    stop.abort();
    stopObserving();
    replaced.disconnect();
  };
}

/** After a scroll by the browser (find in page, Tab, a link), aligns to the page with its target. */
function snapToPage(text: HTMLElement, report: () => void): void {
  if (!isPaged(text)) return;
  const page = nearestPage(text);
  if (!isTurning(text) && Math.abs(text.scrollLeft - page * text.clientWidth) > 1) showPage(text, targetPage(text) ?? page, 'instant');
  report();
}

/** Returns the page of the visible focused, linked or selected element. */
function targetPage(text: HTMLElement): number | null {
  const selection = getSelection();
  const range = selection !== null && selection.rangeCount > 0 && !selection.isCollapsed ? selection.getRangeAt(0) : null;
  const { left, right } = text.getBoundingClientRect();
  for (const found of [document.activeElement, document.querySelector(':target'), range]) {
    const node = found instanceof Range ? found.commonAncestorContainer : found;
    if (found === null || node === text || !text.contains(node)) continue;
    const rect = [...found.getClientRects()].find((each) => each.right > left && each.left < right);
    if (rect !== undefined) return pageAt(text, rect.left);
  }
  return null;
}

function showElement(text: HTMLElement, element: EventTarget | null): void {
  if (!(element instanceof Element) || !text.contains(element) || !isPaged(text)) return;
  const rect = element.getClientRects()[0];
  if (rect !== undefined) showPageOf(text, rect);
}

function onKeyDown(text: HTMLElement, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || !isPaged(text) || !canTurnPages(event.target, event.key)) return;
  const page = currentPage(text);
  const direction = pageTurnForKey(event, { where: viewportRelationOf(text), isFar: isFarFrom(text), page, pages: countPages(text) });
  if (direction === null) return;
  event.preventDefault();
  turnPage(text, direction);
}

/** Touch: taps and swipes. Mouse: only clicks beside the text, as those in it select. */
function listenForTaps(text: HTMLElement, signal: AbortSignal): void {
  let down: { x: number; y: number; at: number; isFree: boolean; isMouse: boolean } | null = null;
  document.addEventListener(
    'pointerdown',
    ({ clientX: x, clientY: y, timeStamp: at, pointerType, isPrimary, target }) => {
      down = { x, y, at, isFree: isPrimary && isPaged(text) && isTurnArea(text, target, y), isMouse: pointerType === 'mouse' };
    },
    { signal },
  );
  document.addEventListener(
    'pointerup',
    ({ clientX, clientY, timeStamp }) => {
      if (down === null || !down.isFree || down.isMouse || hasSelection()) return;
      const swiped = pageTurnForSwipe({ x: clientX - down.x, y: clientY - down.y, ms: timeStamp - down.at });
      if (swiped === null) return;
      down = null;
      turnPage(text, swiped);
    },
    { signal },
  );
  document.addEventListener(
    'click',
    (event) => {
      if (down === null || !down.isFree || event.defaultPrevented || event.button !== 0 || hasSelection()) return;
      if (down.isMouse && event.target instanceof Node && text.contains(event.target)) return;
      const tapped = pageTurnForTap(event.clientX, window.innerWidth);
      if (tapped === null || Math.hypot(event.clientX - down.x, event.clientY - down.y) > 12) return;
      event.preventDefault();
      turnPage(text, tapped);
    },
    { signal },
  );
}

/** Whether a tap there turns the page: within the text's height, not on a control, without a selection, open overlay or zoom. */
function isTurnArea(text: HTMLElement, target: EventTarget | null, y: number): boolean {
  const { top, bottom } = text.getBoundingClientRect();
  if (y < top || y > bottom || !(target instanceof Element) || hasSelection() || isOverlayOpen()) return false;
  return target.closest('main') !== null && target.closest(INTERACTIVE) === null && (visualViewport?.scale ?? 1) < 1.05;
}

function hasSelection(): boolean {
  return getSelection()?.isCollapsed === false;
}

export type TouchTurn = 'next' | 'previous';

/** Shorter movements are taps. */
const MIN_SWIPE_PX = 40;
/** Slower movements are not swipes. */
const MAX_SWIPE_MS = 900;

/** The left third of the window turns back, the right third forward. */
export function pageTurnForTap(x: number, width: number): TouchTurn | null {
  if (x < width / 3) return 'previous';
  return x > (width * 2) / 3 ? 'next' : null;
}

/** `x`, `y`: distance in pixels. Must be mostly horizontal. */
export function pageTurnForSwipe({ x, y, ms }: { x: number; y: number; ms: number }): TouchTurn | null {
  if (Math.abs(x) < MIN_SWIPE_PX || Math.abs(x) < 1.5 * Math.abs(y) || ms > MAX_SWIPE_MS) return null;
  return x < 0 ? 'next' : 'previous';
}

const PRESSABLE = 'button, summary, [role="button"], [role="slider"], [role="tab"], [role^="menu"], [role="option"]';

/** Whether a key pressed at `target` may turn pages. The page buttons only reserve the space bar. */
export function canTurnPages(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element) || isOverlayOpen()) return isNotTyping(target) && !isOverlayOpen();
  if (target.closest('.pages-foot') !== null) return key !== ' ';
  return isNotTyping(target) && target.closest(PRESSABLE) === null;
}

/**
 * Returns what a key does in paged mode; null for its default action. `isFar`: more than a window away from the text, which is then scrolled
 * first. `page`: from 0.
 */
export function pageTurnForKey(
  pressed: KeyPress,
  at: { where: ViewportRelation; isFar: boolean; page: number; pages: number },
): PageTurn | null {
  const { key, shiftKey, altKey, ctrlKey, metaKey } = pressed;
  if (altKey || ctrlKey || metaKey || (shiftKey && key !== ' ')) return null;
  if (key === 'ArrowRight') return at.where === 'after' ? null : 'next';
  if (key === 'ArrowLeft') return at.where === 'before' ? null : 'previous';
  if (key === 'PageDown' || (key === ' ' && !shiftKey)) return at.where === 'after' || at.isFar ? null : 'next';
  if (key === 'PageUp' || key === ' ') return at.where === 'before' || at.isFar ? null : 'previous';
  if (at.where !== 'at') return null;
  // On the first or last page, keep the default: the ends of the document.
  if (key === 'Home') return at.page > 0 ? 'first' : null;
  if (key === 'End') return at.page < at.pages - 1 ? 'last' : null;
  return null;
}

/** Shows the page that contains a viewport rectangle. */
function showPageOf(text: HTMLElement, rect: DOMRect): void {
  showPage(text, pageAt(text, rect.left), 'instant');
}

/** Whether the text is more than a window away. */
function isFarFrom(text: Element): boolean {
  const { top, bottom } = text.getBoundingClientRect();
  return top > window.innerHeight || bottom < 0;
}
