import { mkdtemp, rm, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate } from '#src/platform/db/migrate.ts';
import { migrateJobs } from '#src/platform/jobs/migrate-jobs.ts';
import { startEmbeddedPostgres } from '#src/platform/postgres/embedded-postgres.ts';

/** The Postgres server of all unit tests, with the migrated template of their databases. */

export const MIGRATIONS = fileURLToPath(new URL('../db/migrations', import.meta.url));
export const silent = { debug() {}, info() {}, warn() {} };

const MEMORY = '/dev/shm';
const MIN_FREE_BYTES = 4e9;

/** Environment variable with the server as JSON, for the child processes that run the tests. */
const SERVER_VARIABLE = 'TEST_DATABASE_SERVER';

/** `template`: name of the migrated, otherwise empty database. With TEST_DATABASE_URL both roles are the same. */
export type DatabaseServer = { ownerUrl: string; appUrl: string; template: string };

/**
 * Global setup of Vitest; the returned function is the teardown. Starts a Postgres, or uses that of TEST_DATABASE_URL, whose user must be
 * allowed to create databases; and creates the template.
 */
export async function setup(): Promise<() => Promise<void>> {
  // Another project of this run has started it.
  if (hasDatabaseServer()) return async () => {};
  const { ownerUrl, appUrl, stop } = await openServer();
  const template = `template_${process.pid}_${Date.now().toString(36)}`;
  await runOn(ownerUrl, `create database ${template}`);
  await migrate(onDatabase(ownerUrl, template), { folder: MIGRATIONS, log: silent });
  await migrateJobs(onDatabase(ownerUrl, template), { log: silent });
  const server: DatabaseServer = { ownerUrl, appUrl, template };
  process.env[SERVER_VARIABLE] = JSON.stringify(server);
  return async () => {
    await runOn(ownerUrl, `drop database if exists ${libraryTemplateOf(server)}`);
    await runOn(ownerUrl, `drop database ${template}`);
    await stop();
  };
}

export function hasDatabaseServer(): boolean {
  return process.env[SERVER_VARIABLE] !== undefined;
}

export function findDatabaseServer(): DatabaseServer {
  const server = process.env[SERVER_VARIABLE];
  if (server === undefined) throw new Error('Only unit tests have a server for their databases: see vitest.config.ts.');
  return JSON.parse(server) as DatabaseServer;
}

/** Returns the name of the database that library-template.ts creates on demand. */
export const libraryTemplateOf = ({ template }: DatabaseServer) => `${template}_library`;

/** Runs one statement in the database of the URL. */
export async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Returns the URL of another database on the same server. */
export function onDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** Returns a memory-backed folder if it has enough space: tests create hundreds of databases with hundreds of files. */
async function chooseFolder(): Promise<string> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize > MIN_FREE_BYTES ? MEMORY : os.tmpdir();
}

async function openServer(): Promise<{ ownerUrl: string; appUrl: string; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined) return { ownerUrl: given, appUrl: given, stop: async () => {} };
  const dataDir = await mkdtemp(path.join(await chooseFolder(), 'talewood-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: silent, durable: false });
  const stop = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ownerUrl: postgres.url, appUrl: postgres.appUrl, stop };
}
