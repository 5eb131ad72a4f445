/**
 * Where the sentences of a text are. `Intl.Segmenter` proposes, rules mend what it gets wrong in tales: abbreviations, dialogue,
 * cries within a sentence, ordinals, ellipses, dashes. What differs by language is data (sentence-rules.ts). Browser-safe.
 */
import { rulesFor, type SentenceRules } from './sentence-rules.ts';

/** Characters into the text, the end not included. Without white space at its ends. */
export type Sentence = { start: number; end: number };

const CLOSERS = `"'”’“‘»«›‹)\\]`;
/** What ends a sentence, with the marks that close after it, at the end of what stands before a boundary. */
const ENDING = new RegExp(`([.!?…。！？।؟۔]+)([^\\S\\n]?[${CLOSERS}]+)?$`);
const OPENERS = /^["'“‘„‚”’»«›‹([]+/;
/** A sentence that breaks off. */
const BROKEN = new RegExp(`(?:[—–]|--)[${CLOSERS}]*\\s*(?=\\p{Lu})`, 'gu');
/** Where the Segmenter sees none: past an ellipsis, before a figure, and past a dash, which stays with the sentence before it. */
const FURTHER = new RegExp(`[.!?…][${CLOSERS}]*(?:\\s*(?:[—–]+|--+)\\s*|\\s+-\\s+|\\s+)(?=["'“„‘‚»«›‹(]*[\\p{Lu}\\d])`, 'gu');
/** Speech that begins within a sentence has had its speaker named before. */
const SPOKEN = /[\s—–-]["'“‘„‚«»]/;
const ROMAN = /^[IVXLC]+$/;
const LETTER = /[\p{L}\p{N}]/u;
/** In a bracket that is closed again so soon, nothing ends. */
const BRACKET = 300;

const segmenters = new Map<string, Intl.Segmenter>();

/**
 * The sentences of one block of text (paragraph, heading, item), in order. A line break ends a sentence, so each line of verse is
 * one or several. Every character that is not white space is in exactly one.
 */
export function splitSentences(text: string, language: string): Sentence[] {
  const rules = rulesFor(language);
  const found: Sentence[] = [];
  let start = skipSpace(text, 0);
  for (const at of proposals(text, language, rules)) {
    if (at <= start || !ends(text, start, at, rules)) continue;
    found.push({ start, end: trimEnd(text, start, at) });
    start = skipSpace(text, at);
  }
  if (start < text.length) found.push({ start, end: trimEnd(text, start, text.length) });
  return joinBare(text, found);
}

/** Places where a sentence may end, in order: each is before the first character of the next one or before white space. */
function proposals(text: string, language: string, { clipped, spacedClosing, breakingOff }: SentenceRules): number[] {
  const places = Array.from(segmenterFor(language).segment(text), ({ index }) => index).slice(1);
  for (const { index, 0: gap } of text.matchAll(FURTHER)) places.push(index + gap.length);
  if (breakingOff.size > 0) for (const { index, 0: gap } of text.matchAll(BROKEN)) places.push(index + gap.length);
  if (clipped.length > 0) {
    const opening = new RegExp(`[.!?][${CLOSERS}]*\\s+(?=["„“»]?['’](?:${clipped.join('|')})(?!\\p{L}))`, 'gu');
    for (const { index, 0: gap } of text.matchAll(opening)) places.push(index + gap.length);
  }
  return [...new Set(places.map((place) => skipSpace(text, pastClosing(text, place, spacedClosing))))].sort((a, b) => a - b);
}

/** Past a mark that closes behind a space, as in French. */
function pastClosing(text: string, place: number, closing: string): number {
  return closing !== '' && text[place] === closing ? place + 1 : place;
}

/** Whether the sentence that begins at `start` ends before `at`, where the next word stands. */
function ends(text: string, start: number, at: number, rules: SentenceRules): boolean {
  const gap = text.slice(trimEnd(text, start, at), at);
  if (gap.includes('\n')) return true;
  const left = text
    .slice(start, at)
    .trimEnd()
    .replace(/\s*(?:[—–]+|--+|-)$/, '');
  const ending = ENDING.exec(left);
  if (ending === null) return rules.breakingOff.has(/^\p{Lu}\p{Ll}*/u.exec(text.slice(at))?.[0] ?? '');
  const [, marks = '', closers = ''] = ending;
  const right = text.slice(at, at + 160);
  const opening = OPENERS.exec(right)?.[0] ?? '';
  const next = right.slice(opening.length);
  if (/^\p{Ll}/u.test(next) && !isClipped(opening, next, rules)) return false;
  if (isInBracket(text, start, at)) return false;
  const word = /^[\p{L}\p{N}]+/u.exec(next)?.[0] ?? '';
  const before = left.slice(0, left.length - ending[0].length);
  if (marks === '.' && closers === '') return !isShortened(before, word, opening, rules);
  if (/^(?:\.{2,}|…)$/.test(marks) && closers === '' && opening === '' && rules.letterWords.has(word)) return false;
  if (/[!?…]/.test(marks) && closers !== '' && opening === '') return SPOKEN.test(left.slice(1)) || !isSpeaker(next, rules);
  const isCry = marks === '!' && closers === '' && opening === '' && rules.letterWords.has(word);
  return !(isCry && rules.cries.has(before.replace(/^[^\p{L}]+/u, '').toLowerCase()));
}

/** Whether the dot after `before` belongs to its last word: an abbreviation, an initial, an ordinal, the number of a chapter. */
function isShortened(before: string, next: string, opening: string, rules: SentenceRules): boolean {
  const last = /[\p{L}\p{N}.'’]+$/u.exec(before)?.[0] ?? '';
  if (last === before && (/^\d{1,3}$/.test(last) || ROMAN.test(last))) return true;
  const small = last.toLowerCase();
  if (rules.joining.has(small)) return true;
  if (rules.beforeNumbers.has(small)) return /^\d/.test(next);
  if (opening !== '') return false;
  const isBeginner = rules.beginners.has(next.toLowerCase());
  if (/^(?:\p{L}\.)*\p{L}$/u.test(last)) return !(rules.letterWords.has(last) || (isBeginner && /^(?:\p{Lu}|w)$/u.test(last)));
  if (!rules.hasOrdinals || isBeginner) return false;
  return /^\d{1,2}$/.test(last) || (ROMAN.test(last) && last.length > 1);
}

/** `next` is who has just spoken: "What?" Jack asked. */
function isSpeaker(next: string, { speech, beginners }: SentenceRules): boolean {
  const words = next.split(/\s+/, 5);
  const verb = words.findIndex((word) => speech.has(word.replace(/[.,;:!?]+$/, '')));
  return (
    verb > 0 &&
    words[verb + 1] !== 'nothing' &&
    words.slice(0, verb).every((word) => /^\p{Lu}/u.test(word) && !beginners.has(word.toLowerCase()))
  );
}

function isClipped(opening: string, next: string, { clipped }: SentenceRules): boolean {
  return /['’]$/.test(opening) && clipped.includes(/^\p{L}+/u.exec(next)?.[0] ?? '');
}

/** A bracket within a sentence holds what ends in it; one that begins with a bracket is none. */
function isInBracket(text: string, start: number, at: number): boolean {
  const open = text.lastIndexOf('(', at - 1);
  if (open <= start || text.slice(open, at).includes(')')) return false;
  const close = text.indexOf(')', at);
  return close >= 0 && close - open < BRACKET && /[\p{Ll},;:—–-]/u.test(text.slice(start, open).trimEnd().slice(-1));
}

/** What has neither letter nor figure is no sentence of its own: it goes with the one before it, the first with the next. */
function joinBare(text: string, found: readonly Sentence[]): Sentence[] {
  const joined: Sentence[] = [];
  for (const { start, end } of found) {
    const last = joined.at(-1);
    const isBare = !LETTER.test(text.slice(start, end));
    if (last !== undefined && (isBare || !LETTER.test(text.slice(last.start, last.end)))) last.end = end;
    else joined.push({ start, end });
  }
  return joined;
}

function segmenterFor(language: string): Intl.Segmenter {
  let segmenter = segmenters.get(language);
  if (segmenter === undefined) {
    segmenter = makeSegmenter(language);
    segmenters.set(language, segmenter);
  }
  return segmenter;
}

/** A tag that is none gets the rules of all languages. */
function makeSegmenter(language: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity: 'sentence' });
  } catch {
    return new Intl.Segmenter('und', { granularity: 'sentence' });
  }
}

function skipSpace(text: string, at: number): number {
  let place = at;
  while (place < text.length && /\s/.test(text.charAt(place))) place += 1;
  return place;
}

function trimEnd(text: string, start: number, end: number): number {
  let place = end;
  while (place > start && /\s/.test(text.charAt(place - 1))) place -= 1;
  return place;
}
