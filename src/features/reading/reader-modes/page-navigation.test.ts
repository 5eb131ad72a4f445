import { expect, test } from 'vitest';
import { isShortcutKey, type KeyPress } from '../components/keyboard-shortcuts.ts';
import { pageTurnForKey, pageTurnForSwipe, pageTurnForTap } from './page-navigation.tsx';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ...{ shiftKey: false, altKey: false, ctrlKey: false, metaKey: false },
  ...held,
});
const AT = { where: 'at', isFar: false, page: 1, pages: 3 } as const;

test('arrows, space bar and page keys turn pages', () => {
  for (const key of ['ArrowRight', ' ', 'PageDown']) expect(pageTurnForKey(press(key), AT), key).toBe('next');
  for (const key of ['ArrowLeft', 'PageUp']) expect(pageTurnForKey(press(key), AT), key).toBe('previous');
  expect(pageTurnForKey(press(' ', { shiftKey: true }), AT)).toBe('previous');
  for (const key of ['ArrowUp', 'ArrowDown', 'Tab', 'Enter', 'a']) expect(pageTurnForKey(press(key), AT), key).toBeNull();
});

test('keys with modifiers do not turn pages', () => {
  for (const held of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }]) {
    for (const key of ['ArrowRight', 'ArrowLeft', ' ', 'Home', 'PageDown']) expect(pageTurnForKey(press(key, held), AT)).toBeNull();
  }
  // Shift and an arrow select.
  expect(pageTurnForKey(press('ArrowRight', { shiftKey: true }), AT)).toBeNull();
});

test('Home and End go to the ends of the text, then of the document', () => {
  expect(pageTurnForKey(press('Home'), AT)).toBe('first');
  expect(pageTurnForKey(press('Home'), { ...AT, page: 0 })).toBeNull();
  expect(pageTurnForKey(press('End'), AT)).toBe('last');
  expect(pageTurnForKey(press('End'), { ...AT, page: 2 })).toBeNull();
  expect(pageTurnForKey(press('End'), { ...AT, where: 'before' })).toBeNull();
});

test('before and after the text, turning leads into it; from far away keys scroll', () => {
  const [before, after] = [{ ...AT, where: 'before' } as const, { ...AT, where: 'after' } as const];
  expect(pageTurnForKey(press('ArrowRight'), { ...before, isFar: true })).toBe('next');
  expect(pageTurnForKey(press(' '), before)).toBe('next');
  expect(pageTurnForKey(press(' '), { ...before, isFar: true })).toBeNull();
  expect(pageTurnForKey(press('ArrowLeft'), before)).toBeNull();
  expect(pageTurnForKey(press('ArrowLeft'), after)).toBe('previous');
  expect(pageTurnForKey(press('PageDown'), after)).toBeNull();
  expect(pageTurnForKey(press('PageUp'), { ...after, isFar: true })).toBeNull();
});

test('letter shortcuts work without modifiers only', () => {
  expect(isShortcutKey(press('F', { shiftKey: true }), 'f')).toBe(true);
  expect(isShortcutKey(press('f', { ctrlKey: true }), 'f')).toBe(false);
  expect(isShortcutKey(press('g'), 'f')).toBe(false);
});

test('taps on the outer thirds of the window turn pages', () => {
  expect([10, 129, 131, 195, 259, 261, 380].map((x) => pageTurnForTap(x, 390))).toEqual([
    'previous',
    'previous',
    null,
    null,
    null,
    'next',
    'next',
  ]);
});

test('a swipe is horizontal, long and fast enough', () => {
  expect(pageTurnForSwipe({ x: -80, y: 10, ms: 200 })).toBe('next');
  expect(pageTurnForSwipe({ x: 80, y: -10, ms: 200 })).toBe('previous');
  expect(pageTurnForSwipe({ x: -30, y: 0, ms: 200 })).toBeNull();
  expect(pageTurnForSwipe({ x: -80, y: 70, ms: 200 })).toBeNull();
  expect(pageTurnForSwipe({ x: -80, y: 0, ms: 2000 })).toBeNull();
});
