import { expect, test } from 'vitest';
import { formatAge, formatBytes, formatDuration, isOlder } from './system-panels.tsx';

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1.0 KB'],
  [12_345_678, '12.3 MB'],
  [456_700_000_000, '457 GB'],
  [2e15, '2.0 PB'],
  [3e18, '3,000 PB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test.each([
  [0, '0 seconds'],
  [1.9, '1 second'],
  [61, '1 minute 1 second'],
  [3_600, '1 hour'],
  [3_605, '1 hour'],
  [273_600, '3 days 4 hours'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

const NOW = '2026-11-22T12:00:00.000Z';

test.each([
  ['2026-11-22T12:00:05.000Z', 'just now'],
  ['2026-11-22T11:59:00.000Z', '1 minute ago'],
  ['2026-11-22T09:30:00.000Z', '2 hours ago'],
  ['2026-11-19T12:00:00.000Z', '3 days ago'],
])('%s was %s', (time, text) => {
  expect(formatAge(time, NOW)).toBe(text);
});

test('what never was, was long ago', () => {
  expect(isOlder(null, NOW, 1)).toBe(true);
  expect(isOlder('2026-11-22T11:00:00.000Z', NOW, 1)).toBe(false);
  expect(isOlder('2026-11-22T10:59:59.000Z', NOW, 1)).toBe(true);
});
