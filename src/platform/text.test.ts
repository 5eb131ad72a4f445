import { expect, it } from 'vitest';
import { fc } from '#test/fast-check.ts';
import { countCharacters, firstCharacters, hasLoneSurrogate, isBlank } from './text.ts';

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

it('counts and cuts any text as the segmenter does', () => {
  const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
  const unit = fc.oneof(
    fc.constantFrom('a', 'é', '\r', '\n', '—', '“', '\u00ad', '\u0301', '\u200d', '👩', '🇩🇪', '각', '\u0600'),
    fc.string({ maxLength: 1 }),
  );
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 12 }), fc.nat(12), (units, most) => {
      const text = units.join('');
      const parts = Array.from(graphemes.segment(text), ({ segment }) => segment);
      expect([countCharacters(text), firstCharacters(text, most)]).toEqual([parts.length, parts.slice(0, most).join('')]);
    }),
  );
  const letters = Array.from({ length: 0x2028 }, (_, code) => String.fromCharCode(code));
  expect(letters.filter((letter) => countCharacters(`a${letter}b`) !== Array.from(graphemes.segment(`a${letter}b`)).length)).toEqual([]);
});

it.each(['', ' ', '\n\t', '\u200b', '\u{FEFF}', '\u2028', '\u00ad', '\u0301', '\u202E\u2066', '\u3000'])('%j is blank', (text) => {
  expect(isBlank(text)).toBe(true);
});

it.each(['a', '1', '.', '♥', '雪', '…', '👑'])('%j is not', (text) => {
  expect(isBlank(text)).toBe(false);
});

it('detects text that Postgres cannot store', () => {
  expect(['a\0', '\uD83D', '\uDC38a', 'a', '🐸', '\u{FFFF}'].map(hasLoneSurrogate)).toEqual([true, true, true, false, false, false]);
});
