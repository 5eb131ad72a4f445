import { INLINE_TAGS } from '#src/features/tale-html/sanitizer-allow-list.ts';

/**
 * Returns the normal form of the HTML of a tale, for comparisons. It ignores: the order of attributes; runs of white space, and white space at the edges of blocks and next to line breaks; the nesting order of inline elements around the same text, and splits of equal ones; empty inline elements that are not link targets; and spans without attributes.
 */
export function normalForm(body: HTMLElement): string {
  const parts: Part[] = [];
  walk(body, [], parts);
  return normalize(parts);
}

type Part = { edge: string } | { text: string; around: string };

const WRAPPERS = new Set(INLINE_TAGS.filter((tag) => tag !== 'br' && tag !== 'img'));

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

/** Inline elements: white space next to them is significant. */
const IN_LINE = /<(?:img|a|em|strong|i|b|small|sup|sub|cite|q)\b[^<]*>$/;

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
