import { expect, test } from 'vitest';
import { type Measurement, measurementResult, updateMeasurement } from './measure-reading-speed.ts';

const WINDOW = 0.1;
const MINUTE = 60_000;

/** Shows these shares of the text, a number of minutes apart. */
function sit(shares: number[], minutes = 1, window = WINDOW): Measurement | undefined {
  return shares.reduce<Measurement | undefined>(
    (state, progress, n) => updateMeasurement(state, { at: n * minutes * MINUTE, progress, window }),
    undefined,
  );
}

test('a text read to the end yields words and minutes, without the unread part of the last window', () => {
  const shares = [0.05, 0.2, 0.4, 0.6, 0.8, 1];
  expect(measurementResult(sit(shares), 1_000)).toEqual({ words: 940, minutes: 5 });
  expect(measurementResult(sit([...shares, 0.5, 1]), 1_000), 'what comes after the end').toEqual({ words: 940, minutes: 5 });
});

test.each([
  ['begun in the middle', sit([0.5, 0.7, 0.9, 1])],
  ['leapt through', sit([0.05, 0.4, 0.6, 0.8, 1])],
  ['left alone for a while', sit([0.05, 0.2, 0.4, 0.6, 0.8, 1], 4.1)],
  ['not finished', sit([0.05, 0.2, 0.4])],
  ['not begun', undefined],
  ['of two windows', sit([0.3, 0.7, 1], 1, 0.6)],
])('no result for a text that was %s', (_, state) => {
  expect(measurementResult(state, 1_000)).toBeUndefined();
});
