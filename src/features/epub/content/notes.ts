/** The notes of a tale: links in its text that lead to the items of a list at its end, which lead back (see the editor's footnote-form.ts). */
import { type Element, element, type Piece } from '../xml.ts';
import { isElement } from './kinds.ts';

export type Note = { id: string; children: Piece[] };
/** `markers`: the ids of the places in the text from which one comes to a note. */
export type PartedNotes = { text: Piece[]; notes: Note[]; markers: ReadonlySet<string> };

const SECTION = 't-footnotes';

/** Takes the notes out of the pieces of a tidied text. Without such a section, or with anything else in it, there are none. */
export function partNotes(pieces: Piece[]): PartedNotes {
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

/** Text and notes once more, with what reading systems call them: they show a note where its number is touched. */
export function markNotes({ text, notes, markers }: PartedNotes): Piece[] {
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
