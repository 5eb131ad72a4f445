/** Recognizes swipes on touch screens. */

/** A swipe, in CSS pixels and ms; its horizontal distance must be this many times the vertical one. */
const MIN_SWIPE_DISTANCE = 80;
const MAX_SWIPE_MS = 700;
const MIN_SWIPE_RATIO = 2.5;
/** Browsers use swipes from the edges for back and forward. */
const EDGE_WIDTH = 28;
type Options = { isInteractive: (target: EventTarget | null) => boolean; signal: AbortSignal };

/** Calls `listener` for each one-finger swipe, except on interactive elements, until `signal` is aborted. */
export function onSwipe(listener: (direction: 'left' | 'right') => void, { isInteractive, signal }: Options): void {
  if (signal.aborted) return;
  let from: { x: number; y: number; at: number } | undefined;
  const begin = (event: TouchEvent) => {
    const [touch] = event.touches;
    const isFree =
      event.touches.length === 1 &&
      touch !== undefined &&
      !isInteractive(event.target) &&
      !isZoomed() &&
      !isInHorizontalScroller(event.target);
    const isInside = touch !== undefined && touch.clientX > EDGE_WIDTH && touch.clientX < window.innerWidth - EDGE_WIDTH;
    from = isFree && isInside ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp } : undefined;
  };
  const end = (event: TouchEvent) => {
    const [touch] = event.changedTouches;
    if (from === undefined || touch === undefined || event.touches.length > 0) return;
    const [x, y] = [touch.clientX - from.x, touch.clientY - from.y];
    const isSwipe =
      Math.abs(x) >= MIN_SWIPE_DISTANCE && Math.abs(x) >= MIN_SWIPE_RATIO * Math.abs(y) && event.timeStamp - from.at <= MAX_SWIPE_MS;
    from = undefined;
    // Not while selecting text.
    if (isSwipe && getSelection()?.isCollapsed !== false) listener(x < 0 ? 'left' : 'right');
  };
  document.addEventListener('touchstart', begin, { passive: true, signal });
  document.addEventListener('touchend', end, { passive: true, signal });
}

function isZoomed(): boolean {
  return (window.visualViewport?.scale ?? 1) > 1.05;
}

/** Whether the touch would scroll a container horizontally. */
function isInHorizontalScroller(target: EventTarget | null): boolean {
  for (let at = target instanceof Element ? target : null; at !== null && at !== document.body; at = at.parentElement) {
    if (at.scrollWidth > at.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
  }
  return false;
}
