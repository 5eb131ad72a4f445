/** Where one is in a text, in a way that no setting and no size of window changes: block and character. Browser-safe. */

/** Text below the sticky bar begins here, pixels from the top of the window. */
const TOP = 96;

export type TextPlace = { place: string; progress: number };

/**
 * The first character in sight: number of the block in the text, a dot, characters into the block. `progress`: the share of the
 * text's height that is above the end of the window, 0 to 1.
 */
export function findPlace(text: Element): TextPlace {
  const blocks = [...text.children];
  const index = Math.max(
    0,
    blocks.findIndex((block) => block.getBoundingClientRect().bottom > TOP),
  );
  const block = blocks[index];
  const { top, height } = text.getBoundingClientRect();
  const progress = height <= 0 ? 0 : Math.min(1, Math.max(0, (window.innerHeight - top) / height));
  return { place: `${index}.${block === undefined ? 0 : firstInSight(block)}`, progress: Math.round(progress * 1000) / 1000 };
}

/** How far down the page the place is, in pixels; null when the text has become another one. */
export function topOfPlace(text: Element, place: string): number | null {
  const [index = 0, offset = 0] = place.split('.').map(Number);
  const block = text.children[index];
  if (block === undefined) return null;
  const range = rangeAt(block, offset);
  const { top } = (range ?? block).getBoundingClientRect();
  return top + window.scrollY - TOP - 8;
}

/** Characters of the block that are above the sight: found by halving, as lines come one below the other. */
function firstInSight(block: Element): number {
  let [low, high] = [0, block.textContent?.length ?? 0];
  if (block.getBoundingClientRect().top >= TOP) return 0;
  while (low < high) {
    const middle = (low + high) >> 1;
    const range = rangeAt(block, middle);
    if (range !== null && range.getBoundingClientRect().bottom <= TOP) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** One character of the block; null past its end. */
function rangeAt(block: Element, offset: number): Range | null {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  let left = offset;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (left < length) {
      const range = document.createRange();
      range.setStart(node, left);
      range.setEnd(node, left + 1);
      return range;
    }
    left -= length;
  }
  return null;
}
