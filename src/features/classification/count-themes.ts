import { THEMES, type Theme } from './words/lexicon.ts';
import { type Meaning, wordsOf } from './words/words-of.ts';

/** How often a word stands in a text, and what that counts. */
type Found = { times: number; weight: number };
/** `words`: how many the text has; `found`: by theme, its words that stand there. */
export type ThemeCounts = { words: number; found: Record<Theme, ReadonlyMap<string, Found>> };

/** What a text speaks of. `words`: as `wordsIn` has them. In a language without a word list nothing is found. */
export function countThemes(words: readonly string[], language: string): ThemeCounts {
  const list = wordsOf(language);
  const found = Object.fromEntries(THEMES.map((theme) => [theme, new Map<string, Found>()])) as Record<Theme, Map<string, Found>>;
  if (list === undefined) return { words: words.length, found };
  const note = ({ theme, weight }: Meaning, name: string, times: number) =>
    found[theme].set(name, { times: (found[theme].get(name)?.times ?? 0) + times, weight });
  const counts = new Map<string, number>();
  // Counted, as an iterator over all words of a hundred thousand tales takes a second of each minute.
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as string;
    counts.set(word, (counts.get(word) ?? 0) + 1);
    const phrases = list.phrases.get(word);
    if (phrases !== undefined)
      for (const phrase of phrases) if (standsAt(phrase.words, words, index)) note(phrase, phrase.words.join(' '), 1);
  }
  for (const [word, times] of counts) for (const meaning of list.meaningsOf(word)) note(meaning, word, times);
  return { words: words.length, found };
}

/** In small letters, without the ’s of “the king’s” and parted where letters were left out, as in “l’ogre”. */
export function wordsIn(text: string): string[] {
  const plain = text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/'s(?!\p{L})/gu, '');
  return plain.match(/\p{L}[\p{L}\p{M}-]*(?<!-)/gu) ?? [];
}

export function sumOf(found: ReadonlyMap<string, Found>): number {
  let sum = 0;
  for (const { times, weight } of found.values()) sum += times * weight;
  return sum;
}

function standsAt(phrase: readonly string[], words: readonly string[], index: number): boolean {
  return phrase.every((word, offset) => words[index + offset] === word);
}
