import { afterEach, beforeEach, expect, test } from 'vitest';
import { groupByDay } from './history-list.tsx';

const zone = process.env.TZ;
beforeEach(() => {
  process.env.TZ = 'Europe/Berlin';
});
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const left = (at: string) => ({ tale: at, place: '1.1', progress: 0.5, finished: false, at });
const group = (now: string, ...times: string[]) =>
  groupByDay(times.map(left), new Date(now)).map(({ name, positions }) => [name, positions.map(({ at }) => at)]);

test('days begin at local midnight', () => {
  const [today, yesterday] = ['2026-01-14T23:00:00.000Z', '2026-01-14T22:59:59.999Z'];
  expect(group('2026-01-15T08:00:00.000Z', today, yesterday)).toEqual([
    ['Today', [today]],
    ['This week', [yesterday]],
  ]);
});

test('the week is the six days before, also across clock changes', () => {
  // On 29 March 2026 the night in Berlin is an hour shorter.
  const [first, before] = ['2026-03-24T23:00:00.000Z', '2026-03-24T22:59:59.999Z'];
  expect(group('2026-03-31T10:00:00.000Z', first, before)).toEqual([
    ['This week', [first]],
    ['Earlier', [before]],
  ]);
});

test('future times count as today', () => {
  expect(group('2026-01-15T08:00:00.000Z', '2026-01-17T08:00:00.000Z')).toEqual([['Today', ['2026-01-17T08:00:00.000Z']]]);
  expect(group('2026-01-15T08:00:00.000Z')).toEqual([]);
});
