import type pg from 'pg';
import { type Db, openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { findDatabaseServer, MIGRATIONS, onDatabase, runOn, silent } from './database-server.ts';

/** Databases for tests: each its own, a copy of one that was migrated once. */

export { MIGRATIONS, silent };

export type TestDatabase = {
  /** As the owner: for migrations, fixtures in SQL, and looking. */
  ownerUrl: string;
  /** As the site runs: a role that changes rows, but no table. */
  url: string;
  /** Connections of `url`. */
  pool: pg.Pool;
  db: Db;
  /** Closes the connections and removes the database. */
  drop(): Promise<void>;
};

let made = 0;

/** Creates a database on the server of all tests: migrated and empty, `migrated: false` without tables, or a copy of `template`. */
export async function createTestDatabase({
  migrated = true,
  template,
}: {
  migrated?: boolean;
  template?: string;
} = {}): Promise<TestDatabase> {
  const server = findDatabaseServer();
  const copied = template ?? (migrated ? server.template : 'template1');
  made += 1;
  const name = `test_${process.pid}_${made}_${Date.now().toString(36)}`;
  // A copy of files is a fifth of the work of one by way of the log.
  await runOn(server.ownerUrl, `create database ${name} template ${copied} strategy file_copy`);
  const url = onDatabase(server.appUrl, name);
  const pool = openPool(url, { log: silent, max: 8, statementTimeoutMs: 20_000 });
  const drop = async () => {
    await pool.end();
    // Waits up to 5 s for connections to end, and fails when a test has left one open.
    await runOn(server.ownerUrl, `drop database ${name}`);
  };
  return { ownerUrl: onDatabase(server.ownerUrl, name), url, pool, db: openDb(pool), drop };
}
