/**
 * What is asked of an evening, as its address holds it: parsed and written here, the same way by server, browser and API.
 *
 * Parameters: minutes, how (aloud or silent), what (one tale or a set), age (bands divided by commas), pace (words a minute), choice
 * (1 for the first). Unknown names are ignored, an empty value is no value.
 */
import { AGE_BANDS, BadQuery, MINUTES } from '#src/features/tales/browse-query.ts';
import { LIMITS, type Mode } from './pace.ts';

export const MODES = ['aloud', 'silent'] as const;
export const WHATS = ['one', 'set'] as const;
/** Then one begins anew. */
export const MOST_CHOICES = 20;
/** So that few addresses are asked for, and pages are kept. */
const PACE_STEP = 10;

export type HowLongQuery = {
  /** Null: nothing is asked yet. */
  minutes: number | null;
  how: Mode;
  what: (typeof WHATS)[number];
  age: string[];
  /** Words a minute; null for the usual ones. */
  pace: number | null;
  choice: number;
};

/** Reads a query string. Throws BadQuery naming the parameter that has no meaning. */
export function parseHowLong(params: URLSearchParams): HowLongQuery {
  const how = oneOf(params, 'how', MODES) ?? 'aloud';
  return {
    minutes: Number(oneOf(params, 'minutes', MINUTES.map(String))) || null,
    how,
    what: oneOf(params, 'what', WHATS) ?? 'one',
    age: readAges(params),
    pace: readPace(params, how),
    choice: readNumber(params, 'choice', 1, MOST_CHOICES) ?? 1,
  };
}

/** Writes the canonical query string: fixed order, nothing that says the default. */
export function writeHowLong(query: HowLongQuery): string {
  const params = new URLSearchParams();
  if (query.minutes !== null) params.set('minutes', String(query.minutes));
  if (query.how !== 'aloud') params.set('how', query.how);
  if (query.what !== 'one') params.set('what', query.what);
  if (query.age.length > 0) params.set('age', query.age.join(','));
  if (query.pace !== null) params.set('pace', String(query.pace));
  if (query.choice > 1 && query.minutes !== null) params.set('choice', String(query.choice));
  return params.toString().replaceAll('%2C', ',');
}

/** A pace as addresses hold it. */
export function roundPace(wordsAMinute: number): number {
  return Math.round(wordsAMinute / PACE_STEP) * PACE_STEP;
}

function oneOf<Value extends string>(params: URLSearchParams, name: string, known: readonly Value[]): Value | undefined {
  const text = params.get(name) ?? '';
  const value = known.find((each) => each === text);
  if (text !== '' && value === undefined) throw new BadQuery(name, `${name} may be ${known.join(', ')}.`);
  return value;
}

function readAges(params: URLSearchParams): string[] {
  const given = new Set(
    params
      .getAll('age')
      .flatMap((value) => value.split(','))
      .filter((value) => value !== ''),
  );
  const ages = AGE_BANDS.filter((age) => given.delete(age));
  if (given.size > 0) throw new BadQuery('age', `Ages may be ${AGE_BANDS.join(', ')}.`);
  // All of them are no wish.
  return ages.length === AGE_BANDS.length ? [] : ages;
}

function readPace(params: URLSearchParams, how: Mode): number | null {
  const { least, most } = LIMITS[how];
  const pace = readNumber(params, 'pace', least, most);
  return pace === null ? null : roundPace(pace);
}

function readNumber(params: URLSearchParams, name: string, least: number, most: number): number | null {
  const text = params.get(name) ?? '';
  if (text === '') return null;
  const number = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= least && number <= most)) throw new BadQuery(name, `${name} may be ${least} to ${most}.`);
  return number;
}
