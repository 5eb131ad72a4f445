import { TITLE_BLOCK } from './extract-sentences.ts';
import type { Sentence } from './player-state.ts';

/* Scrolls the page along with the voice until the reader scrolls away. */

/** Scroll events within this time after our own scroll are ignored. */
const OWN_SCROLL_MS = 900;
/** Where the first sentence of a page begins, below the sticky header, in pixels. */
const BELOW_HEADER = 104;
const SCROLL_KEYS = ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'];

/** Highlights the spoken sentence and scrolls to it. */
export type TtsHighlighting = {
  /** Null removes the highlight. `glideMs`: duration of scrolling in silent reading. */
  highlight: (sentence: Sentence | null, glideMs: number) => void;
  /** Follows a reader: scrolls to a sentence, or without highlight so that it is the first one on the page. */
  follow: (sentence: Sentence, how: { isPage: boolean; isInstant: boolean }) => void;
  scrollBack: () => void;
  stop: () => void;
};

export function startHighlighting(onAway: (isAway: boolean) => void): TtsHighlighting {
  const follower = startAutoScroll(onAway);
  let lit: Sentence | null = null;
  const again = () => highlightRange(lit === null ? null : sentenceRange(lit));
  if (usesOverlay()) addEventListener('resize', again);
  return {
    highlight(sentence, glideMs) {
      lit = sentence;
      const range = sentence === null ? null : sentenceRange(sentence);
      highlightRange(range);
      if (range !== null) follower.follow(range, { glideMs });
    },
    follow(sentence, { isPage, isInstant }) {
      lit = isPage ? null : sentence;
      const range = sentenceRange(sentence);
      highlightRange(isPage ? null : range);
      if (range !== null) follower.follow(range, { isAtTop: isPage, isInstant });
    },
    scrollBack: follower.scrollBack,
    stop() {
      removeEventListener('resize', again);
      follower.stop();
      highlightRange(null);
    },
  };
}

const HIGHLIGHT_NAME = 'spoken';
const OVERLAY_CLASS = 'spoken-layer';

/** Highlights a range with the CSS Custom Highlight API, or with an overlay where unsupported. The DOM of the text, in which offsets are counted, does not change. */
export function highlightRange(range: Range | null): void {
  if ('highlights' in CSS) {
    if (range === null) CSS.highlights.delete(HIGHLIGHT_NAME);
    else CSS.highlights.set(HIGHLIGHT_NAME, new Highlight(range));
    return;
  }
  document.querySelector(`.${OVERLAY_CLASS}`)?.remove();
  if (range !== null) document.body.append(createOverlay(range));
}

/** Whether the highlight must be repositioned after layout changes. */
export function usesOverlay(): boolean {
  return !('highlights' in CSS);
}

function createOverlay(range: Range): HTMLElement {
  const layer = document.createElement('div');
  layer.className = OVERLAY_CLASS;
  layer.setAttribute('aria-hidden', 'true');
  for (const { left, top, width, height } of range.getClientRects()) {
    const wash = layer.appendChild(document.createElement('span'));
    wash.style.setProperty('left', `${left + window.scrollX}px`);
    wash.style.setProperty('top', `${top + window.scrollY}px`);
    wash.style.setProperty('width', `${width}px`);
    wash.style.setProperty('height', `${height}px`);
  }
  return layer;
}

export const TEXT_ID = 'tale-text';

export function findTitle(): Element | null {
  return document.querySelector('.tale-title h1');
}

/** Returns the current DOM range of a sentence, which changes with settings and glossary highlights; null if the text has changed. */
export function sentenceRange(sentence: Sentence): Range | null {
  const block = sentence.block === TITLE_BLOCK ? findTitle() : document.getElementById(TEXT_ID)?.children[sentence.block];
  if (!block) return null;
  const range = document.createRange();
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  let offset = 0;
  let hasStart = false;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (!hasStart && sentence.start < offset + length) {
      range.setStart(node, sentence.start - offset);
      hasStart = true;
    }
    if (hasStart && sentence.end <= offset + length) {
      range.setEnd(node, sentence.end - offset);
      return range;
    }
    offset += length;
  }
  return null;
}

/** Returns the index of the sentence at a viewport point; -1 without one. */
export function sentenceAtPoint(sentences: readonly Sentence[], x: number, y: number): number {
  return sentences.findIndex((sentence) => {
    const rects = [...(sentenceRange(sentence)?.getClientRects() ?? [])];
    return rects.some((rect) => x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom);
  });
}

/** Returns the first sentence that starts below `top`, else the last sentence. */
export function firstVisibleSentence(sentences: readonly Sentence[], top: number): number {
  const found = sentences.findIndex((sentence) => (sentenceRange(sentence)?.getClientRects()[0]?.top ?? -1) >= top);
  return found < 0 ? sentences.length - 1 : found;
}

type AutoScroll = {
  /**
   * Scrolls a sentence into the middle third of the window, or to its top, unless the reader has scrolled away. `glideMs`: duration for silent
   * reading.
   */
  follow: (range: Range, how: { glideMs?: number; isAtTop?: boolean; isInstant?: boolean }) => void;
  /** Scrolls back to the sentence. */
  scrollBack: () => void;
  stop: () => void;
};

/** `onAway`: called when the reader scrolls away from the sentence, or back. */
function startAutoScroll(onAway: (isAway: boolean) => void): AutoScroll {
  let range: Range | null = null;
  let isAway = false;
  let isTop = false;
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

  function scrollIntoPlace(glideMs: number, isInstant = false): void {
    if (range === null) return;
    if (isPaged()) {
      showPageOf(range);
      return;
    }
    const by = isTop ? range.getBoundingClientRect().top - BELOW_HEADER : distanceToMiddle(range, glideMs > 0);
    if (Math.abs(by) < 1) return;
    cancelAnimationFrame(frame);
    const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
    oursUntil = performance.now() + OWN_SCROLL_MS + glideMs;
    if (isReduced || glideMs === 0) window.scrollBy({ top: by, behavior: isReduced || isInstant ? 'instant' : 'smooth' });
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
    follow(next, { glideMs = 0, isAtTop = false, isInstant }) {
      range = next;
      isTop = isAtTop;
      if (isAway && isVisible(next)) setAway(false);
      if (!isAway) scrollIntoPlace(glideMs, isInstant);
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
