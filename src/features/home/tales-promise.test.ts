import { expect, test } from 'vitest';
import { talesPromise } from './tales-promise.ts';

test.each([
  [0, 'Tales from classic authors'],
  [1, '1 tale from classic authors'],
  [99, '99 tales from classic authors'],
  [100, 'Over 100 tales from classic authors'],
  [199, 'Over 100 tales from classic authors'],
  [1234, 'Over 1,200 tales from classic authors'],
  [1_000_000, 'Over 1,000,000 tales from classic authors'],
])('%i tales are promised as "%s"', (count, promise) => {
  expect(talesPromise(count)).toBe(promise);
});
