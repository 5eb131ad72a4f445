/** Keeps session tokens out of the database: it holds their SHA-256, the cookie alone the token. */
import { createHash } from 'node:crypto';
import type { DBAdapter, DBAdapterInstance, DBTransactionAdapter, Where } from '@better-auth/core/db/adapter';

/** What the table holds for a token: SHA-256, base64url without padding, 43 characters. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/**
 * Wraps a database adapter of better-auth. What it writes and asks for as `session.token` becomes the hash; rows found by a
 * token are given back with that token, as better-auth sets the cookie anew from them. Rows found otherwise (lists of
 * sessions) carry the hash, with which nobody can sign in.
 */
export function hashedSessions(make: DBAdapterInstance): DBAdapterInstance {
  return (options) => {
    const inner = make(options);
    return { ...inner, ...wrap(inner), transaction: (work) => inner.transaction((trx) => work({ ...trx, ...wrap(trx) })) };
  };
}

type Row = { token?: unknown } | null;

function wrap(inner: DBTransactionAdapter): Omit<DBAdapter, 'id' | 'transaction' | 'createSchema' | 'options'> {
  const asked = <Query extends { model: string; where?: Where[] | undefined }>(query: Query): Query =>
    query.model === 'session' && query.where ? { ...query, where: query.where.map(hashWhere) } : query;
  return {
    create: async (query) => {
      const token = query.model === 'session' ? (query.data as Row)?.token : undefined;
      if (typeof token !== 'string') return inner.create(query);
      const row = await inner.create({ ...query, data: { ...query.data, token: hashToken(token) } });
      return withToken(row as Row, token) as never;
    },
    findOne: async (query) => withToken((await inner.findOne(asked(query))) as Row, tokenOf(query)) as never,
    findMany: (query) => inner.findMany(asked(query)),
    count: (query) => inner.count(asked(query)),
    update: async (query) => withToken((await inner.update(asked(query))) as Row, tokenOf(query)) as never,
    updateMany: (query) => inner.updateMany(asked(query)),
    delete: (query) => inner.delete(asked(query)),
    deleteMany: (query) => inner.deleteMany(asked(query)),
    consumeOne: (query) => inner.consumeOne(asked(query)),
    incrementOne: (query) => inner.incrementOne(asked(query)),
  };
}

function hashWhere(where: Where): Where {
  if (where.field !== 'token') return where;
  const value = Array.isArray(where.value) ? where.value.map((token) => hashToken(String(token))) : hashToken(String(where.value));
  return { ...where, value };
}

function tokenOf({ model, where }: { model: string; where: Where[] }): string | undefined {
  const asked = model === 'session' ? where.find(({ field, operator = 'eq' }) => field === 'token' && operator === 'eq') : undefined;
  return typeof asked?.value === 'string' ? asked.value : undefined;
}

function withToken(row: Row, token: string | undefined): Row {
  return row === null || token === undefined ? row : { ...row, token };
}
