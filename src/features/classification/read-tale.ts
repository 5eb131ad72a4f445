import type { TaleToClassify } from './classified-tale.ts';
import { countThemes, sumOf, type ThemeCounts, wordsIn } from './count-themes.ts';
import { findKnown } from './known/find-known.ts';
import type { KnownTale } from './known/known-tale.ts';
import { SOURCES, type Source } from './known/sources.ts';
import { type FoundNote, findNotes } from './notes/find-notes.ts';
import { findSpeakers, type Speakers } from './speakers.ts';
import { usualRates } from './weights.ts';
import { THEMES, type Theme } from './words/lexicon.ts';

/** All that the rules know of a tale. `words`: of its text, in small letters; `themes`: how much more than usual it speaks of each, in doublings, 0 to 2.5. */
export type Reading = {
  words: readonly string[];
  text: ThemeCounts;
  title: ThemeCounts;
  themes: Record<Theme, number>;
  endThemes: Record<Theme, number>;
  speakers: Speakers;
  sources: readonly Source[];
  known: KnownTale | undefined;
  notes: FoundNote[];
};

const MOST_DOUBLINGS = 2.5;
/** In a shorter text a single word would weigh too much. */
const FEWEST_WORDS = 250;
const FEWEST_WORDS_AT_END = 150;
const END_SHARE = 0.12;
const SHORTEST_END = 500;

export function readTale({ title, text, author, bookTitle, language }: TaleToClassify): Reading {
  const words = wordsIn(text);
  const counts = countThemes(words, language);
  const end = countThemes(wordsIn(text.slice(-Math.max(SHORTEST_END, Math.round(text.length * END_SHARE)))), language);
  const from = `${author} ${bookTitle ?? ''}`.toLowerCase();
  return {
    words,
    text: counts,
    title: countThemes(wordsIn(title), language),
    themes: doublings(counts, FEWEST_WORDS, language),
    endThemes: doublings(end, FEWEST_WORDS_AT_END, language),
    speakers: findSpeakers(words, language),
    sources: SOURCES.filter(({ pattern }) => pattern.test(from)),
    known: findKnown(title),
    notes: findNotes(text, counts.words, language),
  };
}

function doublings({ words, found }: ThemeCounts, fewest: number, language: string): Record<Theme, number> {
  const usual = usualRates(language);
  const more = THEMES.map((theme): [Theme, number] => {
    const rate = (1000 * sumOf(found[theme])) / Math.max(words, fewest);
    return [theme, Math.min(MOST_DOUBLINGS, Math.log2(1 + rate / usual[theme]))];
  });
  return Object.fromEntries(more) as Record<Theme, number>;
}
