import { expect, test } from 'vitest';
import { currentMark } from './places.ts';

test('a link is current on its own page, and partly on the pages below it', () => {
  expect(currentMark('/', '/')).toBe('page');
  expect(currentMark('/', '/tales')).toBeUndefined();
  expect(currentMark('/categories', '/categories')).toBe('page');
  expect(currentMark('/categories', '/categories/dark')).toBe('true');
  expect(currentMark('/categories', '/categories-of-old')).toBeUndefined();
});
