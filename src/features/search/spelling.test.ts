import { describe, expect, test } from 'vitest';
import { bestCorrection, correctSearch, editDistance } from './spelling.ts';

describe('spelling', () => {
  test('counts insertions, deletions, substitutions and transpositions', () => {
    expect(editDistance('rapunsel', 'rapunzel')).toBe(1);
    expect(editDistance('grimm', 'grim')).toBe(1);
    expect(editDistance('wofl', 'wolf')).toBe(1);
    expect(editDistance('snow', 'frog')).toBe(3);
    expect(editDistance('', 'frog')).toBe(4);
    expect(editDistance('ab', 'bc')).toBe(2);
    expect(editDistance('ab', 'ca')).toBe(2);
    expect(editDistance('abcd', 'badc')).toBe(2);
  });

  test('allows distance 1 up to 5 letters, 2 up to 9, then 3', () => {
    expect(bestCorrection('wofl', ['wolf', 'woof'])).toBe('wolf');
    expect(bestCorrection('wlof', ['frog'])).toBeUndefined();
    expect(bestCorrection('rumpelstilskin', ['rumpelstiltskin'])).toBe('rumpelstiltskin');
  });

  test.each([
    ['abcde', 'abxye', false],
    ['abcdef', 'abxyef', true],
    ['abcdefghi', 'xyzdefghi', false],
    ['abcdefghij', 'xyzdefghij', true],
    ['abcdefghij', 'wxyzefghij', false],
  ])('of %s to %s: %s', (term, candidate, isNear) => {
    expect(bestCorrection(term, [candidate])).toBe(isNear ? candidate : undefined);
  });

  test('replaces only the misspelt word', () => {
    expect(correctSearch('tower of rapunsel', [{ term: 'rapunsel', near: ['rapunzel'] }])).toBe('tower of rapunzel');
    expect(correctSearch('xyzzy', [{ term: 'xyzzy', near: [] }])).toBeNull();
  });
});
