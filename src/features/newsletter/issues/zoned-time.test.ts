import { describe, expect, test } from 'vitest';
import { addDays, isTimeZone, localDay, toInstant, weekdayOf } from './zoned-time.ts';

const at = (day: string, hour: number, zone: string) => toInstant(day, hour, zone).toISOString();

test.each([
  ['2026-11-22', 8, 'UTC', '2026-11-22T08:00:00.000Z'],
  ['2026-11-22', 8, 'Europe/Berlin', '2026-11-22T07:00:00.000Z'],
  ['2026-07-05', 8, 'Europe/Berlin', '2026-07-05T06:00:00.000Z'],
  ['2026-11-22', 0, 'Pacific/Auckland', '2026-11-21T11:00:00.000Z'],
  ['2026-11-22', 23, 'America/Los_Angeles', '2026-11-23T07:00:00.000Z'],
  ['2026-11-22', 8, 'Asia/Kathmandu', '2026-11-22T02:15:00.000Z'],
])('%s, %i o’clock in %3$s is %4$s', (day, hour, zone, moment) => {
  expect(at(day, hour, zone)).toBe(moment);
});

describe('daylight saving changes', () => {
  test('a skipped hour is an hour later', () => {
    expect(at('2026-03-29', 2, 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z');
    expect(at('2026-03-29', 3, 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z');
  });

  test('of a repeated hour it is the first', () => {
    expect(at('2026-10-25', 2, 'Europe/Berlin')).toBe('2026-10-25T00:00:00.000Z');
    expect(at('2026-11-01', 1, 'America/New_York')).toBe('2026-11-01T05:00:00.000Z');
  });

  test('hours before and after are unaffected', () => {
    expect(at('2026-03-29', 1, 'Europe/Berlin')).toBe('2026-03-29T00:00:00.000Z');
    expect(at('2026-10-25', 3, 'Europe/Berlin')).toBe('2026-10-25T02:00:00.000Z');
    expect(at('2026-10-04', 2, 'Australia/Lord_Howe')).toBe('2026-10-03T15:30:00.000Z');
  });
});

test('days are local', () => {
  expect(localDay(new Date('2026-11-22T23:30:00Z'), 'Europe/Berlin')).toBe('2026-11-23');
  expect(localDay(new Date('2026-11-22T00:30:00Z'), 'America/New_York')).toBe('2026-11-21');
  expect([addDays('2026-12-31', 1), addDays('2026-03-01', -1), weekdayOf('2026-11-22'), weekdayOf('2026-11-23')]).toEqual([
    '2027-01-01',
    '2026-02-28',
    7,
    1,
  ]);
});

test('validates time zones', () => {
  expect(['UTC', 'Europe/Berlin', 'Atlantis/Port', '', 'Europe/Berlin; drop'].map(isTimeZone)).toEqual([true, true, false, false, false]);
});
