import { type Node as ModelNode, DOMParser as ModelParser, type Schema } from '@tiptap/pm/model';
import { INLINE_TAGS } from '#src/features/tale-html/sanitizer-allow-list.ts';
import { wrapBareText } from './bare-text.ts';
import { isWellFormedHtml } from './parse-html.ts';
import { tidyHtml } from './tidy-html.ts';
import { convertFootnotes, toHtml } from './to-html.ts';

const WRAPPERS = new Set(INLINE_TAGS.filter((tag) => tag !== 'br' && tag !== 'img'));

/** Inline elements: white space next to them is significant. */
const IN_LINE = /<(?:img|a|em|strong|i|b|small|sup|sub|cite|q)\b[^<]*>$/;

/** The sanitizer removes elements deeper than 50; browsers add some, such as <tbody>. */
const MAX_DEEP = 20;
const CONTAINERS = new Set(['blockquote', 'div', 'section', 'ul', 'ol', 'li']);

export type Opened = {
  doc: ModelNode;
  /** Elements and attributes that tales must not contain. */
  removed: string[];
};

/**
 * Parses the HTML of a tale. `toHtml` returns the same HTML in its normal form (see `normalForm`): every block is serialized and compared, and one that would change is preserved as a whole.
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

/**
 * Returns the normal form of the HTML of a tale, for comparisons. It ignores: the order of attributes; runs of white space, and white space at the edges of blocks and next to line breaks; the nesting order of inline elements around the same text, and splits of equal ones; empty inline elements that are not link targets; and spans without attributes.
 */
export function normalForm(body: HTMLElement): string {
  const parts: Part[] = [];
  walk(body, [], parts);
  return normalize(parts);
}

type Part = { edge: string } | { text: string; around: string };

function walk(parent: Element, around: readonly string[], parts: Part[]): void {
  for (const node of parent.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) parts.push({ text: node.nodeValue ?? '', around: around.toSorted().join('') });
    else if (node.nodeType === Node.ELEMENT_NODE) walkElement(node as Element, around, parts);
  }
}

function walkElement(element: Element, around: readonly string[], parts: Part[]): void {
  const tag = element.localName;
  const shown = `<${tag}${[...element.attributes]
    .map(({ name, value }) => ` ${name}=${JSON.stringify(value)}`)
    .toSorted()
    .join('')}>`;
  if (!WRAPPERS.has(tag)) {
    parts.push({ edge: around.toSorted().join('') + shown });
    walk(element, around, parts);
    if (tag !== 'img') parts.push({ edge: `</${tag}>` });
    return;
  }
  if (element.childNodes.length === 0 && element.id !== '') parts.push({ edge: around.toSorted().join('') + shown });
  else walk(element, tag === 'span' && element.attributes.length === 0 ? around : [...around, shown], parts);
}

function normalize(parts: readonly Part[]): string {
  let form = '';
  let line: { text: string; around: string }[] = [];
  let isAtStart = true;
  const flush = (isAtEnd: boolean) => {
    form += lineForm(line, isAtStart, isAtEnd);
    line = [];
  };
  for (const part of parts) {
    if ('text' in part) line.push(part);
    else {
      const isInLine = IN_LINE.test(part.edge);
      flush(!isInLine);
      isAtStart = !isInLine;
      form += part.edge;
    }
  }
  flush(true);
  return form;
}

function lineForm(line: readonly { text: string; around: string }[], isAtStart: boolean, isAtEnd: boolean): string {
  const runs: { text: string; around: string }[] = [];
  let endsWithSpace = isAtStart;
  for (const { text, around } of line) {
    let short = text.replace(/[ \t\r\n\f]+/g, ' ');
    if (endsWithSpace && short.startsWith(' ')) short = short.slice(1);
    if (short === '') continue;
    endsWithSpace = short.endsWith(' ');
    const last = runs.at(-1);
    if (last?.around === around) last.text += short;
    else runs.push({ text: short, around });
  }
  const last = runs.at(-1);
  if (isAtEnd && last?.text.endsWith(' ')) last.text = last.text.slice(0, -1);
  return runs
    .filter(({ text }) => text !== '')
    .map(({ text, around }) => around + JSON.stringify(text))
    .join('');
}
