import { expect, test } from 'vitest';
import { turnOfSwipe, turnOfTap } from './touch.ts';

test('the outer thirds of the window turn, the middle does nothing', () => {
  expect([10, 129, 131, 195, 259, 261, 380].map((x) => turnOfTap(x, 390))).toEqual([
    'previous',
    'previous',
    null,
    null,
    null,
    'next',
    'next',
  ]);
});

test('a swipe goes sideways, far and fast enough', () => {
  expect(turnOfSwipe({ x: -80, y: 10, ms: 200 })).toBe('next');
  expect(turnOfSwipe({ x: 80, y: -10, ms: 200 })).toBe('previous');
  expect(turnOfSwipe({ x: -30, y: 0, ms: 200 })).toBeNull();
  expect(turnOfSwipe({ x: -80, y: 70, ms: 200 })).toBeNull();
  expect(turnOfSwipe({ x: -80, y: 0, ms: 2000 })).toBeNull();
});
