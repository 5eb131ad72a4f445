import {
  attributeRules,
  BLOCK_TAGS,
  DROPPED_WITH_CONTENT,
  INLINE_TAGS,
  RENAMED_TAGS,
} from '#src/features/tale-html/sanitizer-allow-list.ts';
import { inertBody } from './parse-html.ts';

const ALLOWED = new Set([...BLOCK_TAGS, ...INLINE_TAGS]);
const DROPPED = new Set(DROPPED_WITH_CONTENT);
/** Elements of the editor in text copied within it. */
const OWN = new Map([
  ['foot-note', []],
  ['kept-block', ['data-html']],
  ['kept-phrase', ['data-html']],
]);
const OWN_ATTRIBUTES = ['data-bare', 'data-new', 'data-pm-slice'];

export type Tidied = {
  /** In a separate document, without scripts and resources. */
  body: HTMLElement;
  /** Removed elements and attributes, for display: `<font>`, `onclick`. */
  removed: string[];
};

/** Parses HTML and removes what tales must not contain, by the lists of the sanitizer, so that saving changes nothing more. */
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
  const tag = RENAMED_TAGS.get(typed) ?? typed;
  const isOwn = keepOwn && OWN.has(tag);
  if (!ALLOWED.has(tag) && !isOwn) {
    removed.add(`<${typed}>`);
    element.replaceWith(...element.childNodes);
    return;
  }
  if (tag !== typed) removed.add(`<${typed}>`);
  const result = tag === typed ? element : renamed(element, tag);
  tidyAttributes(result, removed, keepOwn);
  if (tag === 'img' && !result.getAttribute('src')) result.remove();
}

function renamed(element: Element, tag: string): Element {
  const other = element.ownerDocument.createElement(tag);
  for (const { name, value } of [...element.attributes]) if (!name.includes(':')) other.setAttribute(name, value);
  other.append(...element.childNodes);
  element.replaceWith(other);
  return other;
}

function tidyAttributes(element: Element, removed: Set<string>, keepOwn: boolean): void {
  const rules = attributeRules(element.localName);
  const own = keepOwn ? [...OWN_ATTRIBUTES, ...(OWN.get(element.localName) ?? [])] : [];
  for (const { name, value } of [...element.attributes]) {
    if (own.includes(name)) continue;
    const result = Object.hasOwn(rules, name) ? rules[name]?.(value) : undefined;
    if (result === value) continue;
    if (result !== undefined) element.setAttribute(name, result);
    else {
      element.removeAttribute(name);
      // Added by the sanitizer to every external link.
      if (name !== 'rel') removed.add(`${name.replace('data-style', 'style')} of <${element.localName}>`);
    }
  }
}
