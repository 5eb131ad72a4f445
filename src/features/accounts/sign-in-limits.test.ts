import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Db, openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { createTestDatabase, silent, type TestDatabase } from '#test/database.ts';
import { runSql } from '#test/sql.ts';
import { returnSignInTry, takeSignInTry } from './sign-in-limits.ts';

/** Two pools stand for two processes. A try that is not returned is a wrong password. */

let database: TestDatabase;
let other: ReturnType<typeof openPool>;
let both: [Db, Db];
beforeAll(async () => {
  database = await createTestDatabase();
  other = openPool(database.url, { log: silent, max: 8, statementTimeoutMs: 20_000 });
  both = [database.db, openDb(other)];
});
afterEach(() => runSql(database.ownerUrl, 'delete from limit_counters'));
afterAll(async () => {
  await other.end();
  await database.drop();
});

const GRETA = { email: 'greta@brothers.example', address: '203.0.113.9', isKnownDevice: false, isKnownNetwork: false };

/** How many of so many tries at once, on both processes, are allowed. `tries` makes the nth one. */
async function allowedOf(tries: number, nth: (n: number) => Partial<typeof GRETA>): Promise<number> {
  const verdicts = await Promise.all(
    Array.from({ length: tries }, (_, n) => takeSignInTry(both[n % 2] ?? database.db, { ...GRETA, ...nth(n) })),
  );
  return verdicts.filter(({ isAllowed }) => isAllowed).length;
}

describe('failures are limited', () => {
  test('for an account and a network to five, however the address is written', async () => {
    const written = ['greta@brothers.example', ' Greta@Brothers.Example', 'GRETA@BROTHERS.EXAMPLE ', '\tgreta@brothers.example\n'];
    expect(await allowedOf(60, (n) => ({ email: written[n % 4] ?? '', address: n % 3 ? GRETA.address : '::ffff:203.0.113.9' }))).toBe(5);
    const { isAllowed, retryAfterSeconds } = await takeSignInTry(database.db, GRETA);
    expect(isAllowed).toBe(false);
    expect(retryAfterSeconds).toBeGreaterThan(880);
    expect(retryAfterSeconds).toBeLessThanOrEqual(900);
  });

  test('for a network to twenty over all accounts', async () => {
    expect(await allowedOf(60, (n) => ({ email: `guess${n}@brothers.example`, address: `2001:db8:1:2::${n}` }))).toBe(20);
    expect(await allowedOf(1, () => ({ address: '2001:db8:1:3::1' }))).toBe(1);
  });

  test('for an account to a hundred from all networks', async () => {
    expect(await allowedOf(150, (n) => ({ address: `198.51.100.${n}` }))).toBe(100);
    const { retryAfterSeconds } = await takeSignInTry(database.db, GRETA);
    expect(retryAfterSeconds).toBeGreaterThan(3_500);
    expect(await allowedOf(1, () => ({ email: 'other@brothers.example' }))).toBe(1);
  });

  test('for an account and all networks of a /48 to twenty', async () => {
    expect(await allowedOf(150, (n) => ({ address: `2001:db8:1:${(n + 1).toString(16)}::1` }))).toBeLessThanOrEqual(20);
    expect(await allowedOf(1, () => ({ address: '2001:db8:2::1' }))).toBe(1);
  });

  test('for as long as the window, by the clock of the database', async () => {
    await allowedOf(6, () => ({}));
    await runSql(database.ownerUrl, "update limit_counters set ends_at = ends_at - interval '15 minutes'");
    expect(await allowedOf(6, () => ({}))).toBe(5);
  });
});

describe('the owner', () => {
  test('enters from a known device after a hundred failures of strangers, from their network too', async () => {
    await allowedOf(150, (n) => ({ address: `198.51.100.${n}` }));
    await allowedOf(60, (n) => ({ email: `guess${n}@brothers.example` }));
    expect(await takeSignInTry(database.db, GRETA)).toMatchObject({ isAllowed: false });
    expect(await takeSignInTry(database.db, { ...GRETA, isKnownDevice: true })).toEqual({ isAllowed: true, retryAfterSeconds: 0 });
  });

  test('enters from a known network after a hundred failures of strangers elsewhere, and has five tries there', async () => {
    await allowedOf(150, (n) => ({ address: `198.51.100.${n}` }));
    expect(await takeSignInTry(database.db, GRETA)).toMatchObject({ isAllowed: false });
    expect(await allowedOf(60, () => ({ isKnownNetwork: true }))).toBe(5);
  });

  test('has five tries on a known device, not more', async () => {
    expect(await allowedOf(60, () => ({ isKnownDevice: true }))).toBe(5);
  });

  test('may be right any number of times', async () => {
    for (let n = 0; n < 30; n += 1) {
      expect(await takeSignInTry(database.db, GRETA)).toMatchObject({ isAllowed: true });
      await returnSignInTry(database.db, GRETA);
    }
    expect(await allowedOf(10, () => ({}))).toBe(5);
  });
});

describe('what one limit refuses does not count for the others', () => {
  test('when it is that of account and network', async () => {
    expect(await allowedOf(60, () => ({}))).toBe(5);
    expect(await allowedOf(60, (n) => ({ email: `guess${n}@brothers.example` }))).toBe(15);
    expect(await allowedOf(150, (n) => ({ address: `198.51.100.${n}` }))).toBe(95);
  });

  test('when it is that of the account', async () => {
    await allowedOf(100, (n) => ({ address: `198.51.100.${n}` }));
    expect(await allowedOf(60, () => ({}))).toBe(0);
    expect(await allowedOf(60, (n) => ({ email: `guess${n}@brothers.example` }))).toBe(20);
  });

  test('when it is that of the network', async () => {
    await allowedOf(20, (n) => ({ email: `guess${n}@brothers.example` }));
    expect(await allowedOf(60, () => ({}))).toBe(0);
    await returnSignInTry(database.db, { ...GRETA, email: 'guess1@brothers.example' });
    expect(await allowedOf(1, () => ({}))).toBe(1);
  });
});
