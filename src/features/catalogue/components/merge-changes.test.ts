import { expect, test } from 'vitest';
import { changesOf, mergeChanges } from './merge-changes.ts';

const base = { name: 'Grimm', place: 'Hanau', tales: ['a', 'b'], year: null as number | null };

test('only what is different is a change; lists count by their order', () => {
  expect(changesOf(base, { ...base, tales: ['a', 'b'] })).toEqual({});
  expect(changesOf(base, { ...base, year: 1785, tales: ['b', 'a'] })).toEqual({ year: 1785, tales: ['b', 'a'] });
});

test('what one of two has changed is kept of both; what both have changed is ours, and named', () => {
  const ours = { ...base, name: 'The Grimms', place: 'Kassel' };
  const theirs = { ...base, name: 'Brothers Grimm', year: 1785 };
  expect(mergeChanges(base, ours, theirs)).toEqual({
    values: { ...base, name: 'The Grimms', place: 'Kassel', year: 1785 },
    both: ['name'],
  });
});

test('who changed it to the same has not quarrelled', () => {
  const same = { ...base, name: 'Brothers Grimm' };
  expect(mergeChanges(base, same, same)).toEqual({ values: same, both: [] });
});
