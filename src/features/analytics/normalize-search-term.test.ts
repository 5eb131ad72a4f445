import { expect, test } from 'vitest';
import { fc } from '#test/fast-check.ts';
import { normalizeSearchTerm } from './counter.ts';

test.each([
  ['  Seven\t RAVENS! ', 'seven ravens'],
  ['„Schneewittchen“', 'schneewittchen'],
  ['1001 nights', '1001 nights'],
  ['Märchen von 1812', 'märchen von 1812'],
  ['ＷＯＬＦ', 'wolf'],
  ['x'.repeat(80), 'x'.repeat(80)],
])('%s is stored as “%s”', (query, term) => {
  expect(normalizeSearchTerm(query)).toBe(term);
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
])('%s is not stored', (query) => {
  expect(normalizeSearchTerm(query)).toBeUndefined();
});

test('any term: the result fits its column and is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (query) => {
      const term = normalizeSearchTerm(query);
      if (term === undefined) return;
      expect(term.length).toBeGreaterThan(0);
      expect(term.length).toBeLessThanOrEqual(80);
      expect(term.isWellFormed() && !term.includes('\0')).toBe(true);
      expect(normalizeSearchTerm(term)).toBe(term);
    }),
  );
});
