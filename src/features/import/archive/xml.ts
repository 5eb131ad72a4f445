/**
 * XML from untrusted files: no document type that defines or fetches anything, only the five entities of XML, at most 256 levels deep. The
 * parser expands nothing and opens no files.
 */
import { SaxesParser } from 'saxes';
import { Fault } from '../faults.ts';
import { MAX_DEPTH, MAX_ELEMENTS } from '../limits.ts';

/** Names are without prefixes: the vocabularies of a book do not collide, and prefixes are often omitted. */
export type Element = { name: string; attributes: ReadonlyMap<string, string>; content: (Element | string)[] };

/** Parser events; names are without prefixes. */
type XmlEvents = {
  open: (name: string, attributes: ReadonlyMap<string, string>) => void;
  close: (name: string) => void;
  text: (piece: string) => void;
};

/**
 * Streams the events of an XML file. `where`: the file name, for errors.
 * @throws Fault
 */
export function walkXml(text: string, where: string, events: XmlEvents): void {
  let depth = 0;
  const parser = createParser(where, false);
  parser.on('text', events.text);
  parser.on('cdata', events.text);
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth > MAX_DEPTH) throw new Fault('too_deep', where);
    events.open(localName(tag.name), new Map(Object.entries(tag.attributes).map(([name, value]) => [localName(name), value])));
  });
  parser.on('closetag', (tag) => {
    depth -= 1;
    events.close(localName(tag.name));
  });
  parser.write(text).close();
}

/**
 * Returns the root element. `where`: the file name, for errors.
 * @throws Fault
 */
export function parseXml(text: string, where: string): Element {
  const top: Element = { name: '', attributes: new Map(), content: [] };
  const open = [top];
  let count = 0;
  walkXml(text, where, {
    open: (name, attributes) => {
      count += 1;
      if (count > MAX_ELEMENTS) throw new Fault('too_many_elements', where);
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
 * Checks that a chapter is well-formed. Named HTML entities are allowed, since older books use them; the HTML parser resolves them later.
 * @throws Fault
 */
export function validateDocument(text: string, where: string): void {
  let depth = 0;
  const parser = createParser(where, true);
  parser.on('opentag', () => {
    depth += 1;
    if (depth > MAX_DEPTH) throw new Fault('too_deep', where);
  });
  parser.on('closetag', () => {
    depth -= 1;
  });
  parser.write(text).close();
}

/** Yields all elements of that name below `root` in document order, without nested ones. */
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

const XML_ENTITIES: Record<string, string> = Object.assign(Object.create(null), { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" });
/** Returns '' for unknown entities: throwing and catching for each of them would be a thousand times slower in a book made of entities. */
const XML_AND_HTML_ENTITIES = new Proxy(XML_ENTITIES, {
  get: (five, name) => (typeof name === 'string' && /^[a-z][a-z0-9]{1,31}$/i.test(name) ? (five[name] ?? '') : undefined),
});

function createParser(where: string, hasHtmlEntities: boolean): SaxesParser {
  const parser = new SaxesParser({ position: false });
  // The parser's own table inherits from Object, which would resolve `&constructor;`.
  parser.ENTITIES = hasHtmlEntities ? XML_AND_HTML_ENTITIES : XML_ENTITIES;
  parser.on('doctype', (doctype) => {
    if (!isHarmlessDoctype(doctype)) throw new Fault('document_type', where);
  });
  parser.on('error', (cause) => {
    const code = /doctype/.test(cause.message) ? 'document_type' : /entity/.test(cause.message) ? 'unknown_entity' : 'broken_xml';
    throw new Fault(code, where, { cause });
  });
  return parser;
}

/** `html`, or a public identifier as in XHTML 1.1. Internal subsets (`[`) and bare system identifiers are rejected. */
function isHarmlessDoctype(doctype: string): boolean {
  return /^\s*[\w:-]+(\s+PUBLIC\s+("[^"]*"|'[^']*')(\s+("[^"]*"|'[^']*'))?|\s+SYSTEM\s+["']about:legacy-compat["'])?\s*$/.test(doctype);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Books are UTF-8 or UTF-16; some older ones declare Latin-1. */
const DECLARED = new Map([
  ['utf-8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['iso-8859-1', 'windows-1252'],
  ['windows-1252', 'windows-1252'],
]);

/**
 * Decodes an XML file, without its byte order mark. `where`: the file name, for errors.
 * @throws Fault `not_text`
 */
export function decodeText(bytes: Buffer, where: string): string {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Fault('not_text', where, { cause });
  }
}

/** Follows XML 1.0, appendix F: the byte order mark, then the declaration. Throws for other encodings. */
function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xef && bytes[1] === 0xbb) return 'utf-8';
  const start = bytes.subarray(0, 200).toString('latin1');
  const declared = /^<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(start)?.[1]?.toLowerCase() ?? 'utf-8';
  const encoding = DECLARED.get(declared);
  if (encoding === undefined) throw new Error(`The encoding ${declared}`);
  return encoding;
}
