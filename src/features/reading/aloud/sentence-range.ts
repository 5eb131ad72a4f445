/** Where a sentence stands on the page now. Settings, old words and the like may have moved it: so it is looked for each time. */
import type { Sentence } from './player-state.ts';
import { TITLE_BLOCK } from './read-sentences.ts';

export const TEXT_ID = 'tale-text';

/** The heading of the tale on the page. */
export function findTitle(): Element | null {
  return document.querySelector('.tale-title h1');
}

/** Null when the text is another one, or gone. */
export function rangeOf(sentence: Sentence): Range | null {
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

/** The sentence at a point of the window, pixels; -1 where there is none. */
export function sentenceAtPoint(sentences: readonly Sentence[], x: number, y: number): number {
  return sentences.findIndex((sentence) => {
    const rects = [...(rangeOf(sentence)?.getClientRects() ?? [])];
    return rects.some((rect) => x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom);
  });
}

/** The first sentence that begins in sight, below the bar at the head of the window; the last one that is above when none does. */
export function firstInSight(sentences: readonly Sentence[], top: number): number {
  const found = sentences.findIndex((sentence) => (rangeOf(sentence)?.getClientRects()[0]?.top ?? -1) >= top);
  return found < 0 ? sentences.length - 1 : found;
}
