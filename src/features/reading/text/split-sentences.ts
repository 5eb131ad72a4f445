/**
 * Splits text into sentences. `Intl.Segmenter` proposes boundaries; rules per language (sentence-rules.ts) correct what it gets wrong in
 * tales: abbreviations, dialogue, exclamations within a sentence, ordinals, ellipses, dashes.
 */

/** Character offsets, end exclusive, without surrounding white space. */
export type Sentence = { start: number; end: number };

const CLOSERS = `"'”’“‘»«›‹)\\]`;
/** Sentence-ending punctuation with closing marks, at the end of the text before a boundary. */
const ENDING = new RegExp(`([.!?…。！？।؟۔]+)([^\\S\\n]?[${CLOSERS}]+)?$`);
const OPENERS = /^["'“‘„‚”’»«›‹([]+/;
/** A dash where a sentence breaks off. */
const BREAK_OFF = new RegExp(`(?:[—–]|--)[${CLOSERS}]*\\s*(?=\\p{Lu})`, 'gu');
/** Boundaries that the Segmenter misses: after an ellipsis, before a digit, and after a dash, which stays with the preceding sentence. */
const MISSED_BOUNDARY = new RegExp(`[.!?…][${CLOSERS}]*(?:\\s*(?:[—–]+|--+)\\s*|\\s+-\\s+|\\s+)(?=["'“„‘‚»«›‹(]*[\\p{Lu}\\d])`, 'gu');
/** Speech that begins within a sentence: its speaker was named before. */
const SPOKEN = /[\s—–-]["'“‘„‚«»]/;
const ROMAN = /^[IVXLC]+$/;
const LETTER = /[\p{L}\p{N}]/u;
/** Brackets up to this length contain no boundary. */
const MAX_BRACKET = 300;

const segmenters = new Map<string, Intl.Segmenter>();

/**
 * Returns the sentences of one block (paragraph, heading, list item), in order. A line break ends a sentence. Every character other than white
 * space is in exactly one sentence.
 */
export function splitSentences(text: string, language = 'und', rules = GENERAL): Sentence[] {
  const found: Sentence[] = [];
  let start = skipSpace(text, 0);
  for (const at of proposeEnds(text, language, rules)) {
    if (at <= start || !ends(text, start, at, rules)) continue;
    found.push({ start, end: trimEnd(text, start, at) });
    start = skipSpace(text, at);
  }
  if (start < text.length) found.push({ start, end: trimEnd(text, start, text.length) });
  return joinPunctuation(text, found);
}

/** Returns possible boundaries, in order. */
function proposeEnds(text: string, language: string, { clipped, spacedClosing, breakingOff }: SentenceRules): number[] {
  const offsets = Array.from(segmenterFor(language).segment(text), ({ index }) => index).slice(1);
  for (const { index, 0: gap } of text.matchAll(MISSED_BOUNDARY)) offsets.push(index + gap.length);
  if (breakingOff.size > 0) for (const { index, 0: gap } of text.matchAll(BREAK_OFF)) offsets.push(index + gap.length);
  if (clipped.length > 0) {
    const opening = new RegExp(`[.!?][${CLOSERS}]*\\s+(?=["„“»]?['’](?:${clipped.join('|')})(?!\\p{L}))`, 'gu');
    for (const { index, 0: gap } of text.matchAll(opening)) offsets.push(index + gap.length);
  }
  return [...new Set(offsets.map((offset) => skipSpace(text, pastClosing(text, offset, spacedClosing))))].sort((a, b) => a - b);
}

/** Skips a closing quotation mark after a space, as in French. */
function pastClosing(text: string, offset: number, closing: string): number {
  return closing !== '' && text[offset] === closing ? offset + 1 : offset;
}

/** Whether the sentence from `start` ends before `at`, the next word. */
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
  if (/^\p{Ll}/u.test(next) && !isClippedWord(opening, next, rules)) return false;
  if (isInBracket(text, start, at)) return false;
  const word = /^[\p{L}\p{N}]+/u.exec(next)?.[0] ?? '';
  const before = left.slice(0, left.length - ending[0].length);
  if (marks === '.' && closers === '') return !isAbbreviation(before, word, opening, rules);
  if (/^(?:\.{2,}|…)$/.test(marks) && closers === '' && opening === '' && rules.letterWords.has(word)) return false;
  if (/[!?…]/.test(marks) && closers !== '' && opening === '') return SPOKEN.test(left.slice(1)) || !isSpeaker(next, rules);
  const isCry = marks === '!' && closers === '' && opening === '' && rules.letterWords.has(word);
  return !(isCry && rules.cries.has(before.replace(/^[^\p{L}]+/u, '').toLowerCase()));
}

/** Whether the dot after `before` belongs to its last word: abbreviation, initial, ordinal, chapter number. */
function isAbbreviation(before: string, next: string, opening: string, rules: SentenceRules): boolean {
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

/** Whether `next` names the speaker: "What?" Jack asked. */
function isSpeaker(next: string, { speech, beginners }: SentenceRules): boolean {
  const words = next.split(/\s+/, 5);
  const verb = words.findIndex((word) => speech.has(word.replace(/[.,;:!?]+$/, '')));
  return (
    verb > 0 &&
    words[verb + 1] !== 'nothing' &&
    words.slice(0, verb).every((word) => /^\p{Lu}/u.test(word) && !beginners.has(word.toLowerCase()))
  );
}

function isClippedWord(opening: string, next: string, { clipped }: SentenceRules): boolean {
  return /['’]$/.test(opening) && clipped.includes(/^\p{L}+/u.exec(next)?.[0] ?? '');
}

/** Whether the boundary is in a bracket within the sentence. A sentence that starts with a bracket does not count. */
function isInBracket(text: string, start: number, at: number): boolean {
  const open = text.lastIndexOf('(', at - 1);
  if (open <= start || text.slice(open, at).includes(')')) return false;
  const close = text.indexOf(')', at);
  return close >= 0 && close - open < MAX_BRACKET && /[\p{Ll},;:—–-]/u.test(text.slice(start, open).trimEnd().slice(-1));
}

/** Joins sentences without letters or digits to the previous one, or the first to the next. */
function joinPunctuation(text: string, found: readonly Sentence[]): Sentence[] {
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
    segmenter = createSegmenter(language);
    segmenters.set(language, segmenter);
  }
  return segmenter;
}

/** Falls back to 'und' for invalid language tags. */
function createSegmenter(language: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity: 'sentence' });
  } catch {
    return new Intl.Segmenter('und', { granularity: 'sentence' });
  }
}

function skipSpace(text: string, at: number): number {
  let offset = at;
  while (offset < text.length && /\s/.test(text.charAt(offset))) offset += 1;
  return offset;
}

function trimEnd(text: string, start: number, end: number): number {
  let offset = end;
  while (offset > start && /\s/.test(text.charAt(offset - 1))) offset -= 1;
  return offset;
}

export type SentenceRules = {
  /** Abbreviations whose dot never ends a sentence. Words are in lower case, without dots. */
  joining: ReadonlySet<string>;
  /** Abbreviations only before digits: No. 5, S. 12. */
  beforeNumbers: ReadonlySet<string>;
  /** Capital letters that are also words, so that they may end a sentence. */
  letterWords: ReadonlySet<string>;
  /** Exclamations joined to a following `I`: "Alas! I am lost." */
  cries: ReadonlySet<string>;
  /** Verbs of speech: "…?" Jack asked. */
  speech: ReadonlySet<string>;
  /** Words that start a sentence, so they are neither a name nor counted by an ordinal. */
  beginners: ReadonlySet<string>;
  /** Capitalized words that start a sentence even after a bare dash. */
  breakingOff: ReadonlySet<string>;
  /** Lower-case words after an apostrophe that start a sentence: ’tis, ’s. */
  clipped: readonly string[];
  /** Whether a number with a dot is an ordinal: am 3. Mai. */
  hasOrdinals: boolean;
  /** Closing quotation marks that follow a space. */
  spacedClosing: string;
};

const NONE = new Set<string>();

/** Rules for any language. */
export const GENERAL: SentenceRules = {
  joining: new Set(['mr', 'mrs', 'dr', 'st', 'prof']),
  beforeNumbers: new Set(['no', 'nr']),
  letterWords: NONE,
  cries: NONE,
  speech: NONE,
  beginners: NONE,
  breakingOff: NONE,
  clipped: [],
  hasOrdinals: false,
  spacedClosing: '',
};
