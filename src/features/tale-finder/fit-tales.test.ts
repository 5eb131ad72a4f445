import { expect, test } from 'vitest';
import { fc } from '#test/fast-check.ts';
import { type Candidate, fitSets, fitSingle, totalMinutes } from './tale-finder.ts';

const tale = (id: string, minutes: number, category = 'classic'): Candidate => ({ id, minutes, category });
const idsOf = (sets: Candidate[][]) => sets.map((set) => set.map(({ id }) => id));

test('a single tale fills most of the time, else the longest that fits', () => {
  const all = [tale('long', 40), tale('short', 3), tale('fits', 12), tale('just', 15)];
  expect(idsOf(fitSingle(all, 15))).toEqual([['fits'], ['just']]);
  expect(idsOf(fitSingle(all, 30))).toEqual([['just'], ['fits'], ['short']]);
  expect(fitSingle(all, 2)).toEqual([]);
});

test('a set has varied categories, dark first and shortest last', () => {
  const all = [tale('a', 5), tale('b', 5), tale('c', 4, 'animals'), tale('d', 6, 'dark')];
  expect(idsOf(fitSets(all, 15, 1))).toEqual([['d', 'a', 'c']]);
});

test('no set if no two tales fit', () => {
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

test('sets stay within the time, have 2 to 5 distinct tales, and differ', () => {
  fc.assert(
    fc.property(candidates, fc.constantFrom(5, 10, 15, 20, 30), (all, minutes) => {
      const sets = fitSets(all, minutes, 20);
      for (const set of sets) {
        expect(totalMinutes(set)).toBeLessThanOrEqual(minutes);
        expect(set.length).toBeGreaterThanOrEqual(2);
        expect(set.length).toBeLessThanOrEqual(5);
        expect(new Set(set).size).toBe(set.length);
        // Filled: nothing that is left would still fit.
        const rest = all.filter((each) => !set.includes(each) && each.minutes <= minutes - totalMinutes(set));
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
