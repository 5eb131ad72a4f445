import { describe, expect, test } from 'vitest';
import { nextIssueTime, nextScheduledTime } from './schedule.ts';

const SUNDAY = { weekday: 7, hour: 8, time_zone: 'Europe/Berlin' };
const next = (after: string, times = SUNDAY) => nextScheduledTime(times, new Date(after)).toISOString();

describe('the next scheduled time', () => {
  test('is on the same day before it, and a week later at or after it', () => {
    expect(next('2026-11-22T06:59:59Z')).toBe('2026-11-22T07:00:00.000Z');
    expect(next('2026-11-22T07:00:00Z')).toBe('2026-11-29T07:00:00.000Z');
    expect(next('2026-11-23T00:00:00Z')).toBe('2026-11-29T07:00:00.000Z');
  });

  test('keeps its local hour across daylight saving changes', () => {
    expect(next('2026-03-23T00:00:00Z')).toBe('2026-03-29T06:00:00.000Z');
    expect(next('2026-10-20T00:00:00Z')).toBe('2026-10-25T07:00:00.000Z');
  });

  test('comes once when its hour is repeated or skipped', () => {
    const night = { ...SUNDAY, hour: 2 };
    const times = ['2026-10-24T12:00:00Z', '2026-10-25T00:00:00Z', '2026-03-28T12:00:00Z', '2026-03-29T01:00:00Z'].map((after) =>
      next(after, night),
    );
    expect(times).toEqual(['2026-10-25T00:00:00.000Z', '2026-11-01T01:00:00.000Z', '2026-03-29T01:00:00.000Z', '2026-04-05T00:00:00.000Z']);
  });

  test('uses the local day of the time zone', () => {
    expect(next('2026-11-21T18:00:00Z', { weekday: 7, hour: 8, time_zone: 'Pacific/Auckland' })).toBe('2026-11-21T19:00:00.000Z');
    expect(next('2026-11-22T20:00:00Z', { weekday: 7, hour: 23, time_zone: 'America/Los_Angeles' })).toBe('2026-11-23T07:00:00.000Z');
  });
});

test('of several missed times only the last one counts', () => {
  const of = (base: string, now: string) => nextIssueTime(SUNDAY, new Date(base), new Date(now)).toISOString();
  expect(of('2026-10-01T00:00:00Z', '2026-11-20T12:00:00Z')).toBe('2026-11-15T07:00:00.000Z');
  expect(of('2026-11-16T00:00:00Z', '2026-11-20T12:00:00Z')).toBe('2026-11-22T07:00:00.000Z');
});
