import { rulesOf } from '#src/features/tales/content-attributes.ts';
import { BLOCKS, DROPPED_WHOLE, PHRASES, RENAMED } from '#src/features/tales/content-elements.ts';
import { inertBody } from './inert-body.ts';

const ALLOWED = new Set([...BLOCKS, ...PHRASES]);
const DROPPED = new Set(DROPPED_WHOLE);
/** The editor's own, in what is copied within it. */
const OWN = new Map([
  ['foot-note', []],
  ['kept-block', ['data-html']],
  ['kept-phrase', ['data-html']],
]);
const OWN_ATTRIBUTES = ['data-bare', 'data-new', 'data-pm-slice'];

export type Tidied = {
  /** In a document of its own, in which nothing runs or is fetched. */
  body: HTMLElement;
  /** What was taken out, as an editor may read it: `<font>`, `onclick`. */
  removed: string[];
};

/** HTML as a browser reads it, without what tales may not hold: by the cleaner's own lists, so that what one saves stays. */
export function tidyHtml(html: string, { keepOwn = false } = {}): Tidied {
  const body = inertBody(html);
  const removed = new Set<string>();
  tidyChildren(body, removed, keepOwn);
  return { body, removed: [...removed] };
}

function tidyChildren(parent: Element, removed: Set<string>, keepOwn: boolean): void {
  for (const node of [...parent.childNodes]) {
    if (node.nodeType === Node.TEXT_NODE) continue;
    if (node.nodeType === Node.ELEMENT_NODE) tidyElement(node as Element, removed, keepOwn);
    else node.remove();
  }
}

function tidyElement(element: Element, removed: Set<string>, keepOwn: boolean): void {
  const typed = element.localName;
  if (DROPPED.has(typed)) {
    removed.add(`<${typed}>`);
    element.remove();
    return;
  }
  tidyChildren(element, removed, keepOwn);
  const tag = RENAMED.get(typed) ?? typed;
  const isOwn = keepOwn && OWN.has(tag);
  if (!ALLOWED.has(tag) && !isOwn) {
    removed.add(`<${typed}>`);
    element.replaceWith(...element.childNodes);
    return;
  }
  if (tag !== typed) removed.add(`<${typed}>`);
  const kept = tag === typed ? element : renamed(element, tag);
  tidyAttributes(kept, removed, keepOwn);
  if (tag === 'img' && !kept.getAttribute('src')) kept.remove();
}

function renamed(element: Element, tag: string): Element {
  const other = element.ownerDocument.createElement(tag);
  for (const { name, value } of [...element.attributes]) if (!name.includes(':')) other.setAttribute(name, value);
  other.append(...element.childNodes);
  element.replaceWith(other);
  return other;
}

function tidyAttributes(element: Element, removed: Set<string>, keepOwn: boolean): void {
  const rules = rulesOf(element.localName);
  const own = keepOwn ? [...OWN_ATTRIBUTES, ...(OWN.get(element.localName) ?? [])] : [];
  for (const { name, value } of [...element.attributes]) {
    if (own.includes(name)) continue;
    const kept = Object.hasOwn(rules, name) ? rules[name]?.(value) : undefined;
    if (kept === value) continue;
    if (kept !== undefined) element.setAttribute(name, kept);
    else {
      element.removeAttribute(name);
      // Written by the cleaner into every link that leads elsewhere.
      if (name !== 'rel') removed.add(`${name.replace('data-style', 'style')} of <${element.localName}>`);
    }
  }
}
