import { afterEach, expect, test, vi } from 'vitest';
import { createFairQueue } from './queue.ts';

afterEach(() => {
  vi.useRealTimers();
});

const limits = { most: 10, mostOfOne: 4, waitMs: 1_000 };

test('jobs run one at a time, in order, also after one has failed', async () => {
  const enqueue = createFairQueue(limits);
  const seen: string[] = [];
  const job =
    (name: string, fails = false) =>
    async () => {
      seen.push(`${name} begins`);
      await Promise.resolve();
      seen.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
  const results = await Promise.allSettled([enqueue('x', job('a')), enqueue('x', job('b', true)), enqueue('x', job('c'))]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

test('askers take turns', async () => {
  const enqueue = createFairQueue(limits);
  const seen: string[] = [];
  const ask = (asker: string, name: string) => enqueue(asker, async () => void seen.push(name));
  await Promise.all([ask('x', 'x1'), ask('x', 'x2'), ask('x', 'x3'), ask('y', 'y1'), ask('z', 'z1'), ask('y', 'y2')]);
  expect(seen).toEqual(['x1', 'x2', 'y1', 'z1', 'x3', 'y2']);
});

test('a full queue refuses at once, first the one who fills it, and takes jobs again when one has ended', async () => {
  const enqueue = createFairQueue({ ...limits, most: 4, mostOfOne: 2 });
  const first = Promise.withResolvers<void>();
  const held = [enqueue('x', () => first.promise), enqueue('x', async () => {}), enqueue('x', async () => {})];
  await expect(enqueue('x', async () => {})).rejects.toThrow('full (2)');
  held.push(enqueue('y', async () => {}));
  await expect(enqueue('z', async () => {})).rejects.toThrow('full (4)');
  first.resolve();
  await Promise.all(held);
  await expect(enqueue('x', async () => 'again')).resolves.toBe('again');
});

test('what has waited too long is refused and never begins', async () => {
  vi.useFakeTimers();
  const enqueue = createFairQueue(limits);
  const first = Promise.withResolvers<string>();
  const running = enqueue('x', () => first.promise);
  const job = vi.fn(async () => {});
  const late = expect(enqueue('y', job)).rejects.toThrow('waited for 1000 ms');
  await vi.advanceTimersByTimeAsync(1_000);
  await late;
  first.resolve('done');
  expect([await running, await enqueue('y', async () => 'next'), job.mock.calls]).toEqual(['done', 'next', []]);
});
