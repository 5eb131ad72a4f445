import type { GlossaryForms } from '../glossary-line.ts';

/** Holds the slug of the highlighted word. */
const WORD_ATTRIBUTE = 'data-word';
/** No highlights in links, headings, notes and controls. */
const EXCLUDED = 'a, button, [role=button], h1, h2, h3, h4, sup, #t-footnotes, [hidden]';
/** Highlights per word and text. */
const MAX_PER_WORD = 2;
/** Yields to the browser after this time. */
const SLICE_MS = 6;

/** `start` and `end` in UTF-16 units. */
export type Match = { start: number; end: number; word: GlossaryForms };

/** Finds glossary words in a text. `before`: preceding text of the paragraph, to detect the start of a sentence. */
export type Matcher = (text: string, before?: string) => Match[];

type Token = { start: number; end: number; text: string };
type Form = { words: readonly string[]; word: GlossaryForms };

/** A word with its hyphens and apostrophes, including a leading one as in 'tis. */
const TOKEN = /['’]?[\p{L}\p{M}\p{N}]+(?:(?:['’]-|['’-])[\p{L}\p{M}\p{N}]+)*/gu;
/** After these, a capitalized word is a common noun in old spelling ("the Miller"); otherwise it is a name. */
const BEFORE_COMMON =
  /(?:^|[^\p{L}])(?:the|a|an|old|young|poor|good|dear|great|little|wicked|my|thy|his|her|our|your|their|o|oh|ah|this|that)\s+$/u;
const SENTENCE_BEGINS = /(?:^|[.!?:;…\n"“„«([—–]|--)['’‘"“”»)\]\s]*$/u;
const TITLE = /\b(?:Mr|Mrs|Ms|Dr|St|Sir|Miss|Lady)\.?\s+$/u;

/**
 * Wraps the first occurrences of old words in spans with the role of a button; line breaks and text content do not change. Yields between
 * paragraphs; `signal` aborts.
 */
export async function highlightWords(text: Element, words: readonly GlossaryForms[], signal: AbortSignal): Promise<void> {
  const match = createMatcher(words);
  const counts = new Map<GlossaryForms, number>();
  let began = performance.now();
  for (const block of text.children) {
    for (const { node, before } of englishNodes(block)) highlightNode(node, match(node.data, before), counts);
    if (performance.now() - began < SLICE_MS) continue;
    await new Promise((next) => setTimeout(next));
    if (signal.aborted) return;
    began = performance.now();
  }
}

export function removeHighlights(text: Element): void {
  for (const span of text.querySelectorAll(`[${WORD_ATTRIBUTE}]`)) span.replaceWith(...span.childNodes);
}

/** Returns the highlighted word at an event target. */
export function wordAt(target: EventTarget | null): { element: HTMLElement; slug: string } | null {
  const element = target instanceof Element ? target.closest<HTMLElement>(`[${WORD_ATTRIBUTE}]`) : null;
  const slug = element?.getAttribute(WORD_ATTRIBUTE) ?? null;
  return element === null || slug === null ? null : { element, slug };
}

/** Returns the slugs of the words in a text. */
export function findGlossaryWords(text: Element, words: readonly GlossaryForms[]): Set<string> {
  const match = createMatcher(words);
  const nodes = [...text.children].flatMap((block) => englishNodes(block));
  return new Set(nodes.flatMap(({ node, before }) => match(node.data, before)).map(({ word }) => word.slug));
}

/** Returns the English text nodes of a block, each with the text before it. */
function englishNodes(block: Element): { node: Text; before: string }[] {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const nodes: { node: Text; before: string }[] = [];
  let before = '';
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    const parent = node.parentElement;
    const language = parent?.closest('[lang]')?.getAttribute('lang') ?? '';
    if (/^en\b/i.test(language) && parent?.closest(EXCLUDED) === null) nodes.push({ node, before });
    before = (before + node.data).slice(-60);
  }
  return nodes;
}

function highlightNode(node: Text, matches: readonly Match[], counts: Map<GlossaryForms, number>): void {
  const wanted = matches.filter(({ word }) => {
    const count = (counts.get(word) ?? 0) + 1;
    counts.set(word, count);
    return count <= MAX_PER_WORD;
  });
  // From the end, so that earlier offsets stay valid.
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
  span.setAttribute(WORD_ATTRIBUTE, word.slug);
  middle.replaceWith(span);
  span.append(middle);
}

export function createMatcher(words: readonly GlossaryForms[]): Matcher {
  const byFirst = new Map<string, Form[]>();
  for (const word of words) {
    for (const form of word.forms) {
      const parts = tokensOf(form).map(({ text }) => fold(text));
      const first = parts[0] ?? '';
      byFirst.set(first, [...(byFirst.get(first) ?? []), { words: parts, word }]);
    }
  }
  // Longest first: "for aye" before "aye".
  for (const forms of byFirst.values()) forms.sort((a, b) => b.words.length - a.words.length);
  return (text, before = '') => matchAll(byFirst, text, before);
}

function matchAll(byFirst: ReadonlyMap<string, Form[]>, text: string, before: string): Match[] {
  const tokens = tokensOf(text);
  const found: Match[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const match = matchAt(byFirst, text, tokens, at);
    if (match === undefined || isName(match, text, before)) continue;
    found.push({ start: match.start, end: match.end, word: match.word });
    at += match.length - 1;
  }
  return found;
}

function matchAt(byFirst: ReadonlyMap<string, Form[]>, text: string, tokens: readonly Token[], at: number) {
  const first = tokens[at];
  if (first === undefined) return undefined;
  for (const { start, end, known } of readings(first)) {
    for (const { words, word } of byFirst.get(known) ?? []) {
      if (words.length === 1) return { start, end, word, length: 1 };
      const last = matchRest(text, tokens, at, words);
      if (last !== undefined) return { start, end: last, word, length: words.length };
    }
  }
  return undefined;
}

/** Candidate readings: as is, without a leading quotation mark, without a possessive s. */
function* readings({ start, end, text }: Token): Generator<{ start: number; end: number; known: string }> {
  const folded = fold(text);
  yield { start, end, known: folded };
  const mark = folded.startsWith("'") ? 1 : 0;
  if (mark === 1) yield { start: start + 1, end, known: folded.slice(1) };
  if (folded.endsWith("'s")) yield { start: start + mark, end: end - 2, known: folded.slice(mark, -2) };
}

/** Returns the end of the last word if the words follow each other, separated by spaces only. */
function matchRest(text: string, tokens: readonly Token[], at: number, words: readonly string[]): number | undefined {
  let end = tokens[at]?.end ?? 0;
  for (const [index, word] of words.entries()) {
    if (index === 0) continue;
    const token = tokens[at + index];
    if (token === undefined || text.slice(end, token.start).trim() !== '') return undefined;
    const folded = fold(token.text);
    const isOwner = index === words.length - 1 && folded === `${word}'s`;
    if (folded !== word && !isOwner) return undefined;
    end = isOwner ? token.end - 2 : token.end;
  }
  return end;
}

/** Whether the match is a capitalized name: within a sentence, unless in capitals throughout or always capitalized. */
function isName({ start, end, word }: Match, text: string, before: string): boolean {
  const shown = text.slice(start, end).replace(/^['’]/, '');
  const isCapital = /^\p{Lu}\P{Lu}/u.test(shown);
  if (!isCapital || /^\p{Lu}/u.test(word.word)) return false;
  if (word.isLowercaseOnly) return true;
  const left = (before + text.slice(0, start)).slice(-40);
  if (TITLE.test(left)) return true;
  return !SENTENCE_BEGINS.test(left) && !BEFORE_COMMON.test(left);
}

function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(TOKEN), (found) => ({ start: found.index, end: found.index + found[0].length, text: found[0] }));
}

function fold(text: string): string {
  return text.toLowerCase().replaceAll('’', "'");
}
