/** XML as a tree, and the only place that writes it out: whatever stands in a title or a text, what comes out is well-formed. */
import { escapeXml } from '#src/platform/xml-text.ts';

export type Element = { tag: string; attributes: Attributes; children: Piece[] };
/** A string is text, as it is read. */
export type Piece = Element | string;
export type Attributes = Record<string, string | undefined>;

/** Written as `<br/>`. All others get an end tag of their own: some reading systems read XHTML as HTML. */
const VOID = new Set([...['br', 'hr', 'img', 'col', 'link', 'meta'], ...['item', 'itemref', 'rootfile', 'content', 'path']]);
export function element(tag: string, attributes: Attributes = {}, ...children: Piece[]): Element {
  return { tag, attributes, children };
}

/** A whole document in UTF-8. */
export function writeDocument(root: Element, doctype = ''): Uint8Array {
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${doctype}${writePiece(root)}\n`);
}

function writePiece(piece: Piece): string {
  if (typeof piece === 'string') return escapeXml(piece, { which: /[&<>\r]/g, instead: '' });
  const { tag, attributes, children } = piece;
  const written = Object.entries(attributes).map(([name, value]) =>
    value === undefined ? '' : ` ${name}="${escapeXml(value, { instead: '' })}"`,
  );
  const start = `<${tag}${written.join('')}`;
  return children.length === 0 && VOID.has(tag) ? `${start}/>` : `${start}>${children.map(writePiece).join('')}</${tag}>`;
}
