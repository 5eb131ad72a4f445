/** Finds the passages of comments in the text of a tale, for showing each comment below its paragraph. */
import { withoutSpaces } from '../submission-fields.ts';

type Quoted = { id: string; quote: string; prefix: string; suffix: string };

/** `html`: blocks of the text, with the passages in `<mark>`; `ids`: comments that end in the last of them. */
export type AnnotatedPart = { html: string; ids: string[] };

/** Returns the text in parts, and the comments whose passage it no longer has. `html` is sanitized. */
export function annotate(html: string, comments: readonly Quoted[]): { parts: AnnotatedPart[]; others: string[] } {
  const body = new DOMParser().parseFromString(html, 'text/html').body;
  const text = readText(body);
  const marks = new Map<Text, [start: number, end: number][]>();
  const idsOf = new Map<ChildNode, string[]>();
  const others: string[] = [];
  for (const { id, ...comment } of comments) {
    const last = markPassage(text, comment, marks);
    const block = last === undefined ? undefined : blockOf(last, body);
    if (block === undefined) others.push(id);
    else idsOf.set(block, [...(idsOf.get(block) ?? []), id]);
  }
  for (const [node, ranges] of marks) wrap(node, ranges);
  const parts: AnnotatedPart[] = [{ html: '', ids: [] }];
  for (const block of body.childNodes) {
    const part = parts.at(-1) as AnnotatedPart;
    part.html += block instanceof Element ? block.outerHTML : (block.textContent ?? '');
    part.ids = idsOf.get(block) ?? [];
    if (part.ids.length > 0) parts.push({ html: '', ids: [] });
  }
  return { parts: parts.filter((part) => part.html !== ''), others };
}

/** The text without white space, with the node and the offset of each character. */
type PlainText = { text: string; at: [node: Text, offset: number][] };

function readText(body: HTMLElement): PlainText {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const at: PlainText['at'] = [];
  let text = '';
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { data } = node as Text;
    for (let offset = 0; offset < data.length; offset += 1) {
      const character = data.charAt(offset);
      if (/\s/.test(character)) continue;
      text += character;
      at.push([node as Text, offset]);
    }
  }
  return { text, at };
}

/** Adds the passage to `marks`, and returns the node in which it ends. */
function markPassage({ text, at }: PlainText, { quote, prefix, suffix }: Omit<Quoted, 'id'>, marks: Map<Text, [number, number][]>) {
  const [before, wanted, after] = [prefix, quote, suffix].map(withoutSpaces) as [string, string, string];
  if (wanted === '') return undefined;
  const inContext = text.indexOf(before + wanted + after);
  const start = inContext >= 0 ? inContext + before.length : text.indexOf(wanted);
  if (start < 0) return undefined;
  for (const [node, offset] of at.slice(start, start + wanted.length)) {
    const ranges = marks.get(node) ?? [];
    const last = ranges.at(-1);
    // The white space between two characters of the passage belongs to it.
    if (last !== undefined && last[1] <= offset && node.data.slice(last[1], offset).trim() === '') last[1] = offset + 1;
    else ranges.push([offset, offset + 1]);
    marks.set(node, ranges);
  }
  return at[start + wanted.length - 1]?.[0];
}

function blockOf(node: Text, body: HTMLElement): ChildNode | undefined {
  return [...body.childNodes].find((child) => child.contains(node));
}

/** Wraps ranges of a text node in `<mark>`; overlapping ones are marked once. From the end, so that earlier offsets stay valid. */
function wrap(node: Text, ranges: readonly [number, number][]): void {
  const merged: [number, number][] = [];
  for (const [start, end] of ranges.toSorted((one, other) => one[0] - other[0])) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  for (const [start, end] of merged.toReversed()) {
    const passage = node.splitText(start);
    passage.splitText(end - start);
    const mark = document.createElement('mark');
    passage.replaceWith(mark);
    mark.append(passage);
  }
}
