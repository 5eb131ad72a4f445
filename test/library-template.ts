import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { importLibrary } from '#src/features/starter-library/import-library.ts';
import { openDb } from '#src/platform/db/db.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { findDatabaseServer, libraryTemplateOf, onDatabase, silent } from './database-server.ts';

const LIBRARY = fileURLToPath(new URL('../library', import.meta.url));
/** Key of the advisory lock: an arbitrary unique number. */
const LOCK = 7_412_004;

/** Returns the name of a template database with the starter library. The first caller creates it, others wait for it. */
export async function ensureLibraryTemplate(): Promise<string> {
  const server = findDatabaseServer();
  const name = libraryTemplateOf(server);
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) {
      const unfinished = `${name}_${process.pid}`;
      await client.query(`create database ${unfinished} template ${server.template} strategy file_copy`);
      await importStarterLibrary(onDatabase(server.ownerUrl, unfinished));
      await client.query(`alter database ${unfinished} rename to ${name}`);
    }
  } finally {
    // Releases the lock.
    await client.end();
  }
  return name;
}

async function importStarterLibrary(url: string): Promise<void> {
  const pool = openPool(url, { log: silent, max: 1, statementTimeoutMs: 120_000 });
  try {
    await importLibrary(openDb(pool), LIBRARY, { log: silent });
  } finally {
    await pool.end();
  }
}
