/** Lets better-auth, which reads the clock of its process, live by the database's: no session or challenge ends by another. */
import type { DBAdapter, DBAdapterInstance, DBTransactionAdapter } from '@better-auth/core/db/adapter';
import { sql } from 'kysely';
import type { Db } from '#src/platform/db/db.ts';

const KEPT_MS = 60_000;

/** Gives the milliseconds that the database is ahead of this process. Asked once a minute; between, the monotonic clock goes on. */
export function databaseAhead(db: Db): () => Promise<number> {
  let kept: { time: number; at: number } | undefined;
  return async () => {
    if (kept === undefined || performance.now() - kept.at > KEPT_MS) {
      const asked = performance.now();
      const { rows } = await sql<{ time: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as time`.execute(db);
      kept = { time: rows[0]?.time ?? Date.now(), at: (asked + performance.now()) / 2 };
    }
    return Math.round(kept.time + performance.now() - kept.at - Date.now());
  };
}

/** Wraps an adapter: every date goes in as the database would have said it, and comes out as this process would. */
export function byDatabaseClock(make: DBAdapterInstance, ahead: () => Promise<number>): DBAdapterInstance {
  return (options) => {
    const inner = make(options);
    return { ...inner, ...wrap(inner, ahead), transaction: (work) => inner.transaction((trx) => work({ ...trx, ...wrap(trx, ahead) })) };
  };
}

function wrap(
  inner: DBTransactionAdapter,
  ahead: () => Promise<number>,
): Omit<DBAdapter, 'id' | 'transaction' | 'createSchema' | 'options'> {
  const translate = async <Query, Result>(query: Query, ask: (query: Query) => Promise<Result>): Promise<Result> => {
    const ms = await ahead();
    return shift(await ask(shift(query, ms)), -ms);
  };
  return {
    create: (query) => translate(query, (asked) => inner.create(asked)),
    findOne: (query) => translate(query, (asked) => inner.findOne(asked)),
    findMany: (query) => translate(query, (asked) => inner.findMany(asked)),
    count: (query) => translate(query, (asked) => inner.count(asked)),
    update: (query) => translate(query, (asked) => inner.update(asked)),
    updateMany: (query) => translate(query, (asked) => inner.updateMany(asked)),
    delete: (query) => translate(query, (asked) => inner.delete(asked)),
    deleteMany: (query) => translate(query, (asked) => inner.deleteMany(asked)),
    consumeOne: (query) => translate(query, (asked) => inner.consumeOne(asked)),
    incrementOne: (query) => translate(query, (asked) => inner.incrementOne(asked)),
  };
}

/** The same value with all dates in it moved. */
function shift<Value>(value: Value, ms: number): Value {
  if (value instanceof Date) return new Date(value.getTime() + ms) as Value;
  if (Array.isArray(value)) return value.map((each) => shift(each, ms)) as Value;
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shift(each, ms)])) as Value;
}
