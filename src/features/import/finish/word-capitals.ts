/** How a book itself writes its words, for titles that are printed in capitals. */
import { type Block, isCapitals } from '../source/source-book.ts';

/** By the word in small letters: how it is written inside of sentences most often. By `~` and the word without accents, those that have some. */
export type WordCapitals = ReadonlyMap<string, string>;

const WORD = /\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}+)*/gu;

export function wordCapitals(blocks: readonly Block[]): WordCapitals {
  const counts = new Map<string, number>();
  const texts = blocks.flatMap(({ kind, text, lines }) =>
    kind === 'verse' ? lines : kind === 'paragraph' || kind === 'quote' ? [text] : [],
  );
  for (const text of texts) {
    for (const { 0: word, index } of text.matchAll(WORD)) {
      // The first word of a sentence, or of speech, says nothing.
      if (isInside(text.slice(Math.max(0, index - 2), index))) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const usual = [...formsOf(counts)].map(([word, forms]) => [word, [...forms].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? word] as const);
  const bare = usual.map(([word, own]) => [`~${word.normalize('NFD').replace(/\p{M}/gu, '')}`, own] as const);
  return new Map([...bare.filter(([key], index) => key !== `~${usual[index]?.[0]}`), ...usual]);
}

const isInside = (before: string) => /[\p{L}\p{N},;]\s$/u.test(before);

/** By the word in small letters: how often it is written how; the parts of `Glass-Axe` count as it does itself. */
function formsOf(counts: ReadonlyMap<string, number>): Map<string, Map<string, number>> {
  const words = new Map<string, Map<string, number>>();
  for (const [word, times] of counts) {
    if (isCapitals(word)) continue;
    for (const each of [word, ...word.split(/['’-]/)]) {
      const forms = words.get(each.toLowerCase()) ?? new Map<string, number>();
      forms.set(each, (forms.get(each) ?? 0) + times);
      words.set(each.toLowerCase(), forms);
    }
  }
  return words;
}
