/** Plain text of a tale's blocks in the page, and DOM ranges for its characters. */

const BLOCK = 'p,li,dt,dd,h2,h3,h4,figcaption,caption,tr,th,td,blockquote,div,ul,ol,dl,table,section,figure';

/** Characters of a text node, or a line break without one. */
type Piece = { node: Text | null; text: string };

/** Returns the blocks of a tale: the children of its text element. */
export function blocksOf(text: Element): Element[] {
  return [...text.children];
}

/** Returns the text of a block: each white-space character as a space, line breaks for `<br>` and between nested blocks. */
export function blockText(block: Element): string {
  return piecesOf(block)
    .map(({ text }) => text)
    .join('');
}

/** Returns the range of characters from `start` to before `end`; null if empty. */
export function rangeIn(block: Element, start: number, end: number): Range | null {
  const range = document.createRange();
  let isBegun = false;
  let at = 0;
  for (const { node, text } of piecesOf(block)) {
    const [from, to] = [Math.max(start - at, 0), Math.min(end - at, text.length)];
    at += text.length;
    if (node === null || from >= to) continue;
    if (!isBegun) range.setStart(node, from);
    range.setEnd(node, to);
    isBegun = true;
  }
  return isBegun ? range : null;
}

function piecesOf(block: Element): Piece[] {
  const pieces: Piece[] = [];
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  let inner: Element | null = null;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text) {
      const own = node.parentElement?.closest(BLOCK) ?? null;
      const isBlank = node.data.trim() === '';
      if (own !== inner && !isBlank && pieces.some(({ text }) => text.trim() !== '')) pieces.push({ node: null, text: '\n' });
      if (!isBlank) inner = own;
      pieces.push({ node, text: node.data.replace(/\s/g, ' ') });
    } else if (node instanceof Element && node.tagName === 'BR') pieces.push({ node: null, text: '\n' });
  }
  return pieces;
}
