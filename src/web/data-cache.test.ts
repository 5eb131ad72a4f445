import { expect, test, vi } from 'vitest';
import { createDataCache } from './data-cache.ts';

test('data is fetched once, also by concurrent calls, and again after five minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const cache = createDataCache(false);
  const fetch = vi.fn(async () => fetch.mock.calls.length);
  const get = () => cache.get({ key: ['tale', 'rapunzel'], fetch });
  expect(await Promise.all([get(), get()])).toEqual([1, 1]);
  vi.advanceTimersByTime(299_000);
  expect(await get()).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(await get()).toBe(2);
  vi.useRealTimers();
});

test('a failure is not cached', async () => {
  const cache = createDataCache(true);
  const fetch = vi.fn(async () => 'data').mockRejectedValueOnce(new Error('unreachable'));
  const get = () => cache.get({ key: ['home'], fetch });
  await expect(get()).rejects.toThrow('unreachable');
  expect(cache.entries()).toEqual([]);
  expect(await get()).toBe('data');
  expect(cache.entries()).toEqual([[['home'], 'data']]);
});
