import { expect, test } from 'vitest';
import { retryDelay } from './transport.ts';

const HOUR_MS = 3_600_000;
const pausesOf = (hindrance: Parameters<typeof retryDelay>[1]) => {
  const pauses: number[] = [];
  for (let made = 1; ; made += 1) {
    const pause = retryDelay(made, hindrance);
    if (pause === undefined) return pauses;
    pauses.push(pause);
  }
};
const sum = (pauses: number[]) => pauses.reduce((total, pause) => total + pause, 0);

test('an unavailable server is retried for three days, with backoff from one minute to four hours', () => {
  const pauses = pausesOf('passing');
  expect(pauses).toHaveLength(23);
  expect(sum(pauses) / HOUR_MS).toBeGreaterThan(66);
  expect(sum(pauses) / HOUR_MS).toBeLessThan(78);
  expect(pauses[0]).toBeGreaterThanOrEqual(60_000);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(4 * HOUR_MS);
  for (const [at, pause] of pauses.slice(0, 5).entries()) expect(pause).toBeLessThan(pauses[at + 1] ?? 0);
});

test('a rejection is retried a few times, an unknown recipient never', () => {
  expect(pausesOf('refused')).toHaveLength(5);
  expect(sum(pausesOf('refused')) / HOUR_MS).toBeLessThan(2.5);
  expect(pausesOf('unknown recipient')).toEqual([]);
});
