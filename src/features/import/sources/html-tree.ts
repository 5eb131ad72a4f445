/** A lenient HTML parser that returns plain objects, with limited depth. */
import { Parser } from 'htmlparser2';

export type HtmlElement = { name: string; attributes: Record<string, string>; content: (HtmlElement | string)[] };

/** Deeper elements are flattened into this level. */
const MAX_DEPTH = 200;
/** Parsing stops here, since its time grows with the square of the depth. */
const MAX_SURPLUS_DEPTH = 1_000;
/** Elements without text of the book. */
const IGNORED_ELEMENTS = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'iframe',
  'object',
  'svg',
  'math',
  'textarea',
  'select',
  'audio',
  'video',
]);

/** Parses HTML. Entities are decoded; scripts, styles and the like are dropped. */
export function parseHtml(html: string): HtmlElement {
  const root: HtmlElement = { name: '#root', attributes: {}, content: [] };
  const open = [root];
  let surplus = 0;
  let dropping = 0;
  const handler = {
    onopentag(name: string, attributes: Record<string, string>) {
      if (dropping > 0 || IGNORED_ELEMENTS.has(name)) {
        dropping += 1;
        if (dropping > MAX_SURPLUS_DEPTH) throw new TooDeepError();
        return;
      }
      if (open.length > MAX_DEPTH) {
        surplus += 1;
        if (surplus > MAX_SURPLUS_DEPTH) throw new TooDeepError();
        return;
      }
      const element = { name, attributes, content: [] };
      open.at(-1)?.content.push(element);
      open.push(element);
    },
    ontext(text: string) {
      if (dropping === 0) put(open.at(-1) ?? root, text);
    },
    onclosetag() {
      if (dropping > 0) dropping -= 1;
      else if (surplus > 0) surplus -= 1;
      else open.pop();
    },
  };
  try {
    new Parser(handler, { recognizeSelfClosing: true }).end(html);
  } catch (error) {
    if (!(error instanceof TooDeepError)) throw error;
  }
  return root;
}

class TooDeepError extends Error {}

/** Yields all elements of that name in document order. */
export function* elementsNamed(root: HtmlElement, name: string): Generator<HtmlElement> {
  for (const each of root.content) {
    if (typeof each === 'string') continue;
    if (each.name === name) yield each;
    yield* elementsNamed(each, name);
  }
}

export function htmlTextOf(element: HtmlElement): string {
  return element.content.map((each) => (typeof each === 'string' ? each : each.name === 'br' ? '\n' : htmlTextOf(each))).join('');
}

function put(parent: HtmlElement, text: string): void {
  const last = parent.content.at(-1);
  if (typeof last === 'string') parent.content[parent.content.length - 1] = last + text;
  else parent.content.push(text);
}
