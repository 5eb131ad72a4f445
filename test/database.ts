import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type Db, openDb } from '#src/platform/db/db.ts';
import { migrate } from '#src/platform/db/migrate.ts';
import { openPool } from '#src/platform/db/pool.ts';
import { migrateJobs } from '#src/platform/jobs/migrate-jobs.ts';
import { startEmbeddedPostgres } from '#src/platform/postgres/embedded-postgres.ts';

/** Databases for tests: each its own, a copy of one that was migrated once. */

export const MIGRATIONS = fileURLToPath(new URL('../db/migrations', import.meta.url));

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

type Server = { ownerUrl: string; appUrl: string; stop(): Promise<void> };

export const silent = { debug() {}, info() {}, warn() {} };

let server: Promise<Server> | undefined;
let template: Promise<string> | undefined;
let made = 0;
let open = 0;

/**
 * Makes a migrated, empty database on a Postgres that this test file starts for itself and stops with its last database; or
 * on the one that TEST_DATABASE_URL names, whose user must be allowed to create databases. `migrated: false` leaves it bare.
 */
export async function createTestDatabase({ migrated = true } = {}): Promise<TestDatabase> {
  open += 1;
  server ??= startServer();
  const { ownerUrl: serverUrl, appUrl } = await server;
  made += 1;
  const name = `test_${process.pid}_${made}_${Date.now().toString(36)}`;
  if (migrated) template ??= makeTemplate(serverUrl);
  const source = migrated ? await template : 'template1';
  await runOn(serverUrl, `create database ${name} template ${source}`);
  const url = onDatabase(appUrl, name);
  const pool = openPool(url, { log: silent, max: 8, statementTimeoutMs: 20_000 });
  const drop = async () => {
    await pool.end();
    // Waits up to 5 s for connections to end, and fails when a test has left one open.
    await runOn(serverUrl, `drop database ${name}`);
    open -= 1;
    if (open === 0) await stopServer();
  };
  return { ownerUrl: onDatabase(serverUrl, name), url, pool, db: openDb(pool), drop };
}

/** One a content of the migrations, so that a kept server never serves an old one. */
async function makeTemplate(serverUrl: string): Promise<string> {
  const hash = createHash('sha256');
  for (const file of readdirSync(MIGRATIONS).sort()) hash.update(readFileSync(path.join(MIGRATIONS, file)));
  const name = `template_${process.pid}_${hash.digest('hex').slice(0, 12)}`;
  await runOn(serverUrl, `drop database if exists ${name}`);
  await runOn(serverUrl, `create database ${name}`);
  await migrate(onDatabase(serverUrl, name), { folder: MIGRATIONS, log: silent });
  await migrateJobs(onDatabase(serverUrl, name), { log: silent });
  return name;
}

async function startServer(): Promise<Server> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined) return { ownerUrl: given, appUrl: given, stop: () => dropTemplate(given) };
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'talewood-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: silent, durable: false });
  const stop = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ownerUrl: postgres.url, appUrl: postgres.appUrl, stop };
}

async function dropTemplate(url: string): Promise<void> {
  if (template !== undefined) await runOn(url, `drop database ${await template}`);
}

async function stopServer(): Promise<void> {
  const running = await server;
  const stopping = running?.stop();
  server = undefined;
  await stopping;
  template = undefined;
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The same server, another database. */
function onDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}
