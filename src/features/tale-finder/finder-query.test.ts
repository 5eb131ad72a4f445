import { expect, test } from 'vitest';
import { BadQuery } from '#src/features/tales/browse-query.ts';
import { parseFinderQuery, writeFinderQuery } from './finder-query.ts';

const parse = (query: string) => parseFinderQuery(new URLSearchParams(query));
const canonical = (query: string) => writeFinderQuery(parse(query));

test('a query has one canonical form', () => {
  expect(parse('')).toEqual({ minutes: null, how: 'aloud', what: 'one', age: [], calm: false, pace: null, choice: 1 });
  expect(canonical('what=one&utm=x&choice=1&how=aloud&minutes=15&pace=')).toBe('minutes=15');
  expect(canonical('age=9-12&age=3-5,6-8&choice=3&pace=153&what=set&how=silent&minutes=30')).toBe(
    'minutes=30&how=silent&what=set&age=3-5,6-8,9-12&pace=150&choice=3',
  );
  expect(canonical('minutes=5&age=3-5,6-8,9-12,13%2B'), 'all ages are no wish').toBe('minutes=5');
  expect(canonical('choice=3'), 'a choice of nothing').toBe('');
});

test.each([
  'minutes=7',
  'minutes=x',
  'how=loudly',
  'what=all',
  'age=7',
  'calm=no',
  'pace=59',
  'pace=301',
  'pace=1e2',
  'pace=601&how=silent',
  'choice=0',
  'choice=21',
])('%s is invalid', (query) => {
  expect(() => parse(query)).toThrow(BadQuery);
});
