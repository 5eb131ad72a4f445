import { escapeXml } from '#src/platform/text.ts';

/** Serializes XML from a tree, so that any text results in well-formed output. */

export type Element = { tag: string; attributes: Attributes; children: Piece[] };
/** A string is unescaped text. */
export type Piece = Element | string;
export type Attributes = Record<string, string | undefined>;

/** Written as `<br/>`. All others get an end tag, because some reading systems parse XHTML as HTML. */
const VOID = new Set([...['br', 'hr', 'img', 'col', 'link', 'meta'], ...['item', 'itemref', 'rootfile', 'content', 'path']]);
export function element(tag: string, attributes: Attributes = {}, ...children: Piece[]): Element {
  return { tag, attributes, children };
}

/** Serializes a document in UTF-8. */
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

/** Languages of books. */

const RIGHT_TO_LEFT = new Set(['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg', 'Mand', 'Samr', 'Aran', 'Yezi']);

/** Returns the canonical BCP 47 tag; undefined if it is invalid. */
export function languageTag(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

/** Returns the text direction of a language, by its most common script. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  const known = languageTag(tag);
  const script = known === undefined ? undefined : new Intl.Locale(known).maximize().script;
  return script !== undefined && RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr';
}
