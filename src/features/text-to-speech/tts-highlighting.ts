import { startAutoScroll } from './auto-scroll.ts';
import { TITLE_BLOCK } from './extract-sentences.ts';
import type { Sentence } from './player-state.ts';

/** Highlights the spoken sentence and scrolls to it. */
export type TtsHighlighting = {
  /** Null removes the highlight. `glideMs`: duration of scrolling in silent reading. */
  highlight: (sentence: Sentence | null, glideMs: number) => void;
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
      if (range !== null) follower.follow(range, glideMs);
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
  let place = 0;
  let hasStart = false;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (!hasStart && sentence.start < place + length) {
      range.setStart(node, sentence.start - place);
      hasStart = true;
    }
    if (hasStart && sentence.end <= place + length) {
      range.setEnd(node, sentence.end - place);
      return range;
    }
    place += length;
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
