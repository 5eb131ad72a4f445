/**
 * Reading positions that survive edits of the text: block index, character offset, and the words at the start of the sentence.
 */

import { firstVisiblePoint, isAtTop, scrollToPoint } from '../reader-modes/viewport-position.ts';
import { blocksOf, blockText } from './block-text.ts';
import { splitSentences } from './split-sentences.ts';

/**
 * `quote` has three lines: the last words before the sentence; its first words, continued with the following sentences if it is short; and
 * four numbers: offset in characters from these words, how many of the words belong to the sentence, the index of this passage among all with
 * these words, and their number. Words are in lower case, without punctuation.
 */
export type TextPosition = { block: number; char: number; quote: string };
export type TextPoint = { block: number; char: number };

/** Maximum characters of words. */
const MAX_BEFORE = 24;
const MAX_AFTER = 48;
/** Longer words are truncated. */
const MAX_WORD = 24;
/** Weight of a word of the sentence relative to one before it. */
const OWN_WORD_WEIGHT = 3;
/** Fewer matches are coincidence, unless the sentence is shorter. */
const MIN_MATCHING_WORDS = 3;

/** Scripts without spaces between words are matched by character. */
const WORD_PATTERN = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Mymr}]|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;

type Word = TextPoint & { word: string };

/** Creates a position at a character of a block; values outside the text are clamped. */
export function createPosition(blocks: readonly string[], block: number, char: number): TextPosition {
  const index = Math.max(0, Math.min(block, blocks.length - 1));
  const text = blocks[index] ?? '';
  const at = Math.max(0, Math.min(char, text.length));
  const sentences = splitSentences(text);
  const { start = 0, end = text.length } = sentences.find((sentence) => sentence.end > at) ?? sentences.at(-1) ?? {};
  const words = blocks.flatMap(wordsOf);
  const first = words.findIndex((word) => word.block > index || (word.block === index && word.char >= start));
  const word = words[first];
  if (word === undefined) return { block: index, char: at, quote: '' };
  const before = takeWithin(words.slice(Math.max(0, first - MAX_BEFORE), first).reverse(), MAX_BEFORE).reverse();
  const after = takeWithin(words.slice(first, first + MAX_AFTER), MAX_AFTER);
  const own = words.slice(first, first + after.length).filter((each) => each.block === index && each.char < end).length;
  const same = findSequences(words, after.slice(0, own));
  const figures = [word.block === index ? Math.max(0, at - word.char) : 0, own, same.indexOf(first), same.length];
  return { block: index, char: at, quote: [before.join(' '), after.join(' '), figures.join(' ')].join('\n') };
}

/**
 * Resolves a position in the current text by its words. Of several matches, the one with more matching context wins, then the nearest to the
 * old offset. Without a match, the old offset is used. Null if the block no longer exists.
 */
export function resolvePosition(blocks: readonly string[], { block, char, quote }: TextPosition): TextPoint | null {
  const [before = [], after = [], figures = []] = quote.split('\n').map((line) => line.split(' ').filter((word) => word !== ''));
  const [offset = 0, own = 0, nth = 0, total = 0] = figures.map(Number);
  const words = blocks.flatMap(wordsOf);
  const same = findSequences(words, after.slice(0, own));
  const index = same.length === total && own > 0 ? same[nth] : findBestMatch(words, { block, char }, before, after, own);
  const found = index === undefined ? undefined : words[index];
  const point = found === undefined ? { block, char } : { block: found.block, char: found.char + (offset || 0) };
  const text = blocks[point.block];
  return text === undefined ? null : { block: point.block, char: Math.max(0, Math.min(point.char, text.length)) };
}

/** Returns the index of the word where the best match starts, preferring matches near `point`; undefined without any. */
function findBestMatch(words: readonly Word[], point: TextPoint, before: readonly string[], after: readonly string[], own: number) {
  const near = words.findIndex((word) => word.block > point.block || (word.block === point.block && word.char >= point.char));
  const expected = near < 0 ? words.length : near;
  let best: number | undefined;
  let most = Math.min(MIN_MATCHING_WORDS, own || after.length) * OWN_WORD_WEIGHT;
  for (let index = 0; index < words.length && after.length > 0; index += 1) {
    const score = matchScore(words, index, before, after);
    const isNearer = best === undefined || Math.abs(index - expected) < Math.abs(best - expected);
    if (score > most || (score === most && isNearer)) [best, most] = [index, score];
  }
  return best;
}

/** Returns the indexes where `sequence` occurs. */
function findSequences(words: readonly Word[], sequence: readonly string[]): number[] {
  if (sequence.length === 0) return [];
  return words.flatMap((_, index) => (sequence.every((word, nth) => words[index + nth]?.word === word) ? [index] : []));
}

/** Scores consecutive matching words from this word on, and before it. */
function matchScore(words: readonly Word[], index: number, before: readonly string[], after: readonly string[]): number {
  let forward = 0;
  while (forward < after.length && words[index + forward]?.word === after[forward]) forward += 1;
  let back = 0;
  while (forward > 0 && back < before.length && words[index - 1 - back]?.word === before[before.length - 1 - back]) back += 1;
  return forward * OWN_WORD_WEIGHT + back;
}

function wordsOf(text: string, block: number): Word[] {
  return Array.from(text.matchAll(WORD_PATTERN), ({ index, 0: word }) => ({
    block,
    char: index,
    word: word.toLowerCase().normalize('NFC').slice(0, MAX_WORD),
  }));
}

/** Returns the words that fit into `room` characters. */
function takeWithin(words: readonly Word[], room: number): string[] {
  let left = room + 1;
  return words
    .filter(({ word }) => {
      left -= word.length + 1;
      return left >= 0;
    })
    .map(({ word }) => word);
}

/**
 * Returns the position of the first visible character, or `known` while its line or page is the first visible one, so that resuming in a
 * window of another size does not move it back. `progress`: share of the text above the viewport's bottom edge, 0 to 1.
 */
export function currentPosition(text: HTMLElement, known?: TextPosition): TextPosition & { progress: number } {
  const { point, progress } = firstVisiblePoint(text);
  const blocks = blocksOf(text).map(blockText);
  const saved = known === undefined ? null : resolvePosition(blocks, known);
  const { block, char } = saved !== null && isAtTop(text, saved, point) ? saved : point;
  return { ...createPosition(blocks, block, char), progress };
}

/** Scrolls to a position, if it still exists. */
export function scrollToPosition(text: HTMLElement, position: TextPosition): void {
  const point = resolvePosition(blocksOf(text).map(blockText), position);
  const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (point !== null) scrollToPoint(text, point, isReduced ? 'instant' : 'smooth');
}
