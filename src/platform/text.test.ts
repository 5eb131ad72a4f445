import { expect, it } from 'vitest';
import { countCharacters, isBlank, isBroken } from './text.ts';

it.each([
  ['', 0],
  ['abc', 3],
  ['e\u0301', 1],
  ['👩‍👩‍👧‍👦', 1],
  ['🇩🇪🇫🇷', 2],
  ['각', 1],
  ['\r\n', 1],
  [`a${'\u0301'.repeat(200)}b`, 2],
])('%j has %i characters', (text, count) => {
  expect(countCharacters(text)).toBe(count);
});

it.each(['', ' ', '\n\t', '\u200b', '\u{FEFF}', '\u2028', '\u00ad', '\u0301', '\u202E\u2066', '\u3000'])('%j is blank', (text) => {
  expect(isBlank(text)).toBe(true);
});

it.each(['a', '1', '.', '♥', '雪', '…', '👑'])('%j is not', (text) => {
  expect(isBlank(text)).toBe(false);
});

it('knows what Postgres cannot keep', () => {
  expect(['a\0', '\uD83D', '\uDC38a', 'a', '🐸', '\u{FFFF}'].map(isBroken)).toEqual([true, true, true, false, false, false]);
});
