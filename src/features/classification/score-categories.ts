/** Scores categories by weighted signals. */
import type { TaleAnalysis } from './analyze-tale.ts';
import type { Category, TextCategory } from './classification-types.ts';
import type { Theme } from './lexicons.ts';

type Scored = { category: TextCategory; score: number };

const SHORT_WORDS = 700;
const LONG_WORDS = 3300;
const ANIMAL_FABLE_SCORE = 1.7;
const OTHER_FABLE_SCORE = 1.1;
const MAX_TAGS = 2;
/** A further category must score at least this, and come this close to the first. */
const MIN_TAG_SCORE = 1;
const MAX_TAG_DISTANCE = 0.8;

/** Scores all categories that a text can indicate, highest first. */
export function scoreCategories(analysis: TaleAnalysis): Scored[] {
  const categories = Object.keys(WEIGHTS) as TextCategory[];
  return categories.map((category) => ({ category, score: scoreOf(category, analysis) })).sort((a, b) => b.score - a.score);
}

/** Chooses the category and close further ones. Well-known tales are Classic too. */
export function chooseCategories(scored: readonly Scored[], { known }: TaleAnalysis): { category: Category; tags: Category[] } {
  const first = scored[0];
  const near = scored
    .filter(({ score }) => first !== undefined && score >= Math.max(MIN_TAG_SCORE, first.score - MAX_TAG_DISTANCE))
    .map((each) => each.category);
  const category = known?.category ?? first?.category ?? 'folklore';
  const tags = near.filter((each) => each !== category).slice(0, MAX_TAGS);
  return { category, tags: known === undefined || category === 'classic' ? tags : ['classic', ...tags] };
}

function scoreOf(category: TextCategory, analysis: TaleAnalysis): number {
  let score = 0;
  for (const [signal, weight] of Object.entries(WEIGHTS[category]) as [Signal, number][])
    score += weight * amountOf(signal, category, analysis);
  for (const { leans = {}, isFable } of analysis.sources) {
    score += leans[category] ?? 0;
    if (isFable && category === 'animals' && namesAnimal(analysis)) score += ANIMAL_FABLE_SCORE;
    if (isFable && category === 'folklore' && !namesAnimal(analysis)) score += OTHER_FABLE_SCORE;
  }
  return score;
}

function amountOf(signal: Signal, category: TextCategory, { text, title, themes, endThemes, speakers }: TaleAnalysis): number {
  switch (signal) {
    case 'always':
      return 1;
    case 'title':
      return title.found[THEME_OF[category]].size > 0 ? 1 : 0;
    case 'short':
      return text.words < SHORT_WORDS ? 1 : 0;
    case 'long':
      return text.words > LONG_WORDS ? 1 : 0;
    case 'end:love':
      return endThemes.love;
    case 'end:death':
      return endThemes.death;
    case 'says:animals':
      return speakers.animals;
    case 'says:creatures':
      return speakers.creatures;
    case 'says:wonders':
      return speakers.wonders;
    case 'says:people':
      return speakers.people;
    default:
      return themes[signal];
  }
}

function namesAnimal({ title }: TaleAnalysis): boolean {
  return title.found.animals.size > 0;
}

/**
 * Theme: frequency as log2 above the usual rate, 0 to 2.5. `end:…`: the same for the last eighth of the text. `says:…`: share of
 * speeches. `title`: the title has a word of the category's theme. `short`: under 700 words, `long`: over 3,300. `always`: a constant.
 */
type Signal =
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

/** Tuned on half of the labelled sample and rounded. */
export const WEIGHTS: Record<TextCategory, Partial<Record<Signal, number>>> = {
  enchanted: { spells: 1.9, title: 0.9, 'end:love': 0.4, long: -0.1 },
  folklore: { village: 1.4, title: 0.9, short: 0.3, 'end:death': 0.2, people: 0.1, long: -0.1, always: 0.5 },
  fantasy: { wonders: 1.3, 'says:wonders': 1.5, title: 0.7, 'end:love': 0.2, 'end:death': -0.1, court: -0.1, always: 0.2 },
  adventure: { roads: 1.8, title: 1.1, court: 0.3, long: 0.4, 'says:people': 0.2, 'end:death': 0.1, short: -0.1, always: -0.2 },
  romance: { love: 1.2, title: 0.9, court: 0.2, 'end:love': 0.1, 'end:death': -0.1, always: -0.4 },
  dark: { death: 1.6, title: 0.8, 'end:death': 0.3, 'end:love': -0.2, court: -0.1 },
  animals: { animals: 1.9, 'says:animals': 2.1, title: 1.2, people: -0.8, 'end:love': -0.3, court: -0.2 },
  'magical-creatures': { creatures: 1.2, 'says:creatures': 1.1, title: 0.8, 'end:love': 0.1, always: -0.1 },
};

export const THEME_OF: Record<TextCategory, Theme> = {
  enchanted: 'spells',
  folklore: 'village',
  fantasy: 'wonders',
  adventure: 'roads',
  romance: 'love',
  dark: 'death',
  animals: 'animals',
  'magical-creatures': 'creatures',
};
