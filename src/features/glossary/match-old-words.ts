import type { OldWord } from './old-words.ts';

/** Where a word stands in a text: `start` and `end` count UTF-16 units. */
export type Match = { start: number; end: number; word: OldWord };

/** Finds the old words of a text. `before`: what stands before it in its paragraph, for sentences that began there. */
export type Matcher = (text: string, before?: string) => Match[];

type Token = { start: number; end: number; text: string };
type Form = { words: readonly string[]; word: OldWord };

/** A word as it stands between spaces and marks: with its hyphens and apostrophes, and one before it, as of 'tis. */
const TOKEN = /['’]?[\p{L}\p{M}\p{N}]+(?:(?:['’]-|['’-])[\p{L}\p{M}\p{N}]+)*/gu;
/** A word with a capital after one of these is a common one in old spelling ("the Miller"); after others it is a name. */
const BEFORE_COMMON =
  /(?:^|[^\p{L}])(?:the|a|an|old|young|poor|good|dear|great|little|wicked|my|thy|his|her|our|your|their|o|oh|ah|this|that)\s+$/u;
/** The end of a sentence, an opening mark, or nothing before it. */
const SENTENCE_BEGINS = /(?:^|[.!?:;…\n"“„«([—–]|--)['’‘"“”»)\]\s]*$/u;
const TITLE = /\b(?:Mr|Mrs|Ms|Dr|St|Sir|Miss|Lady)\.?\s+$/u;

export function createMatcher(words: readonly OldWord[]): Matcher {
  const byFirst = new Map<string, Form[]>();
  for (const word of words) {
    for (const form of word.forms) {
      const parts = tokensOf(form).map(({ text }) => fold(text));
      const first = parts[0] ?? '';
      byFirst.set(first, [...(byFirst.get(first) ?? []), { words: parts, word }]);
    }
  }
  // "for aye" before "aye".
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
      const last = followed(text, tokens, at, words);
      if (last !== undefined) return { start, end: last, word, length: words.length };
    }
  }
  return undefined;
}

/** As it stands; without a mark of quotation before it; without the s of what somebody owns. */
function* readings({ start, end, text }: Token): Generator<{ start: number; end: number; known: string }> {
  const folded = fold(text);
  yield { start, end, known: folded };
  const mark = folded.startsWith("'") ? 1 : 0;
  if (mark === 1) yield { start: start + 1, end, known: folded.slice(1) };
  if (folded.endsWith("'s")) yield { start: start + mark, end: end - 2, known: folded.slice(mark, -2) };
}

/** The end of the last word, when these words follow each other with nothing but spaces between them. */
function followed(text: string, tokens: readonly Token[], at: number, words: readonly string[]): number | undefined {
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

/** Whether a capital makes a name of it: within a sentence, unless all is in capitals or the word is always written so. */
function isName({ start, end, word }: Match, text: string, before: string): boolean {
  const shown = text.slice(start, end).replace(/^['’]/, '');
  const isCapital = /^\p{Lu}\P{Lu}/u.test(shown);
  if (!isCapital || /^\p{Lu}/u.test(word.word)) return false;
  if (word.isSmallOnly) return true;
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
