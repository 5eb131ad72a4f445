import { expect, test } from 'vitest';
import { fromLocalTime, toLocalTime } from './local-time.ts';
import { timeSince } from './time-since.ts';

test('a time goes to the field and back, to the minute', () => {
  const iso = '2026-02-10T07:30:00.000Z';
  expect(fromLocalTime(toLocalTime(iso))).toBe(iso);
  expect(toLocalTime(iso)).toMatch(/^2026-02-\d\dT\d\d:\d\d$/);
  expect(toLocalTime('soon')).toBe('');
  expect(fromLocalTime('')).toBe('');
  expect(fromLocalTime('2026-02-30T')).toBe('');
});

test.each([
  [-3_000, 'just now'],
  [4_999, 'just now'],
  [12_400, '12 seconds ago'],
  [60_000, '1 minute ago'],
  [59 * 60_000, '59 minutes ago'],
  [2 * 3_600_000, '2 hours ago'],
])('%i ms have passed: %s', (passed, words) => {
  expect(timeSince(1_000_000, 1_000_000 + passed)).toBe(words);
});
