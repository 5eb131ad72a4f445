import { Parser } from 'htmlparser2';
import { type Element, element } from '../xml.ts';

/** Elements deeper than this are left out, and what stands in them stays: deeper than what the cleaner keeps. */
const MOST_DEEP = 60;

/** Stored HTML as a tree; the pieces of the text are the children of what is returned. Names of elements and attributes are small. */
export function parseContent(html: string): Element {
  const root = element('body');
  const open = [root];
  const here = () => open.at(-1) ?? root;
  const parser = new Parser({
    onopentag(tag, attributes) {
      const isTooDeep = open.length > MOST_DEEP;
      const opened = isTooDeep ? here() : element(tag, attributes);
      if (!isTooDeep) here().children.push(opened);
      open.push(opened);
    },
    ontext(text) {
      const { children } = here();
      const last = children.at(-1);
      if (typeof last === 'string') children[children.length - 1] = last + text;
      else children.push(text);
    },
    onclosetag() {
      if (open.length > 1) open.pop();
    },
  });
  parser.end(html);
  return root;
}
