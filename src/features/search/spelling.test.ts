import { describe, expect, test } from 'vitest';
import { bestCorrection, countSlips, mendSearch } from './spelling.ts';

describe('spelling', () => {
  test('a slip is a letter put in, left out, changed or swapped', () => {
    expect(countSlips('rapunsel', 'rapunzel')).toBe(1);
    expect(countSlips('grimm', 'grim')).toBe(1);
    expect(countSlips('wofl', 'wolf')).toBe(1);
    expect(countSlips('snow', 'frog')).toBe(3);
    expect(countSlips('', 'frog')).toBe(4);
  });

  test('short words allow one slip, long ones three', () => {
    expect(bestCorrection('wofl', ['wolf', 'woof'])).toBe('wolf');
    expect(bestCorrection('wlof', ['frog'])).toBeUndefined();
    expect(bestCorrection('rumpelstilskin', ['rumpelstiltskin'])).toBe('rumpelstiltskin');
  });

  test('only the misspelt word is replaced', () => {
    expect(mendSearch('tower of rapunsel', [{ asked: 'rapunsel', near: ['rapunzel'] }])).toBe('tower of rapunzel');
    expect(mendSearch('xyzzy', [{ asked: 'xyzzy', near: [] }])).toBeNull();
  });
});
