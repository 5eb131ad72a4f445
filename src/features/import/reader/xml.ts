/**
 * XML of strangers. No document type that defines or fetches anything, no entities but the five of XML, at most 256 deep;
 * the parser itself expands nothing and knows no files.
 */
import { SaxesParser } from 'saxes';
import { Fault } from './fault.ts';
import { MOST_DEPTH, MOST_ELEMENTS } from './limits.ts';

/** Names are without their prefixes: the vocabularies of a book do not collide, and their prefixes are often left out. */
export type Element = { name: string; attributes: ReadonlyMap<string, string>; content: (Element | string)[] };

/** What an XML file is, piece by piece; names without their prefixes. */
export type XmlEvents = {
  open: (name: string, attributes: ReadonlyMap<string, string>) => void;
  close: (name: string) => void;
  text: (piece: string) => void;
};

/** Tells of everything in the order in which it stands, and keeps nothing. Throws Faults. `where`: the file it stands in. */
export function walkXml(text: string, where: string, events: XmlEvents): void {
  let depth = 0;
  const parser = createParser(where, false);
  parser.on('text', events.text);
  parser.on('cdata', events.text);
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth > MOST_DEPTH) throw new Fault('too_deep', where);
    events.open(localName(tag.name), new Map(Object.entries(tag.attributes).map(([name, value]) => [localName(name), value])));
  });
  parser.on('closetag', (tag) => {
    depth -= 1;
    events.close(localName(tag.name));
  });
  parser.write(text).close();
}

/** The root element. Throws Faults. `where`: the file it stands in. */
export function parseXml(text: string, where: string): Element {
  const top: Element = { name: '', attributes: new Map(), content: [] };
  const open = [top];
  let count = 0;
  walkXml(text, where, {
    open: (name, attributes) => {
      count += 1;
      if (count > MOST_ELEMENTS) throw new Fault('too_many_elements', where);
      const element: Element = { name, attributes, content: [] };
      open.at(-1)?.content.push(element);
      open.push(element);
    },
    close: () => open.pop(),
    text: (piece) => open.at(-1)?.content.push(piece),
  });
  const root = top.content.find((each) => typeof each !== 'string');
  if (root === undefined) throw new Fault('broken_xml', where);
  return root;
}

/**
 * Reads a chapter to its end and throws Faults. The named entities of HTML may stand in it: older books have them, nobody
 * expands them here, and who reads it as HTML knows them without being told.
 */
export function examineDocument(text: string, where: string): void {
  let depth = 0;
  const parser = createParser(where, true);
  parser.on('opentag', () => {
    depth += 1;
    if (depth > MOST_DEPTH) throw new Fault('too_deep', where);
  });
  parser.on('closetag', () => {
    depth -= 1;
  });
  parser.write(text).close();
}

/** All elements of that name below `root`, in the order of the text, none of them inside of another. */
export function* elementsNamed(root: Element, name: string): Generator<Element> {
  for (const each of root.content) {
    if (typeof each === 'string') continue;
    if (each.name === name) yield each;
    else yield* elementsNamed(each, name);
  }
}

export function childrenNamed(root: Element, name: string): Element[] {
  return root.content.filter((each): each is Element => typeof each !== 'string' && each.name === name);
}

export function textOf(element: Element): string {
  return element.content.map((each) => (typeof each === 'string' ? each : textOf(each))).join('');
}

const FIVE: Record<string, string> = Object.assign(Object.create(null), { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" });
/** A book may be all entities, so that they are nothing here, and not faults that are overlooked: those cost a thousand times as much. */
const FIVE_AND_HTML = new Proxy(FIVE, {
  get: (five, name) => (typeof name === 'string' && /^[a-z][a-z0-9]{1,31}$/i.test(name) ? (five[name] ?? '') : undefined),
});

function createParser(where: string, hasHtmlEntities: boolean): SaxesParser {
  const parser = new SaxesParser({ position: false });
  // Its own table inherits from Object, where `&constructor;` is found.
  parser.ENTITIES = hasHtmlEntities ? FIVE_AND_HTML : FIVE;
  parser.on('doctype', (doctype) => {
    if (!isHarmless(doctype)) throw new Fault('document_type', where);
  });
  parser.on('error', (cause) => {
    const code = /doctype/.test(cause.message) ? 'document_type' : /entity/.test(cause.message) ? 'unknown_entity' : 'broken_xml';
    throw new Fault(code, where, { cause });
  });
  return parser;
}

/** `html`, or a public name as of XHTML 1.1. What defines something (`[`), or only says where something lies, is not. */
function isHarmless(doctype: string): boolean {
  return /^\s*[\w:-]+(\s+PUBLIC\s+("[^"]*"|'[^']*')(\s+("[^"]*"|'[^']*'))?|\s+SYSTEM\s+["']about:legacy-compat["'])?\s*$/.test(doctype);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
