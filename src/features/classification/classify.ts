import { analyzeTale, type FoundNote, type TaleAnalysis } from './analyze-tale.ts';
import {
  type AgeBand,
  CATEGORY_NAMES,
  type CategorySlug,
  type Classification,
  type TaleToClassify,
  type TextCategory,
} from './classification-types.ts';
import { CONTENT_NOTES, type ContentNote } from './content-notes.ts';
import type { Reason } from './contract.ts';
import type { ThemeCounts } from './count-themes.ts';
import type { Theme } from './lexicons.ts';

const SHORT_WORDS = 700;
const ANIMAL_FABLE_SCORE = 1.7;
const OTHER_FABLE_SCORE = 1.1;
const MAX_TAGS = 2;

/** A further category must score at least this, and come this close to the first. */
const MIN_TAG_SCORE = 1;
const MAX_TAG_DISTANCE = 0.8;

/** Tuned on half of the labelled sample and rounded. */
const WEIGHTS: Record<TextCategory, Partial<Record<Signal, number>>> = {
  enchanted: { spells: 1.9, title: 0.9, 'end:love': 0.4, long: -0.1 },
  folklore: { village: 1.4, title: 0.9, short: 0.3, 'end:death': 0.2, people: 0.1, long: -0.1, always: 0.5 },
  fantasy: { wonders: 1.3, 'says:wonders': 1.5, title: 0.7, 'end:love': 0.2, 'end:death': -0.1, court: -0.1, always: 0.2 },
  adventure: { roads: 1.8, title: 1.1, court: 0.3, long: 0.4, 'says:people': 0.2, 'end:death': 0.1, short: -0.1, always: -0.2 },
  romance: { love: 1.2, title: 0.9, court: 0.2, 'end:love': 0.1, 'end:death': -0.1, always: -0.4 },
  dark: { death: 1.6, title: 0.8, 'end:death': 0.3, 'end:love': -0.2, court: -0.1 },
  animals: { animals: 1.9, 'says:animals': 2.1, title: 1.2, people: -0.8, 'end:love': -0.3, court: -0.2 },
  'magical-creatures': { creatures: 1.2, 'says:creatures': 1.1, title: 0.8, 'end:love': 0.1, always: -0.1 },
};

const THEME_OF: Record<TextCategory, Theme> = {
  enchanted: 'spells',
  folklore: 'village',
  fantasy: 'wonders',
  adventure: 'roads',
  romance: 'love',
  dark: 'death',
  animals: 'animals',
  'magical-creatures': 'creatures',
};

/** Suggests category, further categories, age band, content notes and origin of a tale, with the reasons. Never throws. */
export function classify(tale: TaleToClassify): Classification {
  const analysis = analyzeTale(tale);
  const chosen = chooseCategories(scoreCategories(analysis), analysis);
  const { ageBand, why } = chooseAge(chosen.category, analysis);
  const origin = analysis.sources.find((source) => source.origin !== undefined)?.origin ?? '';
  const decided = { ...chosen, ageBand, origin };
  return {
    ...decided,
    contentNotes: analysis.notes.map(({ note }) => note),
    reasons: explain({ ...decided, ageReason: why }, analysis),
  };
}

/** One of these makes a tale one for older children; three, one for readers over 12. */
const SERIOUS_NOTES: readonly ContentNote[] = [
  'violence',
  'death-of-a-child',
  'suicide',
  'slavery',
  'old-stereotypes',
  'drink',
  'frightening-scenes',
];
const LONG_WORDS = 3300;

/** A cumulative tale repeats itself: less than this share of its 4-word sequences is distinct. */
const CUMULATIVE_SHARE = 0.66;
const CUMULATIVE_WORDS = { min: 100, max: 900 };

function chooseAge(category: CategorySlug, { words: all, notes, sources, known }: TaleAnalysis): { ageBand: AgeBand; why: string } {
  const words = all.length;
  if (known?.ageBand !== undefined) return { ageBand: known.ageBand, why: `As for ‘${known.name}’.` };
  const serious = notes.filter(({ note }) => SERIOUS_NOTES.includes(note)).length;
  if (serious >= 3) return { ageBand: '13+', why: `Because of its content notes: ${serious} serious ones.` };
  if (serious > 0) return { ageBand: '9-12', why: 'Because of its content notes.' };
  const older = sources.find(({ ageBand }) => ageBand !== undefined);
  if (older !== undefined) return { ageBand: '9-12', why: `${older.name}.` };
  if (category === 'dark') return { ageBand: '9-12', why: 'It is a dark tale.' };
  if (words > LONG_WORDS) return { ageBand: '9-12', why: `It is long: ${words.toLocaleString('en')} words.` };
  if (isCumulative(all)) return { ageBand: '3-5', why: 'It is short and repetitive.' };
  return { ageBand: '6-8', why: 'Nothing in it suggests older readers.' };
}

function isCumulative(words: readonly string[]): boolean {
  if (words.length < CUMULATIVE_WORDS.min || words.length > CUMULATIVE_WORDS.max) return false;
  const count = words.length - 3;
  const seen = new Set<string>();
  for (let at = 0; at < count && seen.size < count * CUMULATIVE_SHARE; at += 1)
    seen.add(`${words[at]} ${words[at + 1]} ${words[at + 2]} ${words[at + 3]}`);
  return seen.size < count * CUMULATIVE_SHARE;
}

const MAX_QUOTED = 4;

type Decided = Pick<Classification, 'category' | 'tags' | 'ageBand' | 'origin'> & { ageReason: string };

/** Returns the reasons in the order of the fields of the form. */
function explain({ category, tags, ageBand, origin, ageReason }: Decided, analysis: TaleAnalysis): Reason[] {
  const origins = analysis.sources.find((source) => source.origin === origin);
  return [
    { what: `Category: ${CATEGORY_NAMES[category]}`, why: explainCategory(category, analysis) },
    ...tags.map((tag) => ({ what: `Also: ${CATEGORY_NAMES[tag]}`, why: explainCategory(tag, analysis) })),
    ...(origins === undefined ? [] : [{ what: `Origin: ${origin}`, why: `${origins.name}.` }]),
    { what: `Age: ${ageBand}`, why: ageReason },
    ...analysis.notes.map((found) => ({ what: `Content note: ${CONTENT_NOTES[found.note]}`, why: explainNote(found) })),
  ];
}

function explainCategory(category: CategorySlug, { known, text, title, sources, speakers }: TaleAnalysis): string {
  const name = known !== undefined && (category === 'classic' || category === known.category) ? [`well known as ‘${known.name}’`] : [];
  if (category === 'classic') return sentence(name);
  const theme = THEME_OF[category];
  const inTitle = [...title.found[theme].keys()];
  const speaks = `says:${theme}` in WEIGHTS[category] && theme in speakers && speakers[theme as keyof typeof speakers] >= 0.2;
  const leaning = sources.find(
    ({ leans, isFable }) => leans?.[category] !== undefined || (isFable && (category === 'animals' || category === 'folklore')),
  );
  return sentence([
    ...name,
    ...(inTitle.length === 0 ? [] : [`the title has ${quoted(inTitle)}`]),
    ...explainWords(text, theme),
    ...(speaks ? [SPEAKERS[theme] ?? ''] : []),
    ...(leaning === undefined ? [] : [lowerFirst(leaning.name)]),
  ]);
}

const SPEAKERS: Partial<Record<Theme, string>> = {
  animals: 'animals speak in it',
  creatures: 'such creatures speak in it',
  wonders: 'things, plants or stars speak in it',
};

function explainWords({ found }: ThemeCounts, theme: Theme): string[] {
  const most = [...found[theme]].sort(([, a], [, b]) => b.times * b.weight - a.times * a.weight).slice(0, MAX_QUOTED);
  return most.map(([word, { times }]) => `‘${word}’ ${formatTimes(times)}`);
}

function explainNote({ times, passages }: FoundNote): string {
  return times > passages.length ? `${quoted(passages)} (${times} such passages).` : `${quoted(passages)}.`;
}

function formatTimes(times: number): string {
  return times === 1 ? 'once' : times === 2 ? 'twice' : `${times} times`;
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `‘${word}’`).join(', ');
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

function sentence(parts: readonly string[]): string {
  if (parts.length === 0) return 'No other category scored higher.';
  const text = parts.join('; ');
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

/** Scores categories by weighted signals. */
type Scored = { category: TextCategory; score: number };

/** Scores all categories that a text can indicate, highest first. */
function scoreCategories(analysis: TaleAnalysis): Scored[] {
  const categories = Object.keys(WEIGHTS) as TextCategory[];
  return categories.map((category) => ({ category, score: scoreOf(category, analysis) })).sort((a, b) => b.score - a.score);
}

/** Chooses the category and close further ones. Well-known tales are Classic too. */
function chooseCategories(scored: readonly Scored[], { known }: TaleAnalysis): { category: CategorySlug; tags: CategorySlug[] } {
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
