import { expect, test } from 'vitest';
import { nightAt, nightStart, nightsFrom, openingText } from './tale-of-the-day.ts';

test.each([
  ['2026-11-22T04:59:59Z', 'UTC', '2026-11-21'],
  ['2026-11-22T05:00:00Z', 'UTC', '2026-11-22'],
  ['2026-11-23T04:30:00Z', 'UTC', '2026-11-22'],
  ['2026-11-22T03:59:00Z', 'Europe/Berlin', '2026-11-21'],
  ['2026-11-22T04:00:00Z', 'Europe/Berlin', '2026-11-22'],
  ['2026-11-22T09:59:00Z', 'America/New_York', '2026-11-21'],
  // The night in which the clocks are set back.
  ['2026-10-25T03:59:00Z', 'Europe/Berlin', '2026-10-24'],
  ['2026-10-25T04:00:00Z', 'Europe/Berlin', '2026-10-25'],
])('at %s in %s it is the night of %s', (moment, zone, night) => {
  expect(nightAt(new Date(moment), zone)).toBe(night);
  const begins = nightStart(night, zone);
  expect(begins <= new Date(moment)).toBe(true);
  expect(nightAt(begins, zone)).toBe(night);
});

test('nights are counted forwards and backwards', () => {
  expect(nightsFrom('2026-02-27', 3)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  expect(nightsFrom('2026-03-01', -2)).toEqual(['2026-02-28', '2026-02-27']);
});

test('an opening consists of whole sentences', () => {
  expect(openingText(' There was\n\na mill. ')).toBe('There was a mill.');
  const long = `“Who is there?” ${'She spun and spun. '.repeat(40)}`;
  expect(openingText(long)).toMatch(/spun\.$/);
  expect(openingText(long).length).toBeLessThanOrEqual(420);
  expect(openingText('word '.repeat(200))).toMatch(/word …$/);
  expect(openingText('')).toBe('');
});
