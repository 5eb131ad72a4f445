import { expect, test } from 'vitest';
import { formatDate, formatShownOf, formatTaleCount } from './format.ts';

test('counts are formatted with singular and plural', () => {
  expect(formatTaleCount(0)).toBe('0 tales');
  expect(formatTaleCount(1)).toBe('1 tale');
  expect(formatTaleCount(1234)).toBe('1,234 tales');
  expect(formatTaleCount(1000, true)).toBe('1,000+ tales');
  expect(formatTaleCount(1_234_567)).toBe('1,234,567 tales');
  expect(formatTaleCount(1, true)).toBe('1+ tales');
});

test('a date is the day in UTC in any time zone', () => {
  expect(formatDate('1812-12-20T00:00:00.000Z')).toBe('20 December 1812');
  expect(formatDate('2026-01-31T23:59:59.999Z')).toBe('31 January 2026');
});

test('a partly loaded list shows how many are loaded', () => {
  expect(formatShownOf(24, { count: 310, atLeast: false })).toBe('24 of 310 tales');
  expect(formatShownOf(24, { count: 1000, atLeast: true })).toBe('24 of 1,000+ tales');
  expect(formatShownOf(24, { count: 12, atLeast: false })).toBe('24 of 24 tales');
});
