import { useEffect } from 'react';
import type { TextPoint } from '../text/reading-position.ts';
import { isPaged, onLayoutChange } from './text-layout.ts';
import { firstVisiblePoint, scrollToPoint, viewportRelationOf } from './viewport-position.ts';

/** Preserves the reading position across layout changes (settings, resizes, fonts) while mounted. `of`: the id of the text. */
export function PreservePosition({ of }: { of: string }) {
  useEffect(() => {
    const text = document.getElementById(of);
    return text === null ? undefined : preservePosition(text);
  }, [of]);
  return null;
}

/** Pause after which scrolling has ended; longer where the browser has the scrollend event. */
const SCROLL_IDLE_MS = 120;
const SCROLLEND_FALLBACK_MS = 1_000;

/** Returns a function to stop. */
export function preservePosition(text: HTMLElement): () => void {
  let point: TextPoint | null = isReading(text) ? firstVisiblePoint(text).point : null;
  // The scroll position then. Not read again after our own scrolls, or the position would drift line by line.
  let scrolledTo = scrollPosition(text);
  let layout = layoutKey(text);
  // Do not interrupt a scroll in progress, by the reader or the site.
  let isScrolling = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stillMs = 'onscrollend' in window ? SCROLLEND_FALLBACK_MS : SCROLL_IDLE_MS;

  // A new layout is not a scroll by the reader; it is corrected before the next paint.
  const isReaderScroll = () => scrollPosition(text) !== scrolledTo && layoutKey(text) === layout;
  const look = () => {
    clearTimeout(timer);
    isScrolling = false;
    if (!isReaderScroll()) return;
    scrolledTo = scrollPosition(text);
    point = isReading(text) ? firstVisiblePoint(text).point : null;
  };
  const moved = () => {
    if (isReaderScroll()) isScrolling = true;
    clearTimeout(timer);
    timer = setTimeout(look, stillMs);
  };
  const stopObserving = onLayoutChange(text, () => {
    const wasScrolling = isScrolling || isReaderScroll();
    layout = layoutKey(text);
    if (point === null || wasScrolling) return;
    scrollToPoint(text, point);
    scrolledTo = scrollPosition(text);
    layout = layoutKey(text);
  });
  addEventListener('scroll', moved, { passive: true, capture: true });
  addEventListener('scrollend', look, { capture: true });
  return () => {
    clearTimeout(timer);
    stopObserving();
    removeEventListener('scroll', moved, { capture: true });
    removeEventListener('scrollend', look, { capture: true });
  };
}

/** Whether the viewport is within the text. */
function isReading(text: HTMLElement): boolean {
  if (isPaged(text)) return viewportRelationOf(text) === 'at';
  const { top, bottom } = text.getBoundingClientRect();
  return top < 0 && bottom > 0;
}

function scrollPosition(text: Element): string {
  return `${Math.round(scrollY)} ${Math.round(text.scrollLeft)}`;
}

/** Changes with the sizes of window and text. */
function layoutKey(text: HTMLElement): string {
  return [innerWidth, innerHeight, text.offsetWidth, text.offsetHeight].join(' ');
}
