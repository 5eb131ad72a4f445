import { expect, test } from 'vitest';
import { POINTED_FROM, STARS, starPath } from './stars.ts';

test('there are fifty stars, all in the sky, none twice', () => {
  expect(STARS).toHaveLength(50);
  expect(new Set(STARS.map(([x, y]) => `${x}/${y}`)).size).toBe(50);
  for (const [x, y, size] of STARS) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThanOrEqual(100);
    expect(y).toBeLessThan(60);
    expect(size).toBeGreaterThan(1);
  }
});

test('a few have points, most are dots', () => {
  const pointed = STARS.filter(([, , size]) => size >= POINTED_FROM).length;
  expect(pointed).toBeGreaterThan(0);
  expect(pointed).toBeLessThan(15);
  expect(starPath(10)).toMatch(/^M0 -5L.*z$/);
});
