import { expect, test } from 'vitest';
import { fc } from '#test/fast-check.ts';
import { keptWords } from './kept-words.ts';

test.each([
  ['  Seven\t RAVENS! ', 'seven ravens'],
  ['„Schneewittchen“', 'schneewittchen'],
  ['1001 nights', '1001 nights'],
  ['Märchen von 1812', 'märchen von 1812'],
  ['ＷＯＬＦ', 'wolf'],
  ['x'.repeat(80), 'x'.repeat(80)],
])('%s is kept as “%s”', (asked, kept) => {
  expect(keptWords(asked)).toBe(kept);
});

test.each([
  'gerda@tales.example',
  'write to gerda＠tales.example',
  'https://gerda.example',
  'www.gerda.example',
  '123456',
  '+49 171 12 34',
  '12.11.1998',
  '١٢٣٤٥٦',
  'x'.repeat(81),
  '?!',
  '   ',
])('%s is not kept', (asked) => {
  expect(keptWords(asked)).toBeUndefined();
});

test('whatever is searched for: what is kept fits its column, and is kept the same again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (asked) => {
      const kept = keptWords(asked);
      if (kept === undefined) return;
      expect(kept.length).toBeGreaterThan(0);
      expect(kept.length).toBeLessThanOrEqual(80);
      expect(kept.isWellFormed() && !kept.includes('\0')).toBe(true);
      expect(keptWords(kept)).toBe(kept);
    }),
  );
});
