import { type Element, element, type Piece } from '../xml.ts';
import { keptAttributes } from './kept-attributes.ts';
import { holdsBlock, isBlankText, isElement, isPhrase, turnOut } from './kinds.ts';

type Tidy = { flow(pieces: Piece[]): Piece[]; phrases(pieces: Piece[]): Piece[] };
type Parts = { caption?: Element; columns: Element[]; head?: Element; bodies: Element[]; foot?: Element; strays: Piece[] };

/** A table in the order that XHTML asks for; what stands between its rows comes before it, as browsers show it. Nothing when it has no row. */
export function tidyTable(table: Element, tidy: Tidy): Piece[] {
  const parts: Parts = { columns: [], bodies: [], strays: [] };
  for (const child of table.children) sort(child, parts, tidy);
  const { caption, columns, head, bodies, foot, strays } = parts;
  const rows = [head, ...bodies, foot].filter((part) => part !== undefined && part.children.length > 0) as Element[];
  const before = tidy.flow(strays);
  if (rows.length === 0) return [...before, ...(caption === undefined ? [] : [element('div', {}, ...caption.children)])];
  return [...before, element('table', keptAttributes(table), ...(caption === undefined ? [] : [caption]), ...columns, ...rows)];
}

function sort(child: Piece, parts: Parts, tidy: Tidy): void {
  if (!isElement(child)) {
    if (!isBlankText(child)) parts.strays.push(child);
    return;
  }
  const { tag } = child;
  const rows = () => element(tag, keptAttributes(child), ...rowsOf(child.children, parts, tidy));
  if (tag === 'caption' && parts.caption === undefined)
    parts.caption = element(tag, keptAttributes(child), ...tidy.phrases(child.children));
  else if (tag === 'colgroup' || tag === 'col') parts.columns.push(columnsOf(child));
  else if (tag === 'thead' && parts.head === undefined) parts.head = rows();
  else if (tag === 'tfoot' && parts.foot === undefined) parts.foot = rows();
  else if (tag === 'thead' || tag === 'tbody' || tag === 'tfoot') parts.bodies.push({ ...rows(), tag: 'tbody' });
  else if (tag === 'tr' || tag === 'td' || tag === 'th') {
    const last = parts.bodies.at(-1) ?? parts.bodies[parts.bodies.push(element('tbody')) - 1];
    last?.children.push(...rowsOf([child], parts, tidy));
  } else if (isPhrase(child) && holdsBlock(child)) for (const piece of turnOut(child)) sort(piece, parts, tidy);
  else parts.strays.push(child);
}

function rowsOf(children: Piece[], parts: Parts, tidy: Tidy): Element[] {
  const rows: Element[] = [];
  for (const child of children) {
    if (isElement(child) && child.tag === 'tr') rows.push(element('tr', keptAttributes(child), ...cellsOf(child.children, parts, tidy)));
    else if (isElement(child) && (child.tag === 'td' || child.tag === 'th')) rows.push(element('tr', {}, ...cellsOf([child], parts, tidy)));
    else if (!isBlankText(child)) parts.strays.push(child);
  }
  return rows.filter((row) => row.children.length > 0);
}

function cellsOf(children: Piece[], parts: Parts, tidy: Tidy): Element[] {
  const cells: Element[] = [];
  for (const child of children) {
    if (isElement(child) && child.tag === 'td') cells.push(element('td', keptAttributes(child), ...tidy.flow(child.children)));
    else if (isElement(child) && child.tag === 'th') cells.push(element('th', keptAttributes(child), ...tidy.phrases(child.children)));
    else if (!isBlankText(child)) parts.strays.push(child);
  }
  return cells;
}

/** Columns stand in a group; a group that says how many has none in it. */
function columnsOf(child: Element): Element {
  if (child.tag === 'col') return element('colgroup', {}, element('col', keptAttributes(child)));
  const columns = child.children.filter((each) => isElement(each) && each.tag === 'col') as Element[];
  const { span, ...others } = keptAttributes(child);
  return element(
    'colgroup',
    columns.length > 0 ? others : { ...others, span },
    ...columns.map((each) => element('col', keptAttributes(each))),
  );
}
