import { type Node as ModelNode, DOMParser as ModelParser, type Schema } from '@tiptap/pm/model';
import { wrapBareText } from './bare-text.ts';
import { convertFootnotes } from './footnote-form.ts';
import { isWellFormedHtml } from './is-in-order.ts';
import { normalForm } from './normal-form.ts';
import { tidyHtml } from './tidy-html.ts';
import { toHtml } from './to-html.ts';

/** The sanitizer removes elements deeper than 50; browsers add some, such as <tbody>. */
const MAX_DEEP = 20;
const CONTAINERS = new Set(['blockquote', 'div', 'section', 'ul', 'ol', 'li']);

export type Opened = {
  doc: ModelNode;
  /** Elements and attributes that tales must not contain. */
  removed: string[];
};

/**
 * Parses the HTML of a tale. `toHtml` returns the same HTML in the normal form of `normal-form.ts`: every block is serialized and compared, and one that would change is preserved as a whole.
 */
export function fromHtml(html: string, schema: Schema): Opened {
  const { body, removed } = tidyHtml(html);
  const wanted = normalForm(body);
  for (const withNotes of isDeep(body) ? [] : [true, false]) {
    const doc = open(html, schema, wanted, withNotes);
    if (doc) return { doc, removed };
  }
  // Byte for byte if it is clean: a browser may serialize it differently.
  const isClean = removed.length === 0 && isWellFormedHtml(html);
  const whole = schema.node('keptBlock', { html: isClean ? html : body.innerHTML });
  return { doc: schema.node('doc', null, [whole]), removed };
}

function isDeep(body: HTMLElement): boolean {
  return body.querySelector(Array(MAX_DEEP).fill('*').join('>')) !== null;
}

function open(html: string, schema: Schema, wanted: string, withNotes: boolean): ModelNode | undefined {
  const { body } = tidyHtml(html);
  if (withNotes && !convertFootnotes(body)) return undefined;
  markTargets(body);
  wrapBareText(body);
  const doc = parse(body, schema);
  if (serializesTo(doc, wanted)) return doc;
  for (const child of [...body.children]) protect(child, schema);
  const protectedDoc = parse(body, schema);
  return serializesTo(protectedDoc, wanted) ? protectedDoc : undefined;
}

/** Empty elements that are link targets: text cannot carry them. */
function markTargets(body: HTMLElement): void {
  for (const target of body.querySelectorAll('[id]:is(a, em, strong, i, b, small, sup, sub, cite, q):empty')) {
    const kept = body.ownerDocument.createElement('kept-phrase');
    kept.setAttribute('data-html', target.outerHTML);
    target.replaceWith(kept);
  }
}

function parse(body: HTMLElement, schema: Schema): ModelNode {
  return ModelParser.fromSchema(schema).parse(body);
}

function serializesTo(doc: ModelNode, wanted: string): boolean {
  return normalForm(tidyHtml(toHtml(doc)).body) === wanted;
}

/** Preserves what the editor would change; in containers only the affected parts. */
function protect(element: Element, schema: Schema): void {
  if (survives(element, schema)) return;
  if (CONTAINERS.has(element.localName)) {
    for (const child of [...element.children]) {
      if (child.localName === 'li') for (const inner of [...child.children]) protect(inner, schema);
      else protect(child, schema);
    }
    if (survives(element, schema)) return;
  }
  keep(element);
}

function survives(element: Element, schema: Schema): boolean {
  const alone = element.ownerDocument.createElement('body');
  alone.append(element.cloneNode(true));
  // Footnotes are compared with the whole tale.
  for (const note of alone.querySelectorAll('foot-note')) note.replaceWith(...note.childNodes);
  const source = withoutOwn(alone);
  return serializesTo(parse(alone, schema), normalForm(tidyHtml(source).body));
}

function keep(element: Element): void {
  const holder = element.ownerDocument.createElement('body');
  const isBare = element.hasAttribute('data-bare');
  if (isBare) holder.append(...element.cloneNode(true).childNodes);
  else holder.append(element.cloneNode(true));
  const kept = element.ownerDocument.createElement('kept-block');
  kept.setAttribute('data-html', withoutOwn(holder));
  element.replaceWith(kept);
}

/** Returns the HTML without elements and attributes of the editor. */
function withoutOwn(holder: Element): string {
  const copy = holder.cloneNode(true) as Element;
  for (const bare of copy.querySelectorAll('p[data-bare]')) bare.replaceWith(...bare.childNodes);
  for (const kept of copy.querySelectorAll('[data-html]')) kept.outerHTML = kept.getAttribute('data-html') ?? '';
  return copy.innerHTML;
}
