import { setTimeout as wait } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { Db } from './db.ts';
import { holdConnection } from './pool.ts';
import type { Database } from './schema.gen.ts';

/** SQLSTATE of deadlocks, and of serialization failures, which a trigger raises when a record was deleted concurrently. */
const RETRYABLE = new Set<unknown>(['40P01', '40001']);
const MAX_ATTEMPTS = 4;
const MAX_DELAY_MS = 100;

/**
 * Runs the work in one transaction: the caller's when `db` is one, else a new one, which is retried after deadlocks and serialization
 * failures.
 */
export async function transact<Result>(db: Db, work: (trx: Transaction<Database>) => Promise<Result>): Promise<Result> {
  if (isTransaction(db)) return work(db);
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await db.transaction().execute((trx) => holdConnection(() => work(trx)));
    } catch (error) {
      if (!RETRYABLE.has((error as { code?: unknown }).code) || attempts === MAX_ATTEMPTS) throw error;
      // The delay lets the other transaction finish first.
      await wait(MAX_DELAY_MS * Math.random());
    }
  }
}

function isTransaction(db: Db): db is Transaction<Database> {
  return db.isTransaction;
}
