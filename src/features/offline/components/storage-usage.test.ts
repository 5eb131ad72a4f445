import { expect, test } from 'vitest';
import { formatBytes, formatMinutes } from './storage-usage.tsx';

test('formats sizes and times', () => {
  expect([0, 45_600, 99_999, 100_000, 1_234_567, 5_400_000_000].map(formatBytes)).toEqual([
    '0 KB',
    '46 KB',
    '100 KB',
    '0.1 MB',
    '1.2 MB',
    '5.4 GB',
  ]);
  expect([1, 59, 60, 112].map(formatMinutes)).toEqual(['1 min', '59 min', '1 h', '1 h 52 min']);
});
