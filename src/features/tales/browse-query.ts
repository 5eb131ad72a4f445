/**
 * The state of the browse page as its address holds it: parsed and written here, the same way by server, browser and API.
 * Plain code, no schema library: this file is in the browser's first load.
 *
 * Parameters: q, category, minutes (at most N), age, origin, language, author (lists divided by commas), sort, after (cursor), pages.
 * Unknown names are ignored, an empty value is no value. Of a repeated name the first counts; those with lists add up, as a
 * form without scripts sends them.
 */

export const SEARCH_LIMIT = 200;
export const MINUTES = [5, 10, 15, 20, 30] as const;
export const AGE_BANDS = ['3-5', '6-8', '9-12', '13+'] as const;
const SORTS = ['newest', 'title', 'shortest', 'longest'] as const;

export type Sort = (typeof SORTS)[number] | 'relevance';
export type ListFilter = 'age' | 'origin' | 'language' | 'author';

/** Which part of a list is shown: so many `pages`, from the cursor `after` or from the start of the list where that is ''. */
export type ListPlace = { after: string; pages: number };

export const LIST_START: ListPlace = { after: '', pages: 1 };
/** A list grows to at most this many pages on one screen, and one answer holds no more of them. */
export const MAX_PAGES = 20;

export type BrowseQuery = ListPlace & {
  q: string;
  category: string;
  minutes: number | null;
  age: string[];
  origin: string[];
  language: string[];
  author: string[];
  /** Relevance when there is a search and nothing else was chosen, else newest. */
  sort: Sort;
};

export const LIST_FILTERS: readonly ListFilter[] = ['age', 'origin', 'language', 'author'];
/** What an origin and a language look like; tales have no others, so that every choice can be asked for. */
export const ORIGIN = /^[\p{L}\p{M} '’-]{1,60}$/u;
export const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const LIST_LIMIT = 20;

/** An address whose query has no meaning: 400. */
export class BadQuery extends Error {
  readonly status = 400;
  readonly parameter: string;
  constructor(parameter: string, message: string) {
    super(message);
    this.name = 'BadQuery';
    this.parameter = parameter;
  }
}

/** Reads a query string. Throws BadQuery naming the parameter that has no meaning. */
export function parseBrowseQuery(params: URLSearchParams): BrowseQuery {
  const q = cleanSearch(params.get('q') ?? '');
  return {
    q,
    category: one(params, 'category', (value) => SLUG.test(value) && value.length <= 60),
    minutes: parseMinutes(params.get('minutes') ?? ''),
    age: list(params, 'age', (value) => (AGE_BANDS as readonly string[]).includes(value)),
    origin: list(params, 'origin', (value) => ORIGIN.test(value)),
    language: list(params, 'language', (value) => LANGUAGE.test(value)),
    author: list(params, 'author', (value) => SLUG.test(value) && value.length <= 120),
    sort: parseSort(params.get('sort') ?? '', q !== ''),
    ...readPlace(params),
  };
}

/** The place in a list that an address names. Throws BadQuery for one that no list can have. */
export function readPlace(params: URLSearchParams): ListPlace {
  const pages = one(params, 'pages', (value) => /^[1-9]\d?$/.test(value) && Number(value) <= MAX_PAGES);
  return { after: readAfter(params), pages: pages === '' ? 1 : Number(pages) };
}

/** A cursor: where the page before ended. */
export function readAfter(params: URLSearchParams): string {
  return one(params, 'after', (value) => /^[A-Za-z0-9_-]{1,600}$/.test(value));
}

/** The query string of a place in a list; '' for its start. */
export function writePlace({ after, pages }: ListPlace): string {
  return [after && `after=${encodeURIComponent(after)}`, pages > 1 && `pages=${pages}`].filter((part) => part).join('&');
}

/** Writes the canonical query string: fixed order, sorted lists, nothing that says the default. */
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

/** NFC, control characters and runs of white space to one space, at most SEARCH_LIMIT characters (code points). */
export function cleanSearch(text: string): string {
  const plain = text
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return [...plain].slice(0, SEARCH_LIMIT).join('');
}

function one(params: URLSearchParams, name: string, fits: (value: string) => boolean): string {
  const value = params.get(name) ?? '';
  if (value !== '' && !fits(value)) throw new BadQuery(name, `The ${name} in this address means nothing here.`);
  return value;
}

function list(params: URLSearchParams, name: string, fits: (value: string) => boolean): string[] {
  const all = params.getAll(name).flatMap((value) => value.split(','));
  const values = [...new Set(all.filter((value) => value !== ''))].sort();
  if (values.length > LIST_LIMIT || !values.every(fits)) throw new BadQuery(name, `The ${name} in this address means nothing here.`);
  return values;
}

function parseMinutes(text: string): number | null {
  if (text === '') return null;
  const minutes = MINUTES.find((known) => String(known) === text);
  if (minutes === undefined) throw new BadQuery('minutes', `Minutes may be ${MINUTES.join(', ')}.`);
  return minutes;
}

function parseSort(text: string, searching: boolean): Sort {
  if (text === '') return defaultSort(searching);
  if (text === 'relevance') return defaultSort(searching);
  const sort = SORTS.find((known) => known === text);
  if (sort === undefined) throw new BadQuery('sort', `Tales can be sorted by ${SORTS.join(', ')}.`);
  return sort;
}
