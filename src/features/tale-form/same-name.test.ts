import { expect, test } from 'vitest';
import { hasInName, isSameName } from './same-name.ts';

test('names are the same in any case and form, and not without their accents', () => {
  expect(isSameName(' Émile ', 'e\u0301mile')).toBe(true);
  expect(isSameName('Émile', 'Emile')).toBe(false);
});

test('a name is found by letters with or without accents', () => {
  expect(hasInName('Božena Němcová', 'nemc')).toBe(true);
  expect(hasInName('Božena Němcová', 'NĚM')).toBe(true);
  expect(hasInName('Božena Němcová', '')).toBe(true);
  expect(hasInName('Božena Němcová', 'Grimm')).toBe(false);
});
