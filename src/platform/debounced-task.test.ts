import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDebouncedTask } from './debounced-task.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const times = { quietMs: 100, longestMs: 250 };

test('the task waits for a pause in requests, up to a limit', async () => {
  let done = 0;
  const work = async () => {
    done += 1;
  };
  const later = createDebouncedTask(work, { ...times, onError: () => {} });
  for (let asked = 0; asked < 5; asked += 1) {
    later.soon();
    await vi.advanceTimersByTimeAsync(80);
  }
  expect(done).toBe(1);
  await vi.advanceTimersByTimeAsync(100);
  expect(done).toBe(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(done).toBe(2);
});

test('runs do not overlap; a failure is reported, and the next run starts', async () => {
  const errors: unknown[] = [];
  let begun = 0;
  const first = Promise.withResolvers<void>();
  const later = createDebouncedTask(() => (begun++ === 0 ? first.promise : Promise.resolve()), {
    ...times,
    onError: (error) => errors.push(error),
  });
  later.soon();
  await vi.advanceTimersByTimeAsync(100);
  later.soon();
  await vi.advanceTimersByTimeAsync(100);
  expect(begun).toBe(1);
  first.reject(new Error('gone'));
  await vi.advanceTimersByTimeAsync(1);
  expect([begun, errors]).toEqual([2, [new Error('gone')]]);
});

test('a stop waits for the current run, and no run starts after it', async () => {
  const work = Promise.withResolvers<void>();
  let begun = 0;
  const later = createDebouncedTask(
    () => {
      begun += 1;
      return work.promise;
    },
    { ...times, onError: () => {} },
  );
  later.soon();
  await vi.advanceTimersByTimeAsync(100);
  later.soon();
  let stopped = false;
  const stop = later.stop().then(() => {
    stopped = true;
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect([begun, stopped]).toEqual([1, false]);
  work.resolve();
  await stop;
});
