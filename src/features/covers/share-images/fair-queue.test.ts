import { afterEach, expect, test, vi } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

afterEach(() => {
  vi.useRealTimers();
});

const limits = { maxJobs: 10, maxJobsPerClient: 4, waitMs: 1_000 };

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

test('clients are served round-robin', async () => {
  const enqueue = createFairQueue(limits);
  const seen: string[] = [];
  const add = (client: string, name: string) => enqueue(client, async () => void seen.push(name));
  await Promise.all([add('x', 'x1'), add('x', 'x2'), add('x', 'x3'), add('y', 'y1'), add('z', 'z1'), add('y', 'y2')]);
  expect(seen).toEqual(['x1', 'x2', 'y1', 'z1', 'x3', 'y2']);
});

test('a full queue rejects at once, per client and in total, and accepts jobs again when one has finished', async () => {
  const enqueue = createFairQueue({ ...limits, maxJobs: 4, maxJobsPerClient: 2 });
  const first = Promise.withResolvers<void>();
  const held = [enqueue('x', () => first.promise), enqueue('x', async () => {}), enqueue('x', async () => {})];
  await expect(enqueue('x', async () => {})).rejects.toThrow('full (2)');
  held.push(enqueue('y', async () => {}));
  await expect(enqueue('z', async () => {})).rejects.toThrow('full (4)');
  first.resolve();
  await Promise.all(held);
  await expect(enqueue('x', async () => 'again')).resolves.toBe('again');
});

test('a job that waits too long is rejected and never starts', async () => {
  vi.useFakeTimers();
  const enqueue = createFairQueue(limits);
  const first = Promise.withResolvers<string>();
  const running = enqueue('x', () => first.promise);
  const job = vi.fn(async () => {});
  const late = expect(enqueue('y', job)).rejects.toThrow('did not start within 1000 ms');
  await vi.advanceTimersByTimeAsync(1_000);
  await late;
  first.resolve('done');
  expect([await running, await enqueue('y', async () => 'next'), job.mock.calls]).toEqual(['done', 'next', []]);
});
