import type { Category, ToldCategory } from './categories.ts';
import type { Reading } from './read-tale.ts';
import { type Sign, THEME_OF, WEIGHTS } from './weights.ts';

export type Scored = { category: ToldCategory; score: number };

const SHORT = 700;
const LONG = 3300;
/** A fable whose title names animals; one whose title names none. */
const FABLE_OF_ANIMALS = 1.7;
const FABLE_OF_PEOPLE = 1.1;
const MOST_TAGS = 2;
/** How near to the first a further category must come, and what it must have of its own. */
const NEAR = 0.8;
const LEAST = 1;

/** All categories that a text can speak for, the likeliest first. */
export function scoreCategories(reading: Reading): Scored[] {
  const categories = Object.keys(WEIGHTS) as ToldCategory[];
  return categories.map((category) => ({ category, score: scoreOf(category, reading) })).sort((a, b) => b.score - a.score);
}

/** Where a tale belongs, and which further categories are near. A tale known everywhere is Classic besides. */
export function chooseCategories(scored: readonly Scored[], { known }: Reading): { category: Category; tags: Category[] } {
  const first = scored[0];
  const near = scored
    .filter(({ score }) => first !== undefined && score >= Math.max(LEAST, first.score - NEAR))
    .map((each) => each.category);
  const category = known?.category ?? first?.category ?? 'folklore';
  const tags = near.filter((each) => each !== category).slice(0, MOST_TAGS);
  return { category, tags: known === undefined || category === 'classic' ? tags : ['classic', ...tags] };
}

function scoreOf(category: ToldCategory, reading: Reading): number {
  let score = 0;
  for (const [sign, weight] of Object.entries(WEIGHTS[category]) as [Sign, number][]) score += weight * amountOf(sign, category, reading);
  for (const { leans = {}, isFable } of reading.sources) {
    score += leans[category] ?? 0;
    if (isFable && category === 'animals' && namesAnimal(reading)) score += FABLE_OF_ANIMALS;
    if (isFable && category === 'folklore' && !namesAnimal(reading)) score += FABLE_OF_PEOPLE;
  }
  return score;
}

function amountOf(sign: Sign, category: ToldCategory, { text, title, themes, endThemes, speakers }: Reading): number {
  switch (sign) {
    case 'always':
      return 1;
    case 'title':
      return title.found[THEME_OF[category]].size > 0 ? 1 : 0;
    case 'short':
      return text.words < SHORT ? 1 : 0;
    case 'long':
      return text.words > LONG ? 1 : 0;
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
      return themes[sign];
  }
}

function namesAnimal({ title }: Reading): boolean {
  return title.found.animals.size > 0;
}
