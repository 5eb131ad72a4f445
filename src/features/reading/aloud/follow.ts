/** Lets the page follow the voice, until the reader goes elsewhere in it by hand. */

/** A scroll so soon after one of ours is ours. */
const OURS_MS = 900;
/** Keys that scroll a page. */
const KEYS = ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'];

export type Follower = {
  /** Brings the sentence into the middle third of the window, unless the reader has gone away. `glideMs`: in step with silent reading. */
  follow: (range: Range, glideMs?: number) => void;
  /** Brings it back into sight. */
  comeBack: () => void;
  stop: () => void;
};

/** `onAway` hears whether the sentence is out of sight by the reader's own doing. */
export function startFollowing(onAway: (isAway: boolean) => void): Follower {
  let range: Range | null = null;
  let isAway = false;
  let oursUntil = 0;
  let frame = 0;

  function setAway(away: boolean): void {
    if (away !== isAway) onAway(away);
    isAway = away;
  }

  function byHand(): void {
    cancelAnimationFrame(frame);
    oursUntil = 0;
  }

  function keyed({ key, target }: KeyboardEvent): void {
    if (KEYS.includes(key) && !(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) byHand();
  }

  function scrolled(): void {
    if (performance.now() < oursUntil || range === null) return;
    setAway(!isInSight(range));
  }

  function bring(glideMs: number): void {
    if (range === null) return;
    if (isPaged()) {
      bringPage(range);
      return;
    }
    const by = wayToMiddle(range, glideMs > 0);
    if (by === 0) return;
    cancelAnimationFrame(frame);
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    oursUntil = performance.now() + OURS_MS + glideMs;
    if (isStill || glideMs === 0) window.scrollBy({ top: by, behavior: isStill ? 'instant' : 'smooth' });
    else glide(by, glideMs);
  }

  /** Steadily, as a teleprompter does. */
  function glide(by: number, ms: number): void {
    const [from, began] = [window.scrollY, performance.now()];
    const move = (now: number) => {
      const share = Math.min(1, (now - began) / ms);
      window.scrollTo({ top: from + by * share, behavior: 'instant' });
      if (share < 1) frame = requestAnimationFrame(move);
    };
    frame = requestAnimationFrame(move);
  }

  const hands = ['wheel', 'touchmove'] as const;
  for (const hand of hands) addEventListener(hand, byHand, { passive: true });
  addEventListener('keydown', keyed);
  addEventListener('scroll', scrolled, { passive: true, capture: true });
  return {
    follow(next, glideMs = 0) {
      range = next;
      if (isAway && isInSight(next)) setAway(false);
      if (!isAway) bring(glideMs);
    },
    comeBack() {
      setAway(false);
      bring(0);
    },
    stop() {
      cancelAnimationFrame(frame);
      for (const hand of hands) removeEventListener(hand, byHand);
      removeEventListener('keydown', keyed);
      removeEventListener('scroll', scrolled, { capture: true });
    },
  };
}

function isPaged(): boolean {
  return document.documentElement.dataset.flow === 'pages';
}

/** Pixels to scroll; 0 while the sentence is in the middle third. `isSteady`: always to the middle. */
function wayToMiddle(range: Range, isSteady: boolean): number {
  const { top, bottom } = range.getBoundingClientRect();
  const height = window.innerHeight;
  if (!isSteady && top >= height / 3 - 1 && bottom <= (2 * height) / 3 + 1) return 0;
  // One that is longer than the third begins where the third does.
  const middle = (top + bottom) / 2;
  const by = bottom - top > height / 3 ? top - height / 3 : middle - height / 2;
  return Math.abs(by) < 2 ? 0 : by;
}

function isInSight(range: Range): boolean {
  const { top, bottom, left, right } = range.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight && right > 0 && left < window.innerWidth;
}

/** The text stands in columns that are turned sideways, one a page. */
function bringPage(range: Range): void {
  let pages: Element | null = range.startContainer.parentElement;
  while (pages !== null && pages.scrollWidth <= pages.clientWidth + 1) pages = pages.parentElement;
  const first = range.getClientRects()[0];
  if (pages === null || first === undefined) return;
  const left = first.left - pages.getBoundingClientRect().left + pages.scrollLeft;
  pages.scrollLeft = Math.floor(left / pages.clientWidth) * pages.clientWidth;
}
