import { Fault } from '../../reader/fault.ts';
import { MOST_ELEMENTS } from '../../reader/limits.ts';
import { type Element, walkXml } from '../../reader/xml.ts';
import type { Part } from './package.ts';

/** Where a paragraph stands: in a table (which, its row, its cell, from 1), in a footnote (its id). Tables in tables are one. */
export type Place = { table: number; row: number; cell: number; note: string | undefined };

/** Hands over each paragraph of a part of a Word document as a tree, one after the other: a whole document would not fit. Throws Faults. */
export function streamParagraphs({ path, xml }: Part, take: (paragraph: Element, place: Place) => void): void {
  const place: Place = { table: 0, row: 0, cell: 0, note: undefined };
  const open: Element[] = [];
  let [tables, deep, count, isDeletedRow] = [0, 0, 0, false];
  const around: string[] = [];

  walkXml(xml, path, {
    open: (name, attributes) => {
      around.push(name);
      if (open.length > 0 || name === 'p') {
        count = open.length === 0 ? 0 : count + 1;
        if (count > MOST_ELEMENTS) throw new Fault('too_many_elements', path);
        const element: Element = { name, attributes, content: [] };
        open.at(-1)?.content.push(element);
        open.push(element);
      } else if (name === 'footnote' || name === 'endnote') place.note = attributes.get('id');
      else if (name === 'tbl') {
        deep += 1;
        if (deep === 1) Object.assign(place, { table: ++tables, row: 0, cell: 0 });
      } else if (name === 'tr' && deep === 1) {
        isDeletedRow = false;
        Object.assign(place, { row: place.row + 1, cell: 0 });
      } else if (name === 'tc' && deep === 1) place.cell += 1;
      else if (name === 'del' && around.at(-2) === 'trPr') isDeletedRow = true;
    },
    close: (name) => {
      around.pop();
      const element = open.pop();
      if (element === undefined) {
        if (name === 'tbl') deep -= 1;
        if (name === 'footnote' || name === 'endnote') place.note = undefined;
        return;
      }
      if (open.length > 0 || around.includes('Fallback')) return;
      if (deep === 0 || !isDeletedRow) take(element, deep === 0 ? { ...place, table: 0 } : { ...place });
    },
    text: (piece) => open.at(-1)?.content.push(piece),
  });
}
