import type * as argon2 from '@node-rs/argon2';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { hashPassword, verifyPassword } from './password-hash.ts';

/** The real hashing, counting total and concurrent calls. */
const seen = vi.hoisted(() => ({ calls: 0, now: 0, most: 0 }));
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof argon2>();
  const counted =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args) => {
      seen.calls += 1;
      seen.now += 1;
      seen.most = Math.max(seen.most, seen.now);
      try {
        return await work(...args);
      } finally {
        seen.now -= 1;
      }
    };
  return { ...real, hash: counted(real.hash), verify: counted(real.verify) };
});
beforeEach(() => Object.assign(seen, { calls: 0, now: 0, most: 0 }));

describe('a password', () => {
  test('is stored as argon2id with the configured cost and its own salt', async () => {
    const [one, two] = await Promise.all([hashPassword('crane over the marsh'), hashPassword('crane over the marsh')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(two);
  });

  test.each([
    ['other letters', 'crane over the marsh', 'crane over the march'],
    ['case', 'crane over the marsh', 'Crane over the marsh'],
    ['a trailing space', 'crane over the marsh', 'crane over the marsh '],
    ['text after a NUL', 'crane over\0the marsh', 'crane over\0the march'],
    ['a trailing NUL', 'crane over the marsh', 'crane over the marsh\0'],
    ['the last of 64 characters with emoji', `${'🦊🏰'.repeat(31)}🌲🌲`, `${'🦊🏰'.repeat(31)}🌲🌳`],
    ['the last of 256 characters', `${'é'.repeat(255)}a`, `${'é'.repeat(255)}b`],
    ['the Unicode form', 'caf\u00e9 under the hill', 'cafe\u0301 under the hill'],
  ])('is distinguished by %s', async (_, right, wrong) => {
    const stored = await hashPassword(right);
    expect(await verifyPassword(stored, right)).toBe(true);
    expect(await verifyPassword(stored, wrong)).toBe(false);
  });

  test('of an unknown account is wrong, at the same cost', async () => {
    expect(await verifyPassword(undefined, 'crane over the marsh')).toBe(false);
    expect(seen.calls).toBe(1);
  });

  test('over the maximum length is wrong without being hashed', async () => {
    const stored = await hashPassword('a'.repeat(257));
    seen.calls = 0;
    expect(await verifyPassword(stored, 'a'.repeat(257))).toBe(false);
    expect(await verifyPassword(undefined, 'a'.repeat(1_000_000))).toBe(false);
    expect(seen.calls).toBe(0);
  });

  test('stored in an unknown format is an error and grants no access', async () => {
    await expect(verifyPassword('', 'crane over the marsh')).rejects.toThrow();
    await expect(verifyPassword('plain', 'plain')).rejects.toThrow();
  });
});

test('hashes two at a time, queues 100 and rejects the next', async () => {
  const asked = Array.from({ length: 103 }, (_, n) => verifyPassword(undefined, `number ${n}`));
  const results = await Promise.allSettled(asked);
  expect(results.slice(0, 102).every(({ status }) => status === 'fulfilled')).toBe(true);
  expect(results[102]).toMatchObject({ reason: { status: 503, code: 'busy', headers: { 'Retry-After': '5' } } });
  expect(seen).toEqual({ calls: 102, now: 0, most: 2 });
});
