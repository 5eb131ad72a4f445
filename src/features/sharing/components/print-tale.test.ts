import { expect, test } from 'vitest';
import { fc } from '#test/fast-check.ts';
import { bookletSides } from './print-tale.ts';

test('eight pages take two sheets', () => {
  expect(bookletSides(8)).toEqual([
    [8, 1],
    [2, 7],
    [6, 3],
    [4, 5],
  ]);
  expect(bookletSides(3)).toEqual([
    [null, 1],
    [2, 3],
  ]);
});

test('folded pages are in order', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 80 }), (pages) => {
      const sides = bookletSides(pages);
      const fronts = sides.filter((_, index) => index % 2 === 0);
      const backs = sides.filter((_, index) => index % 2 === 1);
      // From the outermost sheet to the middle, and out again.
      const read = [
        ...fronts.flatMap(([, right], index) => [right, backs[index]?.[0]]),
        ...fronts.flatMap(([left], index) => [backs[index]?.[1], left].reverse()).reverse(),
      ];
      expect(read.slice(0, pages)).toEqual(Array.from({ length: pages }, (_, index) => index + 1));
      expect(read.slice(pages).every((page) => page === null)).toBe(true);
    }),
  );
});
