import { useEffect } from 'react';
import { go } from '#src/ui/go.ts';

/** A finger that went so far, so fast and so level has swiped; CSS pixels and ms. */
const FAR = 80;
const FAST_MS = 700;
const LEVEL = 2.5;
/** From the edges the browser itself goes back and forth. */
const EDGE = 28;
/** What arrow keys and fingers are for already. */
const BUSY =
  'input, textarea, select, audio, video, dialog, [contenteditable], [role="slider"], [role="radiogroup"], [role="menu"], [role="listbox"], [role="dialog"], [role="tablist"]';

/** Turns to the previous or next tale by the arrow keys and by a swipe; `null` where there is none. Where pages are turned both are theirs. */
export function useTurning(prev: string | null, next: string | null): void {
  useEffect(() => {
    const turn = (to: string | null) => {
      if (to !== null) go(to);
    };
    const press = (event: KeyboardEvent) => {
      const to = event.key === 'ArrowLeft' ? prev : event.key === 'ArrowRight' ? next : null;
      if (to === null || event.defaultPrevented || event.repeat || isModified(event) || isBusy(event.target)) return;
      turn(to);
    };
    const stop = followSwipes((way) => turn(way === 'left' ? next : prev));
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('keydown', press);
      stop();
    };
  }, [prev, next]);
}

/** Tells of each swipe with one finger, by where the finger went. Gives back what ends that. */
function followSwipes(swiped: (way: 'left' | 'right') => void): () => void {
  let from: { x: number; y: number; at: number } | undefined;
  const begin = (event: TouchEvent) => {
    const [touch] = event.touches;
    const isFree = event.touches.length === 1 && touch !== undefined && !isBusy(event.target) && !isZoomed() && !scrollsAside(event.target);
    const isInside = touch !== undefined && touch.clientX > EDGE && touch.clientX < window.innerWidth - EDGE;
    from = isFree && isInside ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp } : undefined;
  };
  const end = (event: TouchEvent) => {
    const [touch] = event.changedTouches;
    if (from === undefined || touch === undefined || event.touches.length > 0) return;
    const [x, y] = [touch.clientX - from.x, touch.clientY - from.y];
    const isSwipe = Math.abs(x) >= FAR && Math.abs(x) >= LEVEL * Math.abs(y) && event.timeStamp - from.at <= FAST_MS;
    from = undefined;
    // Who marks words does not leave the page.
    if (isSwipe && getSelection()?.isCollapsed !== false) swiped(x < 0 ? 'left' : 'right');
  };
  const options = { passive: true };
  document.addEventListener('touchstart', begin, options);
  document.addEventListener('touchend', end, options);
  return () => {
    document.removeEventListener('touchstart', begin);
    document.removeEventListener('touchend', end);
  };
}

function isModified({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey || shiftKey;
}

function isBusy(target: EventTarget | null): boolean {
  if (document.documentElement.dataset.flow === 'pages' || document.querySelector('dialog[open]') !== null) return true;
  return target instanceof Element && target.closest(BUSY) !== null;
}

function isZoomed(): boolean {
  return (window.visualViewport?.scale ?? 1) > 1.05;
}

/** Within something that is wider than its place, a finger moves that. */
function scrollsAside(target: EventTarget | null): boolean {
  for (let at = target instanceof Element ? target : null; at !== null && at !== document.body; at = at.parentElement) {
    if (at.scrollWidth > at.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
  }
  return false;
}
