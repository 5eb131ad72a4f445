import { expect, test } from 'vitest';
import { MIN_POINTED_SIZE, promiseText, STARS, starPath, talesCountText } from './hero.tsx';

test('there are fifty distinct stars, all within the sky', () => {
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
  const pointed = STARS.filter(([, , size]) => size >= MIN_POINTED_SIZE).length;
  expect(pointed).toBeGreaterThan(0);
  expect(pointed).toBeLessThan(15);
  expect(starPath(10)).toMatch(/^M0 -5L.*z$/);
});

test.each([
  [0, 'Tales from classic authors'],
  [1, '1 tale from classic authors'],
  [99, '99 tales from classic authors'],
  [100, 'Over 100 tales from classic authors'],
  [199, 'Over 100 tales from classic authors'],
  [1234, 'Over 1,200 tales from classic authors'],
  [1_000_000, 'Over 1,000,000 tales from classic authors'],
])('%i tales are shown as "%s"', (count, promise) => {
  expect(talesCountText(count)).toBe(promise);
});

test('visitors are told what it costs, for which ages it is, and that it can be heard and kept', () => {
  const age = (value: string) => ({ value, label: '', count: 1 });
  expect(promiseText([])).toBe('Free: to read, to hear, and to keep for offline.');
  expect(promiseText([age('3-5'), age('13+')])).toBe('Free, for ages 3 and up: to read, to hear, and to keep for offline.');
  expect(promiseText([age('13+')])).toBe('Free, for ages 13 and up: to read, to hear, and to keep for offline.');
});
