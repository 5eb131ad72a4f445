import { expect, test } from 'vitest';
import { createQueue } from './queue.ts';

test('jobs run one at a time, in order, also after one has failed', async () => {
  const enqueue = createQueue(3);
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
  const results = await Promise.allSettled([enqueue(job('a')), enqueue(job('b', true)), enqueue(job('c'))]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

test('a full queue refuses at once and takes jobs again when one has ended', async () => {
  const enqueue = createQueue(2);
  const first = Promise.withResolvers<void>();
  const held = [enqueue(() => first.promise), enqueue(async () => {})];
  await expect(enqueue(async () => {})).rejects.toThrow('full');
  first.resolve();
  await Promise.all(held);
  await expect(enqueue(async () => 'again')).resolves.toBe('again');
});
