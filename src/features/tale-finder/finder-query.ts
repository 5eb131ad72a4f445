/**
 * Parses and serializes the query string of the tale finder, for server, browser and API.
 *
 * Parameters: minutes, how (aloud or silent), what (one tale or a set), age (comma-separated bands), calm (yes: nothing scary), pace (words
 * per minute), choice (from 1). Unknown names are ignored; an empty value counts as absent.
 */

import { SPEED_LIMITS, type SpeedMode } from '#src/features/reading/text/reading-speed.ts';
import { BadQuery, MINUTES } from '#src/features/tales/browse-query.ts';
import { AGE_BANDS } from '#src/ui/hidden-ages.ts';

export const MODES = ['aloud', 'silent'] as const;
export const AMOUNTS = ['one', 'set'] as const;
/** Number of results that can be cycled through. */
export const MAX_CHOICES = 20;
/** Speeds are rounded so that few distinct URLs exist and pages stay cacheable. */
const SPEED_STEP = 10;

export type TaleFinderQuery = {
  /** Null until the form was submitted. */
  minutes: number | null;
  how: SpeedMode;
  what: (typeof AMOUNTS)[number];
  age: string[];
  /** Nothing scary. */
  calm: boolean;
  /** Words per minute; null for the default. */
  pace: number | null;
  choice: number;
};

/** Parses a query string. @throws BadQuery naming the invalid parameter */
export function parseFinderQuery(params: URLSearchParams): TaleFinderQuery {
  const how = oneOf(params, 'how', MODES) ?? 'aloud';
  return {
    minutes: Number(oneOf(params, 'minutes', MINUTES.map(String))) || null,
    how,
    what: oneOf(params, 'what', AMOUNTS) ?? 'one',
    age: readAges(params),
    calm: oneOf(params, 'calm', ['yes']) !== undefined,
    pace: readSpeed(params, how),
    choice: readNumber(params, 'choice', 1, MAX_CHOICES) ?? 1,
  };
}

/** Serializes to the canonical query string: fixed order, defaults omitted. */
export function writeFinderQuery(query: TaleFinderQuery): string {
  const params = new URLSearchParams();
  if (query.minutes !== null) params.set('minutes', String(query.minutes));
  if (query.how !== 'aloud') params.set('how', query.how);
  if (query.what !== 'one') params.set('what', query.what);
  if (query.age.length > 0) params.set('age', query.age.join(','));
  if (query.calm) params.set('calm', 'yes');
  if (query.pace !== null) params.set('pace', String(query.pace));
  if (query.choice > 1 && query.minutes !== null) params.set('choice', String(query.choice));
  return params.toString().replaceAll('%2C', ',');
}

/** Rounds a speed to the precision used in URLs. */
export function roundSpeed(wordsPerMinute: number): number {
  return Math.round(wordsPerMinute / SPEED_STEP) * SPEED_STEP;
}

function oneOf<Value extends string>(params: URLSearchParams, name: string, known: readonly Value[]): Value | undefined {
  const text = params.get(name) ?? '';
  const value = known.find((each) => each === text);
  if (text !== '' && value === undefined) throw new BadQuery(name, `${name} must be one of: ${known.join(', ')}.`);
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
  if (given.size > 0) throw new BadQuery('age', `Ages must be one of: ${AGE_BANDS.join(', ')}.`);
  // All ages together are the same as no filter.
  return ages.length === AGE_BANDS.length ? [] : ages;
}

function readSpeed(params: URLSearchParams, how: SpeedMode): number | null {
  const { min, max } = SPEED_LIMITS[how];
  const pace = readNumber(params, 'pace', min, max);
  return pace === null ? null : roundSpeed(pace);
}

function readNumber(params: URLSearchParams, name: string, min: number, max: number): number | null {
  const text = params.get(name) ?? '';
  if (text === '') return null;
  const number = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= min && number <= max)) throw new BadQuery(name, `${name} must be ${min} to ${max}.`);
  return number;
}
