import { setTimeout as wait } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { Db } from './db.ts';
import { holdConnection } from './pool.ts';
import type { Database } from './schema.gen.ts';

/** A deadlock; and what a trigger says when something looked up before has just been taken out by another. */
const AGAIN = new Set<unknown>(['40P01', '40001']);
const TRIES = 4;
const LONGEST_WAIT_MS = 100;

/** Does the work in one transaction: the caller's, where `db` is one already, else its own, begun again after a deadlock or a serialization failure. */
export async function transact<Result>(db: Db, work: (trx: Transaction<Database>) => Promise<Result>): Promise<Result> {
  if (isTransaction(db)) return work(db);
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute((trx) => holdConnection(() => work(trx)));
    } catch (error) {
      if (!AGAIN.has((error as { code?: unknown }).code) || tries === TRIES) throw error;
      // Not at once: the other one must get what it waits for before we take it again.
      await wait(LONGEST_WAIT_MS * Math.random());
    }
  }
}

function isTransaction(db: Db): db is Transaction<Database> {
  return db.isTransaction;
}
