/** The plain text of the blocks of a tale as it stands in the page, and the way back from its characters to the page. Browser-safe. */

const BLOCK = 'p,li,dt,dd,h2,h3,h4,figcaption,caption,tr,th,td,blockquote,div,ul,ol,dl,table,section,figure';

/** A run of characters: of a text node, or a line break that no text node holds. */
type Piece = { node: Text | null; text: string };

/** The blocks of a tale: the children of the element that holds its text. */
export function blocksOf(text: Element): Element[] {
  return [...text.children];
}

/** White space is one blank for each character; a line break stands for `<br>` and between blocks within the block. */
export function blockText(block: Element): string {
  return piecesOf(block)
    .map(({ text }) => text)
    .join('');
}

/** The characters from `start` to before `end` of the block's text; null where there are none. */
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
