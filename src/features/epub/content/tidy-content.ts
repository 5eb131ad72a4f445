/**
 * From what editors and importers have stored, which browsers show whatever it is, to XHTML whose elements stand where they may: a
 * reading system that meets others shows an error instead of the page. No word is lost.
 */
import { type Element, element, type Piece } from '../xml.ts';
import { keptAttributes } from './kept-attributes.ts';
import { holdsBlock, isBlankText, isBlock, isElement, isPhrase, isSeen, turnOut } from './kinds.ts';
import { tidyTable } from './tidy-table.ts';

/** Blocks one after the other; phrases between them become paragraphs. */
export function tidyBlocks(pieces: Piece[]): Piece[] {
  const out: Piece[] = [];
  let run: Piece[] = [];
  const close = () => {
    if (run.some(isSeen)) out.push(element('p', {}, ...run));
    run = [];
  };
  for (const piece of tidyFlow(pieces)) {
    if (isPhrase(piece)) run.push(piece);
    else {
      close();
      out.push(piece);
    }
  }
  close();
  return out;
}

/** What may stand in an item, a cell or a caption: blocks and phrases as they come. */
export function tidyFlow(pieces: Piece[]): Piece[] {
  return pieces.flatMap((piece) => {
    if (!isElement(piece)) return [piece];
    if (isBlock(piece)) return tidyBlock(piece);
    if (!isPhrase(piece)) return tidyFlow(piece.children);
    return holdsBlock(piece) ? tidyFlow(turnOut(piece)) : tidyPhrases([piece]);
  });
}

/** Phrases alone. A block among them becomes a line of its own. */
export function tidyPhrases(pieces: Piece[], isInLink = false): Piece[] {
  const out: Piece[] = [];
  let isLineDue = false;
  for (const piece of pieces) {
    const own = tidyPhrase(piece, isInLink);
    const isLine = isBlock(piece);
    if ((isLineDue || isLine) && out.some(isSeen) && own.some(isSeen)) out.push(element('br'));
    isLineDue = isLine || (isLineDue && !own.some(isSeen));
    out.push(...own);
  }
  return out;
}

function tidyPhrase(piece: Piece, isInLink: boolean): Piece[] {
  if (!isElement(piece)) return [piece];
  const isLink = piece.tag === 'a';
  const children = tidyPhrases(piece.children, isInLink || isLink);
  if (isBlock(piece) || !isPhrase(piece) || (isLink && isInLink)) return children;
  return [element(piece.tag, keptAttributes(piece), ...(['br', 'img'].includes(piece.tag) ? [] : children))];
}

function tidyBlock(block: Element): Piece[] {
  const { tag, children } = block;
  const as = (name: string, ...inside: Piece[]) => [element(name, keptAttributes({ ...block, tag: name }), ...inside)];
  switch (tag) {
    case 'p':
      return isSeen(block) || block.attributes.id !== undefined ? as('p', ...tidyPhrases(children)) : [];
    case 'h2':
    case 'h3':
    case 'h4':
      return isSeen(block) ? as(tag, ...tidyPhrases(children)) : [];
    case 'hr':
      return as('hr');
    case 'blockquote':
    case 'section':
      return as(tag, ...tidyBlocks(children));
    case 'ul':
    case 'ol':
      return tidyList(block);
    case 'dl':
      return tidyTerms(block);
    case 'figure':
      return as('figure', ...tidyFigure(children));
    case 'table':
      return tidyTable(block, { flow: tidyFlow, phrases: tidyPhrases });
    case 'thead':
    case 'tbody':
    case 'tfoot':
    case 'tr':
      return tidyFlow(children);
    case 'col':
    case 'colgroup':
      return [];
    default:
      // A div; or an item, a cell or a caption that has lost what it stood in.
      return as('div', ...tidyFlow(children));
  }
}

function tidyList(list: Element): Piece[] {
  const items = itemsOf(list.children);
  return items.length === 0 ? [] : [element(list.tag, keptAttributes(list), ...items)];
}

function itemsOf(children: Piece[]): Element[] {
  const items: Element[] = [];
  let run: Piece[] = [];
  const close = () => {
    if (run.some(isSeen)) items.push(element('li', {}, ...tidyFlow(run)));
    run = [];
  };
  for (const child of children) {
    if (isElement(child) && child.tag === 'li') {
      close();
      items.push(element('li', keptAttributes(child), ...tidyFlow(child.children)));
    } else if (isElement(child) && isPhrase(child) && holdsBlock(child)) {
      close();
      items.push(...itemsOf(turnOut(child)));
    } else if (isElement(child) && (child.tag === 'ul' || child.tag === 'ol')) {
      close();
      const last = items.at(-1) ?? items[items.push(element('li')) - 1];
      last?.children.push(...tidyList(child));
    } else run.push(child);
  }
  close();
  return items;
}

/** Terms and what they mean; where one is without the other, blocks like any. */
function tidyTerms(list: Element): Piece[] {
  const groups = list.children.flatMap((child) => (isElement(child) && child.tag === 'div' ? child.children : [child]));
  const parts = groups.filter((child) => !isBlankText(child)).map((child) => (isElement(child) ? child : element('dd', {}, child)));
  const named = parts.map((part) => {
    if (part.tag === 'dt') return element('dt', keptAttributes(part), ...tidyPhrases(part.children));
    if (part.tag === 'dd') return element('dd', keptAttributes(part), ...tidyFlow(part.children));
    return element('dd', {}, ...tidyFlow([part]));
  });
  if (named.length === 0) return [];
  const isWhole = named[0]?.tag === 'dt' && named.at(-1)?.tag === 'dd';
  if (isWhole) return [element('dl', keptAttributes(list), ...named)];
  return [element('div', keptAttributes(list), ...named.map((part) => ({ ...part, tag: 'div' })))];
}

/** At most one caption, at the head or at the end. */
function tidyFigure(children: Piece[]): Piece[] {
  const shown = children.filter((child) => !isBlankText(child));
  const caption = shown.find((child) => isElement(child) && child.tag === 'figcaption');
  const others = tidyFlow(shown.filter((child) => child !== caption));
  if (!isElement(caption)) return others;
  const own = element('figcaption', keptAttributes(caption), ...tidyFlow(caption.children));
  return shown[0] === caption ? [own, ...others] : [...others, own];
}
