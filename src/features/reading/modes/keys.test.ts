import { expect, test } from 'vitest';
import { isLetter, type Pressed, turnOf } from './keys.ts';

const press = (key: string, held: Partial<Pressed> = {}): Pressed => ({
  key,
  ...{ shiftKey: false, altKey: false, ctrlKey: false, metaKey: false },
  ...held,
});
const AT = { where: 'at', isFar: false, page: 1, pages: 3 } as const;

test('arrows, the space bar and the page keys turn', () => {
  for (const key of ['ArrowRight', ' ', 'PageDown']) expect(turnOf(press(key), AT), key).toBe('next');
  for (const key of ['ArrowLeft', 'PageUp']) expect(turnOf(press(key), AT), key).toBe('previous');
  expect(turnOf(press(' ', { shiftKey: true }), AT)).toBe('previous');
  for (const key of ['ArrowUp', 'ArrowDown', 'Tab', 'Enter', 'a']) expect(turnOf(press(key), AT), key).toBeNull();
});

test('what is held makes another key of it', () => {
  for (const held of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }]) {
    for (const key of ['ArrowRight', 'ArrowLeft', ' ', 'Home', 'PageDown']) expect(turnOf(press(key, held), AT)).toBeNull();
  }
  // Shift and an arrow select.
  expect(turnOf(press('ArrowRight', { shiftKey: true }), AT)).toBeNull();
});

test('Home and End go to the ends of the text, and a second time to those of the whole page', () => {
  expect(turnOf(press('Home'), AT)).toBe('first');
  expect(turnOf(press('Home'), { ...AT, page: 0 })).toBeNull();
  expect(turnOf(press('End'), AT)).toBe('last');
  expect(turnOf(press('End'), { ...AT, page: 2 })).toBeNull();
  expect(turnOf(press('End'), { ...AT, where: 'before' })).toBeNull();
});

test('from above and below the text turning leads into it, and what is far is scrolled through', () => {
  const [before, after] = [{ ...AT, where: 'before' } as const, { ...AT, where: 'after' } as const];
  expect(turnOf(press('ArrowRight'), { ...before, isFar: true })).toBe('next');
  expect(turnOf(press(' '), before)).toBe('next');
  expect(turnOf(press(' '), { ...before, isFar: true })).toBeNull();
  expect(turnOf(press('ArrowLeft'), before)).toBeNull();
  expect(turnOf(press('ArrowLeft'), after)).toBe('previous');
  expect(turnOf(press('PageDown'), after)).toBeNull();
  expect(turnOf(press('PageUp'), { ...after, isFar: true })).toBeNull();
});

test('letters are letters without anything held', () => {
  expect(isLetter(press('F', { shiftKey: true }), 'f')).toBe(true);
  expect(isLetter(press('f', { ctrlKey: true }), 'f')).toBe(false);
  expect(isLetter(press('g'), 'f')).toBe(false);
});
