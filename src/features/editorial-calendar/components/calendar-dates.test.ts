import { describe, expect, test } from 'vitest';
import { calendarUrl, formatMoment, fromWallTime, listDays, parseCalendarUrl, shiftDate, toWallTime, viewTitle } from './calendar-dates.ts';

describe('the URL', () => {
  test.each([
    [{}, { view: 'month', date: '' }],
    [
      { view: 'week', date: '2026-11-30' },
      { view: 'week', date: '2026-11-30' },
    ],
    [
      { view: 'year', date: '2026-02-30' },
      { view: 'month', date: '' },
    ],
    [{ date: '9999-01-01' }, { view: 'month', date: '' }],
    [{ date: '2026-1-1' }, { view: 'month', date: '' }],
  ])('%j is %j', (search, state) => expect(parseCalendarUrl(search)).toEqual(state));

  test('omits the default view and today', () => {
    expect([calendarUrl('month'), calendarUrl('week', '2026-11-30')]).toEqual([
      '/manage-calendar',
      '/manage-calendar?view=week&date=2026-11-30',
    ]);
  });
});

describe('a view', () => {
  test.each([
    ['2026-11-27', '2026-10-26', '2026-12-06', 42],
    // Begins on a Monday, and has 28 days.
    ['2027-02-10', '2027-02-01', '2027-02-28', 28],
    ['2028-02-29', '2028-01-31', '2028-03-05', 35],
  ])('of the month of %s has whole weeks from Monday', (date, first, last, count) => {
    const days = listDays('month', date);
    expect([days[0], days.at(-1), days.length]).toEqual([first, last, count]);
  });

  test('of a week has seven days', () => {
    for (const date of ['2026-11-30', '2026-12-06']) {
      const days = listDays('week', date);
      expect([days[0], days.at(-1), days.length]).toEqual(['2026-11-30', '2026-12-06', 7]);
    }
  });

  test.each([
    ['month', '2026-01-31', '2026-02-01', '2025-12-01'],
    ['week', '2026-12-30', '2027-01-06', '2026-12-23'],
  ] as const)('of a %s leads to the next and the previous one', (view, date, next, previous) => {
    expect([shiftDate(view, date, 1), shiftDate(view, date, -1)]).toEqual([next, previous]);
  });

  test.each([
    ['month', '2026-11-27', 'November 2026'],
    ['week', '2026-11-27', '23 to 29 November 2026'],
    ['week', '2026-12-01', '30 November to 6 December 2026'],
    ['week', '2026-12-31', '28 December 2026 to 3 January 2027'],
  ] as const)('of a %s has a title', (view, date, title) => expect(viewTitle(view, date)).toBe(title));
});

describe('times of the site', () => {
  const BERLIN = 'Europe/Berlin';

  test.each([
    ['2026-03-28T23:30:00.000Z', { day: '2026-03-29', time: '00:30' }],
    ['2026-10-25T23:00:00.000Z', { day: '2026-10-26', time: '00:00' }],
    ['2026-07-01T17:45:00.000Z', { day: '2026-07-01', time: '19:45' }],
  ])('%s is a day and a time, and back', (iso, wall) => {
    expect(toWallTime(iso, BERLIN)).toEqual(wall);
    expect(fromWallTime(wall, BERLIN)?.toISOString()).toBe(iso);
  });

  test('that the clocks skip become later, repeated ones are the first', () => {
    expect(fromWallTime({ day: '2026-03-29', time: '02:30' }, BERLIN)?.toISOString()).toBe('2026-03-29T01:30:00.000Z');
    expect(fromWallTime({ day: '2026-10-25', time: '02:30' }, BERLIN)?.toISOString()).toBe('2026-10-25T00:30:00.000Z');
    expect(formatMoment('2026-03-29T01:30:00.000Z', BERLIN)).toBe('Sunday 29 March, 03:30');
  });

  test.each([
    ['', '10:00'],
    ['2026-03-29', ''],
  ])('that are incomplete are none: %j %j', (day, time) => expect(fromWallTime({ day, time }, BERLIN)).toBeUndefined());
});
