import { expect, test } from 'vitest';
import { fromDateTimeLocal, toDateTimeLocal } from '#src/ui/format.ts';
import { timeSince } from './form-notices.tsx';

test('local times round-trip to the minute', () => {
  const iso = '2026-02-10T07:30:00.000Z';
  expect(fromDateTimeLocal(toDateTimeLocal(iso))).toBe(iso);
  expect(toDateTimeLocal(iso)).toMatch(/^2026-02-\d\dT\d\d:\d\d$/);
  expect(toDateTimeLocal('soon')).toBe('');
  expect(fromDateTimeLocal('')).toBe('');
  expect(fromDateTimeLocal('2026-02-30T')).toBe('');
});

test.each([
  [-3_000, 'just now'],
  [4_999, 'just now'],
  [12_400, '12 seconds ago'],
  [60_000, '1 minute ago'],
  [59 * 60_000, '59 minutes ago'],
  [2 * 3_600_000, '2 hours ago'],
])('%i ms ago: %s', (passed, words) => {
  expect(timeSince(1_000_000, 1_000_000 + passed)).toBe(words);
});
