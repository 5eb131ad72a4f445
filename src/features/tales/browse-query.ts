/**
 * Parses and writes the query string of the browse page, for server, browser and API. No schema library: this file is part of the
 * browser's first load.
 *
 * Parameters: q, category, minutes (at most N), age, calm (yes: nothing scary), mood, origin, language, author (comma-separated lists), sort,
 * after (cursor), pages.
 * Unknown names and empty values are ignored. Of repeated parameters the first counts; lists are merged, as forms without JavaScript
 * repeat them.
 */
import { AGE_BANDS } from '#src/ui/hidden-ages.ts';

export const SEARCH_LIMIT = 200;
export const MINUTES = [5, 10, 15, 20, 30] as const;
const SORTS = ['newest', 'title', 'shortest', 'longest'] as const;

export type Sort = (typeof SORTS)[number] | 'relevance';
export type ListFilter = 'age' | 'calm' | 'mood' | 'origin' | 'language' | 'author';

/** The part of a list that is shown: `pages` pages from the cursor `after`, or from the start if it is ''. */
export type ListRange = { after: string; pages: number };

export const LIST_START: ListRange = { after: '', pages: 1 };
/** Limit of one list on screen and of one response. */
export const MAX_PAGES = 20;

export type BrowseQuery = ListRange & {
  q: string;
  category: string;
  minutes: number | null;
  age: string[];
  /** `yes`: nothing scary. */
  calm: string[];
  mood: string[];
  origin: string[];
  language: string[];
  author: string[];
  /** Defaults to relevance for searches, else newest. */
  sort: Sort;
};

export const LIST_FILTERS: readonly ListFilter[] = ['age', 'calm', 'mood', 'origin', 'language', 'author'];
export const MOODS = ['funny', 'exciting', 'moving', 'eerie'] as const;
/** Formats of origins and languages. Tales have no others, so that every filter option is valid. */
export const ORIGIN = /^[\p{L}\p{M} '’-]{1,60}$/u;
export const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const LIST_LIMIT = 20;

/** Invalid query string: 400. */
export class BadQuery extends Error {
  readonly status = 400;
  readonly parameter: string;
  constructor(parameter: string, message: string) {
    super(message);
    this.name = 'BadQuery';
    this.parameter = parameter;
  }
}

/** @throws BadQuery with the name of the invalid parameter */
export function parseBrowseQuery(params: URLSearchParams): BrowseQuery {
  const q = normalizeSearch(params.get('q') ?? '');
  return {
    q,
    category: one(params, 'category', (value) => SLUG.test(value) && value.length <= 60),
    minutes: parseMinutes(params.get('minutes') ?? ''),
    age: list(params, 'age', (value) => (AGE_BANDS as readonly string[]).includes(value)),
    calm: list(params, 'calm', (value) => value === 'yes'),
    mood: list(params, 'mood', (value) => (MOODS as readonly string[]).includes(value)),
    origin: list(params, 'origin', (value) => ORIGIN.test(value)),
    language: list(params, 'language', (value) => LANGUAGE.test(value)),
    author: list(params, 'author', (value) => SLUG.test(value) && value.length <= 120),
    sort: parseSort(params.get('sort') ?? '', q !== ''),
    ...parseListRange(params),
  };
}

/** @throws BadQuery */
export function parseListRange(params: URLSearchParams): ListRange {
  const pages = one(params, 'pages', (value) => /^[1-9]\d?$/.test(value) && Number(value) <= MAX_PAGES);
  return { after: parseCursor(params), pages: pages === '' ? 1 : Number(pages) };
}

export function parseCursor(params: URLSearchParams): string {
  return one(params, 'after', (value) => /^[A-Za-z0-9_-]{1,600}$/.test(value));
}

/** Writes the query string of a list range; '' for its start. */
export function writeListRange({ after, pages }: ListRange): string {
  return [after && `after=${encodeURIComponent(after)}`, pages > 1 && `pages=${pages}`].filter((part) => part).join('&');
}

/** Writes the canonical query string: fixed order, sorted lists, no defaults. */
export function writeBrowseQuery(query: BrowseQuery): string {
  const params = new URLSearchParams();
  if (query.q) params.set('q', query.q);
  if (query.category) params.set('category', query.category);
  if (query.minutes !== null) params.set('minutes', String(query.minutes));
  for (const name of LIST_FILTERS) {
    if (query[name].length > 0) params.set(name, [...query[name]].sort().join(','));
  }
  if (query.sort !== defaultSort(query.q !== '')) params.set('sort', query.sort);
  if (query.after) params.set('after', query.after);
  if (query.pages > 1) params.set('pages', String(query.pages));
  return params.toString().replaceAll('%2C', ',');
}

export function defaultSort(searching: boolean): Sort {
  return searching ? 'relevance' : 'newest';
}

/** Normalizes search input: NFC, single spaces, at most SEARCH_LIMIT code points. */
export function normalizeSearch(text: string): string {
  const plain = text
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return [...plain].slice(0, SEARCH_LIMIT).join('');
}

function one(params: URLSearchParams, name: string, fits: (value: string) => boolean): string {
  const value = params.get(name) ?? '';
  if (value !== '' && !fits(value)) throw new BadQuery(name, `Invalid value for ${name}.`);
  return value;
}

function list(params: URLSearchParams, name: string, fits: (value: string) => boolean): string[] {
  const all = params.getAll(name).flatMap((value) => value.split(','));
  const values = [...new Set(all.filter((value) => value !== ''))].sort();
  if (values.length > LIST_LIMIT || !values.every(fits)) throw new BadQuery(name, `Invalid value for ${name}.`);
  return values;
}

function parseMinutes(text: string): number | null {
  if (text === '') return null;
  const minutes = MINUTES.find((known) => String(known) === text);
  if (minutes === undefined) throw new BadQuery('minutes', `minutes must be one of: ${MINUTES.join(', ')}.`);
  return minutes;
}

function parseSort(text: string, searching: boolean): Sort {
  if (text === '') return defaultSort(searching);
  if (text === 'relevance') return defaultSort(searching);
  const sort = SORTS.find((known) => known === text);
  if (sort === undefined) throw new BadQuery('sort', `sort must be one of: ${SORTS.join(', ')}.`);
  return sort;
}

/** A short label for cards and rows, such as “Ages 6–8”; '' without an age. */
export function shortAgeLabel(band: string): string {
  return band && `Ages ${band.replace('-', '–')}`;
}

export function ageLabel(band: string): string {
  return `Ages ${band.replace('-', ' to ')}`;
}
