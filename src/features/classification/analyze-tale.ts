import type { TaleToClassify, TextCategory } from './classification-types.ts';
import { CONTENT_NOTES, type ContentNote } from './content-notes.ts';
import { countThemes, findSpeakers, type Speakers, sumOf, type ThemeCounts } from './count-themes.ts';
import { findKnownTale, type KnownTale } from './known-tales.ts';
import { THEMES, type Theme } from './lexicons.ts';
import { NOTE_RULES, type NoteRule } from './note-rules.ts';

const LEGENDS = { folklore: 0.9 };

/** The origin is that of the first match; the leanings of all matches are added. */
const SOURCES: readonly Source[] = [
  { pattern: /\baesop|\besope\b|ésope|äsop|æsop|\besopo\b/, name: 'A fable of Aesop', origin: 'Greek', isFable: true },
  { pattern: /\bla fontaine\b/, name: 'A fable of La Fontaine', origin: 'French', isFable: true },
  { pattern: /\bfables?\b|\bfabeln\b|\bfábulas?\b|\bfabler\b/, name: 'A book of fables', isFable: true },
  { pattern: /\bandersens?\b/, name: 'A tale of Hans Christian Andersen', origin: 'Danish', leans: { fantasy: 1.2 } },
  {
    pattern: /\basbj(?:ø|o|ö)rnsen|\bdasent\b|from the norse|norwegische|norske/,
    name: 'From the Norwegian collections',
    origin: 'Norwegian',
  },
  { pattern: /\bgrimms?\b/, name: 'From the Brothers Grimm', origin: 'German' },
  { pattern: /\bbechstein|\bhauff\b|\bmusäus\b/, name: 'A German teller', origin: 'German' },
  { pattern: /\bperrault\b|mother goose/, name: 'From Perrault', origin: 'French' },
  { pattern: /\bd['’]aulnoy\b|\bségur\b|\blaboulaye\b|\bbonnières\b|\bleprince de beaumont\b/, name: 'A French teller', origin: 'French' },
  { pattern: /\bbasile\b|pentamerone/, name: 'From the Pentamerone', origin: 'Italian' },
  {
    pattern: /arabian nights|thousand and one|mille et une nuits|tausendundeine|tusind og/,
    name: 'From the Arabian Nights',
    origin: 'Arabian',
    ageBand: '9-12',
  },
  { pattern: /\byeats\b|\birish\b|\bcroker\b/, name: 'From a collection of Irish tales', origin: 'Irish', ageBand: '9-12' },
  { pattern: /\bceltic\b|\bscottish\b|\bhighlands?\b/, name: 'From a collection of Celtic tales', origin: 'Celtic' },
  { pattern: /\bwelsh fairy/, name: 'From a collection of Welsh tales', origin: 'Welsh' },
  { pattern: /english fairy/, name: 'From a collection of English tales', origin: 'English' },
  { pattern: /indian fairy|\bjatakas?\b|panchatantra|hindoo|\bindia\b/, name: 'From a collection of Indian tales', origin: 'Indian' },
  { pattern: /\brussian\b|\bralston\b|\bafanas/, name: 'From a collection of Russian tales', origin: 'Russian' },
  { pattern: /\bcossack|\bukrain/, name: 'From a collection of Ukrainian tales', origin: 'Ukrainian' },
  { pattern: /japanese|\bozaki\b|\bjapan\b/, name: 'From a collection of Japanese tales', origin: 'Japanese' },
  { pattern: /chinese|\bchina\b/, name: 'From a collection of Chinese tales', origin: 'Chinese' },
  { pattern: /\bchile\b|\blaval\b/, name: 'From a collection of Chilean tales', origin: 'Chilean', ageBand: '9-12' },
  { pattern: /american (?:indian|fairy)|\bbaum\b|\bhoward pyle\b/, name: 'An American teller', origin: 'American' },
  { pattern: /\btopelius\b/, name: 'A tale of Zacharias Topelius', origin: 'Finnish' },
  { pattern: /\bselma lagerlöf\b|\bswedish\b|svenska/, name: 'From a collection of Swedish tales', origin: 'Swedish' },
  { pattern: /\bwilde\b/, name: 'A tale of Oscar Wilde', origin: 'Irish' },
  {
    pattern: /legend|\bsagen\b|leyenda|légende|sägner|\bsagn\b|folk-?\s?lore|peasantry|cuentos populares|\bralston\b|more celtic/,
    name: 'From a collection of legends and folk tales',
    leans: LEGENDS,
  },
];

/** What the rules go by. */
export type TaleAnalysis = {
  /** Lower-case words of the text. */
  words: readonly string[];
  text: ThemeCounts;
  title: ThemeCounts;
  /** Frequency of each theme as log2 above the usual rate, 0 to 2.5. */
  themes: Record<Theme, number>;
  /** The same for the last eighth of the text. */
  endThemes: Record<Theme, number>;
  speakers: Speakers;
  sources: readonly Source[];
  known: KnownTale | undefined;
  notes: FoundNote[];
};

const MAX_LOG_RATE = 2.5;

/** Shorter texts count as this long, so that a single word does not weigh too much. */
const MIN_WORDS = 250;
const MIN_END_WORDS = 150;
const END_SHARE = 0.12;
const MIN_END_CHARACTERS = 500;

export function analyzeTale({ title, text, author, bookTitle, language }: TaleToClassify): TaleAnalysis {
  const words = splitWords(text);
  const counts = countThemes(words, language);
  const end = countThemes(splitWords(text.slice(-Math.max(MIN_END_CHARACTERS, Math.round(text.length * END_SHARE)))), language);
  const from = `${author} ${bookTitle ?? ''}`.toLowerCase();
  return {
    words,
    text: counts,
    title: countThemes(splitWords(title), language),
    themes: logRates(counts, MIN_WORDS, language),
    endThemes: logRates(end, MIN_END_WORDS, language),
    speakers: findSpeakers(words, language),
    sources: SOURCES.filter(({ pattern }) => pattern.test(from)),
    known: findKnownTale(title),
    notes: findNotes(text, counts.words, language),
  };
}

function logRates({ words, found }: ThemeCounts, minWords: number, language: string): Record<Theme, number> {
  const usual = usualRates(language);
  const rates = THEMES.map((theme): [Theme, number] => {
    const rate = (1000 * sumOf(found[theme])) / Math.max(words, minWords);
    return [theme, Math.min(MAX_LOG_RATE, Math.log2(1 + rate / usual[theme]))];
  });
  return Object.fromEntries(rates) as Record<Theme, number>;
}

/** `passages`: up to three different matches, in lower case. */
export type FoundNote = { note: ContentNote; times: number; passages: string[] };

const MAX_PASSAGES = 3;

/** Finds the content notes of a text, in the order of CONTENT_NOTES. `words` is the word count. */
function findNotes(text: string, words: number, language: string): FoundNote[] {
  const code = language.split('-')[0] ?? '';
  const rules = NOTE_RULES[code] ?? [];
  const plain = text.toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ');
  const found = rules.flatMap((rule) => applyRule(rule, plain, words)).filter(isFirstOfItsNote);
  const order = Object.keys(CONTENT_NOTES);
  return found.sort((a, b) => order.indexOf(a.note) - order.indexOf(b.note));
}

function applyRule({ note, words, min = 1, perThousand = 0 }: NoteRule, plain: string, count: number): FoundNote[] {
  const matches = Array.from(plain.matchAll(words), ([match]) => match);
  if (matches.length < Math.max(min, (perThousand * count) / 1000)) return [];
  const passages = [...new Set(matches.map(shorten))].slice(0, MAX_PASSAGES);
  return [{ note, times: matches.length, passages }];
}

/** Several rules may find the same note. */
function isFirstOfItsNote({ note }: FoundNote, index: number, all: readonly FoundNote[]): boolean {
  return all.findIndex((each) => each.note === note) === index;
}

/** Some rules look far ahead. */
function shorten(passage: string): string {
  return passage.length <= 60 ? passage : `${passage.slice(0, 57).trimEnd()}…`;
}

type Rates = Record<Theme, number>;

/** Usual words of each theme per 1,000 words: about the mean over 48 books. */
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
const USUAL_RATES: Record<string, Rates> = {
  en: ENGLISH,
  de: { animals: 9, creatures: 1.6, death: 2.7, love: 2.7, spells: 1.6, roads: 3.8, wonders: 4, village: 6.4, people: 20, court: 5.5 },
  da: { animals: 10, creatures: 2, death: 2.3, love: 2.1, spells: 1.8, roads: 5.5, wonders: 6, village: 10, people: 18, court: 5 },
  nl: { animals: 10, creatures: 1.3, death: 2.8, love: 2.8, spells: 1.9, roads: 4.2, wonders: 3, village: 6.1, people: 22, court: 7.6 },
  fr: { animals: 6, creatures: 3, death: 3, love: 5, spells: 2, roads: 4.5, wonders: 5.5, village: 8, people: 20, court: 8 },
  es: { animals: 9, creatures: 1.3, death: 4.5, love: 1.6, spells: 1.2, roads: 5.2, wonders: 3, village: 10, people: 18.5, court: 4.4 },
  sv: { animals: 7.5, creatures: 2, death: 2.5, love: 2, spells: 1.7, roads: 5.5, wonders: 6, village: 9, people: 19, court: 4 },
};

/** Returns the rates for a language tag; those of English for unknown languages. */
function usualRates(language: string): Rates {
  return USUAL_RATES[language.split('-')[0] ?? ''] ?? ENGLISH;
}

/** Known authors and books: the origin of their tales and the categories they lean towards. */
type Source = {
  /** Matched against author and book title in lower case. */
  pattern: RegExp;
  /** Shown to editors as a reason: “A fable of Aesop”. */
  name: string;
  origin?: string;
  leans?: Partial<Record<TextCategory, number>>;
  /** Fables count as animal tales if their title names an animal, else as folklore. */
  isFable?: true;
  /** Minimum age of its tales: in dialect, or long and about adults. */
  ageBand?: '9-12';
};

/** Splits text into lower-case words, without possessive ’s and at other apostrophes (“l’ogre”). */
function splitWords(text: string): string[] {
  const plain = text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/'s(?!\p{L})/gu, '');
  return plain.match(/\p{L}[\p{L}\p{M}-]*(?<!-)/gu) ?? [];
}
