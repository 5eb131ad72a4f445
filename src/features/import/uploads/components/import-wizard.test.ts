import { expect, test } from 'vitest';
import { computePace, describePace, shareOf } from './import-wizard.tsx';

const progress = (changes: object) => ({
  ...{ is_waiting: false, started_at: '2026-11-22T09:00:00Z', files: 4, files_done: 1, bytes: 1000, bytes_done: 700, tales: 12 },
  ...changes,
});

test('computes the share by bytes, by files when sizes are unknown, and at most 1', () => {
  expect(shareOf(progress({}))).toBe(0.7);
  expect(shareOf(progress({ bytes: 0 }))).toBe(0.25);
  expect(shareOf(progress({ bytes: 0, files: 0 }))).toBe(0);
  expect(shareOf(progress({ bytes_done: 1200 }))).toBe(1);
});

test('computes rate and remaining time from two samples a minimum time apart', () => {
  const first = { at: 1_000, share: 0.2, tales: 10 };
  expect(computePace(first, { at: 1_900, share: 0.3, tales: 50 })).toEqual({ perSecond: null, left: null });
  const pace = computePace(first, { at: 11_000, share: 0.6, tales: 110 });
  expect(pace.perSecond).toBe(10);
  expect(pace.left).toBeCloseTo(10);
  expect(computePace(first, { at: 11_000, share: 0.2, tales: 10 })).toEqual({ perSecond: 0, left: null });
});

test.each([
  [{ perSecond: null, left: null }, ''],
  [{ perSecond: 0.2, left: null }, ''],
  [{ perSecond: 1.2, left: null }, '1 tale a second'],
  [{ perSecond: 1234.4, left: 3 }, '1,234 tales a second, a few seconds left'],
  [{ perSecond: 12, left: 31 }, '12 tales a second, about 40 seconds left'],
  [{ perSecond: 12, left: 58 }, '12 tales a second, about a minute left'],
  [{ perSecond: null, left: 61 }, 'about 2 minutes left'],
  [{ perSecond: null, left: 3_700 }, 'about 2 hours left'],
])('describes %j as "%s"', (pace, words) => expect(describePace(pace)).toBe(words));
