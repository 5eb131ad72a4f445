import { expect, test } from 'vitest';
import { fc } from '#test/fast-check.ts';
import { type Candidate, fitOne, fitSets, sumOf } from './fit-tales.ts';

const tale = (id: string, minutes: number, category = 'classic'): Candidate => ({ id, minutes, category });
const idsOf = (sets: Candidate[][]) => sets.map((set) => set.map(({ id }) => id));

test('one tale takes most of the time; where none does, the longest that fits', () => {
  const all = [tale('long', 40), tale('short', 3), tale('fits', 12), tale('just', 15)];
  expect(idsOf(fitOne(all, 15))).toEqual([['fits'], ['just']]);
  expect(idsOf(fitOne(all, 30))).toEqual([['just'], ['fits'], ['short']]);
  expect(fitOne(all, 2)).toEqual([]);
});

test('a set fills the time with different kinds of tale, the dark one first and the shortest last', () => {
  const all = [tale('a', 5), tale('b', 5), tale('c', 4, 'animals'), tale('d', 6, 'dark')];
  expect(idsOf(fitSets(all, 15, 1))).toEqual([['d', 'a', 'c']]);
});

test('where no two fit there is no set', () => {
  expect(fitSets([tale('a', 9), tale('b', 8)], 10, 5)).toEqual([]);
});

const candidates = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    minutes: fc.integer({ min: 1, max: 40 }),
    category: fc.constantFrom('classic', 'dark', 'animals', 'romance'),
  }),
  { selector: ({ id }) => id, maxLength: 30 },
);

test('sets never take longer than there is time, hold two to five tales, each once, and are all different', () => {
  fc.assert(
    fc.property(candidates, fc.constantFrom(5, 10, 15, 20, 30), (all, minutes) => {
      const sets = fitSets(all, minutes, 20);
      for (const set of sets) {
        expect(sumOf(set)).toBeLessThanOrEqual(minutes);
        expect(set.length).toBeGreaterThanOrEqual(2);
        expect(set.length).toBeLessThanOrEqual(5);
        expect(new Set(set).size).toBe(set.length);
        // Filled: nothing that is left would still fit.
        const rest = all.filter((each) => !set.includes(each) && each.minutes <= minutes - sumOf(set));
        expect(set.length === 5 || rest.length === 0).toBe(true);
      }
      expect(
        new Set(
          sets.map((set) =>
            set
              .map(({ id }) => id)
              .toSorted()
              .join(),
          ),
        ).size,
      ).toBe(sets.length);
      const shortest = all.map((each) => each.minutes).toSorted((a, b) => a - b);
      expect(sets.length > 0).toBe((shortest[0] ?? 99) + (shortest[1] ?? 99) <= minutes);
    }),
  );
});
