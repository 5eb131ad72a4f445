import { expect, test } from 'vitest';
import { ariaCurrent } from './nav-links.tsx';

test('a link is current on its own page, and partly on the pages below it', () => {
  expect(ariaCurrent('/', '/')).toBe('page');
  expect(ariaCurrent('/', '/tales')).toBeUndefined();
  expect(ariaCurrent('/categories', '/categories')).toBe('page');
  expect(ariaCurrent('/categories', '/categories/dark')).toBe('true');
  expect(ariaCurrent('/categories', '/categories-of-old')).toBeUndefined();
});
