/** Titles in the case of their language. */
import type { WordCapitals } from './word-capitals.ts';

/** In English these stay small inside a title. */
const SMALL = new Set(
  'a an and as at but by for from in into nor of off on onto or over per so than the to up upon via with yet de la du des von van der y'.split(
    ' ',
  ),
);
const LETTERS = /\p{L}[\p{L}\p{M}]*/gu;
const COMPOUND = /\p{L}+(?:['’]\p{L}+)*(?:-\p{L}+)+/gu;
const WORD = /\p{L}[\p{L}\p{M}]*(?:['’]\p{L}[\p{L}\p{M}]*)*/gu;
/** So much of a title in capitals means that it was set in capitals. */
const MOSTLY = 0.6;

/**
 * English: title case. Other languages: sentence case, with the capitals that the book itself gives to the words; what it does not
 * use is a noun in German, and small elsewhere. Titles that are not in capitals keep theirs outside of English.
 */
export function titleCase(title: string, language: string, capitals: WordCapitals): string {
  const isEnglish = language.toLowerCase().startsWith('en');
  if (isEnglish) return englishCase(title, capitals);
  return isMostlyCapitals(title) ? sentenceCase(title, language, capitals) : capitalised(title);
}

export function isMostlyCapitals(title: string): boolean {
  const letters = title.replace(/(?<=\S)\s*[([].*$/, '').match(/\p{L}/gu) ?? [];
  return (
    letters.length > 1 &&
    letters.filter((each) => each === each.toUpperCase() && each !== each.toLowerCase()).length > letters.length * MOSTLY
  );
}

function englishCase(title: string, capitals: WordCapitals): string {
  const wasCapitals = isMostlyCapitals(title);
  const words = [...title.matchAll(WORD)];
  return title.replace(WORD, (word, at: number) => {
    const isFirst = at === words[0]?.index || /(?:[:!?—–]|\p{L}{4}\.)["“‘']?\s*["“‘']?$/u.test(title.slice(0, at));
    const isLast = at === words.at(-1)?.index;
    const small = word.toLowerCase();
    // `Half-and-Half`, but `Mine-and-thine`: the second part of a compound is small when it is a small word.
    const isShortened = /^[io]$/.test(small) && /^['’](?:\s|$)/.test(title.slice(at + word.length));
    if (!isFirst && !isLast && (SMALL.has(small) || isShortened)) return small;
    if (!wasCapitals && (/\p{Lu}/u.test(word) || title[at - 1] === '-')) return word;
    const whole = compoundAt(title, at, capitals);
    if (whole !== undefined && /^\p{Ll}{1,3}$/u.test(whole) && title[at + word.length] === '-') return whole;
    const own = capitals.get(small);
    if (own !== undefined && /\p{Lu}/u.test(own.slice(1))) return own;
    if (/^[ivxlc]+$/i.test(word) && wasCapitals && /^(?:ii|iii|iv|vi|vii|viii|ix|xi|xii)$/i.test(word)) return word.toUpperCase();
    return small.replace(/^(?:[od]['’]\p{L}(?=\p{L}{2})|m['’]\p{L}|mc\p{L}(?=\p{L}{3})|\p{L})/u, capitalise);
  });
}

/** The part at `at` of a compound that the book has: `Haroun-al-Raschid`. */
function compoundAt(title: string, at: number, capitals: WordCapitals): string | undefined {
  for (const { 0: compound, index } of title.matchAll(COMPOUND)) {
    const own = capitals.get(compound.toLowerCase());
    if (own === undefined || at < index || at >= index + compound.length || !/\p{Lu}.*-\p{L}/u.test(own)) continue;
    return /^\p{L}+(?:['’]\p{L}+)*/u.exec(own.slice(at - index))?.[0];
  }
  return undefined;
}

/** Every part of `o'd` and `mcg`. */
function capitalise(start: string): string {
  if (/^mc/i.test(start)) return `Mc${start.slice(2).toUpperCase()}`;
  return start.toUpperCase();
}

function sentenceCase(title: string, language: string, capitals: WordCapitals): string {
  const isGerman = language.toLowerCase().startsWith('de');
  const small = title.replace(LETTERS, (word, at: number) => {
    const lower = word.toLowerCase();
    return (
      compoundAt(title, at, capitals) ??
      capitals.get(lower) ??
      capitals.get(withoutAccents(lower)) ??
      (isGerman && lower.length > 3 ? lower.replace(/^\p{L}/u, (first) => first.toUpperCase()) : lower)
    );
  });
  return capitalised(small.replace(/([.!?]\s+["“‘'«„]?)(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase()));
}

/** Capitals often lack their accents; the book has the word with them. */
function withoutAccents(word: string): string {
  return `~${word.normalize('NFD').replace(/\p{M}/gu, '')}`;
}

function capitalised(title: string): string {
  return title.replace(/^(\P{L}*)(\p{Ll})/u, (_, before: string, letter: string) => before + letter.toUpperCase());
}
