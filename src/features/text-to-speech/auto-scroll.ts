/** Scrolls the page along with the voice until the reader scrolls away. */

/** Scroll events within this time after our own scroll are ignored. */
const OWN_SCROLL_MS = 900;
const SCROLL_KEYS = ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'];

export type AutoScroll = {
  /** Scrolls a sentence into the middle third of the window unless the reader has scrolled away. `glideMs`: duration for silent reading. */
  follow: (range: Range, glideMs?: number) => void;
  /** Scrolls back to the sentence. */
  scrollBack: () => void;
  stop: () => void;
};

/** `onAway`: called when the reader scrolls away from the sentence, or back. */
export function startAutoScroll(onAway: (isAway: boolean) => void): AutoScroll {
  let range: Range | null = null;
  let isAway = false;
  let oursUntil = 0;
  let frame = 0;

  function setAway(away: boolean): void {
    if (away !== isAway) onAway(away);
    isAway = away;
  }

  function onUserScroll(): void {
    cancelAnimationFrame(frame);
    oursUntil = 0;
  }

  function onKeyDown({ key, target }: KeyboardEvent): void {
    if (SCROLL_KEYS.includes(key) && !(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) onUserScroll();
  }

  function onScroll(): void {
    if (performance.now() < oursUntil || range === null) return;
    setAway(!isVisible(range));
  }

  function scrollIntoPlace(glideMs: number): void {
    if (range === null) return;
    if (isPaged()) {
      showPageOf(range);
      return;
    }
    const by = distanceToMiddle(range, glideMs > 0);
    if (by === 0) return;
    cancelAnimationFrame(frame);
    const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
    oursUntil = performance.now() + OWN_SCROLL_MS + glideMs;
    if (isReduced || glideMs === 0) window.scrollBy({ top: by, behavior: isReduced ? 'instant' : 'smooth' });
    else glide(by, glideMs);
  }

  /** Scrolls at constant speed, like a teleprompter. */
  function glide(by: number, ms: number): void {
    const [from, began] = [window.scrollY, performance.now()];
    const move = (now: number) => {
      const share = Math.min(1, (now - began) / ms);
      window.scrollTo({ top: from + by * share, behavior: 'instant' });
      if (share < 1) frame = requestAnimationFrame(move);
    };
    frame = requestAnimationFrame(move);
  }

  const userEvents = ['wheel', 'touchmove'] as const;
  for (const hand of userEvents) addEventListener(hand, onUserScroll, { passive: true });
  addEventListener('keydown', onKeyDown);
  addEventListener('scroll', onScroll, { passive: true, capture: true });
  return {
    follow(next, glideMs = 0) {
      range = next;
      if (isAway && isVisible(next)) setAway(false);
      if (!isAway) scrollIntoPlace(glideMs);
    },
    scrollBack() {
      setAway(false);
      scrollIntoPlace(0);
    },
    stop() {
      cancelAnimationFrame(frame);
      for (const hand of userEvents) removeEventListener(hand, onUserScroll);
      removeEventListener('keydown', onKeyDown);
      removeEventListener('scroll', onScroll, { capture: true });
    },
  };
}

function isPaged(): boolean {
  return document.documentElement.dataset.flow === 'pages';
}

/** Returns the pixels to scroll; 0 while the sentence is in the middle third. `isSteady`: always to the middle. */
function distanceToMiddle(range: Range, isSteady: boolean): number {
  const { top, bottom } = range.getBoundingClientRect();
  const height = window.innerHeight;
  if (!isSteady && top >= height / 3 - 1 && bottom <= (2 * height) / 3 + 1) return 0;
  // A sentence higher than the middle third is aligned to its top.
  const middle = (top + bottom) / 2;
  const by = bottom - top > height / 3 ? top - height / 3 : middle - height / 2;
  return Math.abs(by) < 2 ? 0 : by;
}

function isVisible(range: Range): boolean {
  const { top, bottom, left, right } = range.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight && right > 0 && left < window.innerWidth;
}

/** Scrolls the columns of paged mode to the page of the range. */
function showPageOf(range: Range): void {
  let pages: Element | null = range.startContainer.parentElement;
  while (pages !== null && pages.scrollWidth <= pages.clientWidth + 1) pages = pages.parentElement;
  const first = range.getClientRects()[0];
  if (pages === null || first === undefined) return;
  const left = first.left - pages.getBoundingClientRect().left + pages.scrollLeft;
  pages.scrollLeft = Math.floor(left / pages.clientWidth) * pages.clientWidth;
}
