import { isElement } from './content-model.ts';
import { type Element, element, type Piece } from './xml.ts';

/** Footnotes of a tale: links in the text to items of a list at its end, which link back (see the editor's to-html.ts). */

export type Note = { id: string; children: Piece[] };
/** `markers`: the ids of the links to notes. */
export type SeparatedNotes = { text: Piece[]; notes: Note[]; markers: ReadonlySet<string> };

const SECTION = 't-footnotes';

/** Separates the footnotes from a tidied text. There are none without their section, or if it contains anything else. */
export function separateNotes(pieces: Piece[]): SeparatedNotes {
  const section = pieces.find((piece) => isElement(piece) && piece.tag === 'section' && piece.attributes.id === SECTION);
  const [list, ...others] = isElement(section) ? section.children.filter(isElement) : [];
  const items = list?.tag === 'ol' && others.length === 0 ? list.children.filter(isElement) : [];
  const notes = items.flatMap(({ attributes: { id }, children }) => (id === undefined ? [] : [{ id, children }]));
  if (notes.length === 0 || notes.length !== items.length) return { text: pieces, notes: [], markers: new Set() };
  const text = pieces.filter((piece) => piece !== section);
  const hrefs = new Set(notes.map(({ id }) => `#${id}`));
  const markers = linksOf(text).filter(({ attributes: { href = '' } }) => hrefs.has(href));
  return { text, notes, markers: new Set(markers.flatMap(({ attributes: { id } }) => (id === undefined ? [] : [id]))) };
}

/** Joins text and footnotes with the roles that let reading systems show notes as popups. */
export function joinNotes({ text, notes, markers }: SeparatedNotes): Piece[] {
  if (notes.length === 0) return text;
  const hrefs = new Set(notes.map(({ id }) => `#${id}`));
  const marked = changeLinks(text, (link) =>
    hrefs.has(link.attributes.href ?? '') ? { ...link.attributes, 'epub:type': 'noteref', role: 'doc-noteref' } : link.attributes,
  );
  const asides = notes.map(({ id, children }, index) => {
    const own = changeLinks(children, (link) =>
      isBack(link, markers) ? { ...link.attributes, role: 'doc-backlink', 'aria-label': 'Back to the text' } : link.attributes,
    );
    const number = element('span', { class: 'note-number' }, `${index + 1}. `);
    const isPlain = own.every((piece) => !isElement(piece) || !['p', 'div', 'ul', 'ol', 'blockquote', 'table'].includes(piece.tag));
    const inside = isPlain ? [element('p', {}, number, ...own)] : [element('p', {}, number), ...own];
    return element('aside', { id, class: 'note', 'epub:type': 'footnote', role: 'doc-footnote' }, ...inside);
  });
  return [...marked, element('section', { id: SECTION, class: 'notes', 'epub:type': 'footnotes', 'aria-label': 'Notes' }, ...asides)];
}

export function isBack(link: Element, markers: ReadonlySet<string>): boolean {
  return link.tag === 'a' && markers.has((link.attributes.href ?? '').slice(1));
}

function linksOf(pieces: Piece[]): Element[] {
  return pieces.filter(isElement).flatMap((piece) => [...(piece.tag === 'a' ? [piece] : []), ...linksOf(piece.children)]);
}

function changeLinks(pieces: Piece[], attributesOf: (link: Element) => Element['attributes']): Piece[] {
  return pieces.map((piece) => {
    if (!isElement(piece)) return piece;
    const attributes = piece.tag === 'a' ? attributesOf(piece) : piece.attributes;
    return { ...piece, attributes, children: changeLinks(piece.children, attributesOf) };
  });
}
