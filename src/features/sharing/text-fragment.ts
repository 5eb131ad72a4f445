/**
 * Text fragments: a passage of a text identified by its words, as in the Scroll To Text Fragment draft (WICG). Texts are flat: one space
 * between words, a line break between paragraphs and lines.
 */

/** `end` is '' if `start` is the whole passage; `prefix` and `suffix` are '' if the passage is unique. */
export type TextFragment = { prefix: string; start: string; end: string; suffix: string };

/** Passages up to this length are quoted in full. */
const MAX_FULL_LENGTH = 100;
/** Minimum number of first and last words of longer ones. */
const MIN_END_WORDS = 4;
const LETTER = /[\p{L}\p{M}\p{N}]/u;

/** Expands a selection to whole words; null without words. */
export function wholeWords(text: string, from: number, to: number): [number, number] | null {
  let [start, end] = [from, to];
  while (start < end && isSpace(text, start)) start++;
  while (end > start && isSpace(text, end - 1)) end--;
  if (start >= end) return null;
  while (!isBoundary(text, start)) start--;
  while (!isBoundary(text, end)) end++;
  return LETTER.test(text.slice(start, end)) ? [start, end] : null;
}

/** Returns the shortest fragment that identifies the passage uniquely. */
export function describePassage(text: string, from: number, to: number): TextFragment {
  const folded = fold(text);
  for (let count = 0; count <= text.length; count = count === 0 ? 2 : count * 2) {
    const passage = describeEnds(text, from, to, Math.max(MIN_END_WORDS, count));
    const [prefix, suffix] = [wordsBefore(text, from, count), wordsAfter(text, to, count)];
    for (const words of [
      { prefix, ...passage, suffix: '' },
      { prefix: '', ...passage, suffix },
      { prefix, ...passage, suffix },
    ]) {
      const found = search(folded, words);
      if (found !== null && found[0] === from && found[1] === to) return words;
    }
  }
  return {
    prefix: collapseSpaces(text.slice(0, from)),
    start: collapseSpaces(text.slice(from, to)),
    end: '',
    suffix: collapseSpaces(text.slice(to)),
  };
}

/** Finds a passage; if its context has changed, the first match. Null when there is none. */
export function findPassage(text: string, words: TextFragment): [number, number] | null {
  const folded = fold(text);
  return search(folded, words) ?? search(folded, { ...words, prefix: '', suffix: '' });
}

function search(text: string, words: TextFragment): [number, number] | null {
  const [prefix, start, end, suffix] = [words.prefix, words.start, words.end, words.suffix].map(fold) as [string, string, string, string];
  if (start === '') return null;
  for (const at of occurrences(text, start, 0)) {
    if (!comesBefore(text, at, prefix)) continue;
    const to = at + start.length;
    if (end === '') {
      if (comesAfter(text, to, suffix)) return [at, to];
      continue;
    }
    for (const last of occurrences(text, end, to)) if (comesAfter(text, last + end.length, suffix)) return [at, last + end.length];
  }
  return null;
}

/** Yields the offsets of `words` as whole words, from `from` on. */
function* occurrences(text: string, words: string, from: number): Generator<number> {
  for (let at = text.indexOf(words, from); at >= 0; at = text.indexOf(words, at + 1)) {
    if (isBoundary(text, at) && isBoundary(text, at + words.length)) yield at;
  }
}

function comesBefore(text: string, at: number, words: string): boolean {
  let end = at;
  while (end > 0 && text[end - 1] === ' ') end--;
  return words === '' || (text.endsWith(words, end) && isBoundary(text, end - words.length));
}

function comesAfter(text: string, at: number, words: string): boolean {
  let start = at;
  while (text[start] === ' ') start++;
  return words === '' || (text.startsWith(words, start) && isBoundary(text, start + words.length));
}

/** First and last words, each within one line, as browsers do not match across lines. */
function describeEnds(text: string, from: number, to: number, count: number): Pick<TextFragment, 'start' | 'end'> {
  const passage = text.slice(from, to);
  const lines = passage.split('\n');
  if (lines.length === 1 && passage.length <= MAX_FULL_LENGTH) return { start: passage, end: '' };
  const start = firstWords(lines[0] ?? '', count);
  const end = lastWords(lines.at(-1) ?? '', count);
  return start.length + end.length < passage.length ? { start, end } : { start: collapseSpaces(passage), end: '' };
}

/** Last words before an offset, within its line or the previous one; across lines for high counts. */
function wordsBefore(text: string, at: number, count: number): string {
  if (count === 0) return '';
  const left = text.slice(0, at).trimEnd();
  return lastWords(count > 32 ? left : left.slice(left.lastIndexOf('\n') + 1), count);
}

function wordsAfter(text: string, at: number, count: number): string {
  if (count === 0) return '';
  const right = text.slice(at).trimStart();
  const line = right.indexOf('\n');
  return firstWords(count > 32 || line < 0 ? right : right.slice(0, line), count);
}

function firstWords(text: string, count: number): string {
  return collapseSpaces(text).split(' ').slice(0, count).join(' ');
}

function lastWords(text: string, count: number): string {
  return collapseSpaces(text).split(' ').slice(-count).join(' ');
}

function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Normalizes case, quotation marks and line breaks without changing the length. */
function fold(text: string): string {
  return text
    .replace(/\s/g, ' ')
    .replace(/[’‘‚]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/\p{Lu}/gu, (letter) => {
      const small = letter.toLowerCase();
      return small.length === letter.length ? small : letter;
    });
}

/** Whether the offset splits neither a word nor a character. */
function isBoundary(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return true;
  const next = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return !/\p{Cs}/u.test(next) && !(LETTER.test(characterBefore(text, at)) && LETTER.test(next));
}

function characterBefore(text: string, at: number): string {
  const half = text.charCodeAt(at - 1);
  return half >= 0xdc00 && half <= 0xdfff ? text.slice(at - 2, at) : text.charAt(at - 1);
}

function isSpace(text: string, at: number): boolean {
  return /\s/.test(text.charAt(at));
}

/** The fragment of an address that leads to a passage. */

/** Our own part, visible to scripts; browsers with text fragments hide what follows `:~:`. */
const OWN_PART = '#words=';
const DIRECTIVE = ':~:text=';

/** Writes both: our part, to find, highlight and announce the passage, and the directive, with which browsers scroll before scripts run. */
export function writeFragment(words: TextFragment): string {
  const text = writeDirective(words);
  return OWN_PART + text + DIRECTIVE + text;
}

/** Parses a fragment (with #), with or without the directive; null if it names no passage. */
export function readFragment(hash: string): TextFragment | null {
  if (!hash.startsWith(OWN_PART)) return null;
  const [text = ''] = hash.slice(OWN_PART.length).split(DIRECTIVE);
  const parts = text.split(',').map(decode);
  if (parts.includes(null)) return null;
  const prefix = !/^[^,]+-,/.test(text) ? '' : (parts.shift() ?? '').slice(0, -1);
  const suffix = /,-[^,]*$/.test(text) ? (parts.pop() ?? '').slice(1) : '';
  const [start = '', end = ''] = parts;
  return start === null || end === null || start === '' || parts.length > 2 ? null : { prefix, start, end, suffix };
}

/** Serializes as `[prefix-,]start[,end][,-suffix]`. */
function writeDirective({ prefix, start, end, suffix }: TextFragment): string {
  const parts = [encode(start)];
  if (end !== '') parts.push(encode(end));
  if (prefix !== '') parts.unshift(`${encode(prefix)}-`);
  if (suffix !== '') parts.push(`-${encode(suffix)}`);
  return parts.join(',');
}

/** Also encodes hyphens, which separate parts, and punctuation, which linkifiers cut off at the end. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/[-_.!~*'()]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
