import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Db, openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { createTestDatabase, silent, type TestDatabase } from '#test/database.ts';
import { runSql } from '#test/sql.ts';
import { consumeSignInAttempt, refundSignInAttempt } from './rate-limits.ts';

/** Two pools stand for two processes. An attempt that is not refunded is a wrong password. */

let database: TestDatabase;
let other: ReturnType<typeof openPool>;
let both: [Db, Db];
beforeAll(async () => {
  database = await createTestDatabase();
  other = openPool(database.url, { log: silent, max: 8, statementTimeoutMs: 20_000 });
  both = [database.db, openDb(other)];
});
afterEach(() => runSql(database.ownerUrl, 'delete from rate_limits'));
afterAll(async () => {
  await other.end();
  await database.drop();
});

const GRETA = { email: 'greta@brothers.example', address: '203.0.113.9', isKnownDevice: false, isKnownNetwork: false };

/** Returns how many concurrent attempts on both processes are allowed. `tries` creates the nth one. */
async function allowedOf(tries: number, nth: (n: number) => Partial<typeof GRETA>): Promise<number> {
  const verdicts = await Promise.all(
    Array.from({ length: tries }, (_, n) => consumeSignInAttempt(both[n % 2] ?? database.db, { ...GRETA, ...nth(n) })),
  );
  return verdicts.filter(({ isAllowed }) => isAllowed).length;
}

describe('failures are limited', () => {
  test('for an account and a network to five, for any spelling of the address', async () => {
    const written = ['greta@brothers.example', ' Greta@Brothers.Example', 'GRETA@BROTHERS.EXAMPLE ', '\tgreta@brothers.example\n'];
    expect(await allowedOf(60, (n) => ({ email: written[n % 4] ?? '', address: n % 3 ? GRETA.address : '::ffff:203.0.113.9' }))).toBe(5);
    const { isAllowed, retryAfterSeconds } = await consumeSignInAttempt(database.db, GRETA);
    expect(isAllowed).toBe(false);
    expect(retryAfterSeconds).toBeGreaterThan(880);
    expect(retryAfterSeconds).toBeLessThanOrEqual(900);
  });

  test('for a network to twenty over all accounts', async () => {
    expect(await allowedOf(60, (n) => ({ email: `guess${n}@brothers.example`, address: `2001:db8:1:2::${n}` }))).toBe(20);
    expect(await allowedOf(1, () => ({ address: '2001:db8:1:3::1' }))).toBe(1);
  });

  test('for an account to 100 from all networks', async () => {
    expect(await allowedOf(150, (n) => ({ address: `198.51.100.${n}` }))).toBe(100);
    const { retryAfterSeconds } = await consumeSignInAttempt(database.db, GRETA);
    expect(retryAfterSeconds).toBeGreaterThan(3_500);
    expect(await allowedOf(1, () => ({ email: 'other@brothers.example' }))).toBe(1);
  });

  test('for an account and all networks of a /48 to twenty', async () => {
    expect(await allowedOf(150, (n) => ({ address: `2001:db8:1:${(n + 1).toString(16)}::1` }))).toBeLessThanOrEqual(20);
    expect(await allowedOf(1, () => ({ address: '2001:db8:2::1' }))).toBe(1);
  });

  test('for as long as the window, by the clock of the database', async () => {
    await allowedOf(6, () => ({}));
    await runSql(database.ownerUrl, "update rate_limits set expires_at = expires_at - interval '15 minutes'");
    expect(await allowedOf(6, () => ({}))).toBe(5);
  });
});

describe('the owner', () => {
  test('signs in from a known device after 100 failures of strangers, also from their network', async () => {
    await allowedOf(150, (n) => ({ address: `198.51.100.${n}` }));
    await allowedOf(60, (n) => ({ email: `guess${n}@brothers.example` }));
    expect(await consumeSignInAttempt(database.db, GRETA)).toMatchObject({ isAllowed: false });
    expect(await consumeSignInAttempt(database.db, { ...GRETA, isKnownDevice: true })).toEqual({ isAllowed: true, retryAfterSeconds: 0 });
  });

  test('signs in from a known network after 100 failures of strangers elsewhere, with five attempts there', async () => {
    await allowedOf(150, (n) => ({ address: `198.51.100.${n}` }));
    expect(await consumeSignInAttempt(database.db, GRETA)).toMatchObject({ isAllowed: false });
    expect(await allowedOf(60, () => ({ isKnownNetwork: true }))).toBe(5);
  });

  test('has five attempts on a known device', async () => {
    expect(await allowedOf(60, () => ({ isKnownDevice: true }))).toBe(5);
  });

  test('can sign in correctly any number of times', async () => {
    for (let n = 0; n < 30; n += 1) {
      expect(await consumeSignInAttempt(database.db, GRETA)).toMatchObject({ isAllowed: true });
      await refundSignInAttempt(database.db, GRETA);
    }
    expect(await allowedOf(10, () => ({}))).toBe(5);
  });
});

describe('an attempt rejected by one limit does not count for the others', () => {
  test('when rejected by account and network', async () => {
    expect(await allowedOf(60, () => ({}))).toBe(5);
    expect(await allowedOf(60, (n) => ({ email: `guess${n}@brothers.example` }))).toBe(15);
    expect(await allowedOf(150, (n) => ({ address: `198.51.100.${n}` }))).toBe(95);
  });

  test('when rejected by account', async () => {
    await allowedOf(100, (n) => ({ address: `198.51.100.${n}` }));
    expect(await allowedOf(60, () => ({}))).toBe(0);
    expect(await allowedOf(60, (n) => ({ email: `guess${n}@brothers.example` }))).toBe(20);
  });

  test('when rejected by network', async () => {
    await allowedOf(20, (n) => ({ email: `guess${n}@brothers.example` }));
    expect(await allowedOf(60, () => ({}))).toBe(0);
    await refundSignInAttempt(database.db, { ...GRETA, email: 'guess1@brothers.example' });
    expect(await allowedOf(1, () => ({}))).toBe(1);
  });
});
