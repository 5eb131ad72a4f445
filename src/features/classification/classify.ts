import { analyzeTale, type FoundNote, type TaleAnalysis } from './analyze-tale.ts';
import { type AgeBand, CATEGORY_NAMES, type Category, type Classification, type TaleToClassify } from './classification-types.ts';
import { CONTENT_NOTES, type ContentNote } from './content-notes.ts';
import type { Reason } from './contract.ts';
import type { ThemeCounts } from './count-themes.ts';
import type { Theme } from './lexicons.ts';
import { chooseCategories, scoreCategories, THEME_OF, WEIGHTS } from './score-categories.ts';

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

function chooseAge(category: Category, { words: all, notes, sources, known }: TaleAnalysis): { ageBand: AgeBand; why: string } {
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

function explainCategory(category: Category, { known, text, title, sources, speakers }: TaleAnalysis): string {
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
