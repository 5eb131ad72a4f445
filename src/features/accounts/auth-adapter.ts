/** Wrappers around better-auth's database adapter: session tokens are stored as hashes, and dates follow the database's clock. */
import type { DBAdapter, DBAdapterInstance, DBTransactionAdapter, Where } from '@better-auth/core/db/adapter';
import { hashToken } from './cookies.ts';

type AdapterMethods = Omit<DBAdapter, 'id' | 'transaction' | 'createSchema' | 'options'>;

function wrapAdapter(create: DBAdapterInstance, wrap: (inner: DBTransactionAdapter) => AdapterMethods): DBAdapterInstance {
  return (options) => {
    const inner = create(options);
    return { ...inner, ...wrap(inner), transaction: (work) => inner.transaction((trx) => work({ ...trx, ...wrap(trx) })) };
  };
}

/**
 * Stores and looks up `session.token` as its hash. Rows found by token are returned with that token, because better-auth sets the
 * cookie from them. Rows found otherwise (lists of sessions) contain the hash, which cannot be used to sign in.
 */
export function withHashedSessions(create: DBAdapterInstance): DBAdapterInstance {
  return wrapAdapter(create, hashSessionTokens);
}

type Row = { token?: unknown } | null;

function hashSessionTokens(inner: DBTransactionAdapter): AdapterMethods {
  const hashed = <Query extends { model: string; where?: Where[] | undefined }>(query: Query): Query =>
    query.model === 'session' && query.where ? { ...query, where: query.where.map(hashWhere) } : query;
  return {
    create: async (query) => {
      const token = query.model === 'session' ? (query.data as Row)?.token : undefined;
      if (typeof token !== 'string') return inner.create(query);
      const row = await inner.create({ ...query, data: { ...query.data, token: hashToken(token) } });
      return withToken(row as Row, token) as never;
    },
    findOne: async (query) => withToken((await inner.findOne(hashed(query))) as Row, tokenOf(query)) as never,
    findMany: (query) => inner.findMany(hashed(query)),
    count: (query) => inner.count(hashed(query)),
    update: async (query) => withToken((await inner.update(hashed(query))) as Row, tokenOf(query)) as never,
    updateMany: (query) => inner.updateMany(hashed(query)),
    delete: (query) => inner.delete(hashed(query)),
    deleteMany: (query) => inner.deleteMany(hashed(query)),
    consumeOne: (query) => inner.consumeOne(hashed(query)),
    incrementOne: (query) => inner.incrementOne(hashed(query)),
  };
}

function hashWhere(where: Where): Where {
  if (where.field !== 'token') return where;
  const value = Array.isArray(where.value) ? where.value.map((token) => hashToken(String(token))) : hashToken(String(where.value));
  return { ...where, value };
}

function tokenOf({ model, where }: { model: string; where: Where[] }): string | undefined {
  const condition = model === 'session' ? where.find(({ field, operator = 'eq' }) => field === 'token' && operator === 'eq') : undefined;
  return typeof condition?.value === 'string' ? condition.value : undefined;
}

function withToken(row: Row, token: string | undefined): Row {
  return row === null || token === undefined ? row : { ...row, token };
}

/** Converts dates between the process's clock, which better-auth reads, and the database's, which decides what has expired. */
export function withDatabaseClock(create: DBAdapterInstance, offset: () => Promise<number>): DBAdapterInstance {
  return wrapAdapter(create, (inner) => shiftQueries(inner, offset));
}

function shiftQueries(inner: DBTransactionAdapter, offset: () => Promise<number>): AdapterMethods {
  const translate = async <Query, Result>(query: Query, run: (query: Query) => Promise<Result>): Promise<Result> => {
    const ms = await offset();
    return shiftDates(await run(shiftDates(query, ms)), -ms);
  };
  return {
    create: (query) => translate(query, (shifted) => inner.create(shifted)),
    findOne: (query) => translate(query, (shifted) => inner.findOne(shifted)),
    findMany: (query) => translate(query, (shifted) => inner.findMany(shifted)),
    count: (query) => translate(query, (shifted) => inner.count(shifted)),
    update: (query) => translate(query, (shifted) => inner.update(shifted)),
    updateMany: (query) => translate(query, (shifted) => inner.updateMany(shifted)),
    delete: (query) => translate(query, (shifted) => inner.delete(shifted)),
    deleteMany: (query) => translate(query, (shifted) => inner.deleteMany(shifted)),
    consumeOne: (query) => translate(query, (shifted) => inner.consumeOne(shifted)),
    incrementOne: (query) => translate(query, (shifted) => inner.incrementOne(shifted)),
  };
}

/** The same value with all dates in it moved by `ms`. */
function shiftDates<Value>(value: Value, ms: number): Value {
  if (value instanceof Date) return new Date(value.getTime() + ms) as Value;
  if (Array.isArray(value)) return value.map((each) => shiftDates(each, ms)) as Value;
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shiftDates(each, ms)])) as Value;
}
