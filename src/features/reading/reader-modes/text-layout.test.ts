import { expect, test } from 'vitest';
import { pageOfOffset } from './text-layout.ts';
import { viewportRelation } from './viewport-position.ts';

test('an element is on the page it starts on, despite subpixel offsets', () => {
  expect([0, 349, 349.5, 350, 699.2, 1050].map((offset) => pageOfOffset(offset, 350))).toEqual([0, 1, 1, 1, 2, 3]);
  expect(pageOfOffset(348, 350)).toBe(0);
  // Overflow to the left of the first page.
  expect(pageOfOffset(-8, 350)).toBe(0);
  expect(pageOfOffset(100, 0)).toBe(0);
});

test('the text counts as shown when it covers the middle of the window', () => {
  expect(viewportRelation({ top: 500, bottom: 1300 }, 900)).toBe('before');
  expect(viewportRelation({ top: 400, bottom: 1200 }, 900)).toBe('at');
  expect(viewportRelation({ top: -300, bottom: 500 }, 900)).toBe('at');
  expect(viewportRelation({ top: -500, bottom: 300 }, 900)).toBe('after');
});
