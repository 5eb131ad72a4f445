import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, silent, type TestDatabase } from '#test/database.ts';
import { runSql } from '#test/sql.ts';
import { type Db, openDb } from '../db/db.ts';
import { openPool } from '../db/pool.ts';
import { consume, consumeAll, consumeForSubnet, refund, refundAll, subnetLimits } from './rate-limit.ts';

/** Two pools stand for two processes. */

const LIMIT = { points: 3, windowSeconds: 600 };

let database: TestDatabase;
let other: ReturnType<typeof openPool>;
let both: [Db, Db];
beforeAll(async () => {
  database = await createTestDatabase();
  other = openPool(database.url, { log: silent, max: 8, statementTimeoutMs: 20_000 });
  both = [database.db, openDb(other)];
});
afterAll(async () => {
  await other.end();
  await database.drop();
});

/** Puts the clock forward for all counters. */
const letPass = (seconds: number) =>
  runSql(database.ownerUrl, `update rate_limits set expires_at = expires_at - $1 * interval '1 second'`, [seconds]);

async function allowedOf(tries: number, key: string, limit = LIMIT): Promise<number> {
  const verdicts = await Promise.all(Array.from({ length: tries }, (_, n) => consume(both[n % 2] ?? database.db, key, limit)));
  return verdicts.filter(({ isAllowed }) => isAllowed).length;
}

describe('a limit', () => {
  test('allows a number of attempts, then returns Retry-After', async () => {
    for (let n = 0; n < 3; n += 1) {
      expect(await consume(database.db, 'few', LIMIT)).toEqual({ isAllowed: true, retryAfterSeconds: 0 });
    }
    const refused = await consume(database.db, 'few', LIMIT);
    expect(refused.isAllowed).toBe(false);
    expect(refused.retryAfterSeconds).toBeGreaterThan(590);
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(600);
  });

  test('allows no more for concurrent attempts in two processes', async () => {
    expect(await allowedOf(200, 'crowd', { points: 20, windowSeconds: 600 })).toBe(20);
    expect(await allowedOf(50, 'crowd', { points: 20, windowSeconds: 600 })).toBe(0);
  });

  test('counts each key separately', async () => {
    expect(await allowedOf(5, 'one')).toBe(3);
    expect(await allowedOf(5, 'two')).toBe(3);
  });

  test('resets at its end, which rejected attempts do not delay', async () => {
    expect(await allowedOf(4, 'again')).toBe(3);
    await letPass(590);
    const { isAllowed, retryAfterSeconds } = await consume(database.db, 'again', LIMIT);
    expect(isAllowed).toBe(false);
    expect(retryAfterSeconds).toBeLessThanOrEqual(10);
    await letPass(10);
    expect(await allowedOf(20, 'again')).toBe(3);
  });

  test('of zero rejects every attempt', async () => {
    expect(await allowedOf(3, 'none', { points: 0, windowSeconds: 600 })).toBe(0);
  });
});

describe('a refunded attempt', () => {
  test('can be used again, also after rejected attempts', async () => {
    expect(await allowedOf(10, 'back')).toBe(3);
    await refund(database.db, 'back', LIMIT);
    expect(await allowedOf(10, 'back')).toBe(1);
  });

  test('never exceeds the used attempts', async () => {
    await refund(database.db, 'never taken', LIMIT);
    await consume(database.db, 'spare', LIMIT);
    for (let n = 0; n < 5; n += 1) await refund(database.db, 'spare', LIMIT);
    expect(await allowedOf(10, 'spare')).toBe(3);
  });
});

test('keys are stored hashed', async () => {
  await consume(database.db, 'greta@brothers.example', LIMIT);
  const rows = await runSql<{ key: string }>(database.ownerUrl, 'select key from rate_limits');
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ key }) => /^[0-9a-f]{64}$/.test(key))).toBe(true);
});

test('expired counters are deleted a few at a time; active ones stay', async () => {
  await runSql(
    database.ownerUrl,
    `with cleared as (delete from rate_limits)
     insert into rate_limits select encode(sha256(n::text::bytea), 'hex'), 1, now() + (n - 25.5) * interval '1 minute'
     from generate_series(1, 50) n`,
  );
  const left = async () => (await runSql<{ n: number }>(database.ownerUrl, 'select count(*)::integer n from rate_limits'))[0]?.n;
  await consume(database.db, 'sweep 1', LIMIT);
  expect(await left()).toBe(41);
  await consume(database.db, 'sweep 1', LIMIT);
  expect(await left()).toBe(41);
  for (let n = 2; n < 10; n += 1) await consume(database.db, `sweep ${n}`, LIMIT);
  expect(await left()).toBe(25 + 9);
});

test('a locked expired counter is skipped without waiting', async () => {
  await consume(database.db, 'held', LIMIT);
  await letPass(600);
  const holder = await other.connect();
  await holder.query('begin; select from rate_limits for update');
  try {
    expect(await consume(database.db, 'new', LIMIT)).toMatchObject({ isAllowed: true });
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});

describe('the limit of a network', () => {
  beforeEach(() => runSql(database.ownerUrl, 'delete from rate_limits'));

  const MESSAGES = { points: 10, windowSeconds: 3_600 };
  const allowedOf = async (addresses: string[]) => {
    let allowed = 0;
    for (const address of addresses) if ((await consumeForSubnet(database.db, 'messages', address, MESSAGES)).isAllowed) allowed += 1;
    return allowed;
  };

  test('handles concurrent attempts and refunds without failures', async () => {
    const limits = subnetLimits('crowd', '2001:db8:1:2::9', { points: 50, windowSeconds: 600 });
    const tries = Array.from({ length: 100 }, async (_, n) => {
      const { isAllowed } = await consumeAll(both[n % 2] ?? database.db, limits);
      if (isAllowed) await refundAll(both[(n + 1) % 2] ?? database.db, limits);
    });
    await Promise.all(tries);
    const { rows } = await database.pool.query('select sum(attempts)::int as attempts from rate_limits');
    expect(rows[0].attempts).toBe(0);
  });

  test('holds for a /64, twice for a /56 and four times for a /48, however many networks are in it', async () => {
    expect(await allowedOf(Array.from({ length: 30 }, (_, n) => `2001:db8:1:2::${n + 1}`))).toBe(10);
    expect(await allowedOf(Array.from({ length: 30 }, (_, n) => `2001:db8:1:${(n + 3).toString(16)}::1`))).toBe(10);
    expect(await allowedOf(Array.from({ length: 150 }, (_, n) => `2001:db8:1:${(n + 0x1000).toString(16)}::1`))).toBe(20);
    expect(await allowedOf(['2001:db8:2::1'])).toBe(1);
  });

  test('of 6to4 is that of its IPv4 address', async () => {
    expect(await allowedOf(Array.from({ length: 30 }, (_, n) => `2002:cb00:7109:${n.toString(16)}::1`))).toBe(10);
    expect(await allowedOf(['203.0.113.9'])).toBe(0);
  });

  test('that rejects leaves no counters of narrower networks behind', async () => {
    await allowedOf(Array.from({ length: 60 }, (_, n) => `2001:db8:1:${(n * 256).toString(16)}::1`));
    const { rows } = await database.pool.query('select count(*)::int as n from rate_limits');
    expect(rows[0].n).toBe(1 + 40 + 40);
  });
});
