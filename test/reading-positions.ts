/** Finds visible sentences by their boxes, and reads and restores positions with the site's code. Runs in a tale page. */
import { currentPosition, scrollToPosition } from '#src/features/reading/text/reading-position.ts';

export { currentPosition, scrollToPosition };

/** Sentences of each block of the page. */
type Sentences = { id: number; text: string }[][];

/** Bottom of the header, pixels. */
const HEADER_BOTTOM = 96;

export function textElement(): HTMLElement {
  return document.getElementById('tale-text') as HTMLElement;
}

/** Returns the visible sentences. `first`: that at the start of the first visible line, or -1; `line`: those of that line; `all`: all. */
export function visibleSentences(sentences: Sentences): { isPaged: boolean; first: number; line: number[]; all: number[] } {
  const text = textElement();
  const { left, right } = text.getBoundingClientRect();
  const isPaged = getComputedStyle(text).overflowX === 'hidden';
  const isVisible = (rect: DOMRect) =>
    rect.width > 0 &&
    (isPaged ? rect.left >= left - 1 && rect.left < right : (rect.top + rect.bottom) / 2 > HEADER_BOTTOM && rect.top < innerHeight);
  const all = [...text.children].flatMap((block, index) => {
    if (
      ![...block.getClientRects()].some((rect) =>
        isPaged ? rect.right > left && rect.left < right : rect.bottom > 0 && rect.top < innerHeight,
      )
    )
      return [];
    return rangesOf(block, sentences[index] ?? []).flatMap(({ id, range }) => {
      const rect = [...range.getClientRects()].find(isVisible);
      return rect === undefined ? [] : [{ id, rect }];
    });
  });
  const top = all[0]?.rect;
  const line = all.filter(
    ({ rect }) => top !== undefined && rect.top < (top.top + top.bottom) / 2 && rect.bottom > (top.top + top.bottom) / 2,
  );
  return { isPaged, first: all[0]?.id ?? -1, line: line.map(({ id }) => id), all: all.map(({ id }) => id) };
}

/** Scrolls to a share of the text, 0 to 1. */
export function scrollToShare(share: number): void {
  const text = textElement();
  if (getComputedStyle(text).overflowX === 'hidden') {
    text.scrollTo({ left: Math.floor((share * text.scrollWidth) / text.clientWidth) * text.clientWidth, behavior: 'instant' });
    text.scrollIntoView({ block: 'start', behavior: 'instant' });
    return;
  }
  const { top, height } = text.getBoundingClientRect();
  scrollTo({ top: scrollY + top + 24 + share * (height - 200), behavior: 'instant' });
}

/** Scrolls to a share of the text, and resolves when the page knows that scrolling has ended: it saves the position then. */
export async function scrollToShareAndRest(share: number): Promise<void> {
  const text = textElement();
  const [left, top] = [text.scrollLeft, scrollY];
  const ended = new Set<EventTarget | null>();
  const note = ({ target }: Event) => ended.add(target);
  addEventListener('scrollend', note, { capture: true });
  scrollToShare(share);
  const scrolled = [...(text.scrollLeft === left ? [] : [text]), ...(scrollY === top ? [] : [document])];
  do await painted();
  while (!scrolled.every((target) => ended.has(target)));
  removeEventListener('scrollend', note, { capture: true });
}

/** Sets data attributes of the document, as the reading settings do; null removes one. */
export function applySettings(attributes: Record<string, string | null>): void {
  const { dataset } = document.documentElement;
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) delete dataset[name];
    else dataset[name] = value;
  }
}

/** Resolves when fonts are loaded and changes are painted. */
export async function painted(): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await frame();
  await frame();
  if (document.fonts.status === 'loaded') return;
  await document.fonts.ready;
  await frame();
  await frame();
}

function rangesOf(block: Element, sentences: Sentences[number]): { id: number; range: Range }[] {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const nodes: { node: Text; from: number }[] = [];
  let all = '';
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    nodes.push({ node: node as Text, from: all.length });
    all += (node as Text).data;
  }
  let at = 0;
  return sentences.map(({ id, text }) => {
    const start = all.indexOf(text, at);
    if (start < 0) throw new Error(`The page does not contain “${text}” at the expected place.`);
    at = start + text.length;
    const range = document.createRange();
    range.setStart(...pointAt(nodes, start));
    range.setEnd(...pointAt(nodes, at - 1, 1));
    return { id, range };
  });
}

function pointAt(nodes: readonly { node: Text; from: number }[], offset: number, further = 0): [Text, number] {
  const { node, from } = nodes.findLast((each) => each.from <= offset) as { node: Text; from: number };
  return [node, offset - from + further];
}
