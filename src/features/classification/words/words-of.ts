import { DANISH } from './danish.ts';
import { DUTCH } from './dutch.ts';
import { ENGLISH } from './english.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { type Lexicon, THEMES, type Theme } from './lexicon.ts';
import { SPANISH } from './spanish.ts';
import { SWEDISH } from './swedish.ts';

const LEXICONS: Record<string, Lexicon> = { en: ENGLISH, de: GERMAN, da: DANISH, nl: DUTCH, fr: FRENCH, es: SPANISH, sv: SWEDISH };

/** `weight`: what each time counts. */
export type Meaning = { theme: Theme; weight: number };
type Phrase = Meaning & { words: string[] };
/** `meaningsOf` answers for a single word, in small letters; `phrases` by their first word. */
export type WordList = { meaningsOf(word: string): readonly Meaning[]; phrases: ReadonlyMap<string, readonly Phrase[]> };

const WEAK = 1 / 3;

const made = new Map<string, WordList>();

/** The words of a language, made when they are asked for first. Undefined for a language that has none here. */
export function wordsOf(language: string): WordList | undefined {
  const code = language.split('-')[0] ?? '';
  const lexicon = LEXICONS[code];
  if (lexicon === undefined) return undefined;
  const list = made.get(code) ?? compile(lexicon);
  made.set(code, list);
  return list;
}

function compile(lexicon: Lexicon): WordList {
  const whole = new Map<string, Meaning[]>();
  const beginnings = new Map<string, Meaning[]>();
  const phrases = new Map<string, Phrase[]>();
  for (const theme of THEMES) {
    for (const entry of lexicon[theme].trim().split(/\s+/)) {
      const meaning = { theme, weight: entry.startsWith('~') ? WEAK : 1 };
      const words = entry.replace('~', '').split('_');
      const [first = ''] = words;
      if (words.length > 1) add(phrases, first, { ...meaning, words });
      else if (first.endsWith('*')) add(beginnings, first.slice(0, -1), meaning);
      else add(whole, first, meaning);
    }
  }
  const seen = new Map<string, readonly Meaning[]>();
  const meaningsOf = (word: string) => {
    const known = seen.get(word) ?? find(word, whole, beginnings);
    if (seen.size < MOST_SEEN) seen.set(word, known);
    return known;
  };
  return { meaningsOf, phrases };
}

/** A book has some ten thousand different words; beyond this they are looked up anew, which costs no more than a larger map. */
const MOST_SEEN = 20_000;
const NONE: readonly Meaning[] = [];

/** A word has each theme once, by its longest entry. */
function find(word: string, whole: Map<string, Meaning[]>, beginnings: Map<string, Meaning[]>): readonly Meaning[] {
  let found: Map<Theme, Meaning> | undefined;
  for (let length = 1; length <= word.length + 1; length += 1) {
    const meanings = length > word.length ? whole.get(word) : beginnings.get(word.slice(0, length));
    if (meanings === undefined) continue;
    found ??= new Map();
    for (const meaning of meanings) found.set(meaning.theme, meaning);
  }
  return found === undefined ? NONE : [...found.values()];
}

function add<Value>(map: Map<string, Value[]>, word: string, value: Value): void {
  map.set(word, [...(map.get(word) ?? []), value]);
}
