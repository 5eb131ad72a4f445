/** HTML as a tree of plain objects, lenient as browsers are, and never deeper than it is safe to walk. */
import { Parser } from 'htmlparser2';

export type HtmlElement = { name: string; attributes: Record<string, string>; content: (HtmlElement | string)[] };

/** What stands deeper is put into the element at this depth. */
const MOST_DEEP = 200;
/** Nothing behind is read: the parser's time grows with the square of the depth, and no book is like this. */
const TOO_DEEP = 1_000;
/** Nothing of them is text of the book. */
const DROPPED = new Set([
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

/** Entities come decoded; the text of scripts, styles and the like is left out. */
export function parseHtml(html: string): HtmlElement {
  const root: HtmlElement = { name: '#root', attributes: {}, content: [] };
  const open = [root];
  let surplus = 0;
  let dropping = 0;
  const handler = {
    onopentag(name: string, attributes: Record<string, string>) {
      if (dropping > 0 || DROPPED.has(name)) {
        dropping += 1;
        if (dropping > TOO_DEEP) throw new TooDeep();
        return;
      }
      if (open.length > MOST_DEEP) {
        surplus += 1;
        if (surplus > TOO_DEEP) throw new TooDeep();
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
    if (!(error instanceof TooDeep)) throw error;
  }
  return root;
}

class TooDeep extends Error {}

/** All elements of that name, in the order of the text. */
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
