import { createMatcher, type Match } from '../match-old-words.ts';
import { OLD_WORDS, type OldWord } from '../old-words.ts';

/** Names the word that an element stands for, by its slug. */
const MARK = 'data-word';
/** No dots in links, in headings, in notes, and in what can be pressed. */
const LEFT_OUT = 'a, button, [role=button], h1, h2, h3, h4, sup, #t-footnotes, [hidden]';
/** Each word is dotted so often in a text; after that one knows it. */
const TIMES = 2;
/** The browser may draw and answer after so long, milliseconds. */
const SLICE_MS = 6;

const match = createMatcher(OLD_WORDS);

/**
 * Makes the first old words of a text into things to press: spans, so that lines break as before, with the role of a button. What the text
 * says stays as it is, character by character. Takes breath between paragraphs; `signal` ends it.
 */
export async function dotWords(text: Element, signal: AbortSignal): Promise<void> {
  const counts = new Map<OldWord, number>();
  let began = performance.now();
  for (const block of text.children) {
    for (const { node, before } of englishNodes(block)) dotNode(node, before, counts);
    if (performance.now() - began < SLICE_MS) continue;
    await new Promise((next) => setTimeout(next));
    if (signal.aborted) return;
    began = performance.now();
  }
}

/** Makes plain words of them again. */
export function undotWords(text: Element): void {
  for (const span of text.querySelectorAll(`[${MARK}]`)) span.replaceWith(...span.childNodes);
}

/** The old word that was pressed, and where. */
export function wordAt(target: EventTarget | null): { element: HTMLElement; word: OldWord } | null {
  const element = target instanceof Element ? target.closest<HTMLElement>(`[${MARK}]`) : null;
  const word = OLD_WORDS.find(({ slug }) => slug === element?.getAttribute(MARK));
  return element === null || word === undefined ? null : { element, word };
}

/** All old words of a text, from A to Z, each once. */
export function wordsIn(text: Element): OldWord[] {
  const found = new Set(
    [...text.children]
      .flatMap((block) => englishNodes(block))
      .flatMap(({ node, before }) => match(node.data, before))
      .map(({ word }) => word),
  );
  return OLD_WORDS.filter((word) => found.has(word));
}

/** The pieces of English text of a block, with what stands before each in it. */
function englishNodes(block: Element): { node: Text; before: string }[] {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const nodes: { node: Text; before: string }[] = [];
  let before = '';
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    const parent = node.parentElement;
    const language = parent?.closest('[lang]')?.getAttribute('lang') ?? '';
    if (/^en\b/i.test(language) && parent?.closest(LEFT_OUT) === null) nodes.push({ node, before });
    before = (before + node.data).slice(-60);
  }
  return nodes;
}

function dotNode(node: Text, before: string, counts: Map<OldWord, number>): void {
  const wanted = match(node.data, before).filter(({ word }) => {
    const count = (counts.get(word) ?? 0) + 1;
    counts.set(word, count);
    return count <= TIMES;
  });
  // From the end on: what comes before keeps its place.
  for (const found of wanted.reverse()) wrap(node, found);
}

function wrap(node: Text, { start, end, word }: Match): void {
  const middle = node.splitText(start);
  middle.splitText(end - start);
  const span = document.createElement('span');
  span.className = 'old-word';
  span.setAttribute('role', 'button');
  span.tabIndex = 0;
  span.setAttribute('aria-haspopup', 'dialog');
  span.setAttribute(MARK, word.slug);
  middle.replaceWith(span);
  span.append(middle);
}
