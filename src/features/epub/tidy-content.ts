import {
  allowedAttributes,
  containsBlock,
  hasVisibleContent,
  isBlankText,
  isBlock,
  isElement,
  isPhrase,
  wrapBlockContents,
} from './content-model.ts';
import { type Element, element, type Piece } from './xml.ts';

/**
 * Converts stored HTML to valid XHTML without losing text. Browsers tolerate misplaced elements, but reading systems show an error instead of the page.
 */

/** Returns blocks only; inline content between them becomes paragraphs. */
export function tidyBlocks(pieces: Piece[]): Piece[] {
  const out: Piece[] = [];
  let run: Piece[] = [];
  const close = () => {
    if (run.some(hasVisibleContent)) out.push(element('p', {}, ...run));
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

/** Returns content for an item, cell or caption: blocks and inline content. */
export function tidyFlow(pieces: Piece[]): Piece[] {
  return pieces.flatMap((piece) => {
    if (!isElement(piece)) return [piece];
    if (isBlock(piece)) return tidyBlock(piece);
    if (!isPhrase(piece)) return tidyFlow(piece.children);
    return containsBlock(piece) ? tidyFlow(wrapBlockContents(piece)) : tidyPhrases([piece]);
  });
}

/** Returns inline content only. Blocks become separate lines. */
export function tidyPhrases(pieces: Piece[], isInLink = false): Piece[] {
  const out: Piece[] = [];
  let isLineDue = false;
  for (const piece of pieces) {
    const own = tidyPhrase(piece, isInLink);
    const isLine = isBlock(piece);
    if ((isLineDue || isLine) && out.some(hasVisibleContent) && own.some(hasVisibleContent)) out.push(element('br'));
    isLineDue = isLine || (isLineDue && !own.some(hasVisibleContent));
    out.push(...own);
  }
  return out;
}

function tidyPhrase(piece: Piece, isInLink: boolean): Piece[] {
  if (!isElement(piece)) return [piece];
  const isLink = piece.tag === 'a';
  const children = tidyPhrases(piece.children, isInLink || isLink);
  if (isBlock(piece) || !isPhrase(piece) || (isLink && isInLink)) return children;
  return [element(piece.tag, allowedAttributes(piece), ...(['br', 'img'].includes(piece.tag) ? [] : children))];
}

function tidyBlock(block: Element): Piece[] {
  const { tag, children } = block;
  const as = (name: string, ...inside: Piece[]) => [element(name, allowedAttributes({ ...block, tag: name }), ...inside)];
  switch (tag) {
    case 'p':
      return hasVisibleContent(block) || block.attributes.id !== undefined ? as('p', ...tidyPhrases(children)) : [];
    case 'h2':
    case 'h3':
    case 'h4':
      return hasVisibleContent(block) ? as(tag, ...tidyPhrases(children)) : [];
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
      // A div, or an item, cell or caption outside of its parent.
      return as('div', ...tidyFlow(children));
  }
}

function tidyList(list: Element): Piece[] {
  const items = itemsOf(list.children);
  return items.length === 0 ? [] : [element(list.tag, allowedAttributes(list), ...items)];
}

function itemsOf(children: Piece[]): Element[] {
  const items: Element[] = [];
  let run: Piece[] = [];
  const close = () => {
    if (run.some(hasVisibleContent)) items.push(element('li', {}, ...tidyFlow(run)));
    run = [];
  };
  for (const child of children) {
    if (isElement(child) && child.tag === 'li') {
      close();
      items.push(element('li', allowedAttributes(child), ...tidyFlow(child.children)));
    } else if (isElement(child) && isPhrase(child) && containsBlock(child)) {
      close();
      items.push(...itemsOf(wrapBlockContents(child)));
    } else if (isElement(child) && (child.tag === 'ul' || child.tag === 'ol')) {
      close();
      const last = items.at(-1) ?? items[items.push(element('li')) - 1];
      last?.children.push(...tidyList(child));
    } else run.push(child);
  }
  close();
  return items;
}

/** A definition list; without both terms and definitions, plain blocks. */
function tidyTerms(list: Element): Piece[] {
  const groups = list.children.flatMap((child) => (isElement(child) && child.tag === 'div' ? child.children : [child]));
  const parts = groups.filter((child) => !isBlankText(child)).map((child) => (isElement(child) ? child : element('dd', {}, child)));
  const named = parts.map((part) => {
    if (part.tag === 'dt') return element('dt', allowedAttributes(part), ...tidyPhrases(part.children));
    if (part.tag === 'dd') return element('dd', allowedAttributes(part), ...tidyFlow(part.children));
    return element('dd', {}, ...tidyFlow([part]));
  });
  if (named.length === 0) return [];
  const isWhole = named[0]?.tag === 'dt' && named.at(-1)?.tag === 'dd';
  if (isWhole) return [element('dl', allowedAttributes(list), ...named)];
  return [element('div', allowedAttributes(list), ...named.map((part) => ({ ...part, tag: 'div' })))];
}

/** A figure with at most one caption, at the start or end. */
function tidyFigure(children: Piece[]): Piece[] {
  const shown = children.filter((child) => !isBlankText(child));
  const caption = shown.find((child) => isElement(child) && child.tag === 'figcaption');
  const others = tidyFlow(shown.filter((child) => child !== caption));
  if (!isElement(caption)) return others;
  const own = element('figcaption', allowedAttributes(caption), ...tidyFlow(caption.children));
  return shown[0] === caption ? [own, ...others] : [...others, own];
}

type Tidy = { flow(pieces: Piece[]): Piece[]; phrases(pieces: Piece[]): Piece[] };
type Parts = { caption?: Element; columns: Element[]; head?: Element; bodies: Element[]; foot?: Element; strays: Piece[] };

/** A table with its parts in order. Other content between its rows is moved before it, as in browsers. Removed if it has no rows. */
export function tidyTable(table: Element, tidy: Tidy): Piece[] {
  const parts: Parts = { columns: [], bodies: [], strays: [] };
  for (const child of table.children) sort(child, parts, tidy);
  const { caption, columns, head, bodies, foot, strays } = parts;
  const rows = [head, ...bodies, foot].filter((part) => part !== undefined && part.children.length > 0) as Element[];
  const before = tidy.flow(strays);
  if (rows.length === 0) return [...before, ...(caption === undefined ? [] : [element('div', {}, ...caption.children)])];
  return [...before, element('table', allowedAttributes(table), ...(caption === undefined ? [] : [caption]), ...columns, ...rows)];
}

function sort(child: Piece, parts: Parts, tidy: Tidy): void {
  if (!isElement(child)) {
    if (!isBlankText(child)) parts.strays.push(child);
    return;
  }
  const { tag } = child;
  const rows = () => element(tag, allowedAttributes(child), ...rowsOf(child.children, parts, tidy));
  if (tag === 'caption' && parts.caption === undefined)
    parts.caption = element(tag, allowedAttributes(child), ...tidy.phrases(child.children));
  else if (tag === 'colgroup' || tag === 'col') parts.columns.push(columnsOf(child));
  else if (tag === 'thead' && parts.head === undefined) parts.head = rows();
  else if (tag === 'tfoot' && parts.foot === undefined) parts.foot = rows();
  else if (tag === 'thead' || tag === 'tbody' || tag === 'tfoot') parts.bodies.push({ ...rows(), tag: 'tbody' });
  else if (tag === 'tr' || tag === 'td' || tag === 'th') {
    const last = parts.bodies.at(-1) ?? parts.bodies[parts.bodies.push(element('tbody')) - 1];
    last?.children.push(...rowsOf([child], parts, tidy));
  } else if (isPhrase(child) && containsBlock(child)) for (const piece of wrapBlockContents(child)) sort(piece, parts, tidy);
  else parts.strays.push(child);
}

function rowsOf(children: Piece[], parts: Parts, tidy: Tidy): Element[] {
  const rows: Element[] = [];
  for (const child of children) {
    if (isElement(child) && child.tag === 'tr') rows.push(element('tr', allowedAttributes(child), ...cellsOf(child.children, parts, tidy)));
    else if (isElement(child) && (child.tag === 'td' || child.tag === 'th')) rows.push(element('tr', {}, ...cellsOf([child], parts, tidy)));
    else if (!isBlankText(child)) parts.strays.push(child);
  }
  return rows.filter((row) => row.children.length > 0);
}

function cellsOf(children: Piece[], parts: Parts, tidy: Tidy): Element[] {
  const cells: Element[] = [];
  for (const child of children) {
    if (isElement(child) && child.tag === 'td') cells.push(element('td', allowedAttributes(child), ...tidy.flow(child.children)));
    else if (isElement(child) && child.tag === 'th') cells.push(element('th', allowedAttributes(child), ...tidy.phrases(child.children)));
    else if (!isBlankText(child)) parts.strays.push(child);
  }
  return cells;
}

/** Wraps columns in a group; a group with a span has no columns. */
function columnsOf(child: Element): Element {
  if (child.tag === 'col') return element('colgroup', {}, element('col', allowedAttributes(child)));
  const columns = child.children.filter((each) => isElement(each) && each.tag === 'col') as Element[];
  const { span, ...others } = allowedAttributes(child);
  return element(
    'colgroup',
    columns.length > 0 ? others : { ...others, span },
    ...columns.map((each) => element('col', allowedAttributes(each))),
  );
}
