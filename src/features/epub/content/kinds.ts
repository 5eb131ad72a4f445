/** Which elements may stand where: as much of HTML's content model as tales need. */
import { BLOCKS, PHRASES } from '#src/features/tales/content-elements.ts';
import { type Element, element, type Piece } from '../xml.ts';

const isBlockTag = new Set(BLOCKS);
const isPhraseTag = new Set(PHRASES);
/** Of blocks those that hold only certain blocks. */
const FRAMES = new Set(['ul', 'ol', 'dl', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'colgroup']);

export function isElement(piece: Piece | undefined): piece is Element {
  return typeof piece === 'object';
}

export function isBlock(piece: Piece): boolean {
  return isElement(piece) && isBlockTag.has(piece.tag);
}

export function isPhrase(piece: Piece): boolean {
  return !isElement(piece) || isPhraseTag.has(piece.tag);
}

export function isBlankText(piece: Piece): boolean {
  return typeof piece === 'string' && /^[ \t\n\r\f]*$/.test(piece);
}

/** True when a block stands somewhere in it. */
export function holdsBlock(piece: Piece): boolean {
  return isElement(piece) && piece.children.some((child) => isBlock(child) || holdsBlock(child));
}

/** True when a reader would see something of it. */
export function isSeen(piece: Piece): boolean {
  return isElement(piece) ? piece.tag === 'img' || piece.tag === 'hr' || piece.children.some(isSeen) : !isBlankText(piece);
}

/**
 * A phrase around blocks, as `<em><p>a</p>b</em>`, turned inside out: the blocks come first, and the phrase stands in each. Its id stays
 * with the first.
 */
export function turnOut(phrase: Element): Piece[] {
  let { id } = phrase.attributes;
  const like = (children: Piece[]): Element => {
    const copy = { tag: phrase.tag, attributes: { ...phrase.attributes, id }, children };
    id = undefined;
    return copy;
  };
  const into = (block: Element): Element => {
    if (block.tag === 'hr' || block.tag === 'col') return block;
    if (!FRAMES.has(block.tag)) return { ...block, children: [like(block.children)] };
    return { ...block, children: block.children.map((child) => (isElement(child) && isBlock(child) ? into(child) : child)) };
  };
  const out: Piece[] = [];
  for (const child of phrase.children) {
    if (isBlankText(child)) out.push(child);
    else if (!isElement(child) || !(isBlock(child) || holdsBlock(child))) out.push(like([child]));
    else
      for (const piece of isBlock(child) ? [child] : turnOut(child))
        out.push(isElement(piece) && isBlock(piece) ? into(piece) : like([piece]));
  }
  return joinAlike(out, phrase.tag);
}

/** Neighbours that came from one phrase are one again. */
function joinAlike(pieces: Piece[], tag: string): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (isElement(piece) && piece.tag === tag && isElement(last) && last.tag === tag) {
      joined[joined.length - 1] = element(tag, last.attributes, ...last.children, ...piece.children);
    } else joined.push(piece);
  }
  return joined;
}
