import type { DBAdapterInstance } from '@better-auth/core/db/adapter';
import { describe, expect, test } from 'vitest';
import { withHashedSessions } from './auth-adapter.ts';
import { hashToken } from './cookies.ts';

const TOKEN = 'a'.repeat(43);

/** An adapter that returns each query as it would reach the database, and runs transactions on itself. */
function openRecorder() {
  const methods = ['findMany', 'count', 'updateMany', 'delete', 'deleteMany', 'consumeOne', 'incrementOne'] as const;
  const inner = {
    ...Object.fromEntries(methods.map((method) => [method, async (query: object) => ({ method, ...query })])),
    transaction: (work: (trx: unknown) => unknown) => work(inner),
  };
  return { methods, adapter: withHashedSessions((() => inner) as unknown as DBAdapterInstance)({} as never) };
}

const queryOf = (model: string, value: unknown, field = 'token') => ({ model, where: [{ field, value }] }) as never;

describe('queries of sessions', () => {
  const { methods, adapter } = openRecorder();

  test.each(methods)('%s looks for the hash of a token, also in a transaction', async (method) => {
    const expected = { method, model: 'session', where: [{ field: 'token', value: hashToken(TOKEN) }] };
    expect(await adapter[method](queryOf('session', TOKEN))).toMatchObject(expected);
    expect(await adapter.transaction((trx) => trx[method](queryOf('session', TOKEN)))).toMatchObject(expected);
  });

  test.each(methods)('%s leaves other fields and models as they are', async (method) => {
    expect(await adapter[method](queryOf('session', TOKEN, 'userId'))).toMatchObject({ where: [{ field: 'userId', value: TOKEN }] });
    expect(await adapter[method](queryOf('verification', TOKEN))).toMatchObject({ where: [{ field: 'token', value: TOKEN }] });
  });
});
