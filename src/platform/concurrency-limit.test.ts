import { expect, test } from 'vitest';
import { createLimiter } from './concurrency-limit.ts';

test('runs at most the allowed number at once, in order, also after a failure', async () => {
  const inTurn = createLimiter({ running: 2, waiting: 3, retryAfterSeconds: 4 });
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<number>());
  const begun: number[] = [];
  const results = gates.map(({ promise }, n) =>
    inTurn(() => {
      begun.push(n);
      return promise;
    }),
  );
  expect(begun).toEqual([0, 1]);
  gates[1]?.reject(new Error('fails'));
  await expect(results[1]).rejects.toThrow('fails');
  expect(begun).toEqual([0, 1, 2]);
  for (const [n, gate] of gates.entries()) gate.resolve(n);
  expect((await Promise.allSettled(results)).map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
    0,
    'failed',
    2,
    3,
    4,
  ]);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});

test('jobs beyond the queue are rejected at once without being started, and accepted later', async () => {
  const inTurn = createLimiter({ running: 1, waiting: 1, retryAfterSeconds: 4 });
  const gate = Promise.withResolvers<void>();
  const held = [inTurn(() => gate.promise), inTurn(async () => {})];
  let hasBegun = false;
  const refused = inTurn(async () => {
    hasBegun = true;
  });
  await expect(refused).rejects.toMatchObject({ status: 503, code: 'busy', headers: { 'Retry-After': '4' } });
  expect(hasBegun).toBe(false);
  gate.resolve();
  await Promise.all(held);
  await expect(inTurn(async () => 'again')).resolves.toBe('again');
});
