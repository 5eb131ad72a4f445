/** What speaks for a category, and how much. The figures were set on the half of the sample that is for it, and rounded. */
import type { ToldCategory } from './categories.ts';
import type { Theme } from './words/lexicon.ts';

/**
 * A theme: how much more than usual the text speaks of it, in doublings, from 0 to 2.5. `end:…`: the same of its last eighth.
 * `says:…`: the share of speeches that are theirs. `title`: the title has a word of the category’s theme. `short`: under 700
 * words, `long`: over 3,300. `always`: added to every tale.
 */
export type Sign =
  | Theme
  | 'title'
  | 'end:love'
  | 'end:death'
  | 'says:animals'
  | 'says:creatures'
  | 'says:wonders'
  | 'says:people'
  | 'short'
  | 'long'
  | 'always';

export const WEIGHTS: Record<ToldCategory, Partial<Record<Sign, number>>> = {
  enchanted: { spells: 1.9, title: 0.9, 'end:love': 0.4, long: -0.1 },
  folklore: { village: 1.4, title: 0.9, short: 0.3, 'end:death': 0.2, people: 0.1, long: -0.1, always: 0.5 },
  fantasy: { wonders: 1.3, 'says:wonders': 1.5, title: 0.7, 'end:love': 0.2, 'end:death': -0.1, court: -0.1, always: 0.2 },
  adventure: { roads: 1.8, title: 1.1, court: 0.3, long: 0.4, 'says:people': 0.2, 'end:death': 0.1, short: -0.1, always: -0.2 },
  romance: { love: 1.2, title: 0.9, court: 0.2, 'end:love': 0.1, 'end:death': -0.1, always: -0.4 },
  dark: { death: 1.6, title: 0.8, 'end:death': 0.3, 'end:love': -0.2, court: -0.1 },
  animals: { animals: 1.9, 'says:animals': 2.1, title: 1.2, people: -0.8, 'end:love': -0.3, court: -0.2 },
  'magical-creatures': { creatures: 1.2, 'says:creatures': 1.1, title: 0.8, 'end:love': 0.1, always: -0.1 },
};

export const THEME_OF: Record<ToldCategory, Theme> = {
  enchanted: 'spells',
  folklore: 'village',
  fantasy: 'wonders',
  adventure: 'roads',
  romance: 'love',
  dark: 'death',
  animals: 'animals',
  'magical-creatures': 'creatures',
};

type Rates = Record<Theme, number>;

/** Words of each theme in a thousand words of an ordinary tale: about the mean of the tales of 48 old books. */
const ENGLISH: Rates = {
  animals: 8,
  creatures: 1.7,
  death: 2.3,
  love: 2.4,
  spells: 1.6,
  roads: 5.1,
  wonders: 4.2,
  village: 6.6,
  people: 22,
  court: 7.6,
};
const USUAL: Record<string, Rates> = {
  en: ENGLISH,
  de: { animals: 9, creatures: 1.6, death: 2.7, love: 2.7, spells: 1.6, roads: 3.8, wonders: 4, village: 6.4, people: 20, court: 5.5 },
  da: { animals: 10, creatures: 2, death: 2.3, love: 2.1, spells: 1.8, roads: 5.5, wonders: 6, village: 10, people: 18, court: 5 },
  nl: { animals: 10, creatures: 1.3, death: 2.8, love: 2.8, spells: 1.9, roads: 4.2, wonders: 3, village: 6.1, people: 22, court: 7.6 },
  fr: { animals: 6, creatures: 3, death: 3, love: 5, spells: 2, roads: 4.5, wonders: 5.5, village: 8, people: 20, court: 8 },
  es: { animals: 9, creatures: 1.3, death: 4.5, love: 1.6, spells: 1.2, roads: 5.2, wonders: 3, village: 10, people: 18.5, court: 4.4 },
  sv: { animals: 7.5, creatures: 2, death: 2.5, love: 2, spells: 1.7, roads: 5.5, wonders: 6, village: 9, people: 19, court: 4 },
};

/** `language`: a language tag. */
export function usualRates(language: string): Rates {
  return USUAL[language.split('-')[0] ?? ''] ?? ENGLISH;
}
