import { expect, test } from 'vitest';
import { changesOf, mergeChanges } from './merge-changes.ts';

const base = { name: 'Grimm', place: 'Hanau', tales: ['a', 'b'], year: null as number | null };

test('changesOf returns fields that differ; the order of lists counts', () => {
  expect(changesOf(base, { ...base, tales: ['a', 'b'] })).toEqual({});
  expect(changesOf(base, { ...base, year: 1785, tales: ['b', 'a'] })).toEqual({ year: 1785, tales: ['b', 'a'] });
});

test('merges changes of both; conflicts keep our value and are reported', () => {
  const ours = { ...base, name: 'The Grimms', place: 'Kassel' };
  const theirs = { ...base, name: 'Brothers Grimm', year: 1785 };
  expect(mergeChanges(base, ours, theirs)).toEqual({
    values: { ...base, name: 'The Grimms', place: 'Kassel', year: 1785 },
    conflicts: ['name'],
    taken: ['year'],
  });
});

test('the same change on both sides is not a conflict', () => {
  const same = { ...base, name: 'Brothers Grimm' };
  expect(mergeChanges(base, same, same)).toEqual({ values: same, conflicts: [], taken: [] });
});
