import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { runSql } from '#test/sql.ts';
import { consumeToken, findToken, issueToken, removeExpiredTokens, revokeTokens, type TokenPurpose } from './one-time-tokens.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => runSql(database.ownerUrl, 'delete from one_time_tokens'));
afterAll(() => database.drop());

const GRETA = { subject: 'user-1', purpose: 'reset', email: 'greta@brothers.example' } as const;
const MOTHS = { subject: 'user-2', purpose: 'reset', email: 'moths@lamp.example' } as const;
const GONE = { problem: 410 };

/** Lets all tokens expire earlier. */
const letPass = (minutes: number) =>
  runSql(database.ownerUrl, `update one_time_tokens set expires_at = expires_at - $1 * interval '1 minute'`, [minutes]);

describe('a token', () => {
  test('has 256 random bits and is stored as a hash', async () => {
    const token = await issueToken(database.db, GRETA);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const rows = await runSql<Record<string, unknown>>(database.ownerUrl, 'select * from one_time_tokens');
    expect(rows).toMatchObject([{ hash: createHash('sha256').update(token).digest('hex'), email: GRETA.email }]);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(await issueToken(database.db, MOTHS)).not.toBe(token);
  });

  test('can be read without being consumed, and consumed once', async () => {
    const token = await issueToken(database.db, GRETA);
    expect(await findToken(database.db, token, 'reset')).toEqual(GRETA);
    expect(await findToken(database.db, token, 'reset')).toEqual(GRETA);
    expect(await consumeToken(database.db, token, GRETA)).toEqual({ binding: GRETA });
    expect(await consumeToken(database.db, token, GRETA)).toEqual(GONE);
    expect(await findToken(database.db, token, 'reset')).toBeUndefined();
  });

  test('is consumed by exactly one of twenty concurrent requests', async () => {
    const token = await issueToken(database.db, GRETA);
    const uses = await Promise.all(Array.from({ length: 20 }, () => consumeToken(database.db, token, GRETA)));
    expect(uses.filter((use) => 'binding' in use)).toHaveLength(1);
    expect(uses.filter((use) => 'problem' in use && use.problem === 410)).toHaveLength(19);
  });

  test('stays valid when its transaction fails', async () => {
    const token = await issueToken(database.db, GRETA);
    const failing = database.db.transaction().execute(async (trx) => {
      await consumeToken(trx, token, GRETA);
      throw new Error('the password could not be kept');
    });
    await expect(failing).rejects.toThrow('could not be kept');
    expect(await consumeToken(database.db, token, GRETA)).toEqual({ binding: GRETA });
  });

  test('is valid for its purpose only', async () => {
    const token = await issueToken(database.db, GRETA);
    for (const purpose of ['verify', 'change_email', 'sign_in'] satisfies TokenPurpose[]) {
      expect(await findToken(database.db, token, purpose)).toBeUndefined();
      expect(await consumeToken(database.db, token, { ...GRETA, purpose })).toEqual(GONE);
    }
    expect(await findToken(database.db, token, 'reset')).toEqual(GRETA);
  });

  test('is rejected with another address, without being consumed', async () => {
    const token = await issueToken(database.db, GRETA);
    await issueToken(database.db, MOTHS);
    expect(await consumeToken(database.db, token, MOTHS)).toEqual({ problem: 400 });
    expect(await consumeToken(database.db, token, { ...GRETA, email: ' Greta@Brothers.example' })).toEqual({ binding: GRETA });
  });

  test.each(['', 'x', 'A'.repeat(43), 'ü'.repeat(10_000), '\0', "' or true --"])(
    'is rejected with 410 when it was never issued: %j',
    async (token) => {
      await issueToken(database.db, GRETA);
      expect(await findToken(database.db, token, 'reset')).toBeUndefined();
      expect(await consumeToken(database.db, token, GRETA)).toEqual(GONE);
    },
  );
});

describe('a token ends', () => {
  test.each([
    ['verify', 24 * 60],
    ['change_email', 24 * 60],
    ['reset', 30],
    ['sign_in', 30],
  ] as const)('when it is to %s after %d minutes', async (purpose, minutes) => {
    const binding = { ...GRETA, purpose };
    const token = await issueToken(database.db, binding);
    await letPass(minutes - 1);
    expect(await findToken(database.db, token, purpose)).toEqual(binding);
    await letPass(1);
    expect(await findToken(database.db, token, purpose)).toBeUndefined();
    expect(await consumeToken(database.db, token, binding)).toEqual(GONE);
  });

  test('when a newer one is issued for the same subject and purpose', async () => {
    const older = await issueToken(database.db, GRETA);
    const toVerify = await issueToken(database.db, { ...GRETA, purpose: 'verify' });
    const newer = await issueToken(database.db, { ...GRETA, email: 'new@brothers.example' });
    expect(await consumeToken(database.db, older, GRETA)).toEqual(GONE);
    expect(await findToken(database.db, newer, 'reset')).toEqual({ ...GRETA, email: 'new@brothers.example' });
    expect(await findToken(database.db, toVerify, 'verify')).toBeDefined();
  });

  test('except one when many are issued concurrently', async () => {
    const tokens = await Promise.all(Array.from({ length: 10 }, () => issueToken(database.db, GRETA)));
    const found = await Promise.all(tokens.map((token) => findToken(database.db, token, 'reset')));
    expect(found.filter((binding) => binding !== undefined)).toHaveLength(1);
  });

  test('when the tokens of its subject are revoked, and of nobody else', async () => {
    const tokens = [await issueToken(database.db, GRETA), await issueToken(database.db, { ...GRETA, purpose: 'sign_in' })];
    const foreign = await issueToken(database.db, MOTHS);
    await revokeTokens(database.db, GRETA.subject);
    expect(await findToken(database.db, tokens[0] ?? '', 'reset')).toBeUndefined();
    expect(await findToken(database.db, tokens[1] ?? '', 'sign_in')).toBeUndefined();
    expect(await findToken(database.db, foreign, 'reset')).toEqual(MOTHS);
  });
});

test('expired tokens are deleted, valid ones stay', async () => {
  await issueToken(database.db, GRETA);
  await letPass(30);
  const living = await issueToken(database.db, MOTHS);
  expect(await removeExpiredTokens(database.db)).toBe(1);
  expect(await removeExpiredTokens(database.db)).toBe(0);
  expect(await findToken(database.db, living, 'reset')).toEqual(MOTHS);
});
