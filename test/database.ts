import type pg from 'pg';
import { type Db, openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { findDatabaseServer, MIGRATIONS, onDatabase, runOn, silent } from './database-server.ts';

/** Test databases: each is a copy of a template that was migrated once. */

export { MIGRATIONS, silent };

export type TestDatabase = {
  /** Connects as the owner: for migrations, fixtures and assertions in SQL. */
  ownerUrl: string;
  /** Connects as the role of the site, which cannot change the schema. */
  url: string;
  /** Connections of `url`. */
  pool: pg.Pool;
  db: Db;
  /** Closes the connections and removes the database. */
  drop(): Promise<void>;
};

let created = 0;

/** Creates a database on the shared test server: migrated and empty, without tables (`migrated: false`), or a copy of `template`. */
export async function createTestDatabase({
  migrated = true,
  template,
}: {
  migrated?: boolean;
  template?: string;
} = {}): Promise<TestDatabase> {
  const server = findDatabaseServer();
  const copied = template ?? (migrated ? server.template : 'template1');
  created += 1;
  const name = `test_${process.pid}_${created}_${Date.now().toString(36)}`;
  // Copying files takes a fifth of the time of the default, which writes the WAL.
  await runOn(server.ownerUrl, `create database ${name} template ${copied} strategy file_copy`);
  const url = onDatabase(server.appUrl, name);
  const pool = openPool(url, { log: silent, max: 8, statementTimeoutMs: 20_000 });
  const drop = async () => {
    await pool.end();
    // Waits up to 5 s for connections to end, and fails if a test has left one open.
    await runOn(server.ownerUrl, `drop database ${name}`);
  };
  return { ownerUrl: onDatabase(server.ownerUrl, name), url, pool, db: openDb(pool), drop };
}
