/**
 * A passage of a text by its words, as the Scroll To Text Fragment draft (WICG) names them. Texts here are flat: one space between words, a
 * line break between paragraphs and lines, which is also what a passage may run across.
 */

/** `end` is blank where `start` is the whole passage; `prefix` and `suffix`, what stands around it, where they are not needed. */
export type PassageWords = { prefix: string; start: string; end: string; suffix: string };

/** Up to so many characters a passage is named whole. */
const WHOLE = 100;
/** Longer ones by their first and last words. */
const ENDS = 4;
const LETTER = /[\p{L}\p{M}\p{N}]/u;

/** The whole words that a selection from `from` to `to` touches; null when there are none. */
export function wholeWords(text: string, from: number, to: number): [number, number] | null {
  let [start, end] = [from, to];
  while (start < end && isSpace(text, start)) start++;
  while (end > start && isSpace(text, end - 1)) end--;
  if (start >= end) return null;
  while (!isBoundary(text, start)) start--;
  while (!isBoundary(text, end)) end++;
  return LETTER.test(text.slice(start, end)) ? [start, end] : null;
}

/** Names the passage from `from` to `to` with as few words as lead to it and to no other. */
export function describePassage(text: string, from: number, to: number): PassageWords {
  const folded = fold(text);
  for (let count = 0; count <= text.length; count = count === 0 ? 2 : count * 2) {
    const passage = ends(text, from, to, Math.max(ENDS, count));
    const [prefix, suffix] = [before(text, from, count), after(text, to, count)];
    for (const words of [
      { prefix, ...passage, suffix: '' },
      { prefix: '', ...passage, suffix },
      { prefix, ...passage, suffix },
    ]) {
      const found = search(folded, words);
      if (found !== null && found[0] === from && found[1] === to) return words;
    }
  }
  return { prefix: clean(text.slice(0, from)), start: clean(text.slice(from, to)), end: '', suffix: clean(text.slice(to)) };
}

/** Where these words stand; in a text that was changed around them, where they stand first. Null when they are gone. */
export function findPassage(text: string, words: PassageWords): [number, number] | null {
  const folded = fold(text);
  return search(folded, words) ?? search(folded, { ...words, prefix: '', suffix: '' });
}

function search(text: string, words: PassageWords): [number, number] | null {
  const [prefix, start, end, suffix] = [words.prefix, words.start, words.end, words.suffix].map(fold) as [string, string, string, string];
  if (start === '') return null;
  for (const at of places(text, start, 0)) {
    if (!comesBefore(text, at, prefix)) continue;
    const to = at + start.length;
    if (end === '') {
      if (comesAfter(text, to, suffix)) return [at, to];
      continue;
    }
    for (const last of places(text, end, to)) if (comesAfter(text, last + end.length, suffix)) return [at, last + end.length];
  }
  return null;
}

/** Where `words` stand as whole words, from `from` on. */
function* places(text: string, words: string, from: number): Generator<number> {
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

/** First and last words that stay each within a line, as browsers find no words across lines. */
function ends(text: string, from: number, to: number, count: number): Pick<PassageWords, 'start' | 'end'> {
  const passage = text.slice(from, to);
  const lines = passage.split('\n');
  if (lines.length === 1 && passage.length <= WHOLE) return { start: passage, end: '' };
  const start = firstWords(lines[0] ?? '', count);
  const end = lastWords(lines.at(-1) ?? '', count);
  return start.length + end.length < passage.length ? { start, end } : { start: clean(passage), end: '' };
}

/** The last words before a place: of its line, or of the line before when it begins one; of all lines when many are asked for. */
function before(text: string, at: number, count: number): string {
  if (count === 0) return '';
  const left = text.slice(0, at).trimEnd();
  return lastWords(count > 32 ? left : left.slice(left.lastIndexOf('\n') + 1), count);
}

function after(text: string, at: number, count: number): string {
  if (count === 0) return '';
  const right = text.slice(at).trimStart();
  const line = right.indexOf('\n');
  return firstWords(count > 32 || line < 0 ? right : right.slice(0, line), count);
}

function firstWords(text: string, count: number): string {
  return clean(text).split(' ').slice(0, count).join(' ');
}

function lastWords(text: string, count: number): string {
  return clean(text).split(' ').slice(-count).join(' ');
}

function clean(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The same in length, and alike whatever the case, the marks of quotation and the breaks of lines. */
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

/** Whether no word is cut in two here, and no character. */
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
