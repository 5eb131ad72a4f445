import { CONTENT_NOTES } from '#src/features/tales/content-notes.ts';
import { CATEGORY_NAMES, type Category } from './categories.ts';
import type { Classification } from './classified-tale.ts';
import type { Reason } from './contract.ts';
import type { ThemeCounts } from './count-themes.ts';
import type { FoundNote } from './notes/find-notes.ts';
import type { Reading } from './read-tale.ts';
import { THEME_OF, WEIGHTS } from './weights.ts';
import type { Theme } from './words/lexicon.ts';

const MOST_WORDS = 4;

type Decided = Pick<Classification, 'category' | 'tags' | 'ageBand' | 'origin'> & { ageReason: string };

/** Why a tale stands where it stands, in the order in which the form has the fields. */
export function sayReasons({ category, tags, ageBand, origin, ageReason }: Decided, reading: Reading): Reason[] {
  const origins = reading.sources.find((source) => source.origin === origin);
  return [
    { what: `Category: ${CATEGORY_NAMES[category]}`, why: sayCategory(category, reading) },
    ...tags.map((tag) => ({ what: `Also: ${CATEGORY_NAMES[tag]}`, why: sayCategory(tag, reading) })),
    ...(origins === undefined ? [] : [{ what: `Origin: ${origin}`, why: `${origins.name}.` }]),
    { what: `Age: ${ageBand}`, why: ageReason },
    ...reading.notes.map((found) => ({ what: `Content note: ${CONTENT_NOTES[found.note]}`, why: sayNote(found) })),
  ];
}

function sayCategory(category: Category, { known, text, title, sources, speakers }: Reading): string {
  const name =
    known !== undefined && (category === 'classic' || category === known.category) ? [`known everywhere as ‘${known.name}’`] : [];
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
    ...sayWords(text, theme),
    ...(speaks ? [SPEAKERS[theme] ?? ''] : []),
    ...(leaning === undefined ? [] : [lowerFirst(leaning.name)]),
  ]);
}

const SPEAKERS: Partial<Record<Theme, string>> = {
  animals: 'animals speak in it',
  creatures: 'such creatures speak in it',
  wonders: 'things, plants or stars speak in it',
};

function sayWords({ found }: ThemeCounts, theme: Theme): string[] {
  const most = [...found[theme]].sort(([, a], [, b]) => b.times * b.weight - a.times * a.weight).slice(0, MOST_WORDS);
  return most.map(([word, { times }]) => `‘${word}’ ${saidTimes(times)}`);
}

function sayNote({ times, passages }: FoundNote): string {
  return times > passages.length ? `${quoted(passages)} (${times} such passages).` : `${quoted(passages)}.`;
}

function saidTimes(times: number): string {
  return times === 1 ? 'once' : times === 2 ? 'twice' : `${times} times`;
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `‘${word}’`).join(', ');
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

function sentence(parts: readonly string[]): string {
  if (parts.length === 0) return 'Nothing else speaks louder.';
  const text = parts.join('; ');
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
