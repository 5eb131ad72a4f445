/** Recognizes wishes in search terms, such as “a funny bedtime story for a 4 year old”. Loaded with the first search. */
import { type BrowseQuery, defaultSort, LIST_START, MINUTES } from '#src/features/tales/browse-query.ts';
import type { AGE_BANDS } from '#src/ui/hidden-ages.ts';

type Filters = Partial<Pick<BrowseQuery, 'minutes' | 'age' | 'calm' | 'mood'>>;
type Rule = { pattern: RegExp; filters: (match: RegExpExecArray) => Filters };

const NUMBERS: Readonly<Record<string, number>> = {
  ...{ two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12, thirteen: 13 },
  ...{ fourteen: 14, fifteen: 15, twenty: 20, thirty: 30, 'a quarter of an hour': 15, 'half an hour': 30 },
};
const NUMBER = `(\\d{1,2}|${Object.keys(NUMBERS).join('|')})`;

/** A tale for bedtime is short and has nothing scary. */
const BEDTIME: Filters = { calm: ['yes'], minutes: 10 };

const RULES: readonly Rule[] = [
  { pattern: /\b(?:not|nothing|isn.t|without anything)(?: too| very)? (?:scary|frightening)\b/iu, filters: () => ({ calm: ['yes'] }) },
  { pattern: /\bbed-?time\b/iu, filters: () => BEDTIME },
  { pattern: /\bfunny\b/iu, filters: () => ({ mood: ['funny'] }) },
  { pattern: /\b(?:a quarter of an hour|half an hour)\b/iu, filters: ([text]) => ({ minutes: limitOf(text) }) },
  { pattern: new RegExp(`\\b${NUMBER}[ -]?min(?:ute)?s?\\b`, 'iu'), filters: ([, text = '']) => ({ minutes: limitOf(text) }) },
  {
    pattern: new RegExp(`\\b${NUMBER}[ -]years?(?:[ -]olds?)?\\b|\\bage[sd]? ${NUMBER}(?: ?(?:to|-|–) ?${NUMBER})?\\b`, 'iu'),
    filters: ([, years, from = years, to = from]) => ({ age: [...new Set([from, to].map(ageBandOf))] }),
  },
];

/** Words that only connect wishes. They are ignored if a wish was found. */
const FILLERS = new Set(
  `a an and about anything at book books fairy fairytale fairytales for in is it less long me minutes of old or please read short something
  stories story tale tales than that the to under up us with`.split(/\s+/),
);

/**
 * Returns the query with the wishes in its search terms as filters, and the other terms as the search; null if there are none. Terms in
 * quotation marks are always searched for as they are.
 */
export function extractFilters(query: BrowseQuery): BrowseQuery | null {
  if (/["“”]/u.test(query.q)) return null;
  let rest = query.q;
  let filters: Filters = {};
  for (const { pattern, filters: read } of RULES) {
    const match = pattern.exec(rest);
    if (match === null) continue;
    rest = rest.replace(match[0], ' ');
    // An explicit number of minutes replaces that of bedtime.
    filters = { ...filters, ...read(match) };
  }
  if (Object.keys(filters).length === 0) return null;
  const words = rest.split(/[\s,.;!?]+/u).filter((word) => word !== '' && !FILLERS.has(word.toLowerCase()));
  return { ...query, ...LIST_START, ...filters, q: words.join(' '), sort: defaultSort(words.length > 0) };
}

function toNumber(text: string): number {
  return NUMBERS[text.toLowerCase()] ?? Number(text);
}

/** The longest limit within the minutes, or the shortest one. */
function limitOf(text: string): number {
  return MINUTES.findLast((limit) => limit <= toNumber(text)) ?? MINUTES[0];
}

function ageBandOf(text = ''): (typeof AGE_BANDS)[number] {
  const age = toNumber(text);
  if (age <= 5) return '3-5';
  if (age <= 8) return '6-8';
  return age <= 12 ? '9-12' : '13+';
}
