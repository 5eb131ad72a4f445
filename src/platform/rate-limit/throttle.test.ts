import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { throttle } from './rate-limit.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query('delete from rate_limits'));

const EVERY_MS = 60_000;
const take = () => throttle(database.db, 'pace of a test', EVERY_MS);
const shift = (interval: string) => database.pool.query(`update rate_limits set expires_at = expires_at + interval '${interval}'`);

test('runs are spaced apart, even if requested concurrently', async () => {
  const waits = (await Promise.all([take(), take(), take(), take()])).toSorted((a, b) => a - b);
  for (const [n, ms] of waits.entries()) {
    expect(ms).toBeLessThanOrEqual(n * EVERY_MS);
    expect(ms).toBeGreaterThan(n * EVERY_MS - 10_000);
  }
});

test('unused runs are not made up for', async () => {
  await take();
  await shift('-1 hour');
  expect(await take()).toBe(0);
  expect(await take()).toBeGreaterThan(EVERY_MS - 10_000);
});

test('a clock that was an hour ahead causes no delay', async () => {
  await take();
  await shift('1 hour');
  expect(await take()).toBe(0);
});

test('each name is throttled separately', async () => {
  await take();
  expect(await throttle(database.db, 'pace of something else', EVERY_MS)).toBe(0);
});
