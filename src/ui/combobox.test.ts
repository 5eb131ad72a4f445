import { expect, test } from 'vitest';
import { nextActive } from './combobox.tsx';

test('the arrows go around through the options and the text', () => {
  expect([nextActive(-1, 'ArrowDown', 3), nextActive(2, 'ArrowDown', 3)]).toEqual([0, -1]);
  expect([nextActive(-1, 'ArrowUp', 3), nextActive(0, 'ArrowUp', 3)]).toEqual([2, -1]);
  expect(nextActive(-1, 'ArrowDown', 0)).toBe(-1);
});

test('Alt and Down show the options and choose none', () => {
  expect(nextActive(-1, 'Alt+ArrowDown', 3)).toBe(-1);
});
