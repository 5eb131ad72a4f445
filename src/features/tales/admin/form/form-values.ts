/** Values of the tale form: defaults, comparison, drafts and validation. Safe in the browser. */
import { countWords, htmlToText } from '#src/features/tale-html/plain-text.ts';
import type { TaleFields } from '../../contract.ts';
import { defaultOf, definitionOf, FIELD_NAMES, FORM_ORDER, isListName, isSameValue } from '../../field-values.ts';
import { type FieldName, taleFields } from '../../fields.ts';
import type { ManagedTale } from '../contract.ts';

export const DEFAULT_TITLE = 'Untitled Tale';

/** Initial values of a new tale. `now` in milliseconds. */
export function newTaleFields(now: number): TaleFields {
  const defaults = Object.fromEntries(FIELD_NAMES.map((name) => [name, defaultOf(name)])) as TaleFields;
  return { ...defaults, title: DEFAULT_TITLE, publish_date: new Date(now).toISOString() };
}

/** Returns the form fields of a tale. */
export function fieldsOf(tale: ManagedTale): TaleFields {
  return pick(tale, FIELD_NAMES) as TaleFields;
}

/** Returns the names of fields that differ, in the order of the form. */
export function changedNames(base: TaleFields, values: TaleFields): FieldName[] {
  return FORM_ORDER.filter((name) => !isSameValue(name, base, values));
}

/** Applies a stored draft to the fields of its tale. Draft values of the wrong type are ignored. */
export function withDraft(fields: TaleFields, draft: Readonly<Record<string, unknown>>): TaleFields {
  const valid = FIELD_NAMES.filter((name) => Object.hasOwn(draft, name) && isOfKind(name, draft[name]));
  return { ...fields, ...Object.fromEntries(valid.map((name) => [name, draft[name]])) };
}

function isOfKind(name: FieldName, value: unknown): boolean {
  if (isListName(name)) return Array.isArray(value) && value.every((each) => typeof each === 'string');
  if (taleFields[name].kind === 'integer') return Number.isSafeInteger(value);
  const { kind, options = {} } = definitionOf(name);
  return typeof value === 'string' && (kind !== 'choice' || Object.hasOwn(options, value));
}

/** Returns the request body that creates a tale. An empty slug or language is left to the server, as is a date that was not changed. */
export function toNewTale(values: TaleFields, isDateChosen: boolean): Partial<TaleFields> {
  const { slug, language, publish_date, ...rest } = values;
  return { ...rest, ...(slug !== '' && { slug }), ...(language !== '' && { language }), ...(isDateChosen && { publish_date }) };
}

export function pick(values: TaleFields, names: readonly FieldName[]): Partial<TaleFields> {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

/** Error messages by field. */
export type Problems = Partial<Record<FieldName, string[]>>;

/** Validates what can be checked before sending. The server checks more, with the same messages (see form-values.test.ts). */
export function validateFields(values: TaleFields): Problems {
  const problems = FORM_ORDER.flatMap((name) => {
    const problem = problemOf(name, values[name]);
    return problem === undefined ? [] : [[name, [problem]] as const];
  });
  return Object.fromEntries(problems);
}

function problemOf(name: FieldName, value: TaleFields[FieldName]): string | undefined {
  const { kind, required, options, max = Number.MAX_SAFE_INTEGER, maxCharacters, invalid } = definitionOf(name);
  if (kind === 'integer') return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= max ? undefined : invalid;
  if (typeof value !== 'string') return undefined;
  if (required !== undefined && isBlank(value)) return required;
  if (kind === 'date' && Number.isNaN(Date.parse(value))) return 'This is no date and time';
  if (kind === 'choice' && options !== undefined && !Object.hasOwn(options, value)) return invalid;
  if (maxCharacters !== undefined && countCharacters(value.trim().normalize('NFC')) > maxCharacters) return invalid;
  return undefined;
}

/** Whether a text has no visible characters. */
function isBlank(text: string): boolean {
  return !/[\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Counts characters as the server does: as seen by readers (grapheme clusters). */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of graphemes.segment(text)) count += 1;
  return count;
}

/** A suggestion stays well below the limit of an excerpt, so that it can be edited. */
const MAX_SUGGESTION = 240;

/** Returns the first sentences of a text as a suggested excerpt; '' without a text. */
export function suggestExcerpt(html: string): string {
  const text = htmlToText(html).replace(/\s+/g, ' ').trim();
  let excerpt = '';
  for (const { segment } of new Intl.Segmenter('und', { granularity: 'sentence' }).segment(text)) {
    if (countCharacters(excerpt + segment) > MAX_SUGGESTION) break;
    excerpt += segment;
  }
  if (excerpt !== '' || text === '') return excerpt.trim();
  const start = Array.from(graphemes.segment(text), ({ segment }) => segment)
    .slice(0, MAX_SUGGESTION)
    .join('');
  return `${start.slice(0, start.lastIndexOf(' ')).trim() || start}…`;
}

const CATEGORY_KEY = 'talewood.last-category';

/** Returns the category of the tale that was saved last on this device; '' if there is none. */
export function readLastCategory(): string {
  try {
    return localStorage.getItem(CATEGORY_KEY) ?? '';
  } catch {
    return '';
  }
}

export function storeLastCategory(slug: string): void {
  try {
    localStorage.setItem(CATEGORY_KEY, slug);
  } catch {
    // Without storage no category is suggested.
  }
}

const WORDS_PER_MINUTE = 200;
/** Shown for a tale without text. */
const MINUTES_WITHOUT_TEXT = 10;

/** Returns the number of words and the silent reading time in minutes, as the server calculates them on saving. */
export function readingTime(html: string): { words: number; minutes: number } {
  const words = countWords(htmlToText(html));
  return { words, minutes: words === 0 ? MINUTES_WITHOUT_TEXT : Math.ceil(words / WORDS_PER_MINUTE) };
}
